"""Bringing results of former years in, and taking them back: all of them, or none."""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import ProtectedError
from django.utils import timezone
from django.utils.translation import gettext as _
from simple_history.utils import bulk_create_with_history, bulk_update_with_history

from tournaments.events.models import Event, Series
from tournaments.events.planning.opening import free_slug
from tournaments.events.references import events_of
from tournaments.files.foreign.heads import Meaning
from tournaments.files.foreign.mapping import Layout, Shape
from tournaments.files.foreign.reading import FormerPart, FormerRow
from tournaments.files.former.selectors import FormerPreview, Judged, digest_of
from tournaments.files.former.words import mismatch_text
from tournaments.files.models import KnownHeads
from tournaments.people.models import Player
from tournaments.people.names.names import tidy
from tournaments.people.public_names import settle_public_name
from tournaments.sheets.codes import LIST_CODE_LENGTH, fresh_codes
from tournaments.sheets.models import Result, ScoreSheet, Seat
from tournaments.sheets.tallies import recount_events, tally_former, untally_events
from tournaments.words.choices import EventKind, SheetState, SystemChoice
from tournaments.words.formats import long_date

BATCH = 500
LONGEST_SOURCE = 100
STILL_ACTIVE = 2  # years after the last result
REASON = "former: "
FOUR, THREE = 4, 3

