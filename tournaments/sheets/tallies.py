"""Keeping the tallies: written when a list is finished, rebuilt from the lists.

These functions only write what follows from the finished lists; services that change
lists call them inside their transactions. Years are added up anew only for the people
concerned, so finishing a list costs the same in every season.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db import transaction
from django.db.models import F, Max, Q, QuerySet, Sum
from django.utils import timezone

from scoring.game.written_games import Contract
from scoring.lists.sheets import SeatTotal, StintTotal
from scoring.lists.tallies import (
    COUNTS,
    GREATEST,
    SUMMED,
    TalliedGame,
    Tally,
    add_up,
    tally_of,
    tally_stints,
)
from tournaments.people.models import Player
from tournaments.scope.scope import DRAW, RESULTS, bound, read_by_visitors
from tournaments.sheets.ledger import Ledger
from tournaments.sheets.models import ListTally, Result, ScoreSheet, YearTally
from tournaments.sheets.models.programme import Series, has_house_rules
from tournaments.sheets.selectors import (
    EVENT,
    event_is_public,
    ledgers_of,
    list_is_public,
    may_be_record,
    plays_by_the_isko,
)
from tournaments.sheets.writing import lock_lists
from tournaments.words.choices import EventKind

BATCH = 200
YEARLY = (*SUMMED, *GREATEST, "lists", "uncounted", "best_total", "most_won")
Year = tuple[int, int]  # a person and a year
_postponed_years: ContextVar[set[Year] | None] = ContextVar(
    "years put off", default=None
)


@contextmanager
def postponed_years() -> Iterator[None]:
    """Add up years only once, at the end, while many lists are written."""
    years: set[Year] = set()
    with transaction.atomic():
        with bound(_postponed_years, years):
            yield
        add_up_years(years)


@transaction.atomic
def tally_list(ledger: Ledger, results: Iterable[Result]) -> None:
    """Write the tallies of a list that was just finished, and the years of its people.

    The date is read again: the event may have changed while its reader waited for the
    lock on the list.
    """
    ledger.sheet.series.event.refresh_from_db(fields=["date"])
    add_up_years(save_tallies(tallies_of(ledger, results)))


@transaction.atomic
def tally_sheets(sheets: Iterable[ScoreSheet]) -> None:
    """Write the tallies of all lists among ``sheets`` that are finished."""
    add_up_years(write_tallies([sheet.pk for sheet in sheets]))


@transaction.atomic
def untally_sheets(sheets: Iterable[ScoreSheet]) -> None:
    """Delete the tallies of lists that are no longer finished, or will be deleted."""
    pks = [sheet.pk for sheet in sheets]
    delete_tallies(ListTally.objects.filter(sheet__in=pks))


@transaction.atomic
def untally_events(event_ids: Collection[int]) -> None:
    delete_tallies(ListTally.objects.filter(**{f"{EVENT}__in": event_ids}).order_by())


def delete_tallies(tallies: QuerySet[ListTally]) -> None:
    """Delete tallies and add up the years that they belonged to."""
    years = set(tallies.values_list("player", "year"))
    tallies.delete()
    add_up_years(years)


def tally_former(results: Iterable[Result]) -> set[Year]:
    """Write the tallies of former years, of which only the closing is known.

    The results bring their lists and events with them. The years are still to be added
    up.
    """
    return save_tallies(
        list_tally(row.sheet, row.player_id, former_tally(row)) for row in results
    )


@transaction.atomic
def recount_events(event_ids: Collection[int]) -> None:
    """Count lists again after the date of their events, or their readers, changed.

    All their lists are locked: a list that is being finished at this moment is waited
    for and counted, and one that is finished later is counted with the new date.
    """
    lock_lists(ScoreSheet.objects.filter(series__event__in=event_ids))
    tallies = ListTally.objects.filter(**{f"{EVENT}__in": event_ids}).order_by()
    years = set(tallies.values_list("player", "year"))
    outdated = tallies.exclude(year=F(f"{EVENT}__date__year"))
    for event, day in set(outdated.values_list(EVENT, f"{EVENT}__date")):
        of_event = outdated.filter(**{EVENT: event})
        years |= {
            (person, day.year) for person in of_event.values_list("player", flat=True)
        }
        of_event.update(year=day.year)
    add_up_years(years)


def count_released() -> None:
    """Count for visitors the lists that have been released meanwhile. One query.

    Nothing is written when the moment of a release passes, so this is called before
    visitors read years. It removes the moments: next time there is nothing to do.
    """
    now = timezone.now()
    if Series.objects.filter(Q(draw_from__lte=now) | Q(results_from__lte=now)).exists():
        with transaction.atomic(), read_by_visitors(None):
            events: set[int] = set()
            for name in (DRAW, RESULTS):
                passed = Series.objects.filter(**{f"{name}__lte": now})
                events |= set(passed.order_by().values_list("event", flat=True))
                passed.update(**{name: None})
            recount_events(events)


@transaction.atomic
def rebuild_tallies(player_ids: Collection[int] | None = None) -> None:
    """Rebuild the tallies of some people, or of everybody, from the finished lists.

    For some people, only lists whose results and tallies name different people are read
    again, as after two entries of a person were joined.
    """
    if player_ids is None:
        ListTally.objects.all().delete()
        YearTally.objects.all().delete()
        pks = set(Result.objects.values_list("sheet", flat=True))
        years: set[Year] = set()
    else:
        stored = ListTally.objects.all()
        people = {"player__in": player_ids}
        with_result = Result.objects.filter(**people).values_list("sheet", "player")
        with_tally = stored.filter(**people).values_list("sheet", "player")
        pks = {sheet for sheet, _player in {*with_result} ^ {*with_tally}}
        mismatched = stored.filter(sheet__in=pks)
        years = {
            year
            for rows in (
                mismatched,
                stored.filter(**people),
                YearTally.objects.filter(**people),
            )
            for year in rows.values_list("player", "year")
        }
        mismatched.delete()
    ordered = sorted(pks)
    for start in range(0, len(ordered), BATCH):
        batch = ordered[start : start + BATCH]
        years |= write_tallies(batch)
    add_up_years(years)


def has_missing_tallies() -> bool:
    """Tell whether there are results but no tallies yet, as in an old database."""
    return Result.objects.exists() and not ListTally.objects.exists()


def write_tallies(pks: Collection[int]) -> set[Year]:
    """Write the tallies of many lists; return the years that this changes.

    Five queries, however many lists.
    """
    sheets = ScoreSheet.objects.finished().filter(pk__in=pks)
    ledgers = ledgers_of(sheets.with_event())
    results: dict[int, list[Result]] = defaultdict(list)
    for row in Result.objects.filter(sheet__in=[ledger.sheet.pk for ledger in ledgers]):
        results[row.sheet_id].append(row)
    return save_tallies(
        tally
        for ledger in ledgers
        for tally in tallies_of(ledger, results[ledger.sheet.pk])
    )


def save_tallies(rows: Iterable[ListTally]) -> set[Year]:
    """Store tallies of lists; return the years they belong to. One query."""
    saved = ListTally.objects.bulk_create(rows, batch_size=BATCH)
    return {(row.player_id, row.year) for row in saved}


def tallies_of(ledger: Ledger, results: Iterable[Result]) -> Iterator[ListTally]:
    """Yield the tally of everybody with a result, unsaved.

    A person who left the list and came back has one tally. Games under house rules are
    not counted: their values are not comparable.
    """
    rows = list(results)
    sheet = ledger.sheet
    event = sheet.series.event
    is_counted = not sheet.totals_only and not has_house_rules(event.rule_set)
    stints = [stored_stint(row) for row in rows]
    games = [
        TalliedGame(
            number=game.number,
            declarer=game.declarer,
            contract=Contract(game.contract) if game.contract else None,
            ouvert=game.ouvert,
            score=line.result.score,
            won=line.result.won,
        )
        for game, line in zip(ledger.games, ledger.play.lines, strict=True)
        if is_counted
    ]
    if sheet.is_former:
        # Nobody knows who else sat at the table, or where.
        tallies = tuple(former_tally(row) for row in rows)
    else:
        tallies = tally_stints(
            games, players=sheet.table_size, stints=stints, system=sheet.as_system()
        )
    by_person = defaultdict(list)
    for row, tally in zip(rows, tallies, strict=True):
        by_person[row.player_id].append(tally)
    for person, parts in by_person.items():
        yield list_tally(sheet, person, parts[0] if len(parts) == 1 else add_up(parts))


def list_tally(sheet: ScoreSheet, person: int, counts: Tally) -> ListTally:
    return ListTally(
        sheet=sheet,
        player_id=person,
        year=sheet.series.event.date.year,
        lists=1 if sheet.stands_for is None else sheet.stands_for,
        **{name: getattr(counts, name) for name in COUNTS},
    )


def former_tally(row: Result) -> Tally:
    """Return the tally of a former year, of which only the closing is known."""
    return tally_of(stored_stint(row).total, {}, players=0)


def stored_stint(row: Result) -> StintTotal:
    """Return a stored result as a stint with its frozen points."""
    return StintTotal(
        place=row.place,
        first=row.first_game,
        last=row.last_game,
        total=SeatTotal(
            place=row.place,
            game_points=row.game_points,
            won=row.won,
            lost=row.lost,
            others_lost=row.others_lost,
            won_lost_bonus=0,
            others_bonus=0,
            total=row.total,
        ),
    )


def add_up_years(years: Collection[Year]) -> None:
    """Rewrite the years of people from the tallies of their lists.

    The rows of the people are locked, so that two lists of one person may be finished
    at the same time. Five queries, however many people and years.
    """
    postponed = _postponed_years.get()
    if postponed is not None:
        postponed.update(years)
        return
    if not years:
        return
    people = sorted({person for person, _year in years})
    locked = Player._base_manager.select_for_update(no_key=True).filter(pk__in=people)
    list(locked.order_by("pk").values_list("pk"))
    of_years = Q(player__in=people, year__in={year for _person, year in years})
    YearTally.objects.filter(of_years).delete()
    YearTally.objects.bulk_create(year_rows(of_years), batch_size=BATCH)


def year_rows(of_years: Q) -> Iterator[YearTally]:
    """Yield years of people, unsaved; lists under house rules are left out."""
    lists = ListTally.objects.filter(
        of_years, plays_by_the_isko(f"{EVENT}__rule_set")
    ).order_by()
    lists = lists.annotate(is_public=list_is_public())
    evenings = best_evenings(lists)
    rows = (
        lists.values_list("player", "year", "is_public")
        .annotate(*map(Sum, SUMMED), *map(Max, GREATEST))
        .annotate(
            Sum("lists"),
            of_uncounted=Sum("total", filter=Q(lists=0), default=0),
            best_one=best_single_list("total"),
            most_one=best_single_list("won"),
        )
    )
    for person, year, is_published, *numbers in rows:
        yield YearTally(
            player_id=person,
            year=year,
            is_published=is_published,
            best_evening=evenings.get((person, year, is_published)),
            **dict(zip(YEARLY, numbers, strict=True)),
        )


def best_single_list(column: str) -> Max:
    """Return the maximum of a column among single lists; 0 if there is none."""
    return Max(column, filter=Q(lists=1) & may_be_record(), default=0)


def best_evenings(lists: QuerySet[ListTally]) -> dict[tuple[int, int, bool], int]:
    """Return the best club evening by person, year and whether it is public.

    An evening of which only a part is public counts as not public.
    """
    sums = (
        lists.filter(may_be_record(), **{f"{EVENT}__kind": EventKind.EVENING})
        .annotate(is_whole=event_is_public())
        .values_list("player", "year", "is_whole", EVENT)
        .annotate(points=Sum("total"))
    )
    best: dict[tuple[int, int, bool], int] = {}
    for person, year, is_whole, _event, points in sums:
        key = (person, year, is_whole)
        best[key] = max(points, best.get(key, points))
    return best
