"""Reading who won: the rankings of a competition, all from the same lists."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db.models import Count, Q

from scoring.standings import Criterion, Placed, by_chain, rank
from tournaments.choices import EntryStatus, Gender, Ranking, SheetState, TieChain
from tournaments.competitions.models import Competition, Entry
from tournaments.competitions.selectors.prize_cut import PrizeCut, prize_cut
from tournaments.competitions.selectors.results import (
    SeriesSum,
    adjust_sums,
    adjustments_of,
    result_sums,
    standing_adjustments,
)
from tournaments.competitions.selectors.rows import (
    ListRow,
    Note,
    StandingRow,
    TeamRow,
)
from tournaments.competitions.selectors.teams import team_rows
from tournaments.members.models import Player
from tournaments.sheets.models import ScoreSheet

BEST_LISTS = 50
AT_THE_DOOR = (EntryStatus.PRESENT, EntryStatus.LEFT)
LIST_CHAIN = (Criterion.TOTAL, Criterion.WON, Criterion.FEWER_LOST)


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """One ranking of a competition; provisional until it is released.

    ``places`` holds rows of people, of teams (``Ranking.TEAMS``) or of single lists
    (``Ranking.LISTS``). ``choices`` and ``series_choices`` are the rankings there
    are; ``chain`` says what decides, by the position that ``decided_by`` names.
    """

    ranking: Ranking
    series: int | None
    series_numbers: tuple[int, ...]
    places: list[Placed]
    finished: int
    expected: int
    is_released: bool
    chain: tuple[Criterion, ...]
    choices: tuple[Ranking, ...]
    series_choices: tuple[int, ...]
    notes: tuple[Note, ...] = ()
    prize: PrizeCut | None = None

    @property
    def is_complete(self) -> bool:
        return self.finished == self.expected

    @property
    def is_provisional(self) -> bool:
        return not (self.is_released and self.is_complete)

    @property
    def is_decided_by_ties(self) -> bool:
        """Return whether anything but the total decided a place."""
        return any(line.decided_by for line in self.places)


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """Everybody who has a result, and what the rankings need besides."""

    competition: Competition
    numbers: tuple[int, ...]
    played: tuple[int, ...]
    rows: list[StandingRow]
    sums: dict[int, dict[int, SeriesSum]]
    notes: tuple[Note, ...]
    entries: list[Entry] = field(default_factory=list)


def standings_of(
    competition: Competition,
    *,
    ranking: str = Ranking.SINGLE,
    series: int | None = None,
    through: int | None = None,
) -> Standings:
    """Rank everybody who finished a list. Seven queries, however many people.

    ``series`` ranks one series alone, ``through`` the series up to a number. Where
    guests are ranked apart, the single ranking is without them; ``EVERYBODY`` has
    all. Ties are broken as the competition says (rules 5.6); who is equal after that
    shares a place.
    """
    ranking = Ranking(ranking)
    found = field_of(competition, series=series, through=through)
    chain = chain_of(competition)
    rows = ranked_rows(found, ranking)
    chosen = LIST_CHAIN if ranking == Ranking.LISTS else chain
    places = rank(rows, by=by_chain(chosen))
    if ranking == Ranking.LISTS:
        places = places[:BEST_LISTS]
    shown = {number for line in places for number in getattr(line.entry, "notes", ())}
    return Standings(
        ranking=ranking,
        series=series,
        series_numbers=found.numbers,
        places=places,
        is_released=competition.is_released,
        chain=chosen,
        choices=choices_of(found),
        series_choices=found.played,
        notes=tuple(note for note in found.notes if note.number in shown),
        prize=None if series else prize_of(found, ranking, places),
        **counts_of(competition, series),
    )


def field_of(
    competition: Competition, *, series: int | None, through: int | None
) -> Field:
    """Return everybody with a result, by name. Five queries."""
    numbers = tuple(
        number
        for number in competition.series.values_list("number", flat=True)
        if series in (None, number) and (through is None or number <= through)
    )
    sums = result_sums(competition)
    adjustments = adjustments_of(competition)
    adjust_sums(sums, adjustments)
    played = tuple(sorted({number for own in sums.values() for number in own}))
    if series or through:
        sums = only(sums, numbers)
    notes = tuple(
        Note(number=number, adjustment=each)
        for number, each in enumerate(standing_adjustments(adjustments), 1)
        if each.series.number in numbers
    )
    entries = list(competition.entries.select_related("team"))
    if series:
        numbers = ()  # the total says it all
    rows = rows_of(competition, numbers, sums, notes, entries)
    return Field(
        competition=competition,
        numbers=numbers,
        played=played,
        rows=rows,
        sums=sums,
        notes=notes,
        entries=entries,
    )


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
    competition: Competition,
    numbers: tuple[int, ...],
    sums: dict[int, dict[int, SeriesSum]],
    notes: tuple[Note, ...],
    entries: list[Entry],
) -> list[StandingRow]:
    """Return a row for each person, by name. One query."""
    people = people_by_pk(sums)
    lots = {entry.player_id: entry.lot for entry in entries if entry.lot}
    marks: dict[int, tuple[int, ...]] = {}
    for note in notes:
        pk = note.adjustment.player_id
        marks[pk] = (*marks.get(pk, ()), note.number)
    day = age_date_of(competition)
    rows = []
    for pk, own in sums.items():
        player = people[pk]
        lists, game_points, total, won, lost = map(sum, zip(*own.values(), strict=True))
        rows.append(
            StandingRow(
                player_id=pk,
                player=player.sorted_name,
                name_key=player.name_key,
                club=club_name(player),
                is_guest=player.is_guest,
                per_series=tuple(
                    own[number].total if number in own else None for number in numbers
                ),
                lists=lists,
                game_points=game_points,
                total=total,
                won=won,
                lost=lost,
                best_list=max(each.total for each in own.values()),
                lot=lots.get(pk, 0),
                classes=classes_of(competition, player, day),
                notes=marks.get(pk, ()),
            )
        )
    rows.sort(key=lambda row: row.name_key)
    return rows


def ranked_rows(
    found: Field, ranking: Ranking
) -> list[StandingRow] | list[TeamRow] | list[ListRow]:
    """Return the rows of one ranking, not ranked yet."""
    if ranking == Ranking.TEAMS:
        return team_rows(found.rows, found.entries, series=len(found.numbers))
    if ranking == Ranking.LISTS:
        return list_rows(found)
    if ranking == Ranking.EVERYBODY:
        return found.rows
    if ranking == Ranking.SINGLE:
        apart = found.competition.guests_apart
        return [row for row in found.rows if not (apart and row.is_guest)]
    return [row for row in found.rows if ranking in row.classes]


def list_rows(found: Field) -> list[ListRow]:
    """Return the result of each person in each series."""
    return [
        ListRow(
            player_id=row.player_id,
            player=row.player,
            name_key=row.name_key,
            series=number,
            total=own.total,
            won=own.won,
            lost=own.lost,
        )
        for row in found.rows
        for number, own in sorted(found.sums[row.player_id].items())
    ]


def classes_of(
    competition: Competition, player: Player, day: datetime.date
) -> tuple[Ranking, ...]:
    """Return the rankings a person belongs to beside the single one."""
    age = age_on(player.birth_date, day) if player.birth_date else None
    belongs = (
        (Ranking.WOMEN, player.gender == Gender.FEMALE),
        (Ranking.SENIORS, age is not None and age >= competition.senior_age),
        (Ranking.JUNIORS, age is not None and age < competition.junior_age),
        (Ranking.GUESTS, player.is_guest),
    )
    return tuple(ranking for ranking, does in belongs if does)


def age_date_of(competition: Competition) -> datetime.date:
    """Return the day on which ages count: the first of the year, or as agreed."""
    return competition.age_date or competition.date.replace(month=1, day=1)


def age_on(birth: datetime.date, day: datetime.date) -> int:
    """Return how old somebody born on ``birth`` is on ``day``.

    >>> age_on(datetime.date(1966, 3, 1), datetime.date(2026, 2, 28))
    59
    """
    return day.year - birth.year - ((day.month, day.day) < (birth.month, birth.day))


def chain_of(competition: Competition) -> tuple[Criterion, ...]:
    """Return what decides a place in ``competition``, in order; the lot comes last."""
    if competition.tie_chain == TieChain.NONE:
        return (Criterion.TOTAL,)
    words = competition.tie_chain.split(",")
    return (Criterion.TOTAL, *map(Criterion, words), Criterion.LOT)


def choices_of(found: Field) -> tuple[Ranking, ...]:
    """Return the rankings in which somebody stands."""
    present = {each for row in found.rows for each in row.classes}
    if any(entry.team_id for entry in found.entries):
        present.add(Ranking.TEAMS)
    if found.rows:
        present |= {Ranking.SINGLE, Ranking.LISTS}
    if found.competition.guests_apart and Ranking.GUESTS in present:
        present.add(Ranking.EVERYBODY)
    return tuple(ranking for ranking in Ranking if ranking in present)


def prize_of(found: Field, ranking: Ranking, places: list[Placed]) -> PrizeCut | None:
    """Return how far the prizes go in the single ranking or that of teams."""
    if ranking not in (Ranking.SINGLE, Ranking.TEAMS):
        return None
    at_the_door = sum(entry.status in AT_THE_DOOR for entry in found.entries)
    return prize_cut(
        found.competition,
        totals=[line.entry.total for line in places],
        people=at_the_door or len(found.rows),
        for_teams=ranking == Ranking.TEAMS,
    )


def counts_of(competition: Competition, series: int | None) -> dict[str, int]:
    """Return how many lists there are, and how many are finished. One query."""
    sheets = ScoreSheet.objects.filter(series__competition=competition)
    if series:
        sheets = sheets.filter(series__number=series)
    return sheets.aggregate(
        expected=Count("pk"),
        finished=Count("pk", filter=Q(state=SheetState.FINISHED)),
    )


def club_name(player: Player) -> str:
    """Return the name of the club of ``player``; empty for none."""
    return player.club.name if player.club else ""


def people_by_pk(pks: Iterable[int]) -> dict[int, Player]:
    """Return people with their clubs. One query."""
    found = Player.objects.filter(pk__in=list(pks)).select_related("club")
    return {player.pk: player for player in found}
