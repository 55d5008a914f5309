"""Reading what a draw depends on: who plays, who met whom, who stands where."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments.choices import (
    CompetitionKind,
    DrawMode,
    EntryStatus,
    JobState,
    Ranking,
    SheetState,
)
from tournaments.competitions.drawing import (
    BY_RANKING,
    DrawWish,
    Part,
    Question,
    picks_for,
)
from tournaments.competitions.models import (
    ApartPair,
    Competition,
    Draw,
    DrawJob,
    Entry,
    Series,
)
from tournaments.competitions.selectors.standings import standings_of
from tournaments.members.models import Player
from tournaments.seating import Entrant, SeriesTables
from tournaments.sheets.models import ScoreSheet, Seat
from tournaments.sheets.untouched import untouched_sheets

HERE = (EntryStatus.PRESENT, EntryStatus.LEFT)
# Beyond every start number: people who were seated without one.
NO_NUMBER = 100_000
MOST_THREES = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedTable:
    """A table with the people at it in the order of the places."""

    sheet_id: int
    number: int
    is_untouched: bool
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnSeries:
    """How far a series has come, for whoever wants to draw it."""

    series: Series
    tables: int
    kept: int
    playing: int

    @property
    def is_open(self) -> bool:
        """Return whether all of it may be drawn: nothing of it was played."""
        return not self.kept and self.series.closed_at is None


Hall = Mapping[int, Sequence[SeatedTable]]


def hall_of(competition: Competition) -> Hall:
    """Return the tables of a competition by series number. Two queries."""
    free = untouched_sheets().filter(series__competition=competition)
    untouched = set(free.values_list("pk", flat=True))
    seats = (
        Seat.objects.filter(series__competition=competition)
        .order_by("series__number", "sheet__table_number", "place")
        .values_list("series__number", "sheet__table_number", "sheet_id", "player_id")
    )
    hall: dict[int, list[SeatedTable]] = {}
    for (number, table, sheet), rows in groupby(seats, key=lambda row: row[:3]):
        hall.setdefault(number, []).append(
            SeatedTable(
                sheet_id=sheet,
                number=table,
                is_untouched=sheet in untouched,
                players=tuple(row[3] for row in rows),
            )
        )
    return hall


def entries_of(competition: Competition) -> list[Entry]:
    """Return who takes part, with person, club and team. One query."""
    return list(
        competition.entries.select_related("player__club", "team").order_by(
            "start_number"
        )
    )


def plays_in(entry: Entry, number: int, *, with_registered: bool = False) -> bool:
    """Return whether somebody plays in series ``number``. No query."""
    is_here = entry.status in HERE or (
        with_registered and entry.status == EntryStatus.REGISTERED
    )
    has_come = entry.from_series <= number
    has_left = entry.until_series is not None and entry.until_series < number
    return is_here and has_come and not has_left


def drawn_series(
    competition: Competition, hall: Hall, entries: Iterable[Entry]
) -> list[DrawnSeries]:
    """Return every series with its tables and who plays. One query."""
    people = list(entries)
    return [
        DrawnSeries(
            series=series,
            tables=len(hall.get(series.number, ())),
            kept=sum(not table.is_untouched for table in hall.get(series.number, ())),
            playing=sum(plays_in(entry, series.number) for entry in people),
        )
        for series in competition.series.select_related("draw")
    ]


def numbers_of(entries: Iterable[Entry]) -> dict[int, int]:
    """Return the start number of every person, by the person's key."""
    return {entry.player_id: entry.start_number for entry in entries}


def number_of(player: int, numbers: Mapping[int, int]) -> int:
    """Return a start number, or one beyond them for who was seated without."""
    return numbers.get(player, NO_NUMBER + player)