Evening = tuple[datetime.date, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """How results are brought in, beside what the table says."""

    source: str
    shape: Shape
    lists: int = 1
    is_published: bool = False


@dataclass(frozen=True, slots=True)
class BroughtIn:
    """What came in."""

    source: str
    results: int
    evenings: int
    people: int


@transaction.atomic
def bring_in(*, preview: FormerPreview, way: Way) -> BroughtIn:
    """Store the results that are new, with the people and the evenings of them.

    A result is a list of one person, of which only the closing is known. Nothing is
    stored where nothing is new.
    """
    new = preview.new
    if not new:
        return BroughtIn(way.source, 0, 0, 0)
    source = free_source(way.source)
    people = add_people(new, source)
    call_back(new, source)
    by_evening: dict[Evening, list[Judged]] = defaultdict(list)
    for each in new:
        if each.row.day is not None:
            by_evening[each.row.day, each.row.evening].append(each)
    events = add_events(by_evening, way, source)
    series = add_series(events, by_evening)
    lists = list(lists_in(by_evening, series, people, way))
    for start in range(0, len(lists), BATCH):
        store_lists(lists[start : start + BATCH])
    tally_former(event.pk for event in events.values())
    return BroughtIn(source, len(new), len(events), len(people.added))


def free_source(name: str) -> str:
    """Return the name of a source that no other results have."""
    stem = tidy(name)[:LONGEST_SOURCE] or _("table")
    taken = set(
        Event.objects.exclude(source="").values_list("source", flat=True).distinct()
    )
    found, number = stem, 1
    while found in taken:
        number += 1
        found = f"{stem} ({number})"
    return found


@dataclass(frozen=True, slots=True)
class People:
    """Everybody who has a result, and who of them is new."""

    by_key: Mapping[str, Player]
    added: Sequence[Player]

    def whose(self, each: Judged) -> Player:
        return each.player or self.by_key[each.key]


def add_people(new: Iterable[Judged], source: str) -> People:
    """Add who is nobody here; those who have not played for years are not active."""
    last: dict[str, Judged] = {}
    for each in new:
        if each.player is None:
            before = last.get(each.key)
            if before is None or day_of(each.row) > day_of(before.row):
                last[each.key] = each
    today = timezone.localdate()
    added: list[Player] = []
    for each in last.values():
        player = Player(
            first_name=each.name.first,
            last_name=each.name.last,
            is_active=is_recent(each.row, today),
        )
        player.fold_name()
        settle_public_name(player, beside=added)
        player.clean_fields(exclude={"club"})
        added.append(player)
    saved: list[Player] = bulk_create_with_history(
        added, Player, batch_size=BATCH, default_change_reason=reason_of(source)
    )
    return People({player.name_key: player for player in saved}, saved)


def call_back(new: Iterable[Judged], source: str) -> None:
    """Let people be active whom an older table left out, and nobody touched since."""
    today = timezone.localdate()
    playing = {
        each.player.pk
        for each in new
        if each.player and not each.player.is_active and is_recent(each.row, today)
    }
    touched = Player.history.filter(id__in=playing).exclude(
        history_type="+", history_change_reason__startswith=REASON
    )
    playing -= set(touched.values_list("id", flat=True))
    people = list(Player.objects.filter(pk__in=playing))
    for player in people:
        player.is_active = True
    bulk_update_with_history(
        people,
        Player,
        ["is_active"],
        batch_size=BATCH,
        default_change_reason=reason_of(source),
    )


def is_recent(row: FormerRow, today: datetime.date) -> bool:
    """Tell whether somebody with this result still plays."""
    return today.year - day_of(row).year < STILL_ACTIVE


def day_of(row: FormerRow) -> datetime.date:
    return row.day or datetime.date.min


def reason_of(source: str) -> str:
    """Return by which word the people whom a source brought are found again."""
    return f"{REASON}{source}"[:100]


def add_events(
    by_evening: Mapping[Evening, Sequence[Judged]], way: Way, source: str
) -> dict[Evening, Event]:
    """Add an event for each evening, or for each year; released, as it is over."""
    slugs: set[str] = set()
    events = {}
    for day, evening in sorted(by_evening):
        name = event_name(day, evening, way.shape)
        event = Event(
            kind=kind_of(evening, way.shape),
            name=name,
            date=day,
            source=source,
            slug=free_slug(name, day),
            system=SystemChoice.SEEGER_FABIAN,
            is_published=way.is_published,
            is_released=True,
        )
        while event.slug in slugs:
            event.slug = f"{event.slug}-2"
        slugs.add(event.slug)
        event.clean_fields(exclude={"slug"})
        events[day, evening] = event
    bulk_create_with_history(list(events.values()), Event, batch_size=BATCH)
    return events


def event_name(day: datetime.date, evening: str, shape: Shape) -> str:
    """Return what an evening is called: as the table says, or by its day."""
    if evening:
        said = tidy(evening)[:100]
        return said if str(day.year) in said else f"{said} {day.year}"
    if shape is Shape.YEAR:
        return _("Year %(year)s") % {"year": day.year}
    return _("Club evening %(date)s") % {"date": long_date(day)}


def kind_of(evening: str, shape: Shape) -> str:
    """Return the kind of an event by what the table calls it."""
    if shape is Shape.YEAR:
        return EventKind.CHAMPIONSHIP
    folded = evening.casefold()
    is_cup = any(word in folded for word in ("turnier", "preisskat", "pokal", "cup"))
    return EventKind.TOURNAMENT if is_cup else EventKind.EVENING


def add_series(
    events: Mapping[Evening, Event], by_evening: Mapping[Evening, Sequence[Judged]]
) -> dict[tuple[Evening, int], Series]:
    """Add the series that somebody has a result of; they are closed."""
    now = timezone.now()
    rows = {
        (key, number): Series(event=event, number=number, closed_at=now)
        for key, event in events.items()
        for number in numbers_of(by_evening[key])
    }
    Series.objects.bulk_create(rows.values(), batch_size=BATCH)
    return rows


def numbers_of(own: Iterable[Judged]) -> list[int]:
    """Return the numbers of the series that somebody has a result of."""
    return sorted({part.series for each in own for part in each.row.parts})


@dataclass(frozen=True, slots=True)
class FormerList:
    """A list of one person and what they took home."""

    sheet: ScoreSheet
    player: Player
    part: FormerPart


def lists_in(
    by_evening: Mapping[Evening, Sequence[Judged]],
    series: Mapping[tuple[Evening, int], Series],
    people: People,
    way: Way,
) -> Iterator[FormerList]:
    """Give a list for every part of every result, unsaved."""
    count = sum(len(each.row.parts) for own in by_evening.values() for each in own)
    codes = iter(fresh_codes(ScoreSheet, count, letters=LIST_CODE_LENGTH))
    now = timezone.now()
    for key, own in by_evening.items():
        for number, each in enumerate(own, 1):
            for part in each.row.parts:
                sheet = ScoreSheet(
                    series=series[key, part.series],
                    table_number=number,
                    code=next(codes),
                    table_size=FOUR,
                    system=SystemChoice.SEEGER_FABIAN,
                    rounds=12,
                    state=SheetState.FINISHED,
                    totals_only=True,
                    stands_for=lists_of(each.row, way),
                    mismatch_reason=mismatch_text(each.row),
                    finished_at=now,
                )
                yield FormerList(sheet, people.whose(each), part)


def lists_of(row: FormerRow, way: Way) -> int:
    """Return for how many lists one part of a result stands."""
    if len(row.parts) > 1:
        return 1
    return min(max(row.lists if row.lists is not None else way.lists, 1), 2000)


def store_lists(lists: Sequence[FormerList]) -> None:
    """Store some lists with their one seat and their one result."""
    ScoreSheet.objects.bulk_create([each.sheet for each in lists])
    Seat.objects.bulk_create(
        Seat(sheet=each.sheet, series=each.sheet.series, place=1, player=each.player)
        for each in lists
    )
    Result.objects.bulk_create(
        Result(
            sheet=each.sheet,
            series=each.sheet.series,
            player=each.player,
            place=1,
            first_game=1,
            last_game=0,
            game_points=each.part.points,
            won=each.part.won,
            lost=each.part.lost,
            others_lost=each.part.others,
            total=each.part.total,
        )
        for each in lists
    )


@transaction.atomic
def remember(*, layout: Layout, meanings: Sequence[Meaning]) -> None:
    """Keep what the columns under these heads mean."""
    if layout.head is not None:
        KnownHeads.objects.update_or_create(
            digest=digest_of(layout.heads), defaults={"meanings": ",".join(meanings)}
        )


@transaction.atomic
def publish_source(*, source: str, is_published: bool) -> int:
    """Let everybody read what came from a source, or only those who signed in.

    Returns how many evenings that changed.
    """
    own = Event.objects.filter(source=source).exclude(source="")
    events = list(own.exclude(is_published=is_published).select_for_update())
    for event in events:
        event.is_published = is_published
    bulk_update_with_history(events, Event, ["is_published"], batch_size=BATCH)
    recount_events([event.pk for event in events])
    return len(events)


@transaction.atomic
def take_back(*, source: str) -> int:
    """Take everything back that came from a source; return how many evenings went.

    People whom it brought go as well, unless they have something else by now. Raises
    ``ValidationError`` where something else rests on an evening.
    """
    own = Event.objects.filter(source=source).exclude(source="")
    events = list(own.select_for_update())
    people = brought_by(source)
    untally_events([event.pk for event in events])
    try:
        for start in range(0, len(events), BATCH):
            pks = [event.pk for event in events[start : start + BATCH]]
            ScoreSheet.objects.filter(series__event__in=pks).delete()
            Event.objects.filter(pk__in=pks).delete()
    except ProtectedError as refusal:
        raise ValidationError(
            _("Something else rests on these results by now, such as a season."),
            code="used",
        ) from refusal
    held = events_of(people)
    alone = [pk for pk in people if not held[pk]]
    for start in range(0, len(alone), BATCH):
        Player.objects.filter(pk__in=alone[start : start + BATCH]).delete()
    return len(events)


def brought_by(source: str) -> set[int]:
    """Return the people whom a source brought. One query."""
    added = Player.history.filter(
        history_type="+", history_change_reason=reason_of(source)
    )
    known = set(added.values_list("id", flat=True))
    return known & set(Player.objects.values_list("pk", flat=True))
