"""Reading who won: the rankings of an event, all from the same lists."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Q

from scoring.ranking.standings import Criterion, Placed, by_chain, rank, read_ties
from tournaments.events.models import ATTENDING, Event, TeamContest
from tournaments.events.results.played import all_is_played, lists_in_all, share_played
from tournaments.events.results.prize_cut import PrizeCut, prize_cut
from tournaments.events.results.rows import (
    ListRow,
    Note,
    RankingChoice,
    StandingRow,
    TeamRow,
)
from tournaments.events.results.ties import with_lots_that_count
from tournaments.events.standings.fields import Field, field_of
from tournaments.events.teams.selectors import team_rows
from tournaments.scope.withheld import DRAW, RESULTS, withheld_until
from tournaments.words.choices import Proof, Ranking, SheetState

BEST_LISTS = 50
LIST_CHAIN = (Criterion.TOTAL, Criterion.WON, Criterion.FEWER_LOST)


@dataclass(frozen=True, slots=True)
class Withheld:
    """A series of whose results the reader may know nothing until a moment."""

    number: int
    until: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """One ranking of an event; provisional until it is released.

    ``places`` holds rows of people, of teams (``Ranking.TEAMS``, those of ``contest``)
    or of single lists (``Ranking.LISTS``). ``choices`` and ``series_choices`` are the
    rankings there are; ``chain`` says what decides, by the position that
    ``decided_by`` names.
    """

    ranking: Ranking
    series: int | None
    series_numbers: tuple[int, ...]
    places: list[Placed]
    finished: int
    expected: int
    unproved: int
    undrawn: int
    drawn: int
    withheld: tuple[Withheld, ...]
    is_released: bool
    chain: tuple[Criterion, ...]
    choices: tuple[RankingChoice, ...]
    series_choices: tuple[int, ...]
    contest: TeamContest | None = None
    notes: tuple[Note, ...] = ()
    prize: PrizeCut | None = None
    lowest_wins: bool = False
    is_former: bool = False

    @property
    def word(self) -> str:
        """Return the word of this ranking in addresses."""
        return self.contest.word if self.contest else str(self.ranking)

    @property
    def label(self) -> str:
        """Return what this ranking is called."""
        return self.contest.name if self.contest else str(self.ranking.label)

    @property
    def is_complete(self) -> bool:
        return all_is_played(
            lists=self.expected,
            finished=self.finished,
            undrawn=self.undrawn + len(self.withheld),
            is_released=self.is_released,
        )

    @property
    def in_all(self) -> int:
        """How many lists there are, and will be once every series has its tables.

        Those of withheld series are not among them, finished or not.
        """
        return lists_in_all(lists=self.expected, undrawn=self.undrawn, drawn=self.drawn)

    @property
    def share(self) -> int:
        """How much is finished, in percent."""
        return share_played(finished=self.finished, lists=self.in_all)

    @property
    def is_provisional(self) -> bool:
        return not (self.is_released and self.is_complete)

    @property
    def shows_clubs(self) -> bool:
        """Return whether people of several clubs stand here."""
        clubs = {line.entry.club for line in self.places}
        return len(clubs - {""}) > 1


def standings_of(
    event: Event,
    *,
    ranking: str = Ranking.SINGLE,
    series: int | None = None,
    through: int | None = None,
) -> Standings:
    """Rank everybody who finished a list. Eight queries, however many people.

    One more where there are team rankings. ``ranking`` is one of ``Ranking`` or the
    word of a team ranking; ``KeyError`` for others. ``series`` ranks one series
    alone, ``through`` the series up to a number. Where guests are ranked apart, the
    single ranking is without them; ``EVERYBODY`` has all. Ties are broken as the
    event, or the ranking of teams, says (rules 5.6); who is equal after that
    shares a place.
    """
    found = field_of(event, series=series, through=through)
    return ranked_in(found, ranking, counts_of(event, series), series=series)


def rankings_of(event: Event, rankings: Iterable[str]) -> list[Standings]:
    """Return several rankings of one event; eight queries, nine with teams."""
    found = field_of(event, series=None, through=None)
    counts = counts_of(event, None)
    return [ranked_in(found, ranking, counts) for ranking in rankings]


def ranked_in(
    found: Field, ranking: str, counts: dict[str, Any], *, series: int | None = None
) -> Standings:
    """Return one ranking of ``found``. One query at most, for its prizes."""
    event = found.event
    contest = found.contest_called(ranking)
    kind = Ranking.TEAMS if contest else ranking_called(ranking)
    chosen = LIST_CHAIN if kind == Ranking.LISTS else chain_of(contest or event)
    places = placed(found, kind, contest, chosen)
    shown = {number for line in places for number in line.entry.notes}
    return Standings(
        ranking=kind,
        contest=contest,
        series=series,
        series_numbers=found.numbers,
        places=places,
        is_released=event.is_released,
        chain=chosen,
        choices=choices_of(found),
        series_choices=found.played,
        notes=tuple(note for note in found.notes if note.number in shown),
        prize=None if series else prize_of(found, kind, contest, places),
        lowest_wins=found.lowest_wins,
        is_former=bool(event.source),
        **counts,
    )


def placed(
    found: Field,
    kind: Ranking,
    contest: TeamContest | None,
    chain: tuple[Criterion, ...],
) -> list[Placed]:
    """Return who is on which place; of single lists the best. No query."""
    rows = team_rows_of(found, contest) if contest else ranked_rows(found, kind)
    if kind != Ranking.LISTS:
        rows = with_lots_that_count(rows, chain)
    places = rank(rows, by=by_chain(chain, lowest_wins=found.lowest_wins))
    return places[:BEST_LISTS] if kind == Ranking.LISTS else places


def ranking_called(word: str) -> Ranking:
    """Return the ranking of people or lists of that name; ``KeyError`` for none."""
    if word == Ranking.TEAMS or word not in Ranking.values:
        raise KeyError(word)
    return Ranking(word)


def ranked_rows(found: Field, ranking: Ranking) -> list[StandingRow] | list[ListRow]:
    """Return the rows of one ranking of people or lists, not ranked yet."""
    if ranking == Ranking.LISTS:
        return list_rows(found)
    if ranking == Ranking.EVERYBODY:
        return found.rows
    if ranking == Ranking.SINGLE:
        apart = found.event.guests_apart
        return [row for row in found.rows if not (apart and row.is_guest)]
    return [row for row in found.rows if ranking in row.classes]


def team_rows_of(found: Field, contest: TeamContest) -> list[TeamRow]:
    """Return the rows of a team ranking, not ranked yet."""
    return team_rows(
        found.members,
        contest,
        found.sums,
        numbers=found.numbers,
        notes=found.notes,
        lowest_wins=found.lowest_wins,
    )


def list_rows(found: Field) -> list[ListRow]:
    """Return the result of each person in each series."""
    return [
        ListRow(
            player_id=row.player_id,
            player=row.player,
            name_key=row.name_key,
            has_page=row.has_page,
            club=row.club,
            series=number,
            total=own.total,
            won=own.won,
            lost=own.lost,
        )
        for row in found.rows
        for number, own in sorted(found.sums[row.player_id].items())
    ]


def chain_of(ranked: Event | TeamContest) -> tuple[Criterion, ...]:
    """Return what decides a place in a ranking, in order; the lot comes last."""
    return (Criterion.TOTAL, *read_ties(ranked.tie_chain))


def choices_of(found: Field) -> tuple[RankingChoice, ...]:
    """Return the rankings in which somebody stands, and all of teams."""
    present = {each for row in found.rows for each in row.classes}
    if found.rows:
        present |= {Ranking.SINGLE, Ranking.LISTS}
    if found.event.guests_apart and Ranking.GUESTS in present:
        present.add(Ranking.EVERYBODY)
    choices: list[RankingChoice] = []
    for ranking in Ranking:
        if ranking == Ranking.TEAMS:
            choices += [
                RankingChoice(word=each.word, label=each.name, contest=each)
                for each in found.contests
            ]
        elif ranking in present:
            choices.append(RankingChoice(word=ranking.value, label=str(ranking.label)))
    return tuple(choices)


def prize_of(
    found: Field, ranking: Ranking, contest: TeamContest | None, places: list[Placed]
) -> PrizeCut | None:
    """Return how far the prizes go in the single ranking or in one of teams."""
    if ranking not in (Ranking.SINGLE, Ranking.TEAMS):
        return None
    at_the_door = sum(entry.status in ATTENDING for entry in found.entries)
    return prize_cut(
        found.event,
        totals=[line.entry.total for line in places],
        people=at_the_door or len(found.rows),
        contest=contest,
    )


def counts_of(event: Event, series: int | None) -> dict[str, Any]:
    """Return how many lists there are, are finished, and without a proof.

    Beside them how many series have tables, how many have none, and of which the
    reader may know nothing yet. One query.
    """
    found = event.series.order_by("number")
    if series:
        found = found.filter(number=series)
    finished = Q(sheets__state=SheetState.FINISHED)
    counted = found.annotate(
        expected=Count("sheets"),
        finished=Count("sheets", filter=finished),
        unproved=Count("sheets", filter=finished & Q(sheets__proof=Proof.NONE)),
    )
    known, withheld = [], []
    for each in counted:
        if until := withheld_until(each, DRAW, RESULTS):
            withheld.append(Withheld(each.number, until))
        else:
            known.append(each)
    drawn = sum(bool(each.expected) for each in known)
    return {
        "expected": sum(each.expected for each in known),
        "finished": sum(each.finished for each in known),
        "unproved": sum(each.unproved for each in known),
        "drawn": drawn,
        "undrawn": len(known) - drawn,
        "withheld": tuple(withheld),
    }
