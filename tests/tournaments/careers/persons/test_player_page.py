"""The page of one person over the years, and what visitors see of it."""

import copy
import datetime

import pytest
from django.urls import reverse

from scoring.house.rules import PRESETS, HouseRules
from scoring.notation.reading import NotedLine
from tests.factories import (
    finish_list,
    make_evening,
    make_players,
    make_rule_set,
    make_user,
)
from tests.sampling import sample_list
from tests.tournaments.leagues.matches import secretary
from tournaments.careers.selectors import companions
from tournaments.events.planning.services import publish_event
from tournaments.events.seats.services import open_table
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.models import Result
from tournaments.sheets.tallies import rebuild_tallies
from tournaments.sheets.typing.services import append_lines

NAMES = ("Anna", "Bernd", "Carla", "Dieter")
YEARS = (2024, 2025, 2025, 2026)


def finished(evening, people, *, by, seed):
    sheet = open_table(series=evening.series.get(number=1), players=people)
    games = sample_list(seed, players=len(people), games=12)
    append_lines(sheet=sheet, lines=[NotedLine(entry=one) for one in games], by=by)
    finish_sheet(sheet=sheet, by=by, cut_short=True)
    return sheet


@pytest.fixture(scope="module")
def played(module_db):
    """Four people who have finished four lists in three years, one in public."""
    erika = secretary()
    people = make_players(NAMES)
    for number, year in enumerate(YEARS):
        day = datetime.date(year, 5, 1 + number)
        evening = make_evening(f"Abend {number}", date=day)
        finished(evening, people, by=erika, seed=number)
        if number == 1:
            publish_event(event=evening, is_published=True)
    return people


@pytest.fixture
def people(played, db):
    return copy.deepcopy(played)


@pytest.fixture
def anna(people):
    return people[0]


@pytest.fixture
def others(played, db):
    """Four people without a list."""
    return make_players(("Emil", "Frieda", "Gerd", "Hanna"))


def page_of(client, player, **question):
    return client.get(reverse("people:detail", args=[player.pk]), question)


def test_the_page_adds_up_the_years(client, anna):
    client.force_login(make_user())

    page = page_of(client, anna)

    totals = list(Result.objects.filter(player=anna).values_list("total", flat=True))
    career = page.context["career"]
    assert (career.lists, career.tally.total) == (4, sum(totals))
    assert career.best_total == max(totals)
    assert [one.year for one in page.context["years"]] == [2026, 2025, 2024]
    assert [one.lists for one in page.context["years"]] == [1, 2, 1]
    for words in (
        "Das kann an den Karten liegen: Bei normalem Kartenglück sind es",
        "Üblich sind in solchen Spielen etwa",
        "Vorhand",
    ):
        assert words in page.text


def test_the_page_shows_the_lists_of_a_year_with_links(client, anna):
    client.force_login(make_user())

    last, asked = page_of(client, anna), page_of(client, anna, year="2025")
    by_points = page_of(client, anna, year="2025", sort="points")

    assert len(last.context["lists"]) == 1
    assert len(asked.context["lists"]) == 2
    for one in asked.context["lists"]:
        assert f'href="/lists/{one.tally.sheet_id}/"' in asked.text
        assert one.course.points[-1] == one.tally.total
    totals = [one.tally.total for one in by_points.context["lists"]]
    assert totals == sorted(totals, reverse=True)
    assert 'aria-sort="descending"><a href="?year=2025#lists"' in by_points.text
    for year in ("1900", "x", "-1", "9" * 30, "²"):  # a year without lists
        assert page_of(client, anna, year=year).context["year"] == 2026


def test_a_list_by_house_rules_says_that_it_is_not_counted(client, anna, people, erika):
    friday = make_evening(
        "Freitag",
        date=datetime.date(2026, 6, 1),
        rule_set=make_rule_set(name="Kontra", rules=HouseRules(kontra=True)),
    )
    finished(friday, people, by=erika, seed=9)
    client.force_login(make_user())

    page = page_of(client, anna)
    rows = page.text.split('id="lists"')[1].split("</table>")[0].split("<tr>")[2:]

    assert page.context["career"].lists == 4
    assert ["zählt hier nicht mit" in row for row in rows] == [True, False]
    assert "Freitag" in rows[0]


