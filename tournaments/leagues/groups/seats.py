"""Reading the seats of a group, and the teams with their line-ups."""

from dataclasses import dataclass

from tournaments.events.models import Entry
from tournaments.leagues.models import GroupTeam, LeaguePlayer, MatchGroup
from tournaments.leagues.words import team_letter
from tournaments.people.models import Player
from tournaments.sheets.models import ScoreSheet, Seat
from tournaments.words.choices import EntryStatus

SeatCells = list[tuple[Seat | None, str]]


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


def seat_plan(group: MatchGroup) -> dict[int, list[tuple[ScoreSheet, SeatCells]]]:
    """Return the lists of a group by series, with their seats. Four queries.

    Each seat has the letter of its team in the plan; at a table of three the fourth is
    None.
    """
    if group.event_id is None:
        return {}
    letters = team_letters(group)
    sheets = (
        ScoreSheet.objects.filter(series__event=group.event_id)
        .select_related("series")
        .prefetch_related("seats__player")
        .order_by("series__number", "table_number")
    )
    plan: dict[int, list[tuple[ScoreSheet, SeatCells]]] = {}
    for sheet in sheets:
        seats = sheet.seats.all()
        cells = [(seat, letters.get(seat.player_id, "")) for seat in seats]
        free = [(None, "")] * (4 - len(cells))
        plan.setdefault(sheet.series.number, []).append((sheet, [*cells, *free]))
    return plan


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
