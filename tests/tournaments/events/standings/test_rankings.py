"""The rankings of an event, all made of the same lists, and who is in which class."""

import datetime

import pytest
from django.urls import reverse

from scoring.house.rules import PRESETS
from scoring.ranking.standings import Criterion
from tests.factories import (
    make_evening,
    make_player,
    make_rule_set,
    make_sheet,
    type_games,
)
from tests.tournaments.papers.pdf import rows_of, texts_of
from tournaments.events.entries.services import mark_left, register_seated
from tournaments.events.flow.services import release
from tournaments.events.models import Event, Prize
from tournaments.events.results import classes_of
from tournaments.events.seats.services import open_table
from tournaments.events.standings.selectors import leaders_of, standings_of, ties_in
from tournaments.events.standings.tables import StandingsTable
from tournaments.events.standings.words import unranked_text
from tournaments.files.spreadsheets.views import standings_spreadsheet
from tournaments.papers.event.standings import standings_paper, tie_texts
from tournaments.people.models import Club, Player
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.words.choices import CriterionChoice, Gender, Ranking

pytestmark = pytest.mark.django_db


PEOPLE = {
    "Anna": {"gender": "female", "birth_date": datetime.date(1966, 1, 1)},
    "Bernd": {"birth_date": datetime.date(1966, 1, 2)},
    "Carla": {"gender": "female", "birth_date": datetime.date(2006, 1, 1)},
    "Dieter": {"is_guest": True},
}


@pytest.fixture
def people(db):
    return {name: make_player(name, **fields) for name, fields in PEOPLE.items()}


@pytest.fixture
def evening(db):
    return make_evening(series=2, system="plain")


def play_list(evening, people, games, by, *, series=1):
    sheet = open_table(
        series=evening.series.get(number=series), players=list(people.values())
    )
    type_games(sheet, games, by=by)
    finish_sheet(sheet=sheet, by=by, cut_short=True)


def names(evening, ranking=Ranking.SINGLE, **kind):
    places = standings_of(evening, ranking=ranking, **kind).places
    return [(line.place, line.entry.name) for line in places]


@pytest.fixture
def results(evening, people, erika):
    # Anna 18 + 0, Bernd 0 + 48, Carla 24 + 23, Dieter 0 + 36
    play_list(evening, people, ("e", "e", "e", "1a1", "e", "3n", "e", "e"), erika)
    play_list(evening, people, ("e", "e", "e", "e", "2g1", "e", "4k2"), erika, series=2)


def test_every_criterion_has_a_word():
    assert {each.value for each in CriterionChoice} == set(Criterion)


def test_one_result_has_many_rankings(evening, results):
    everybody = [(1, "Bernd"), (2, "Dieter"), (3, "Carla"), (4, "Anna")]
    assert names(evening) == everybody
    assert names(evening, Ranking.WOMEN) == [(1, "Carla"), (2, "Anna")]
    assert names(evening, Ranking.SENIORS) == [(1, "Anna")]
    assert names(evening, Ranking.JUNIORS) == [(1, "Carla")]
    assert names(evening, Ranking.GUESTS) == [(1, "Dieter")]
    lists = standings_of(evening, ranking=Ranking.LISTS).places
    best = [(p.place, p.entry.player, p.entry.series, p.entry.total) for p in lists]
    assert best[:2] == [(1, "Bernd", 2, 48), (2, "Dieter", 2, 36)]
    assert names(evening, series=1)[:2] == [(1, "Carla"), (2, "Anna")]
    evening.guests_apart = True
    assert names(evening) == [(1, "Bernd"), (2, "Carla"), (3, "Anna")]
    assert names(evening, Ranking.EVERYBODY) == everybody


@pytest.mark.parametrize("ranking", [Ranking.SINGLE, Ranking.LISTS])
def test_the_cup_of_clubs_names_clubs_on_screen_and_paper(
    client, evening, people, results, ranking
):
    for name, club in (("Anna", "Pik Sieben"), ("Bernd", "Herz As")):
        people[name].club = Club.objects.create(name=club)
        people[name].save()
    addresses = [
        reverse("events:ranking", args=[evening.pk, ranking]),
        reverse("events:beamer", args=[evening.pk]) + f"?ranking={ranking}",
    ]

    pages = [client.get(address).text for address in addresses]
    paper = rows_of(standings_paper(evening, ranking=ranking))

    for page in pages:
        assert "<small>Pik Sieben</small>" in page
    assert paper[0][2] == "Verein"
    assert {row[2] for row in paper[1:]} == {"Pik Sieben", "Herz As", ""}


