"""The tallies always agree with the lists, whatever happens to these."""

import datetime
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing
from contextvars import copy_context
from dataclasses import fields
from random import Random
from threading import Event

import pytest
from django.db import connection, transaction

from scoring.lists.tallies import COUNTS, Tally
from scoring.notation.reading import NotedLine
from tests.factories import EIGHT_GAMES, make_evening, make_players, type_games
from tests.sampling import sample_list
from tournaments.events.planning.services import publish_event, update_event
from tournaments.events.seats.services import open_table
from tournaments.sheets.finishing.services import (
    finish_sheet,
    reopen_sheet,
    strike_rest,
)
from tournaments.sheets.models import ListTally, Result, TallyCounts, YearTally
from tournaments.sheets.seats import add_substitute
from tournaments.sheets.tallies import (
    has_missing_tallies,
    postponed_years,
    rebuild_tallies,
)
from tournaments.sheets.typing.services import append_lines

NAMES = ("Anna", "Bernd", "Carla", "Dieter", "Emil")


def finished_list(evening, people, *, by, seed=1, series=1):
    """Type two rounds of a list and finish it."""
    sheet = open_table(series=evening.series.get(number=series), players=people)
    games = sample_list(seed, players=len(people), games=2 * len(people))
    append_lines(sheet=sheet, lines=[NotedLine(entry=one) for one in games], by=by)
    finish_sheet(sheet=sheet, by=by, cut_short=True)
    return sheet


def stored(model):
    """Return all rows of a model without their own numbers."""
    names = [field.name for field in model._meta.concrete_fields if field.name != "id"]
    return set(model.objects.order_by().values_list(*names))


def all_tallies():
    return stored(ListTally), stored(YearTally)


@pytest.fixture
def people(db):
    return make_players(NAMES)


def test_the_columns_are_the_counts_of_the_rule_book():
    columns = [field.name for field in TallyCounts._meta.get_fields()]

    assert columns == [field.name for field in fields(Tally)] == list(COUNTS)


def test_a_finished_list_counts_for_everybody_who_sat_there(people, erika):
    sheet = open_table(series=make_evening(rounds=2).series.get(), players=people[:4])
    type_games(sheet, EIGHT_GAMES, by=erika)

    finish_sheet(sheet=sheet, by=erika)

    carla = YearTally.objects.get(player=people[2])
    assert (carla.year, carla.lists, carla.total) == (2026, 1, 182)
    assert (carla.played_grand, carla.won_grand, carla.best_value) == (1, 1, 72)
    assert (carla.active, carla.defended, carla.others_lost) == (6, 4, 2)
    anna = YearTally.objects.get(player=people[0])
    assert (anna.played_spades, anna.won_spades, anna.won_clubs) == (1, 0, 1)
    assert (anna.third, anna.seat_1, anna.best_run) == (1, 1, 1)


def test_a_substitute_has_a_separate_tally_until_it_is_the_same_player(people, erika):
    sheet = open_table(series=make_evening().series.get(), players=people[:4])
    type_games(sheet, ["2a1", "3g2"], by=erika)
    add_substitute(sheet=sheet, place=2, player=people[4], by=erika)
    type_games(sheet, ["2a1", "1k2"], by=erika)
    strike_rest(sheet=sheet, by=erika)
    finish_sheet(sheet=sheet, by=erika)

    bernd, emil = (ListTally.objects.get(player=people[at]) for at in (1, 4))
    assert (bernd.won, bernd.played_diamonds, bernd.active) == (1, 1, 1)
    assert (emil.won, emil.played_diamonds, emil.active) == (1, 1, 2)
    # Nobody who played only a part of the list has a place by points.
    assert sum([bernd.first, bernd.second, bernd.third, bernd.fourth]) == 0
    # As the event file of another program may have it.
    Result.objects.filter(player=people[4]).update(player=people[1])
    rebuild_tallies()
    bernd = ListTally.objects.get(player=people[1])
    assert (bernd.won, bernd.active) == (2, 3)


def test_a_year_has_the_best_of_its_lists_and_evenings(people, erika):
    evening = make_evening(series=2)
    sheets = [
        finished_list(evening, people[:4], by=erika, seed=seed, series=seed)
        for seed in (1, 2)
    ]

    year = YearTally.objects.get(player=people[0])
    totals = [sheet.results.get(player=people[0]).total for sheet in sheets]
    assert (year.lists, year.total) == (2, sum(totals))
    assert (year.best_total, year.best_evening) == (max(totals), sum(totals))


def test_lists_are_kept_apart_until_everybody_may_read_them(people, erika):
    evening = make_evening()
    finished_list(evening, people[:4], by=erika)
    before = set(YearTally.objects.values_list("is_published", flat=True))

    publish_event(event=evening, is_published=True)

    assert before == {False}
    assert set(YearTally.objects.values_list("is_published", flat=True)) == {True}


def publish_it(evening):
    publish_event(event=evening, is_published=True)


def move_it(evening):
    evening.date = datetime.date(2024, 2, 29)
    update_event(event=evening, series=1, confirmed=True)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("change", [publish_it, move_it])
