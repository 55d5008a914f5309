"""Reading signed standings, and comparing them with the event as it is now."""

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
from tournaments.people.selectors import ids_joined_into
from tournaments.sheets.models import ListVersion, Result, ScoreSheet
from tournaments.words.choices import Ranking
from tournaments.words.formats import number


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsDifference:
    """A difference between signed standings and the event as it is now."""

    subject: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedStandings:
    """The standings signed with a code; ``text`` is what would be signed now.

    ``key`` is a key of the organisation; None if the event was signed elsewhere.
    ``names`` are by the marks of people, ``joined`` has their ids by former ones.
    """

    signed: SignedStandings
    last: SignedStandings
    key: SigningKey | None
    text: str
    names: dict[str, str]
    joined: dict[str, str]

    @property
    def is_valid(self) -> bool:
        """Whether the signature fits the text and its key."""
        return is_signed(
            self.signed.text,
            public_key=self.signed.public_key,
            signature=self.signed.signature,
        )

    @property
    def is_same(self) -> bool:
        """Whether the event is released with the standings that were signed."""
        is_last = self.signed == self.last and self.signed.event.is_released
        return is_last and not self.changes

    @property
    def changes(self) -> list[StandingsDifference]:
        """The differences between the signed standings and the current ones."""
        pairs = changed_lines(self.signed.text, self.text, self.joined)
        return [line_difference(before, after, self.names) for before, after in pairs]


def signed_now(
    event: Event, ranking: str = Ranking.SINGLE, series: int | None = None
) -> SignedStandings | None:
    """Return the signature below a ranking of a released event. One query at most.

    The totals of all people are signed; None for a ranking of teams, of one series or
    of some of them, which also depends on what is not in the signed text.
    """
    is_covered = event.is_released and ranking == Ranking.SINGLE and not series
    return event.signatures.last() if is_covered else None


def signed_text(event: Event, *, former: str = "") -> str:
    """Return the text of an event that gets signed. Three queries."""
    return standings_text(
        str(event.public_id),
        counted_lists(event),
        final_totals_of(event),
        former=former,
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


def final_totals_of(event: Event) -> list[FinalTotal]:
    """Return everybody's totals after all lists and decisions. Two queries."""
    results = Result.objects.filter(series__event=event).values_list(
        "player__public_id", "total", "won", "lost"
    )
    adjustments = Adjustment.objects.filter(series__event=event).values_list(
        "player__public_id", "points", "won", "lost"
    )
    return final_totals((*results, *adjustments))


def checked_standings(typed: str, user: Any) -> CheckedStandings | None:
    """Return the standings that were signed with a code. Eight queries.

    None if no event that ``user`` may read has this code.
    """
    rows = SignedStandings.objects.filter(
        code=code_in(typed), event__in=Event.objects.visible_to(user)
    )
    signed = rows.select_related("event").last()
    if signed is None:
        return None
    event = signed.event
    rows_of_people = Player.objects.filter(results__series__event=event).distinct()
    people = {player.pk: player for player in rows_of_people}
    return CheckedStandings(
        signed=signed,
        last=event.signatures.last() or signed,
        key=SigningKey.objects.filter(public_key=signed.public_key).last(),
        text=signed_text(event),
        names={
            person_mark(str(player.public_id)): player.name
            for player in people.values()
        },
        joined={
            former: str(people[pk].public_id)
            for pk, ids in ids_joined_into(people).items()
            for former in ids
        },
    )


def line_difference(
    before: str, after: str, names: dict[str, str]
) -> StandingsDifference:
    """Return the difference between two lines of signed texts, in words."""
    kind, name, *_rest = (before or after).split(" ")
    if kind == "total":
        subject = names.get(name) or _("somebody")
    elif kind == "includes":
        subject = _("List %(code)s") % {"code": name}
    else:
        subject = _("Head")
    return StandingsDifference(
        subject=subject, before=line_value(before), after=line_value(after)
    )


def line_value(line: str) -> str:
    """Return the value of a line: points, or a check code."""
    words = line.split(" ")
    if words[0] == "total":
        return number(int(words[2]))
    return words[-1]
