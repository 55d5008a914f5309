"""Reading who may come: names to tick, in the order in which they are looked for."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.events.draws.selectors import three_sits_this_year
from tournaments.events.entrants import Door
from tournaments.events.models import Entry, Event
from tournaments.people.models import Player
from tournaments.people.names.names import fold
from tournaments.sheets.models import Seat
from tournaments.words.choices import EntryStatus

# People who sat at one of so many evenings before are looked for first.
RECENT_EVENINGS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class RollName:
    """A person who may be ticked; ``table`` where somebody seated them unentered.

    ``threes`` counts how often they sat at a table of three this year.
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
    """Everybody who may come: on the list, at recent evenings, members, guests."""

    listed: tuple[RollName, ...]
    regulars: tuple[RollName, ...]
    members: tuple[RollName, ...]
    guests: tuple[RollName, ...]

    @property
    def is_empty(self) -> bool:
        return not (self.listed or self.regulars or self.members or self.guests)

    @property
    def here(self) -> list[RollName]:
        """Return who is here, the latest start number first."""
        names = [each for each in self.listed if each.is_here]
        return sorted(names, key=_start_number, reverse=True)

    def group(self, name: str) -> list[Player]:
        """Return who of a group is called in all at once."""
        groups = {"listed": self.missing, "regulars": self.regulars}
        return [each.player for each in groups.get(name, ())]

    @property
    def missing(self) -> list[RollName]:
        """Return who is on the list and may still come."""
        return [
            each
            for each in self.listed
            if each.entry and each.entry.status == EntryStatus.REGISTERED
        ]


def _start_number(name: RollName) -> int:
    return name.entry.start_number if name.entry else 0


def roll_of(event: Event, door: Door) -> Roll:
    """Return everybody whom the door knows, to be ticked. Three queries."""
    tables = tables_by_person(event)
    regulars = recent_people(event)
    people = [entry.player_id for entry in door.entries_by_number.values()]
    people += [player.pk for player in door.other_players.values()]
    sat = three_sits_this_year(event, people)
    listed = [
        RollName(
            player=entry.player,
            entry=entry,
            table=tables.get(entry.player_id),
            threes=sat[entry.player_id],
        )
        for entry in door.entries_by_number.values()
    ]
    others = [
        RollName(player=player, table=tables.get(player.pk), threes=sat[player.pk])
        for player in door.other_players.values()
    ]
    listed += [each for each in others if each.is_here]
    waiting = [each for each in others if not each.is_here]
    usual = [each for each in waiting if each.player.pk in regulars]
    rest = [each for each in waiting if each.player.pk not in regulars]
    return Roll(
        listed=names_in_order(listed),
        regulars=names_in_order(usual),
        members=names_in_order(each for each in rest if not each.player.is_guest),
        guests=names_in_order(each for each in rest if each.player.is_guest),
    )


def names_in_order(names: Iterable[RollName]) -> tuple[RollName, ...]:
    """Return names as a paper list has them: by family name."""
    return tuple(sorted(names, key=lambda each: fold(each.player.sorted_name)))


def tables_by_person(event: Event) -> dict[int, int]:
    """Return at which table of their last series people sit. One query."""
    seats = Seat.objects.filter(series__event=event).order_by("series__number")
    return dict(seats.values_list("player", "sheet__table_number"))


def recent_people(event: Event) -> set[int]:
    """Return who sat at one of the evenings before ``event``. One query."""
    before = Event.objects.evenings().filter(date__lte=event.date).exclude(pk=event.pk)
    recent = before.order_by("-date", "-pk").values("pk")[:RECENT_EVENINGS]
    seats = Seat.objects.filter(series__event__in=recent)
    return set(seats.values_list("player", flat=True))