@pytest.mark.parametrize("is_finished_first", [True, False])
def test_a_list_finished_while_its_event_is_changed_is_counted_rightly(
    erika, change, is_finished_first
):
    evening = make_evening(rounds=2)
    people = make_players(NAMES[:4])
    sheet = open_table(series=evening.series.get(), players=people)
    type_games(sheet, EIGHT_GAMES, by=erika)

    two = [lambda: finish_sheet(sheet=sheet, by=erika), lambda: change(evening)]
    at_the_same_moment(*two[:: 1 if is_finished_first else -1])

    kept = all_tallies()
    rebuild_tallies()
    assert all_tallies() == kept
    assert len(kept[0]) == 4


def at_the_same_moment(first, second):
    """Begin ``second`` when ``first`` has written everything but not committed it."""
    is_written, may_end = Event(), Event()

    def slowly():
        with closing(connection), transaction.atomic():
            first()
            is_written.set()
            may_end.wait(10)

    def meanwhile():
        with closing(connection):
            second()

    with ThreadPoolExecutor(2) as threads:
        works = [threads.submit(copy_context().run, slowly)]
        is_written.wait(10)
        works.append(threads.submit(copy_context().run, meanwhile))
        # Without a lock the second one would end now and count what it can see.
        wait(works[1:], timeout=0.5)
        may_end.set()
        for work in works:
            work.result(timeout=20)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_happens_the_tallies_are_those_of_the_lists(people, erika, seed):
    chance = Random(seed)
    evenings = [
        make_evening(f"Abend {number}", series=2, date=datetime.date(year, 12, 31))
        for number, year in enumerate((2025, 2025, 2026))
    ]
    finished = []
    for step in range(12):
        action = chance.choice(["finish", "finish", "reopen", "publish", "date"])
        evening = chance.choice(evenings)
        if action == "finish":
            seated = chance.sample(people, chance.choice([3, 4, 5]))
            series = evening.series.filter(sheets=None).first()
            if series:
                own = {"by": erika, "seed": step, "series": series.number}
                finished.append(finished_list(evening, seated, **own))
        elif action == "reopen" and finished:
            sheet = finished.pop(chance.randrange(len(finished)))
            reopen_sheet(sheet=sheet, by=erika, reason="wrong line")
            if chance.random() < 0.5:
                finish_sheet(sheet=sheet, by=erika)
                finished.append(sheet)
        elif action == "publish":
            publish_event(event=evening, is_published=chance.random() < 0.5)
        else:
            evening.refresh_from_db()
            evening.date = datetime.date(chance.choice([2024, 2026]), 1, 1)
            update_event(event=evening, series=2, confirmed=True)
    kept = all_tallies()

    rebuild_tallies()

    assert all_tallies() == kept
    assert len(kept[0]) == Result.objects.count()


def test_postponed_years_are_added_up_at_the_end(people, erika):
    evening = make_evening(series=2)

    with postponed_years():
        finished_list(evening, people[:4], by=erika)
        finished_list(evening, people[1:], by=erika, seed=2, series=2)
        assert not YearTally.objects.exists()

    found = all_tallies()
    assert {year.lists for year in YearTally.objects.all()} == {1, 2}
    rebuild_tallies()
    assert all_tallies() == found
    reopen_sheet(
        sheet=evening.series.get(number=2).sheets.get(), by=erika, reason="Zeile 1"
    )
    assert {year.lists for year in YearTally.objects.all()} == {1}


def test_results_given_to_somebody_else_count_there_after_rebuilding(people, erika):
    sheets = [
        finished_list(make_evening(f"Abend {seed}"), people[:4], by=erika, seed=seed)
        for seed in (1, 2)
    ]
    bernd, emil = people[1], people[4]
    Result.objects.filter(player=bernd, sheet=sheets[1]).update(player=emil)

    rebuild_tallies([bernd.pk, emil.pk])

    assert YearTally.objects.get(player=bernd).lists == 1
    assert YearTally.objects.get(player=emil).lists == 1
    kept = all_tallies()
    rebuild_tallies()
    assert all_tallies() == kept


def test_missing_tallies_are_noticed_and_built(people, erika):
    finished_list(make_evening(), people[:4], by=erika)
    kept = all_tallies()
    ListTally.objects.all().delete()
    YearTally.objects.all().delete()
    assert has_missing_tallies()

    rebuild_tallies()

    assert all_tallies() == kept
    assert not has_missing_tallies()


def test_a_list_of_totals_alone_knows_nothing_of_contracts(people, erika):
    sheet = finished_list(make_evening(), people[:4], by=erika)
    sheet.refresh_from_db()
    sheet.totals_only = True
    sheet.save()

    rebuild_tallies()

    rows = list(ListTally.objects.filter(sheet=sheet))
    won = {row.player_id: row.won for row in rows}
    assert won == dict(Result.objects.values_list("player", "won"))
    assert not any(row.active or row.played_grand or row.best_value for row in rows)
