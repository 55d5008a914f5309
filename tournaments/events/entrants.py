"""Reading the entries of an event, who may still join it, and whom a name means."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import compress
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Count, Max, Min, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from tournaments.events.models import ATTENDING, ApartPair, Entry, Event, Series
from tournaments.people.models import Player
from tournaments.people.names.lines import certain_name
from tournaments.people.names.names import fold, search_key
from tournaments.sheets.models import ScoreSheet, Seat
from tournaments.words.choices import EntryStatus, EventKind, SheetState
from tournaments.words.formats import enumeration, short_date

NAME_FIELD = {
    "data-combobox": "submit",
    "autocomplete": "off",
    "autocapitalize": "words",
    "spellcheck": "false",
}
FEWEST_SEATS = 3  # at a table
LONGEST_NAME = 450
MOST_OFFERED = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatChoices:
    """People to seat by label; ``waiting`` is None if the event has no entries."""

    free: Mapping[str, Player]
    seated: Mapping[str, int] = field(default_factory=dict)
    waiting: Mapping[str, Player] | None = None


def labels_of(
    players: Iterable[Player], *, with_clubs: bool = False
) -> dict[str, Player]:
    """Return people by their label in a choice; namesakes get different ones.

    All of them get what tells strangers of like names apart: club and number.
    """
    people = list(players)
    marks = marks_of_namesakes(people)
    if with_clubs:
        told = ((each.pk, (club_of(each), number_of(each))) for each in people)
        marks = {pk: " · ".join(filter(None, texts)) for pk, texts in told} | marks
    return {
        f"{each.name} ({mark})" if (mark := marks.get(each.pk)) else each.name: each
        for each in people
    }


def club_of(player: Player) -> str:
    return player.club.name if player.club else ""


def number_of(player: Player) -> str:
    number = player.member_number
    return _("No. %(number)s") % {"number": number} if number else ""


def marks_of_namesakes(people: Iterable[Player]) -> dict[int, str]:
    """Return what parts those of ``people`` who share a name, by key.

    One query if there are any. It is the club, the year of birth and the member number
    as far as they differ, or else when somebody played last. The clubs must have been
    fetched.
    """
    by_name = defaultdict(list)
    for player in people:
        by_name[player.name].append(player)
    groups = [group for group in by_name.values() if len(group) > 1]
    if not groups:
        return {}
    seats = Seat.objects.filter(player__in=[each for group in groups for each in group])
    days = seats.order_by().values_list("player").annotate(Max("series__event__date"))
    last_days = dict(days)
    return {
        player.pk: mark
        for group in groups
        for player, mark in zip(group, marks_in(group, last_days), strict=True)
    }


def marks_in(group: Sequence[Player], last_days: Mapping[int, date]) -> list[str]:
    """Return for each of some namesakes what parts them."""
    born = _("born in %(year)s")
    rows = [
        (
            club_of(each),
            born % {"year": each.birth_date.year} if each.birth_date else "",
            number_of(each),
        )
        for each in group
    ]
    told = [len({*column}) > 1 for column in zip(*rows, strict=True)]
    marks = [" · ".join(filter(None, compress(row, told))) for row in rows]
    if all(marks) and len({*marks}) == len(group):
        return marks
    last, never = _("last here on %(day)s"), _("never here yet")
    days = [last_days.get(each.pk) for each in group]
    texts = [last % {"day": short_date(day)} if day else never for day in days]
    is_clear = len({*zip(marks, days, strict=True)}) == len(group)
    keys = ["" if is_clear else f"#{each.pk}" for each in group]
    rows = [*zip(marks, texts, keys, strict=True)]
    return [" · ".join(filter(None, row)) for row in rows]


def labels_matching(text: str, labels: Iterable[str]) -> list[str]:
    """Return the labels equal to ``text``, or else those it may abbreviate.

    Each word of an abbreviation begins a word of the label. What surely does not
    belong to a name counts only if it stands in a label, too.

    >>> labels_matching("an mei", ["Anna Meier", "Hans Meier", "Antje Meinert"])
    ['Anna Meier', 'Antje Meinert']
    >>> labels_matching("anna meier", ["Anna Meier", "Anna Meiers"])
    ['Anna Meier']
    >>> labels_matching("1. Frau Dr. Meier", ["Anna Meier"])
    ['Anna Meier']
    """
    wanted = fold(text)
    if not wanted:
        return []
    by_key = {label: fold(label) for label in labels}
    words = wanted.replace(",", " ").split()
    same = [label for label, key in by_key.items() if key == wanted]
    found = same or [
        label
        for label in by_key
        if all(f" {word}" in f" {search_key(label)}" for word in words)
    ]
    plain = certain_name(text)
    return found if found or plain == text else labels_matching(plain, by_key)


def labels_text(labels: Sequence[str]) -> str:
    """Return the first of ``labels`` as a list in words."""
    first = labels[:MOST_OFFERED]
    return enumeration([*first, "…"] if len(labels) > len(first) else first)


def label_meant(text: str, labels: Collection[str]) -> str | None:
    """Return the label that ``text`` means, if there is one; refuse several."""
    matches = labels_matching(text, labels)
    if len(matches) > 1:
        raise ambiguous_name(text, matches)
    return matches[0] if matches else None


def unknown_name(text: str) -> ValidationError:
    refusal = _("Nobody here is called “%(text)s”.")
    return ValidationError(refusal, "unknown", {"text": text})


def ambiguous_name(text: str, labels: Sequence[str]) -> ValidationError:
    words = {"text": text, "people": labels_text(labels)}
    return ValidationError(
        _("“%(text)s” may be %(people)s. Please choose."), "several", words
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """People who may check in, by label.

    ``expected_entries`` are those of people who are not present, ``other_players``
    are people known to the club who have no entry.
    """

    expected_entries: Mapping[str, Entry]
    present_entries: Mapping[str, Entry]
    other_players: Mapping[str, Player]
    entries_by_number: Mapping[int, Entry]

    @property
    def labels(self) -> list[str]:
        """Return the labels that the check-in field offers, expected people first."""
        return [*self.expected_entries, *self.other_players]


def entries_of(event: Event, status: str = "") -> QuerySet[Entry]:
    entries = event.entries.select_related("player__club").with_teams()
    return entries.filter(status=status) if status else entries


def count_entries(event: Event) -> dict[str, int]:
    """Count the entries of each status, and ``all`` of them."""
    counts = {
        status: Count("pk", filter=Q(status=status)) for status in EntryStatus.values
    }
    return event.entries.order_by().aggregate(all=Count("pk"), **counts)


def count_seated(event: Event) -> int:
    seats = Seat.objects.filter(series__event=event)
    return seats.order_by().values("player").distinct().count()


def door_of(event: Event) -> Door:
    entries = {entry.player_id: entry for entry in entries_of(event)}
    people = Player.objects.active().select_related("club")
    players = {player.pk: player for player in people}
    players |= {entry.player_id: entry.player for entry in entries.values()}
    expected: dict[str, Entry] = {}
    present: dict[str, Entry] = {}
    others: dict[str, Player] = {}
    for label, player in labels_of(players.values()).items():
        entry = entries.get(player.pk)
        if entry is None:
            others[label] = player
        elif entry.status == EntryStatus.PRESENT:
            present[label] = entry
        else:
            expected[label] = entry
    return Door(
        expected_entries=expected,
        present_entries=present,
        other_players=others,
        entries_by_number={entry.start_number: entry for entry in entries.values()},
    )


def entry_labels(event: Event) -> dict[str, Entry]:
    entries = {entry.player_id: entry for entry in entries_of(event)}
    labels = labels_of(entry.player for entry in entries.values())
    return {label: entries[player.pk] for label, player in labels.items()}


def next_number(event: Event) -> int:
    last = event.entries.aggregate(last=Max("start_number"))["last"]
    return (last or 0) + 1


def next_series(event: Event) -> int:
    """Return the first series that has not begun; the last one if all have.

    A series has begun when its clock runs, when it was closed, or when one of its lists
    is not empty. It has also begun when it has tables and the next series has none,
    because paper lists are typed after play. When later series are drawn already,
    tables alone mean nothing.
    """
    touched = Q(sheets__isnull=False) & ~Q(sheets__state=SheetState.EMPTY)
    rows = list(
        event.series.order_by("number")
        .annotate(tables=Count("sheets"), touched=Count("sheets", filter=touched))
        .values_list("number", "tables", "touched", "closed_at", "clock_started_at")
    )
    followers = [*(tables for _number, tables, *_rest in rows[1:]), None]
    begun = 0
    for (number, tables, *signs), next_tables in zip(rows, followers, strict=True):
        if any(signs) or (tables and next_tables == 0):
            begun = number
    return min(begun + 1, len(rows)) or 1


def seats_of_absentees() -> QuerySet[Seat]:
    """Return, within a query of series, seats at empty lists of who misses them."""
    misses = Q(player__entries__status=EntryStatus.ABSENT) | Q(
        Q(player__entries__until_series__lt=OuterRef("number"))
        | Q(player__entries__from_series__gt=OuterRef("number")),
        player__entries__status__in=ATTENDING,
    )
    return Seat.objects.filter(
        misses,
        player__entries__event=OuterRef("event"),
        sheet__series=OuterRef("pk"),
        sheet__state=SheetState.EMPTY,
    ).order_by("sheet__table_number")


def begun_series_of(entry: Entry) -> list[int]:
    """Return the series in which the person sits at a list that is not empty."""
    seats = Seat.objects.filter(
        player=entry.player_id, series__event=entry.event_id
    ).exclude(sheet__state=SheetState.EMPTY)
    return sorted(seats.values_list("series__number", flat=True))


def apart_pairs(event: Event) -> QuerySet[ApartPair]:
    pairs: QuerySet[ApartPair] = event.apart.select_related(
        "first__player", "second__player"
    ).order_by("first__start_number", "second__start_number")
    return pairs


def series_numbers(event: Event) -> list[int]:
    return list(Series.objects.filter(event=event).values_list("number", flat=True))


def seated_without_entry(event: Event) -> list[Any]:
    """Return people at tables who have no entry, each with their ``first`` series.

    Substitutes are among them. They are sorted by name, as their numbers will be.
    """
    has_seat = Q(seats__series__event=event)
    takes_over = Q(substitutions__sheet__series__event=event)
    first = Coalesce(
        Min("seats__series__number", filter=has_seat),
        Min("substitutions__sheet__series__number", filter=takes_over),
    )
    people = Player.objects.filter(has_seat | takes_over)
    people = people.exclude(entries__event=event).annotate(first=first)
    return list(people.order_by("name_key", "pk"))


def three_sits_this_year(event: Event, players: Sequence[int]) -> Counter[int]:
    """Return how often each sat at a table of three on this year's evenings before."""
    if event.kind != EventKind.EVENING:
        return Counter()
    sheets = ScoreSheet.objects.filter(
        series__event__kind=EventKind.EVENING,
        series__event__date__gte=date(event.date.year, 1, 1),
        series__event__date__lt=event.date,
        table_size=3,
    ).exclude(state=SheetState.EMPTY)
    wanted = set(players)
    seats = Seat.objects.filter(sheet__in=sheets).values_list("player", flat=True)
    return Counter(player for player in seats.order_by() if player in wanted)