def test_a_club_is_named_unless_hidden_or_the_only_one(evening, people, results):
    clubs = [Club.objects.create(name=name) for name in ("Pik Sieben", "Herz As")]
    Player.objects.update(club=clubs[0])
    heads = rows_of(standings_paper(evening))[0]
    anna = people["Anna"]
    anna.privacy, anna.cover_number, anna.club = "hidden", 17, clubs[1]
    anna.save()

    shown = [line.entry.club for line in standings_of(evening).places]

    assert set(shown) == {"Pik Sieben", ""}
    assert "Verein" not in heads


def test_a_ranking_without_members_says_that_guests_have_played(
    client, evening, people, erika
):
    Player.objects.update(is_guest=True)
    evening.guests_apart = True
    evening.save()
    play_list(evening, people, ("2g1", "1a1"), erika)

    pages = [
        client.get(reverse(f"events:{name}", args=[evening.pk])).text
        for name in ("standings", "beamer")
    ]
    paper = standings_paper(evening)

    for text in (*pages, *texts_of(paper)[-1:]):
        assert "Bisher haben nur Gäste eine Liste abgeschlossen" in text
        assert "Noch keine Liste abgeschlossen" not in text


@pytest.mark.parametrize(
    ("chain", "first", "decided"),
    [
        ("won,fewer-lost", "Anna", Criterion.WON),
        ("best-list,won,fewer-lost", "Bernd", Criterion.BEST_LIST),
        ("fewer-lost,last-series,won", "Anna", Criterion.LAST_SERIES),
    ],
)
def test_the_chain_decides_between_equal_totals(
    evening, people, erika, chain, first, decided
):
    # Anna wins 24 and 24 in two series, Bernd 48 in one.
    play_list(evening, people, ("e", "1k1", "e", "e", "2g1"), erika)
    play_list(evening, people, ("e", "1k1", "e"), erika, series=2)
    evening.tie_chain = chain

    found = standings_of(evening)

    top = found.places[0]
    assert top.entry.player == first
    assert not top.shared
    assert found.chain[top.decided_by] is decided


def test_the_page_names_what_decided(client, evening, people, erika):
    play_list(evening, people, ("e", "1k1", "e", "e", "2g1"), erika)
    play_list(evening, people, ("e", "1k1", "e"), erika, series=2)

    page = client.get(reverse("events:standings", args=[evening.pk])).text

    assert "mehr gewonnene Spiele (SkWO 6.3.1)" in page


def test_the_page_says_how_far_the_prizes_go(client, evening, results, erika):
    for place, amount in ((1, 5000), (2, 2500)):
        Prize.objects.create(event=evening, place=place, amount=amount)
    address = reverse("events:standings", args=[evening.pk])
    released = release(event=evening, is_released=True, confirmed=True)
    final = client.get(address).text
    release(event=released, is_released=False)
    make_sheet(("Emil", "Frieda", "Gerd"), evening=evening)

    page = client.get(address).text

    assert "2 Plätze gewinnen einen Preis." in page
    assert "Für den letzten davon braucht man zurzeit 36 Punkte." in page
    assert "Für den letzten davon waren " in final
    assert "zurzeit" not in final


def test_a_percentage_of_the_field_wins_a_prize(evening, people, results):
    evening.prize_mode, evening.prize_percent = "field", 50
    register_seated(event=evening)

    assert standings_of(evening).prize.places == 2


def test_in_marks_of_schieberamsch_the_lowest_sum_wins(people, erika):
    rule_set = make_rule_set(name="Ramsch", rules=PRESETS["marks"])
    evening = make_evening(rule_set=rule_set)
    three = {name: people[name] for name in ("Anna", "Bernd", "Carla")}

    play_list(evening, three, ["r60/30/30", "r0/0/120d3"], erika)

    # Anna 6, Bernd 3, Carla 3 - 120.
    ranked = standings_of(evening).places
    assert [(line.entry.player, line.entry.total) for line in ranked] == [
        ("Carla", -117),
        ("Bernd", 3),
        ("Anna", 6),
    ]
    assert [line.entry.best_list for line in ranked] == [-117, 3, 6]


@pytest.mark.parametrize(
    ("rules", "games"),
    [("marks", ["r60/30/30"]), ("bierlachs", ["1k1-", "2k1-", "3k1-"])],
)
def test_where_games_only_cost_whoever_missed_a_series_stands_behind(
    people, erika, rules, games
):
    evening = make_evening(
        series=2, rule_set=make_rule_set(name="Ramsch", rules=PRESETS[rules])
    )
    evening = Event.objects.get(pk=evening.pk)
    three = {name: people[name] for name in ("Anna", "Bernd", "Carla")}
    play_list(evening, three, games, erika)
    play_list(evening, three | {"Anna": people["Dieter"]}, games, erika, series=2)

    standings = standings_of(evening)
    texts = tie_texts(standings)

    assert [line.entry.player for line in standings.places[:2]] == ["Bernd", "Carla"]
    assert texts[-1] == "Platz 3: nur 1 Liste"
    leaders = leaders_of([evening], places=1)[evening.pk]
    assert [line.entry.player for line in leaders] == ["Bernd", "Carla"]
    assert [tie.place for tie in ties_in(standings)] == [1, 3]


