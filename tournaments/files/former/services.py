"""Importing results of former years, and taking them back: all of them or none."""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count

from django.db import transaction
from django.db.models import Model
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.events.models import Event, Series
from tournaments.events.planning.services import free_slug
from tournaments.files.columns.layout import Shape
from tournaments.files.columns.results import FormerPart, FormerRow
from tournaments.files.former.selectors import FormerPreview, JudgedRow
from tournaments.files.former.words import mismatch_text
from tournaments.files.imports.back import (
    LONGEST_SOURCE,
    Made,
    unchanged_since_import,
)
from tournaments.people.models import Player
from tournaments.people.names.names import tidy
from tournaments.people.services import create_players
from tournaments.scope.log import create_many, update_many
from tournaments.sheets.models import Result, ScoreSheet, Seat
from tournaments.sheets.tallies import recount_events, tally_former
from tournaments.sheets.writing import LIST_CODE_LENGTH, fresh_codes
from tournaments.words.choices import EventKind, SheetState, SystemChoice

BATCH = 500
STILL_ACTIVE = 2  # years after the last result
TABLE_SIZE, THREE = 4, 3

Evening = tuple[datetime.date, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportOptions:
    """What the user decides about an import beyond the table itself."""

    source: str
    shape: Shape
    lists: int = 1
    is_published: bool = False


@transaction.atomic
def import_former_results(
    *, preview: FormerPreview, options: ImportOptions
) -> tuple[str, Made]:
    """Store the new results with their players and evenings.

    Each result is stored as a list with one player, of which only the closing is
    known. Returns the name of the source, which is free, and what was made.
    """
    new = preview.new
    source = free_source(options.source)
    newcomers = add_newcomers(new)
    made = Made([*newcomers.values()], reactivate_players(new))
    by_evening: dict[Evening, list[JudgedRow]] = defaultdict(list)
    for judged in new:
        if judged.row.day is not None:
            by_evening[judged.row.day, judged.row.evening].append(judged)
    events = add_events(by_evening, options, source)
    series = add_series(events, by_evening)
    lists = list(former_lists(by_evening, series, newcomers, options))
    for start in range(0, len(lists), BATCH):
        store_lists(lists[start : start + BATCH])
    tally_former(event.pk for event in events.values())
    made.rows.extend(events.values())
    return source, made


def free_source(name: str) -> str:
    """Return ``name``, with a number if another source has it already."""
    stem = tidy(name)[:LONGEST_SOURCE] or _("table")
    used_names = set(
        Event.objects.exclude(source="").values_list("source", flat=True).distinct()
    )
    names = chain([stem], (f"{stem} ({number})" for number in count(2)))
    return next(name for name in names if name not in used_names)


def add_newcomers(new: Iterable[JudgedRow]) -> dict[str, Player]:
    """Add the new players, by key; they are active if they played lately."""
    latest: dict[str, JudgedRow] = {}
    for judged in new:
        if judged.player is None:
            previous = latest.get(judged.key)
            if previous is None or day_or_min(judged.row) > day_or_min(previous.row):
                latest[judged.key] = judged
    today = timezone.localdate()
    people = (
        Player(
            first_name=judged.name.first,
            last_name=judged.name.last,
            is_active=is_recent(judged.row, today),
        )
        for judged in latest.values()
    )
    added = create_players(people)
    return {player.name_key: player for player in added}


def reactivate_players(new: Iterable[JudgedRow]) -> list[tuple[Model, str, str]]:
    """Make players active whom an older import left inactive, if still unchanged."""
    today = timezone.localdate()
    playing = {
        judged.player.pk
        for judged in new
        if judged.player
        and not judged.player.is_active
        and is_recent(judged.row, today)
    }
    people = list(Player.objects.filter(pk__in=unchanged_since_import(playing)))
    for player in people:
        player.is_active = True
    update_many(people, ["is_active"])
    return [(player, "is_active", "False") for player in people]


def is_recent(row: FormerRow, today: datetime.date) -> bool:
    """Tell whether a result is recent enough for its player to be active."""
    return today.year - day_or_min(row).year < STILL_ACTIVE


def day_or_min(row: FormerRow) -> datetime.date:
    return row.day or datetime.date.min


def add_events(
    by_evening: Mapping[Evening, Sequence[JudgedRow]],
    options: ImportOptions,
    source: str,
) -> dict[Evening, Event]:
    """Add an event for each evening or year; released, because it is over."""
    slugs: set[str] = set()
    events = {}
    for day, evening in sorted(by_evening):
        name = event_name(day, evening, options.shape)
        event = Event(
            kind=event_kind(evening, options.shape),
            name=name,
            date=day,
            source=source,
            slug=free_slug(name, day),
            system=SystemChoice.SEEGER_FABIAN,
            is_published=options.is_published,
            is_released=True,
        )
        while event.slug in slugs:
            event.slug = f"{event.slug}-2"
        slugs.add(event.slug)
        event.clean_fields(exclude={"slug"})
        events[day, evening] = event
    create_many(list(events.values()), batch_size=BATCH)
    return events


def event_name(day: datetime.date, evening: str, shape: Shape) -> str:
    """Return the name of an event: that in the table, or none for an evening."""
    if evening:
        title = tidy(evening)[:100]
        return title if str(day.year) in title else f"{title} {day.year}"
    if shape is Shape.YEAR:
        return _("Year %(year)s") % {"year": day.year}
    return ""


def event_kind(evening: str, shape: Shape) -> str:
    """Return the kind of an event by its name in the table."""
    if shape is Shape.YEAR:
        return EventKind.CHAMPIONSHIP
    folded = evening.casefold()
    is_cup = any(word in folded for word in ("turnier", "preisskat", "pokal", "cup"))
    return EventKind.TOURNAMENT if is_cup else EventKind.EVENING


def add_series(
    events: Mapping[Evening, Event], by_evening: Mapping[Evening, Sequence[JudgedRow]]
) -> dict[tuple[Evening, int], Series]:
    """Add the series that have results; they are closed."""
    now = timezone.now()
    rows = {
        (key, number): Series(event=event, number=number, closed_at=now)
        for key, event in events.items()
        for number in series_numbers(by_evening[key])
    }
    Series.objects.bulk_create(rows.values(), batch_size=BATCH)
    return rows


def series_numbers(rows: Iterable[JudgedRow]) -> list[int]:
    """Return the numbers of the series that have results."""
    return sorted({part.series for judged in rows for part in judged.row.parts})


@dataclass(frozen=True, slots=True)
class FormerList:
    """A list with its only player and their result."""

    sheet: ScoreSheet
    player: Player
    part: FormerPart


def former_lists(
    by_evening: Mapping[Evening, Sequence[JudgedRow]],
    series: Mapping[tuple[Evening, int], Series],
    newcomers: Mapping[str, Player],
    options: ImportOptions,
) -> Iterator[FormerList]:
    """Yield an unsaved list for every part of every result."""
    count = sum(
        len(judged.row.parts) for rows in by_evening.values() for judged in rows
    )
    codes = iter(fresh_codes(ScoreSheet, count, letters=LIST_CODE_LENGTH))
    now = timezone.now()
    for key, rows in by_evening.items():
        for number, judged in enumerate(rows, 1):
            for part in judged.row.parts:
                sheet = ScoreSheet(
                    series=series[key, part.series],
                    table_number=number,
                    code=next(codes),
                    table_size=TABLE_SIZE,
                    system=SystemChoice.SEEGER_FABIAN,
                    rounds=12,
                    state=SheetState.FINISHED,
                    totals_only=True,
                    stands_for=lists_per_part(judged.row, options),
                    mismatch_reason=mismatch_text(judged.row),
                    finished_at=now,
                )
                player = judged.player or newcomers[judged.key]
                yield FormerList(sheet, player, part)


def lists_per_part(row: FormerRow, options: ImportOptions) -> int:
    """Return the number of lists that one part of a result stands for."""
    if len(row.parts) > 1:
        return 1
    return min(max(row.lists if row.lists is not None else options.lists, 1), 2000)


def store_lists(lists: Sequence[FormerList]) -> None:
    """Store lists, each with its one seat and its one result."""
    ScoreSheet.objects.bulk_create([former_list.sheet for former_list in lists])
    Seat.objects.bulk_create(
        Seat(
            sheet=former_list.sheet,
            series=former_list.sheet.series,
            place=1,
            player=former_list.player,
        )
        for former_list in lists
    )
    Result.objects.bulk_create(
        Result(
            sheet=former_list.sheet,
            series=former_list.sheet.series,
            player=former_list.player,
            place=1,
            first_game=1,
            last_game=0,
            game_points=former_list.part.points,
            won=former_list.part.won,
            lost=former_list.part.lost,
            others_lost=former_list.part.others,
            total=former_list.part.total,
        )
        for former_list in lists
    )


@transaction.atomic
def publish_source(*, source: str, is_published: bool) -> int:
    """Publish or withdraw the results of a source; return the number of events."""
    events_of_source = Event.objects.filter(source=source).exclude(source="")
    events = list(
        events_of_source.exclude(is_published=is_published).select_for_update()
    )
    for event in events:
        event.is_published = is_published
    update_many(events, ["is_published"])
    recount_events([event.pk for event in events])
    return len(events)
