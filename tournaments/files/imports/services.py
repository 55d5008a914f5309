"""Storing what a table brings in: all of it or nothing."""

import datetime
from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from itertools import chain, count, islice
from typing import Any

from django.db import transaction
from django.db.models import Count, Max, Min, Model, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.events.entries.services import register_people
from tournaments.events.models import Entry, Event, Series, TeamContest
from tournaments.events.planning.services import free_slug
from tournaments.events.seats.services import open_table
from tournaments.events.teams.services import join_teams
from tournaments.files.columns.layout import Layout, Shape
from tournaments.files.columns.results import (
    RATE,
    FormerPart,
    lists_of_part,
    own_points,
)
from tournaments.files.imports.back import (
    FOOT,
    LONGEST_SOURCE,
    Made,
    unchanged_since_import,
)
from tournaments.files.imports.former import FormerTable, JudgedRow, is_cup, is_recent
from tournaments.files.imports.recognising import FilePerson
from tournaments.files.imports.results import FileList
from tournaments.files.imports.rows import BETWEEN
from tournaments.files.models import KnownHeads
from tournaments.files.tables.cells import Meaning, Purpose
from tournaments.people.models import Club, Import, Player, User
from tournaments.people.names.names import PersonName, Visitor, fold, tidy
from tournaments.people.selectors import name_key
from tournaments.people.services import create_players, remember_spellings
from tournaments.scope.log import create_many, update_many
from tournaments.sheets.finishing.services import (
    FootNumbers,
    finish_sheet,
    set_totals_only,
    write_foot,
)
from tournaments.sheets.models import Result, ScoreSheet, Seat
from tournaments.sheets.tallies import Year, add_up_years, recount_events, tally_former
from tournaments.sheets.writing import LIST_CODE_LENGTH, fresh_codes
from tournaments.words.choices import EventKind, SheetState, SystemChoice

BATCH = 500

Evening = tuple[datetime.date, str]


@transaction.atomic
def import_people(*, people: Sequence[FilePerson]) -> Made:
    """Add new people and assign the ticked numbers. A few queries."""
    clubs = stored_clubs()
    added = add_new_people(people)
    return Made([*added, *Club.objects.exclude(pk__in=clubs)], give_numbers(people))


def stored_clubs() -> set[int]:
    return set(Club.objects.values_list("pk", flat=True))


def give_numbers(people: Iterable[FilePerson]) -> list[tuple[Model, str, str]]:
    """Give known players the ticked numbers; return what was changed."""
    numbers = {
        person.player.pk: person.number
        for person in people
        if person.player and person.is_ticked
    }
    players = list(Player.objects.select_for_update().filter(pk__in=numbers))
    changes: list[tuple[Model, str, str]] = [
        (player, "member_number", player.member_number) for player in players
    ]
    for player in players:
        player.member_number = numbers[player.pk]
    update_many(players, ["member_number"])
    return changes


def add_new_people(people: Iterable[FilePerson]) -> list[Player]:
    """Add the new people and their new clubs."""
    clubs = {fold(club.name): club for club in Club.objects.all()}
    players: list[Player] = []
    for person in people:
        if not person.is_taken:
            continue
        key = fold(person.club)
        if key and key not in clubs:
            club = Club(name=tidy(person.club), number=person.club_number)
            clubs[key] = club.check_and_save(force_insert=True)
        players.append(
            Player(
                first_name=person.name.first,
                last_name=person.name.last,
                club=clubs.get(key),
                is_guest=person.is_guest,
                is_active=person.is_active,
                member_number=person.number,
                gender=person.gender,
                birth_date=person.born,
                privacy=person.privacy,
            )
        )
    return create_players(players)


@transaction.atomic
def import_entries(
    *, event: Event, people: Sequence[FilePerson], contest: TeamContest | None
) -> Made:
    """Register the people who are taken, and put them into the teams they name."""
    taken = [person for person in people if person.is_taken]
    clubs = stored_clubs()
    entries = register_people(
        event=event,
        people=[
            person.player or Visitor(name=person.name, club=person.club)
            for person in taken
        ],
    )
    known = {person.player.pk for person in taken if person.player}
    added = [entry.player for entry in entries if entry.player_id not in known]
    made = Made([*entries, *added, *Club.objects.exclude(pk__in=clubs)])
    if contest is not None:
        stored_teams = set(contest.teams.values_list("pk", flat=True))
        by_number = {entry.start_number: entry for entry in event.entries.all()}
        there = [
            (person, by_number[person.start_number])
            for person in people
            if person.start_number is not None
        ]
        teams: dict[str, list[Entry]] = {}
        for person, entry in (*there, *zip(taken, entries, strict=True)):
            if person.team:
                teams.setdefault(person.team, []).append(entry)
        joined = join_teams(contest=contest, teams=teams)
        made.rows.extend(team for team in joined if team.pk not in stored_teams)
    return made


