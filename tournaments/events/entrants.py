"""Reading who takes part: entries, who is expected, and what no longer fits."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.db.models import Count, Max, Q, QuerySet

from tournaments.events.models import ApartPair, Entry, Event, Series
from tournaments.events.people import labels_matching, labels_of
from tournaments.people.models import Player
from tournaments.people.names.names import PersonName
from tournaments.people.selectors import name_key
from tournaments.sheets.models import Seat
from tournaments.words.choices import EntryStatus, SheetState


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryCounts:
    """How many entries there are of each status."""

    registered: int
    present: int
    absent: int
    left: int

    @property
    def all(self) -> int:
        return self.registered + self.present + self.absent + self.left


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """People who may come in, by label; ``numbers`` are the entries by start number.

    ``expected`` are entries that are not here, ``here`` those that are, ``others``
    people the club knows who have no entry.
    """

    expected: Mapping[str, Entry]
    here: Mapping[str, Entry]
    others: Mapping[str, Player]
    numbers: Mapping[int, Entry] = field(default_factory=dict)

    @property
    def labels(self) -> list[str]:
        """Return whom the field at the door offers, those expected first."""
        return [*self.expected, *self.others]

    def found(self, text: str) -> list[str]:
        """Return the labels ``text`` may mean; who is expected comes first."""
        return labels_matching(text, self.expected) or labels_matching(
            text, self.others
        )

    def here_called(self, text: str) -> list[Entry]:
        """Return who is here already and may be meant by ``text``."""
        return [self.here[label] for label in labels_matching(text, self.here)]


def entries_of(event: Event, status: str = "") -> QuerySet[Entry]:
    """Return the entries, with people, clubs and teams. Two queries."""
    entries = event.entries.select_related("player__club").with_teams()
    return entries.filter(status=status) if status else entries


def count_entries(event: Event) -> EntryCounts:
    """Count the entries of each status. One query."""
    counts = event.entries.order_by().aggregate(
        **{status: Count("pk", filter=Q(status=status)) for status in EntryStatus}
    )
    return EntryCounts(**counts)


def door_of(event: Event) -> Door:
    """Return everybody who may be called at the door. Three queries."""
    entries = {entry.player_id: entry for entry in entries_of(event)}
    known = {player.pk: player for player in active_people()}
    known |= {entry.player_id: entry.player for entry in entries.values()}
    labels = labels_of(known.values())
    by_label = {
        label: entries[player.pk]
        for label, player in labels.items()
        if player.pk in entries
    }
    here = EntryStatus.PRESENT
    return Door(
        expected={at: each for at, each in by_label.items() if each.status != here},
        here={at: each for at, each in by_label.items() if each.status == here},
        others={at: who for at, who in labels.items() if who.pk not in entries},
        numbers={entry.start_number: entry for entry in entries.values()},
    )


def active_people() -> QuerySet[Player]:
    """Return the people who can be chosen, with their clubs. One query."""
    people: QuerySet[Player] = Player.objects.active().select_related("club")
    return people


def entry_labels(event: Event) -> dict[str, Entry]:
    """Return the entries by what the person is called in a list. Two queries."""
    entries = {entry.player_id: entry for entry in entries_of(event)}
    labels = labels_of(entry.player for entry in entries.values())
    return {label: entries[player.pk] for label, player in labels.items()}


def next_number(event: Event) -> int:
    """Return the start number behind the highest one. One query."""
    last = event.entries.aggregate(last=Max("start_number"))["last"]
    return (last or 0) + 1


def next_series(event: Event) -> int:
    """Return the first series that has not begun; the last one if all have.

    A series has begun when its clock runs, it was closed or something is on one of
    its lists; and when it has tables while the series behind it has none: papers are
    typed after they were played. Drawn in advance, tables alone mean nothing. One
    query.
    """
    touched = Q(sheets__isnull=False) & ~Q(sheets__state=SheetState.EMPTY)
    rows = list(
        event.series.order_by("number")
        .annotate(tables=Count("sheets"), touched=Count("sheets", filter=touched))
        .values_list("number", "tables", "touched", "closed_at", "clock_started_at")
    )
    followers = [*(tables for _number, tables, *_rest in rows[1:]), None]
    begun = 0
    for (number, tables, *signs), behind in zip(rows, followers, strict=True):
        if any(signs) or (tables and behind == 0):
            begun = number
    return min(begun + 1, len(rows)) or 1


def begun_series_of(entry: Entry) -> list[int]:
    """Return the series in which the person sits at a list with something on it."""
    seats = Seat.objects.filter(
        player=entry.player_id, series__event=entry.event_id
    ).exclude(sheet__state=SheetState.EMPTY)
    return sorted(seats.values_list("series__number", flat=True))


def people_called(names: Iterable[PersonName]) -> dict[str, list[Player]]:
    """Return everybody known among ``names``, by folded name. One query."""
    keys = {name_key(name) for name in names}
    found: dict[str, list[Player]] = {}
    players = Player.objects.filter(name_key__in=keys).select_related("club")
    for player in players:
        found.setdefault(player.name_key, []).append(player)
    return found


def apart_pairs(event: Event) -> QuerySet[ApartPair]:
    """Return the pairs who shall not meet, with their names. One query."""
    pairs: QuerySet[ApartPair] = event.apart.select_related(
        "first__player", "second__player"
    ).order_by("first__start_number", "second__start_number")
    return pairs


def series_numbers(event: Event) -> list[int]:
    """Return the numbers of the series. One query."""
    return list(Series.objects.filter(event=event).values_list("number", flat=True))