def question_of(competition: Competition, wish: DrawWish) -> Question:
    """Put together everything the wished draw depends on. At most fifteen queries.

    Raises ``ValidationError`` when nobody is there, when a list of several series to
    draw was typed on, or when there is no standing to draw by.
    """
    entries = entries_of(competition)
    hall = hall_of(competition)
    closed = dict(competition.series.values_list("number", "closed_at"))
    require_drawable(wish, closed, hall)
    numbers = numbers_of(entries)
    apart = [
        (numbers[first], numbers[second])
        for first, second in ApartPair.objects.filter(
            competition=competition
        ).values_list("first__player", "second__player")
    ]
    sits = three_sits(competition, [entry.player_id for entry in entries])
    parts = parts_of(entries, wish, hall, sits, apart)
    return Question(
        wish=wish,
        parts=tuple(parts),
        history=history_of(hall, wish, numbers),
        ranking=ranking_of(competition, wish, parts[0], entries),
    )


def require_drawable(wish: DrawWish, closed: Mapping[int, object], hall: Hall) -> None:
    """Refuse series that do not exist, are closed or are being played."""
    if not wish.first <= wish.last:
        raise ValidationError(_("The last series is before the first."), code="order")
    if wish.mode in BY_RANKING and wish.first < wish.last:
        raise ValidationError(
            _("Only the next series can be drawn by standing."), code="one-series"
        )
    for number in range(wish.first, wish.last + 1):
        if number not in closed:
            raise ValidationError(
                _("There is no series %(number)s."),
                code="no-series",
                params={"number": number},
            )
        if closed[number]:
            raise ValidationError(
                _("Series %(number)s is closed."),
                code="closed",
                params={"number": number},
            )
        tables = hall.get(number, ())
        untouched = [table for table in tables if table.is_untouched]
        if untouched and not wish.replace:
            raise ValidationError(
                _("Series %(number)s has tables already; say whether they may go."),
                code="tables",
                params={"number": number},
            )
        if len(untouched) < len(tables) and wish.first < wish.last:
            raise ValidationError(
                _(
                    "Lists of series %(number)s have been typed. Draw what is left of "
                    "it alone, or the later series."
                ),
                code="begun",
                params={"number": number},
            )


def parts_of(
    entries: Sequence[Entry],
    wish: DrawWish,
    hall: Hall,
    sits: Mapping[int, int],
    apart: Iterable[tuple[int, int]],
) -> list[Part]:
    """Cut the series to draw wherever somebody comes or goes. No query."""
    pairs = sorted((min(pair), max(pair)) for pair in apart)
    others = [number for number in hall if not wish.first <= number <= wish.last]
    parts: list[Part] = []
    players = {
        number: playing(entries, wish, number, hall.get(number, ()))
        for number in range(wish.first, wish.last + 1)
    }
    for people, group in groupby(players, key=lambda number: players[number]):
        series = tuple(group)
        kept = sorted(
            table.number for table in hall.get(series[0], ()) if not table.is_untouched
        )
        known = {entry.start_number for entry in entries if entry.pk in people}
        parts.append(
            Part(
                series=series,
                entrants=tuple(
                    entrant_of(entry, wish, sits, kept)
                    for entry in entries
                    if entry.pk in people
                ),
                picks=picks_for(len(series), has_history=bool(parts or others)),
                apart=tuple(pair for pair in pairs if known.issuperset(pair)),
                kept=tuple(kept),
            )
        )
    return parts


def playing(
    entries: Iterable[Entry],
    wish: DrawWish,
    number: int,
    tables: Iterable[SeatedTable],
) -> frozenset[int]:
    """Return the keys of the entries to seat in a series; refuse when there is none.

    Who sits at a table that is being played stays there.
    """
    busy = {
        player for table in tables if not table.is_untouched for player in table.players
    }
    there = [
        entry
        for entry in entries
        if plays_in(entry, number, with_registered=wish.with_registered)
    ]
    free = frozenset(entry.pk for entry in there if entry.player_id not in busy)
    if there and not free:
        raise ValidationError(
            _("Everybody who is here plays in series %(number)s already."),
            code="busy",
            params={"number": number},
        )
    if not free:
        raise ValidationError(
            _("Nobody is here for series %(number)s. Who plays today?"),
            code="nobody",
            params={"number": number},
        )
    return free