@transaction.atomic
def remember_meanings(*, layout: Layout) -> None:
    """Store the meanings of the columns under these heads."""
    if layout.head is not None:
        KnownHeads.objects.update_or_create(
            digest=layout.digest, defaults={"meanings": ",".join(layout.meanings)}
        )


def remembered_meanings(layout: Layout) -> tuple[Meaning, ...] | None:
    """Return the meanings stored for these heads; None for new heads. One query."""
    if layout.head is None:
        return None
    stored = KnownHeads.objects.filter(digest=layout.digest).first()
    words = stored.meanings.split(",") if stored else []
    is_fit = len(words) == len(layout.meanings) and set(words) <= set(Meaning)
    return tuple(Meaning(word) for word in words) if is_fit else None


def remember_names(asked: Iterable[FilePerson]) -> None:
    """Store which player a name stands for, as it was read, if it is that of one."""
    people = {}
    for person in asked:
        last, first = person.read.split(BETWEEN)[:2]
        if not person.distinction:
            people[name_key(PersonName(first=first, last=last))] = person.player
    remember_spellings(people=people)


@transaction.atomic
def import_results(*, event: Event, lists: Sequence[FileList], by: User) -> Made:
    """Write the totals of new lists and finish them.

    If a second person checks every list, finishing is left to them. Refusals of
    services are raised; then nothing is written.
    """
    made = Made()
    series = {row.number: row for row in event.series.all()}
    for file_list in lists:
        if any(seat.fate != "taken" for seat in file_list.seats):
            continue
        sheet = file_list.sheet or open_table(
            series=series[file_list.series],
            players=[seat.player for seat in file_list.seats if seat.player],
            table_number=file_list.table,
        )
        write_totals(sheet, file_list, by=by)
        if not event.second_person:
            finish_sheet(sheet=sheet, by=by)
        if file_list.sheet:
            made.changes.append((sheet, FOOT, ""))
        else:
            made.rows.append(sheet)
    return made


def write_totals(sheet: ScoreSheet, file_list: FileList, *, by: User) -> None:
    """Write the foot of a list whose games are not known."""
    set_totals_only(sheet=sheet, by=by, totals_only=True)
    write_foot(
        sheet=sheet,
        by=by,
        seats={
            seat.place: FootNumbers(points=seat.points, won=seat.won, lost=seat.lost)
            for seat in file_list.seats
        },
        passed_in=file_list.passed_in(sheet.games_planned),
        games=None
        if file_list.games == sheet.games_planned
        else file_list.games or None,
    )


def import_former(
    *, table: FormerTable, source: str, is_published: bool
) -> Generator[int, None, Made]:
    """Store the new results with their players and evenings, within a transaction.

    Each result is a list with one player, of which only the closing is known. The
    number of those that are stored is given after each batch.
    """
    new = table.new
    clubs = stored_clubs()
    added = add_new_people(each for each in table.asked if each.is_new and each.results)
    newcomers = {player.name_key: player for player in added}
    made = Made([*added, *Club.objects.exclude(pk__in=clubs)], reactivate_players(new))
    by_evening: dict[Evening, list[JudgedRow]] = defaultdict(list)
    for judged in new:
        by_evening[judged.day, judged.result.evening].append(judged)
    events = add_events(by_evening, table.shape, source, is_published=is_published)
    results = former_results(by_evening, events, newcomers, table.lists)
    years: set[Year] = set()
    done = 0
    while batch := list(islice(results, BATCH)):
        ScoreSheet.objects.bulk_create([result.sheet for result in batch])
        Seat.objects.bulk_create(
            Seat(sheet=each.sheet, series=each.series, place=1, player=each.player)
            for each in batch
        )
        Result.objects.bulk_create(batch)
        years |= tally_former(batch)
        done += len(batch)
        yield done
    add_up_years(years)
    made.rows.extend(events.values())
    return made


def free_source(name: str) -> str:
    """Return ``name``, with a number if another source has it already."""
    stem = tidy(name)[:LONGEST_SOURCE] or _("table")
    used = set(Event.objects.order_by().values_list("source", flat=True).distinct())
    names = chain([stem], (f"{stem} ({number})" for number in count(2)))
    return next(each for each in names if each not in used)


