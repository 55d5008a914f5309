"""Reading what is signed of an event, and what became of it."""

from dataclasses import dataclass
from typing import Any

from django.db.models import OuterRef, Subquery
from django.utils.translation import gettext as _

from scoring.lists.check_codes import changed_lines, code_in, person_mark
from scoring.ranking.standings_codes import (
    NO_CODE,
    CountedList,
    FinalTotal,
    final_totals,
    standings_text,
)
from tournaments.events.models import Adjustment, Event, SignedStandings
from tournaments.organisations.models import SigningKey
from tournaments.organisations.signing.signatures import is_signed
from tournaments.people.models import Player
from tournaments.sheets.models import ListVersion, Result, ScoreSheet
from tournaments.words.formats import number


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """What signed standings say, and what the event says now."""

    what: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedStandings:
    """Standings that were signed under a code; ``text`` is what would be signed now.

    ``key`` is the organisation's own, None where the event came signed from elsewhere.
    """

    signed: SignedStandings
    last: SignedStandings
    key: SigningKey | None
    text: str
    names: dict[str, str]

    @property
    def is_valid(self) -> bool:
        """Whether the signature belongs to the text and to its key."""
        return is_signed(
            self.signed.text,
            public_key=self.signed.public_key,
            signature=self.signed.signature,
        )

    @property
    def is_same(self) -> bool:
        """Whether the event is released as it was signed."""
        is_last = self.signed == self.last and self.signed.event.is_released
        return is_last and not self.changes

    @property
    def changes(self) -> list[Difference]:
        """What the event says now that it did not say then."""
        pairs = changed_lines(self.signed.text, self.text)
        return [difference(before, after, self.names) for before, after in pairs]


def signed_now(event: Event) -> SignedStandings | None:
    """Return what the released event is signed by, if it is. One query."""
    return event.signatures.last() if event.is_released else None


def text_of(event: Event, *, former: str = "") -> str:
    """Return the text of an event that is signed. Three queries."""
    return standings_text(
        str(event.public_id), counted_lists(event), totals_of(event), former=former
    )


def counted_lists(event: Event) -> list[CountedList]:
    """Return the lists of an event with their check codes. One query."""
    last = ListVersion.objects.filter(sheet=OuterRef("pk")).order_by("-number")
    sheets = ScoreSheet.objects.filter(series__event=event)
    rows = sheets.annotate(check_code=Subquery(last.values("code")[:1])).values_list(
        "series__number", "table_number", "code", "check_code"
    )
    return [
        CountedList(series=series, table=table, code=code, check=check or NO_CODE)
        for series, table, code, check in rows
    ]


def totals_of(event: Event) -> list[FinalTotal]:
    """Return what everybody has after all lists and deductions. Two queries."""
    own = {"series__event": event}
    results = Result.objects.filter(**own).values_list(
        "player__public_id", "total", "won", "lost"
    )
    adjustments = Adjustment.objects.filter(**own).values_list(
        "player__public_id", "points", "won", "lost"
    )
    return final_totals((*results, *adjustments))


def checked_standings(typed: str, user: Any) -> CheckedStandings | None:
    """Return what is known of standings by their code. Seven queries.

    None for a code that no event has which ``user`` may read.
    """
    found = SignedStandings.objects.filter(
        code=code_in(typed), event__in=Event.objects.visible_to(user)
    )
    signed = found.select_related("event").last()
    if signed is None:
        return None
    event = signed.event
    people = Player.objects.filter(results__series__event=event).distinct()
    return CheckedStandings(
        signed=signed,
        last=event.signatures.last() or signed,
        key=SigningKey.objects.filter(public_key=signed.public_key).last(),
        text=text_of(event),
        names={person_mark(str(each.public_id)): each.name for each in people},
    )


def difference(before: str, after: str, names: dict[str, str]) -> Difference:
    """Return in words what two lines of signed texts say differently."""
    kind, name, *_rest = (before or after).split(" ")
    if kind == "total":
        what = names.get(name) or _("somebody")
    elif kind == "includes":
        what = _("List %(code)s") % {"code": name}
    else:
        what = _("Head")
    return Difference(what=what, before=said(before), after=said(after))


def said(line: str) -> str:
    """Return what a line says: points, or a check code."""
    words = line.split(" ")
    if words[0] == "total":
        return number(int(words[2]))
    return words[-1]
