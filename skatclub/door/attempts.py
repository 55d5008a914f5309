"""How often somebody may try: counted in memory, forgotten by itself.

Nothing that a visitor sends is stored, so nobody can fill the disk with it.
"""

from contextlib import suppress
from dataclasses import dataclass

from django.core.cache import BaseCache, caches


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """At most so many attempts in so many seconds, for everybody or each address."""

    name: str
    most: int
    seconds: int

    def is_reached(self, who: str = "") -> bool:
        """Tell whether ``who`` has to wait until the seconds are over."""
        return bool(self._counts.get(self._key(who), 0) >= self.most)

    def count(self, who: str = "") -> None:
        """Count an attempt; the seconds begin with the first."""
        if not self._counts.add(self._key(who), 1, timeout=self.seconds):
            # They may end between the two.
            with suppress(ValueError):
                self._counts.incr(self._key(who))

    @property
    def _counts(self) -> BaseCache:
        return caches["attempts"]

    def _key(self, who: str) -> str:
        return f"{self.name} {who}".strip().replace(" ", "-")


SET_UP = Limit(name="set-up", most=10, seconds=60)
# The code of a table: hardly one of a thousand milliards fits. This allows for slips.
TABLE_CODE = Limit(name="table-code", most=20, seconds=60)
# The code of a start card, for each list: one of a milliard fits.
CARD_CODE = Limit(name="card-code", most=20, seconds=60)
# The code of a league match, as long as that of a table.
HOST_CODE = Limit(name="host-code", most=20, seconds=60)
# The one-time code of an account, as long as those.
ENTRY_CODE = Limit(name="entry-code", most=20, seconds=60)
# A pub shares one address: sixty is forty people who sign in at the same moment, each
# with a slip of the finger and some with two. An attacker gets a name tried five
# times in a quarter of an hour, and no more than sixty names a minute.
SIGN_IN = Limit(name="sign-in", most=60, seconds=60)