def entrant_of(
    entry: Entry, wish: DrawWish, sits: Mapping[int, int], kept: Sequence[int]
) -> Entrant:
    """Return an entry as the planner wants it; it counts only the free tables."""
    club = entry.player.club
    table = entry.fixed_table
    if table is not None:
        table = None if table in kept else table - sum(n < table for n in kept)
    return Entrant(
        number=entry.start_number,
        club=club.name if club and wish.clubs_apart else None,
        team=entry.team.name if entry.team and wish.teams_apart else None,
        table=table,
        three_sits=sits.get(entry.player_id, 0),
    )


def history_of(
    hall: Hall, wish: DrawWish, numbers: Mapping[int, int]
) -> tuple[SeriesTables, ...]:
    """Return the tables of all other series; the one before the draw comes last."""
    others = [number for number in hall if not wish.first <= number <= wish.last]
    others.sort(key=lambda number: (number < wish.first, number))
    return tuple(
        tuple(
            tuple(number_of(player, numbers) for player in table.players)
            for table in hall[number]
        )
        for number in others
    )


def three_sits(competition: Competition, players: Sequence[int]) -> dict[int, int]:
    """Return how much more often than others each sat at a table of three. One query.

    The evenings of the same year before this one count. More than two do not: the
    planner would rather let the same people meet again than seat them there.
    """
    if competition.kind != CompetitionKind.EVENING:
        return {}
    sheets = ScoreSheet.objects.filter(
        series__competition__kind=CompetitionKind.EVENING,
        series__competition__date__gte=date(competition.date.year, 1, 1),
        series__competition__date__lt=competition.date,
        table_size=3,
    ).exclude(state=SheetState.EMPTY)
    known = set(players)
    seats = Seat.objects.filter(sheet__in=sheets).values_list("player", flat=True)
    sat = Counter(player for player in seats.order_by() if player in known)
    least = min((sat[player] for player in known), default=0)
    return {player: min(sat[player] - least, MOST_THREES) for player in known}


def ranking_of(
    competition: Competition, wish: DrawWish, part: Part, entries: Iterable[Entry]
) -> tuple[int, ...]:
    """Return the start numbers of a part, best first; empty if none is needed.

    In strength groups the group of the entry comes before the standing. Raises
    ``ValidationError`` when there is neither.
    """
    if wish.mode not in BY_RANKING:
        return ()
    numbers = {entrant.number for entrant in part.entrants}
    people = [entry for entry in entries if entry.start_number in numbers]
    standings = standings_of(
        competition, ranking=Ranking.EVERYBODY, through=wish.first - 1 or None
    )
    places = {line.entry.player_id: at for at, line in enumerate(standings.places)}
    has_groups = wish.mode == DrawMode.GROUPS and any(
        entry.group is not None for entry in people
    )
    if not places and not has_groups:
        raise ValidationError(
            _("No list is finished yet, so there is no standing to draw by."),
            code="no-standing",
        )
    last = len(places)

    def rank(entry: Entry) -> tuple[int, int, int]:
        group = entry.group if has_groups and entry.group is not None else 0
        if has_groups and entry.group is None:
            group = NO_NUMBER
        return (group, places.get(entry.player_id, last), entry.start_number)

    return tuple(entry.start_number for entry in sorted(people, key=rank))


def seated_people(competition: Competition) -> set[int]:
    """Return the keys of everybody who has a seat in a competition. One query."""
    seats = Seat.objects.filter(series__competition=competition)
    return set(seats.values_list("player", flat=True))


def people_to_tick(competition: Competition) -> list[Player]:
    """Return who may be here today: all active people and who is entered. One query."""
    active = Player.objects.filter(is_active=True)
    entered = Player.objects.filter(entries__competition=competition)
    return list((active | entered).distinct().select_related("club"))


def draws_of(competition: Competition) -> QuerySet[Draw]:
    """Return the draws of a competition, the latest first. One query."""
    return competition.draws.select_related("by").order_by("-number")


def running_job(competition: Competition) -> DrawJob | None:
    """Return the draw that is being worked on, if there is one. One query."""
    active = (JobState.RUNNING, JobState.STOPPING)
    return competition.draw_jobs.filter(state__in=active).last()