def test_lists_that_the_lowest_sum_wins_say_so_and_are_never_mixed_in(
    client, anna, people, erika
):
    marks = make_rule_set(name="Striche", rules=PRESETS["marks"])
    for year in (2019, 2026):
        day = datetime.date(year, 7, 1)
        evening = make_evening("", rounds=1, date=day, rule_set=marks)
        sheet = open_table(series=evening.series.get(number=1), players=people)
        finish_list(sheet, ["r48/42/30"] * 4, by=erika)
    client.force_login(make_user())

    page = page_of(client, anna, year="2026", sort="points")
    rows = page.text.split('id="lists"')[1].split("</table>")[0].split("<tr>")[2:]
    alone = page_of(client, anna, year="2019")

    assert page.context["career"].lists == 4
    assert "nach Hausregeln" in rows[-1]
    assert rows[-1].count(">–</td>") == 3
    assert '<a href="?year=2019#lists">2019</a>' in page.text
    assert alone.context["year"] == 2019


def test_visitors_read_published_lists_and_nothing_else(client, anna):
    answer = page_of(client, anna)

    assert answer.status_code == 200
    assert answer.context["career"].lists == 1
    assert [one.year for one in answer.context["years"]] == [2025]
    assert "Abend 1" in answer.text
    assert "Abend 2" not in answer.text
    assert page_of(client, anna, year="2026").context["year"] == 2025


def test_to_a_visitor_a_person_without_a_public_list_does_not_exist(client, others):
    finished(make_evening(), others, by=secretary(), seed=1)

    closed = page_of(client, others[0])
    nobody = client.get("/members/987654/")

    assert closed.status_code == nobody.status_code == 404
    assert "Emil" not in closed.text
    assert "was hier stand, wurde inzwischen gelöscht" in " ".join(nobody.text.split())
    assert "/accounts/login/?next=/members/987654/" in nobody.text
    assert main_part(closed) == main_part(nobody)


def main_part(page):
    return page.text.partition("<main")[2].partition("</main>")[0]


def test_a_person_without_a_list_has_a_page_too(client, others):
    client.force_login(make_user())

    answer = page_of(client, others[0])

    assert answer.status_code == 200
    assert "Noch keine Liste abgeschlossen" in answer.text


def test_companions_are_those_of_the_same_tables(others, erika):
    first = finished(make_evening("eins"), others[:3], by=erika, seed=1)
    second = finished(make_evening("zwei"), others[:2] + others[3:], by=erika, seed=2)
    emil, frieda = others[0], others[1]

    found = companions(emil.pk, published_only=False)

    own = {each.sheet_id: each.total for each in emil.results.all()}
    other = {each.sheet_id: each.total for each in frieda.results.all()}
    assert [one.player.name for one in found] == ["Frieda", "Gerd", "Hanna"]
    assert (found[0].lists, found[0].own_total) == (2, sum(own.values()))
    assert found[0].other_total == sum(other.values())
    assert found[0].ahead == sum(
        own[sheet.pk] > other[sheet.pk] for sheet in (first, second)
    )
    assert found[1].own_total == own[first.pk]


def test_a_substitute_sees_the_course_of_the_seat(client, people, others, erika):
    evening = make_evening(rounds=1)
    sheet = open_table(series=evening.series.get(), players=people)
    finish_list(sheet, ["2a1", "3g2", "1a1", "1k1"], by=erika)
    emil = others[0]
    Result.objects.filter(sheet=sheet, player=people[1]).update(player=emil)
    rebuild_tallies([emil.pk, people[1].pk])

    (one,) = page_of(client, emil).context["lists"]

    assert one.course is None
