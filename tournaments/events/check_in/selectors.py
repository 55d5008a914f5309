"""Reading the names to tick at the check-in, in the order people look for them."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.events.draws.selectors import three_sits_this_year
from tournaments.events.entrants import Door
from tournaments.events.models import Entry, Event
from tournaments.people.models import Player
from tournaments.people.names.names import fold
from tournaments.sheets.models import Seat
from tournaments.words.choices import EntryStatus

# The last evenings whose players come first among the names.
RECENT_EVENINGS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class RollName:
    """A person who may be ticked; ``table`` is set for those seated without an entry.

    ``threes`` counts their sits at a table of three this year.
    """

    player: Player
    entry: Entry | None = None
    table: int | None = None
    threes: int = 0

    @property
    def is_here(self) -> bool:
        if self.entry:
            return self.entry.status == EntryStatus.PRESENT
        return self.table is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll:
    """Everybody who may come: entered, regular, other members, known guests."""

    listed: tuple[RollName, ...]
    regulars: tuple[RollName, ...]
    members: tuple[RollName, ...]
    guests: tuple[RollName, ...]

    @property
    def is_empty(self) -> bool:
        return not (self.listed or self.regulars or self.members or self.guests)

    @property
    def here(self) -> list[RollName]:
        """The people who are here, the highest start number first."""
        return sorted(
            (name for name in self.listed if name.is_here),
            key=lambda name: name.entry.start_number if name.entry else 0,
            reverse=True,
        )

    def group(self, group: str) -> list[Player]:
        """Return the people of a group that one button checks in."""
        groups = {"listed": self.missing, "regulars": self.regulars}
        return [name.player for name in groups.get(group, ())]

    @property
    def missing(self) -> list[RollName]:
        """The people who are registered and may still come."""
        return [
            name
            for name in self.listed
            if name.entry and name.entry.status == EntryStatus.REGISTERED
        ]


def roll_of(event: Event, door: Door) -> Roll:
    """Return the names of all people who may check in. Three queries."""
    tables = tables_by_person(event)
    regulars = recent_people(event)
    people = [entry.player_id for entry in door.entries_by_number.values()]
    people += [player.pk for player in door.other_players.values()]
    sits = three_sits_this_year(event, people)
    listed = [
        RollName(
            player=entry.player,
            entry=entry,
            table=tables.get(entry.player_id),
            threes=sits[entry.player_id],
        )
        for entry in door.entries_by_number.values()
    ]
    unlisted = [
        RollName(player=player, table=tables.get(player.pk), threes=sits[player.pk])
        for player in door.other_players.values()
    ]
    listed += [name for name in unlisted if name.is_here]
    waiting = [name for name in unlisted if not name.is_here]
    regular_names = [name for name in waiting if name.player.pk in regulars]
    other_names = [name for name in waiting if name.player.pk not in regulars]
    return Roll(
        listed=names_in_order(listed),
        regulars=names_in_order(regular_names),
        members=names_in_order(
            name for name in other_names if not name.player.is_guest
        ),
        guests=names_in_order(name for name in other_names if name.player.is_guest),
    )


def names_in_order(names: Iterable[RollName]) -> tuple[RollName, ...]:
    """Return names by family name, as on a paper list."""
    return tuple(sorted(names, key=lambda name: fold(name.player.sorted_name)))


def tables_by_person(event: Event) -> dict[int, int]:
    """Return people's tables in their last series. One query."""
    seats = Seat.objects.filter(series__event=event).order_by("series__number")
    return dict(seats.values_list("player", "sheet__table_number"))


def recent_people(event: Event) -> set[int]:
    """Return the people at the last evenings before ``event``. One query."""
    earlier = Event.objects.evenings().filter(date__lte=event.date).exclude(pk=event.pk)
    recent = earlier.order_by("-date", "-pk").values("pk")[:RECENT_EVENINGS]
    seats = Seat.objects.filter(series__event__in=recent)
    return set(seats.values_list("player", flat=True))
