"""How events are called in addresses: by number at the desk, by a word for everybody.

The word is the event's for ever: renamed, on another day or put into another database
it keeps it, so a link in a newspaper does not break.
"""

from django.core.cache import caches
from django.urls.converters import IntConverter

from tournaments.events.models import Event
from tournaments.scope.scope import organisation_in_scope
from tournaments.web.kept.drawn_once import word_for
from tournaments.web.kept.edition import edition_shown


class EventConverter(IntConverter):
    """Reads both, and writes what the page that is made now calls events."""

    regex = "[-a-zA-Z0-9_]+"

    def to_python(self, value: str) -> int:
        if value.isdecimal() and edition_shown() is None:
            return int(value)
        named = {"pk": int(value)} if value.isdecimal() else {"slug": value}
        pk: int | None = (
            Event.objects.filter(**named, is_published=True)
            .values_list("pk", flat=True)
            .first()
        )
        if pk is None:
            raise ValueError(value)
        return pk

    def to_url(self, value: int | str) -> str:
        if edition_shown() is None:
            return str(value)
        return slugs_with(int(value)).get(int(value)) or str(value)


def slugs_with(pk: int) -> dict[int, str]:
    """Return the words of what was published; read again where ``pk`` is not there.

    The word says what an event is called, so nobody hears it before.
    """
    key = word_for("slugs", organisation_in_scope())
    known: dict[int, str] = caches["drawn"].get(key) or {}
    if pk not in known:
        rows = Event.objects.filter(is_published=True).values_list("pk", "slug")
        known = {pk: slug for pk, slug in rows if not slug.isdecimal()}
        caches["drawn"].set(key, known)
    return known
