"""Reading who won: the rankings of an event, all from the same lists."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, Q

from scoring.lists.systems import System
from scoring.ranking.standings import Criterion, Placed, by_chain, rank, read_ties
from tournaments.events.models import Entry, Event, TeamContest, TeamMember
from tournaments.events.results.classes import classes_of
from tournaments.events.results.lots import with_lots_that_count
from tournaments.events.results.played import all_is_played, share_played
from tournaments.events.results.prize_cut import PrizeCut, prize_cut
from tournaments.events.results.rows import (
    ListRow,
    Note,
    RankingChoice,
    StandingRow,
    TeamRow,
)
from tournaments.events.results.selectors import (
    SeriesSum,
    adjust_sums,
    adjustments_of,
    result_sums,
    standing_adjustments,
)
from tournaments.events.teams.selectors import contests_of, members_of, team_rows
from tournaments.people.models import Player
from tournaments.programme.rule_sets import rules_in
from tournaments.words.choices import EntryStatus, Proof, Ranking, SheetState

BEST_LISTS = 50
AT_THE_DOOR = (EntryStatus.PRESENT, EntryStatus.LEFT)
LIST_CHAIN = (Criterion.TOTAL, Criterion.WON, Criterion.FEWER_LOST)


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
    is_released: bool
    chain: tuple[Criterion, ...]
    choices: tuple[RankingChoice, ...]
    series_choices: tuple[int, ...]
    contest: TeamContest | None = None
    notes: tuple[Note, ...] = ()
    prize: PrizeCut | None = None
    lowest_wins: bool = False

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
            undrawn=self.undrawn,
            is_released=self.is_released,
        )

    @property
    def share(self) -> int:
        """How much is finished, in percent."""
        return share_played(
            lists=self.expected,
            finished=self.finished,
            undrawn=self.undrawn,
            drawn=self.drawn,
        )

    @property
    def is_provisional(self) -> bool:
        return not (self.is_released and self.is_complete)

    @property
    def shows_clubs(self) -> bool:
        """Return whether people of several clubs stand here."""
        clubs = {line.entry.club for line in self.places}
        return len(clubs - {""}) > 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """Everybody who has a result, and what the rankings need besides."""

    event: Event
    numbers: tuple[int, ...]
    played: tuple[int, ...]
    rows: list[StandingRow]
    sums: dict[int, dict[int, SeriesSum]]
    notes: tuple[Note, ...]
    entries: list[Entry] = field(default_factory=list)
    lowest_wins: bool = False
    contests: list[TeamContest] = field(default_factory=list)
    members: list[TeamMember] = field(default_factory=list)

    def contest_called(self, word: str) -> TeamContest | None:
        """Return the team ranking that has this word in addresses."""
        return next((each for each in self.contests if each.word == word), None)


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
        **counts_of(event, series),
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


def field_of(event: Event, *, series: int | None, through: int | None) -> Field:
    """Return everybody with a result, by name. Six queries, seven with teams."""
    numbers = tuple(
        number
        for number in event.series.values_list("number", flat=True)
        if series in (None, number) and (through is None or number <= through)
    )
    sums = result_sums(event)
    adjustments = adjustments_of(event)
    adjust_sums(sums, adjustments)
    played = tuple(sorted({number for own in sums.values() for number in own}))
    if series or through:
        sums = only(sums, numbers)
    notes = tuple(
        Note(number=number, adjustment=each)
        for number, each in enumerate(standing_adjustments(adjustments), 1)
        if each.series.number in numbers
    )
    entries = list(event.entries.all())
    # Match points rank the teams of a league, and the league knows them.
    contests = [] if event.league_match else contests_of(event)
    if series:
        numbers = ()  # the total says it all
    rows = rows_of(event, numbers, sums, notes, entries)
    return Field(
        event=event,
        numbers=numbers,
        played=played,
        rows=rows,
        sums=sums,
        notes=notes,
        entries=entries,
        lowest_wins=lowest_wins(event),
        contests=contests,
        members=members_of(contests) if contests else [],
    )


def lowest_wins(event: Event) -> bool:
    """Return whether few points are good in ``event``, as in marks (7.5)."""
    return rules_in(event.rule_set, System(event.system)).lowest_wins


def ranking_called(word: str) -> Ranking:
    """Return the ranking of people or lists of that name; ``KeyError`` for none."""
    if word == Ranking.TEAMS or word not in Ranking.values:
        raise KeyError(word)
    return Ranking(word)


def only(
    sums: dict[int, dict[int, SeriesSum]], numbers: Iterable[int]
) -> dict[int, dict[int, SeriesSum]]:
    """Return what there is in the series of those numbers."""
    wanted = set(numbers)
    kept = {
        pk: {number: own for number, own in series.items() if number in wanted}
        for pk, series in sums.items()
    }
    return {pk: series for pk, series in kept.items() if series}


def rows_of(
    event: Event,
    numbers: tuple[int, ...],
    sums: dict[int, dict[int, SeriesSum]],
    notes: tuple[Note, ...],
    entries: list[Entry],
) -> list[StandingRow]:
    """Return a row for each person, by name. One query."""
    people = people_by_pk(sums)
    lots = {entry.player_id: entry.lot for entry in entries if entry.lot}
    marks = note_numbers(notes)
    best_of = min if lowest_wins(event) else max
    last = max((number for own in sums.values() for number in own), default=0)
    rows = [
        StandingRow(
            **in_sum(own, best_of),
            last_series=own[last].total if last in own else 0,
            **told_of(people[pk]),
            per_series=tuple(
                own[number].total if number in own else None for number in numbers
            ),
            lot=lots.get(pk, 0),
            classes=classes_of(event, people[pk]),
            notes=marks.get(pk, ()),
        )
        for pk, own in sums.items()
    ]
    rows.sort(key=lambda row: row.name_key)
    return rows


def in_sum(
    own: dict[int, SeriesSum], best_of: Callable[[Iterable[int]], int]
) -> dict[str, Any]:
    """Return what one person has in all series together."""
    lists, game_points, total, won, lost = map(sum, zip(*own.values(), strict=True))
    return {
        "lists": lists,
        "game_points": game_points,
        "total": total,
        "won": won,
        "lost": lost,
        "best_list": best_of(each.total for each in own.values()),
    }


def told_of(player: Player) -> dict[str, Any]:
    """Return what a row says of the person, as the reader may see it."""
    return {
        "player_id": player.pk,
        "player": player.sorted_name,
        "name_key": player.sort_key,
        "has_page": player.has_page,
        "club": club_name(player),
        "is_guest": player.is_guest,
    }


def note_numbers(notes: Iterable[Note]) -> dict[int, tuple[int, ...]]:
    """Return the numbers of everybody's notes, by person."""
    marks: dict[int, tuple[int, ...]] = {}
    for note in notes:
        pk = note.adjustment.player_id
        marks[pk] = (*marks.get(pk, ()), note.number)
    return marks


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
    at_the_door = sum(entry.status in AT_THE_DOOR for entry in found.entries)
    return prize_cut(
        found.event,
        totals=[line.entry.total for line in places],
        people=at_the_door or len(found.rows),
        contest=contest,
    )


def counts_of(event: Event, series: int | None) -> dict[str, int]:
    """Return how many lists there are, are finished, and without a proof.

    Beside them how many series have tables, and how many have none. One query.
    """
    found = event.series.order_by()
    if series:
        found = found.filter(number=series)
    finished = Q(sheets__state=SheetState.FINISHED)
    no_tables = Q(sheets__isnull=True)
    return found.aggregate(
        expected=Count("sheets"),
        finished=Count("sheets", filter=finished),
        unproved=Count("sheets", filter=finished & Q(sheets__proof=Proof.NONE)),
        undrawn=Count("pk", filter=no_tables),
        drawn=Count("pk", filter=~no_tables, distinct=True),
    )


def club_name(player: Player) -> str:
    """Return the name of the club of ``player``; empty for none.

    Where a number stands for a name, the club would give the person away.
    """
    return player.club.name if player.club and player.has_page else ""


def people_by_pk(pks: Iterable[int]) -> dict[int, Player]:
    """Return people with their clubs. One query."""
    found = Player.objects.filter(pk__in=list(pks)).select_related("club")
    return {player.pk: player for player in found}
