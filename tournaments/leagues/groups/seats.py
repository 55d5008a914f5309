"""Reading the seats of a group, and the teams with their line-ups."""

from dataclasses import dataclass

from tournaments.events.models import Entry
from tournaments.leagues.models import GroupTeam, LeaguePlayer, MatchGroup
from tournaments.leagues.words import team_letter
from tournaments.people.models import Player
from tournaments.sheets.models import ScoreSheet
from tournaments.words.choices import EntryStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenSeat:
    """One place at a table; ``letter`` is that of the team in the seat plan."""

    place: int
    player: Player
    letter: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedTable:
    """One table of a series with its list."""

    sheet: ScoreSheet
    seats: tuple[TakenSeat, ...]

    @property
    def columns(self) -> tuple[TakenSeat | None, ...]:
        """The seats as four columns; a table of three leaves the last one empty."""
        return (*self.seats, *[None] * (4 - len(self.seats)))


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedSeries:
    """The tables of one series."""

    number: int
    tables: tuple[SeatedTable, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupSide:
    """A team of a group with its letter, its line-up of the day and its entries."""

    group_team: GroupTeam
    letter: str
    line_up: tuple[LeaguePlayer, ...]
    entries: tuple[Entry, ...] = ()

    @property
    def bench(self) -> tuple[Player, ...]:
        """The people who may play on this day but are not playing."""
        playing = {player.pk for player in self.playing}
        return tuple(
            place.player for place in self.line_up if place.player_id not in playing
        )

    @property
    def playing(self) -> tuple[Player, ...]:
        """The people who are playing for the team."""
        return tuple(
            entry.player
            for entry in self.entries
            if entry.status == EntryStatus.PRESENT
        )


def seat_plan(group: MatchGroup) -> list[SeatedSeries]:
    """Return the seats of every series of a group. Four queries."""
    if group.event_id is None:
        return []
    letters = team_letters(group)
    sheets = (
        ScoreSheet.objects.filter(series__event=group.event_id)
        .select_related("series")
        .prefetch_related("seats__player")
        .order_by("series__number", "table_number")
    )
    by_series: dict[int, list[SeatedTable]] = {}
    for sheet in sheets:
        seats = tuple(
            TakenSeat(
                place=seat.place,
                player=seat.player,
                letter=letters.get(seat.player_id, ""),
            )
            for seat in sheet.seats.all()
        )
        table = SeatedTable(sheet=sheet, seats=seats)
        by_series.setdefault(sheet.series.number, []).append(table)
    return [
        SeatedSeries(number=number, tables=tuple(tables))
        for number, tables in by_series.items()
    ]


def team_letters(group: MatchGroup) -> dict[int, str]:
    """Return the letter of each person's team in a group. One query."""
    letters: dict[int, str] = {}
    members = group.sides.values_list("event_team__entries__player", "pk")
    order: dict[int, str] = {}
    for player, side in members.order_by("order", "pk"):
        letter = order.setdefault(side, team_letter(len(order) + 1))
        if player is not None:
            letters[player] = letter
    return letters


def group_sides(group: MatchGroup) -> list[GroupSide]:
    """Return the teams of a group with line-ups and entries. Five queries."""
    match_day = group.match_day.number
    sides = group.sides.select_related("team").prefetch_related(
        "team__line_up__player", "event_team__entries__player"
    )
    return [
        GroupSide(
            group_team=side,
            letter=team_letter(number),
            line_up=tuple(
                place for place in side.team.line_up.all() if place.plays_on(match_day)
            ),
            entries=tuple(side.event_team.entries.all()) if side.event_team else (),
        )
        for number, side in enumerate(sides.order_by("order", "pk"), 1)
    ]