def test_a_place_may_need_a_number_of_lists(people, erika, evening):
    Event.objects.update(least_lists=2)
    evening = Event.objects.get(pk=evening.pk)
    three = {name: people[name] for name in ("Anna", "Bernd", "Carla")}
    play_list(evening, three, ["1k1"], erika)
    first = standings_of(evening)
    assert first.unranked == ()  # the second list may still follow
    assert standings_spreadsheet(first).note.startswith("Vorläufig: 1 von 1 Listen")

    play_list(evening, three | {"Anna": people["Dieter"]}, ["2k1"], erika, series=2)
    standings = standings_of(evening)

    assert {line.entry.player for line in standings.places} == {"Bernd", "Carla"}
    assert [row.player for row in standings.unranked] == ["Anna", "Dieter"]
    text = "Nicht gewertet, weniger als 2 Listen: Anna (24), Dieter (0)."
    assert unranked_text(standings) in texts_of(standings_paper(evening))
    assert unranked_text(standings) == text
    leaders = leaders_of([evening], places=9)[evening.pk]
    assert [line.entry.player for line in leaders] == ["Bernd", "Carla"]
    assert [row[:2] for row in standings_spreadsheet(standings).rows[2:]] == [
        (None, "Anna"),
        (None, "Dieter"),
    ]


def test_whoever_left_early_is_marked(people, erika, evening):
    play_list(evening, people, ["2k1"], erika)
    register_seated(event=evening)
    bernd = evening.entries.get(player=people["Bernd"])
    mark_left(entry=bernd, after_series=1)

    (remark,) = tie_texts(standings_of(evening))

    places = {line.entry.name: line.place for line in standings_of(evening).places}
    assert remark.startswith(f"Platz {places['Bernd']}: gegangen nach Serie 1")


@pytest.mark.parametrize("ranking", ["single", "lists"])
def test_a_click_on_won_shows_who_won_most_first(people, erika, evening, ranking):
    play_list(evening, people, ["2k1"], erika)

    table = StandingsTable(standings_of(evening, ranking=ranking))

    assert table.columns["won"].column.initial_sort_descending


JUNE = datetime.date(2026, 6, 13)


def classes(born, *, date=JUNE, **fields):
    event = Event(name="Meisterschaft", date=date, **fields)
    player = Player(last_name="Anna", birth_date=datetime.date.fromisoformat(born))
    return [ranking.value for ranking in classes_of(event, player)]


@pytest.mark.parametrize(
    ("born", "found"),
    [
        ("1966-01-01", ["seniors"]),
        ("1966-01-02", []),
        ("1965-12-31", ["seniors"]),
        ("2005-01-01", []),
        ("2005-01-02", ["juniors"]),
        ("2008-06-13", ["juniors"]),
        ("2008-06-14", ["juniors", "youth"]),
        ("2011-06-13", ["juniors", "youth"]),
        ("2011-06-14", ["juniors", "youth", "pupils"]),
    ],
    ids=[
        "6.5 senior: 60 on 1 January",
        "6.5 senior: 60 a day later",
        "6.5 senior: 60 on the last day of the year before",
        "6.5 junior: 21 on 1 January",
        "6.5 junior: 20 on 1 January",
        "6.5 youth: 18 on the day",
        "6.5 youth: 17 on the day",
        "6.5 pupil: 15 on the day",
        "6.5 pupil: 14 on the day",
    ],
)
def test_6_5_age_classes_have_the_limits_of_the_rules(born, found):
    assert classes(born) == found


def test_11_8_limits_and_the_day_are_settings_of_the_event():
    assert classes("1971-01-01", senior_age=55) == ["seniors"]
    assert classes("2004-05-05", junior_age=23) == ["juniors"]
    assert classes("2007-07-07", youth_age=20) == ["juniors", "youth"]
    assert classes("2009-09-09", pupil_age=18) == ["juniors", "youth", "pupils"]
    day = datetime.date(2026, 12, 31)
    assert classes("1966-06-06", age_date=day) == ["seniors"]
    assert classes("2011-06-14", age_date=day) == ["juniors", "youth"]


def test_6_5_nobody_is_in_an_age_class_without_a_date_of_birth():
    event = Event(name="Meisterschaft", date=JUNE)
    anna = Player(last_name="Anna", gender=Gender.FEMALE)

    assert classes_of(event, anna) == (Ranking.WOMEN,)


def test_6_5_people_born_on_a_leap_day_are_older_on_the_first_of_march():
    assert classes("2008-02-29", date=datetime.date(2026, 2, 28)) == [
        "juniors",
        "youth",
    ]
    assert classes("2008-02-29", date=datetime.date(2026, 3, 1)) == ["juniors"]