def reactivate_players(new: Iterable[JudgedRow]) -> list[tuple[Model, str, str]]:
    """Make players active whom an older import left inactive, if still unchanged."""
    playing = {
        judged.player.pk
        for judged in new
        if judged.player and not judged.player.is_active and is_recent(judged)
    }
    people = list(Player.objects.filter(pk__in=unchanged_since_import(playing)))
    for player in people:
        player.is_active = True
    update_many(people, ["is_active"])
    return [(player, "is_active", "False") for player in people]


def add_events(
    evenings: Iterable[Evening], shape: Shape, source: str, *, is_published: bool
) -> dict[Evening, Event]:
    """Add an event for each evening or year; released, because it is over."""
    slugs = set(Event.objects.values_list("slug", flat=True))
    events = {}
    for day, evening in sorted(evenings):
        name = event_name(day, evening, shape)
        kind = EventKind.TOURNAMENT if is_cup(evening) else EventKind.EVENING
        event = events[day, evening] = Event(
            kind=EventKind.CHAMPIONSHIP if shape is Shape.YEAR else kind,
            name=name,
            date=day,
            source=source,
            slug=free_slug(name, day, used=slugs),
            system=SystemChoice.SEEGER_FABIAN,
            is_published=is_published,
            is_released=True,
        )
        slugs.add(event.slug)
        event.clean_fields(exclude={"slug"})
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


def former_results(
    by_evening: Mapping[Evening, Sequence[JudgedRow]],
    events: Mapping[Evening, Event],
    newcomers: Mapping[str, Player],
    lists: int,
) -> Iterator[Result]:
    """Yield an unsaved result on a list of its own for every part of every row.

    The series that have results are added; they are closed.
    """
    now = timezone.now()
    parts = [
        (key, table, judged, part)
        for key, rows in by_evening.items()
        for table, judged in enumerate(rows, 1)
        for part in judged.result.parts
    ]
    series = {
        (key, part.series): Series(event=events[key], number=part.series, closed_at=now)
        for key, _table, _judged, part in parts
    }
    Series.objects.bulk_create(series.values(), batch_size=BATCH)
    codes = iter(fresh_codes(ScoreSheet, len(parts), letters=LIST_CODE_LENGTH))
    for key, table, judged, part in parts:
        sheet = ScoreSheet(
            series=series[key, part.series],
            table_number=table,
            code=next(codes),
            table_size=seats_of_part(part),
            system=SystemChoice.SEEGER_FABIAN,
            rounds=12,
            state=SheetState.FINISHED,
            totals_only=True,
            stands_for=lists_of_part(judged.result, lists),
            mismatch_reason=judged.result.contradiction,
            finished_at=now,
        )
        yield result_of(part, sheet, judged.player or newcomers[judged.key])


def seats_of_part(part: FormerPart) -> int:
    """Return how many sat at the table, as the bonus for others' lost games tells.

    >>> part = FormerPart(series=1, points=24, won=1, lost=0, total=154, others=2)
    >>> seats_of_part(part)
    3
    """
    own = own_points(part.points or 0, part.won or 0, part.lost or 0)
    is_of_three = part.total - own == part.others * RATE.others_lost[3] != 0
    return 3 if is_of_three and part.points is not None else 4


def result_of(part: FormerPart, sheet: ScoreSheet, player: Player) -> Result:
    """Return an unsaved result."""
    return Result(
        sheet=sheet,
        series=sheet.series,
        player=player,
        place=1,
        first_game=1,
        last_game=0,
        game_points=part.points or 0,
        won=part.won or 0,
        lost=part.lost or 0,
        others_lost=part.others,
        total=part.total,
    )


def stored_sources() -> list[Any]:
    """Return the sources of former results, latest years first. Two queries.

    Those of an archive have no import that could be taken back. Last come imports of
    which only people are left.
    """
    events = Event.objects.exclude(source="").order_by()
    rows = events.values("source").annotate(
        evenings=Count("pk"),
        published=Count("pk", filter=Q(is_published=True)),
        first=Min("date"),
        last=Max("date"),
    )
    imports = {run.source: run for run in Import.objects.filter(purpose=Purpose.FORMER)}
    sources = [
        {**row, "pk": run.pk if (run := imports.pop(row["source"], None)) else None}
        for row in rows.order_by("-last", "source")
    ]
    return [*sources, *imports.values()]


@transaction.atomic
def publish_source(*, source: str, is_published: bool) -> int:
    """Publish or withdraw the results of a source; return the number of events."""
    changing = Event.objects.filter(source=source, is_published=not is_published)
    events = list(changing.exclude(source="").select_for_update())
    for event in events:
        event.is_published = is_published
    update_many(events, ["is_published"])
    recount_events([event.pk for event in events])
    return len(events)
