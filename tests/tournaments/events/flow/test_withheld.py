"""Withheld results reach nobody: visitors read the same whatever they are."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.apps import apps
from django.core.cache import caches
from django.db import transaction
from django.urls import resolve, reverse
from django.utils import timezone

from tests.factories import (
    EIGHT_GAMES,
    make_evening,
    make_owner,
    make_sheet,
    type_games,
)
from tests.tournaments.events.draws.draws import draw, make_entries
from tests.tournaments.seasons.seasons import make_season
from tests.walk import example
from tests.walks import CHANCE
from tournaments.events.flow.services import release, withhold
from tournaments.events.models import Event
from tournaments.events.planning.services import publish_event
from tournaments.events.seats.services import open_table
from tournaments.people.models import Player, User
from tournaments.scope.models import Part
from tournaments.scope.withheld import DRAW, RESULTS, UNTIL_RELEASED
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.models import ScoreSheet, Seat
from tournaments.site.access import addresses
from tournaments.web.access import is_in_edition
from tournaments.words.choices import Privacy

pytestmark = pytest.mark.database
OTHER_GAMES = ("2g1", "3a2", "1g1-", "2n", "4a1", "1g1", "4g2", "2po1")
NOTHING = {DRAW: None, RESULTS: None}
NO_RESULTS = {DRAW: None, RESULTS: UNTIL_RELEASED}
NO_DRAW = {DRAW: UNTIL_RELEASED, RESULTS: None}
NEVER_READ_BY_VISITORS = {"ListPhoto", "TableKey", "ReceivedLine"}


@pytest.fixture(scope="module")
def things(first_keys):
    """Create a published evening with its first series played and its second begun."""
    owner = make_owner("erika")
    event = make_evening("Clubabend", series=2)
    first = make_sheet(evening=event)
    type_games(first, EIGHT_GAMES, by=owner)
    finish_sheet(sheet=first, by=owner, cut_short=True)
    second = [seat.player for seat in first.seats.all()]
    open_second(event, second)
    season = make_season()
    type(season).objects.update(is_published=True)
    publish_event(event=event, is_published=True)


def open_second(event, players):
    return open_table(series=event.series.get(number=2), players=players)


def finish_second(games=EIGHT_GAMES):
    sheet = ScoreSheet.objects.get(series__number=2)
    owner = User.objects.get(username="erika")
    type_games(sheet, games, by=owner)
    finish_sheet(sheet=sheet, by=owner, cut_short=True)
    return sheet


@pytest.fixture
def event(things, db):
    return Event.objects.get()


def everything_for_visitors(client, event):
    """Return every public answer by its address."""
    code = ScoreSheet.objects.get(series__number=2).code
    paths = {example(address) for address in addresses()}
    paths |= {path.replace("/1/", "/2/") for path in paths}
    paths = {path for path in paths if is_in_edition(resolve(path).func)}
    paths |= {f"/events/{event.pk}/standings/series/2/", f"/seats/{code}/1/"}
    paths |= {path.replace("/csv/", "/json/") for path in paths}
    paths = {f"/de{path}" for path in paths}
    slug = f"/api/v1/events/{event.slug}/"
    paths |= {"/api/v1/events/", slug, f"{slug}standings/", f"{slug}lists/{code}/"}
    caches["drawn"].clear()
    answers = {}
    for path in sorted(paths):
        answer = client.get(path, follow=True)
        text = CHANCE.sub("", answer.getvalue().decode("latin-1"))
        answers[path] = (answer.status_code, text)
    return answers


def answers_with(client, event, games):
    """Return the public answers after the second series was played with ``games``."""
    with transaction.atomic():
        sheet = finish_second(games)
        # The foot of the paper list is stored in the rows of the seats.
        Seat.objects.filter(sheet=sheet).update(paper_total=len("".join(games)))
        answers = everything_for_visitors(client, event)
        transaction.set_rollback(True)
    return answers


def differing(one, other):
    assert one.keys() == other.keys()
    return {path for path in one if one[path] != other[path]}


@pytest.mark.usefixtures("standing_clock")
def test_withheld_results_reach_no_visitor(client, event):
    withhold(event=event, moments={2: NO_RESULTS})
    one = answers_with(client, event, EIGHT_GAMES)
    other = answers_with(client, event, OTHER_GAMES)
    withhold(event=event, moments={2: NOTHING})

    shown = differing(one, answers_with(client, event, EIGHT_GAMES))

    assert differing(one, other) == set()
    assert len(shown) > 15
    assert f"/api/v1/events/{event.slug}/standings/" in shown


@pytest.mark.usefixtures("standing_clock")
def test_a_withheld_draw_reaches_no_visitor_and_names_no_table(client, event):
    code = ScoreSheet.objects.get(series__number=2).code
    withhold(event=event, moments={2: NO_DRAW})

    one = answers_with(client, event, EIGHT_GAMES)
    other = answers_with(client, event, OTHER_GAMES)

    assert differing(one, other) == set()
    named = {path for path, (_status, text) in one.items() if code in text}
    assert {path for path in named if code not in path} == set()


def test_a_withheld_list_looks_untouched_to_programs(client, event):
    address = f"/api/v1/events/{event.slug}/"
    withhold(event=event, moments={2: NO_RESULTS})

    before = client.get(address).json()
    finish_second()
    after = client.get(address).json()

    assert before["series"][1]["tables"]
    assert after["series"][1] == before["series"][1]


def test_half_an_evening_has_no_winner(client, event):
    finish_second()
    pages = [f"/de/members/{player.pk}/" for player in Player.objects.all()]
    won = [page for page in pages if "den meisten Punkten" in client.get(page).text]
    assert won

    withhold(event=event, moments={2: NO_RESULTS})

    assert [
        page for page in pages if "den meisten Punkten" in client.get(page).text
    ] == []


def test_half_an_evening_is_no_record(client, event):
    Event.objects.update(kind="evening")
    finish_second()
    event.series.update(closed_at=timezone.now())
    player = ScoreSheet.objects.first().seats.first().player_id
    Player.objects.update(privacy=Privacy.FULL)
    pages = ("/de/records/", f"/de/members/{player}/")
    shown = [client.get(page).text for page in pages]

    withhold(event=event, moments={2: NO_RESULTS})
    hidden = [client.get(page).text for page in pages]

    assert [bool(re.search("Bester (Vereinsa|A)bend", page)) for page in shown] == [
        True,
        True,
    ]
    assert [bool(re.search("Bester (Vereinsa|A)bend", page)) for page in hidden] == [
        False,
        False,
    ]
    client.force_login(User.objects.get(username="erika"))
    assert "Bester Vereinsabend" in client.get("/records/").text


def test_the_contents_of_a_list_are_withheld_with_it():
    parts = (
        model
        for model in apps.get_app_config("tournaments").get_models()
        if issubclass(model, Part) and model.part_of == "sheet"
    )

    shown = {model.__name__ for model in parts if not model.withheld_until}

    assert shown == NEVER_READ_BY_VISITORS


def test_the_seed_of_a_withheld_draw_is_shown_nowhere(client, event):
    owner = User.objects.get(username="erika")
    evening = make_evening("Pokal", series=2)
    make_entries(evening, 8)
    draw(evening, owner, 1, 2)
    evening.draws.update(seed="geheim777")
    publish_event(event=evening, is_published=True)
    withhold(event=evening, moments={2: NO_DRAW})

    for page in ("draw/", "draw/1/", "draw/series/1/"):
        assert "geheim777" not in client.get(f"/de/events/{evening.slug}/{page}").text
    client.force_login(owner)
    assert "geheim777" in client.get(f"/events/{evening.pk}/draw/1/").text


@pytest.mark.parametrize("name", [DRAW, RESULTS])
@pytest.mark.parametrize("address", ["/de/all-time/", "/de/members/{}/"])
def test_years_are_right_as_soon_as_a_moment_has_come(client, event, address, name):
    sheet = finish_second()
    address = address.format(sheet.seats.first().player_id)
    Player.objects.update(privacy=Privacy.FULL)
    moment = timezone.now() + timedelta(minutes=30)
    withhold(event=event, moments={2: {**NOTHING, name: moment}})

    before = client.get(address).text
    with time_machine.travel(moment + timedelta(seconds=1)):
        by_itself = client.get(address).text
    withhold(event=event, moments={2: NOTHING})
    by_hand = client.get(address).text

    assert CHANCE.sub("", by_itself) == CHANCE.sub("", by_hand)
    assert CHANCE.sub("", before) != CHANCE.sub("", by_hand)


@pytest.mark.parametrize("moments", [NO_RESULTS, NO_DRAW])
def test_nothing_is_counted_while_a_series_is_hidden(client, event, moments):
    finish_second()
    event.date = timezone.localdate()
    event.save()
    withhold(event=event, moments={2: moments})

    ranking = client.get(f"/de/events/{event.slug}/standings/").text
    evening = client.get(f"/de/events/{event.slug}/").text
    lines = client.get("/de/events/").text
    home = client.get("/de/").text

    for page in (ranking, evening):
        assert "Vorläufig. Serie 2: noch nicht freigegeben." in page
    assert "noch nicht freigegeben" in lines
    assert "Noch sind nicht alle Ergebnisse freigegeben." in home
    assert not re.search(r"\d von \d", ranking + evening + lines + home)


def test_a_program_counts_the_lists_of_the_series_that_are_shown(client, event):
    finish_second()
    withhold(event=event, moments={2: NO_RESULTS})

    answer = client.get(f"/de/events/{event.slug}/standings.json").json()

    assert answer["standings"]["lists"] == {"finished": 1, "expected": 1}
    assert answer["standings"]["is_provisional"]


def test_visitors_read_which_series_is_shown_when(client, event):
    finish_second()
    address = f"/de/events/{event.slug}/standings/"
    today = datetime(2026, 11, 6, 20, 30, tzinfo=UTC)
    with time_machine.travel(datetime(2026, 11, 6, 19, 0, tzinfo=UTC)):
        withhold(event=event, moments={2: {DRAW: None, RESULTS: today}})
        one = client.get(address).text
        later = {DRAW: today, RESULTS: today + timedelta(days=1)}
        withhold(event=event, moments={2: later})
        other = client.get(address).text

    assert "Vorläufig. Serie 2: zu sehen ab 21:30 Uhr." in one
    assert "Serie 2: zu sehen ab 07.11.2026, 21:30 Uhr." in other


def test_unproved_lists_of_a_hidden_series_are_not_named(client, event):
    finish_second()
    withhold(event=event, moments={1: NO_RESULTS, 2: NO_RESULTS})
    address = f"/de/events/{event.slug}/"

    hidden = client.get(address).text
    withhold(event=event, moments={1: NOTHING, 2: NOTHING})
    shown = client.get(address).text

    assert "Ungeprüft" not in hidden
    assert "Ungeprüft: Tisch 1." in shown


def test_the_state_of_a_hidden_list_is_not_shown(client, event):
    sheet = finish_second()
    ScoreSheet.objects.filter(pk=sheet.pk).update(state="differs", finished_at=None)
    first = ScoreSheet.objects.get(series__number=1)
    event.series.filter(number=1).update(closed_at=timezone.now())
    pages = (
        f"/de/lists/{first.pk}/",
        f"/de/events/{event.slug}/",
        f"/de/events/{event.slug}/clock/",
    )
    shown = [client.get(page).text for page in pages]
    withhold(event=event, moments={2: NO_RESULTS})
    hidden = [client.get(page).text for page in pages]

    assert [page for page in shown if "weicht ab" not in page] == []
    for page in hidden:
        assert "weicht ab" not in page
        assert f"/lists/{sheet.pk}/" not in page


def test_a_ranking_of_nothing_but_hidden_series_says_so(client, event):
    finish_second()
    withhold(event=event, moments={1: NO_RESULTS, 2: NO_RESULTS})

    page = client.get(f"/de/events/{event.slug}/standings/").text

    assert "Vorläufig. Serie 1: noch nicht freigegeben. Serie 2: noch nicht" in page
    assert "Die Ergebnisse sind noch nicht freigegeben." in page


@pytest.mark.parametrize(
    ("moments", "said"),
    [
        (NO_RESULTS, "Serie 2: noch nicht freigegeben."),
        (NO_DRAW, "Die Tische sind noch nicht freigegeben."),
    ],
)
def test_no_link_leads_visitors_to_a_hidden_list(client, event, moments, said):
    sheet = finish_second()
    event.series.update(closed_at=timezone.now())
    first = ScoreSheet.objects.get(series__number=1)
    withhold(event=event, moments={2: moments})

    for address in (f"events/{event.slug}/", f"seats/{first.code}/1/"):
        page = client.get(f"/de/{address}").text
        assert f"/lists/{sheet.pk}/" not in page
        assert f"/lists/{first.pk}/" in page
        assert said in page or "noch nicht freigegeben</small>" in page


def test_a_hidden_list_is_called_hidden(client, event):
    sheet = finish_second()
    withhold(event=event, moments={2: NO_RESULTS})

    page = client.get(f"/de/lists/{sheet.pk}/")

    assert page.status_code == 404
    assert "Noch nicht freigegeben" in page.text
    assert event.name in page.text


def test_a_place_card_opens_the_evening_though_its_list_is_hidden(client, event):
    code = finish_second().code
    withhold(event=event, moments={2: NO_RESULTS})

    page = client.get(f"/de/seats/{code}/1/")

    assert page.status_code == 200
    assert "noch nicht freigegeben" in page.text


def test_a_place_card_of_hidden_tables_says_only_that(client, event):
    sheet = finish_second()
    withhold(event=event, moments={2: NO_DRAW})

    page = client.get(f"/de/seats/{sheet.code}/1/")

    assert page.status_code == 404
    assert "Noch nicht freigegeben" in page.text
    assert sheet.seats.get(place=1).player.last_name not in page.text


def test_the_event_page_lists_what_is_hidden(client, event):
    with time_machine.travel(datetime(2026, 11, 6, 19, 0, tzinfo=UTC)):
        moment = datetime(2026, 11, 6, 20, 30, tzinfo=UTC)
        withhold(event=event, moments={1: {**NOTHING, DRAW: moment}, 2: NO_RESULTS})
        visitor = client.get(f"/de/events/{event.slug}/").text
        client.force_login(User.objects.get(username="erika"))
        page = client.get(f"/events/{event.pk}/").text

    assert "Serie 1 ist für Besucher noch verborgen, bis 21:30 Uhr." in page
    assert "Serie 2 sind für Besucher noch verborgen, bis die Ergebnisse" in page
    assert "noch verborgen" not in visitor


def test_releasing_the_results_shows_all(client, event):
    withhold(event=event, moments={2: NO_RESULTS})
    sheet = finish_second()

    release(event=event, is_released=True)

    assert client.get(f"/lists/{sheet.pk}/").status_code == 200


def test_released_results_are_not_hidden_again(client, event):
    Event.objects.update(is_released=True)
    client.force_login(User.objects.get(username="erika"))
    data = {
        "draw_from_1": "at-once",
        "results_from_1": "at-once",
        "draw_from_2": "at-once",
        "results_from_2": "held",
    }

    page = client.post(reverse("events:visibility", args=[event.pk]), data)

    assert page.status_code == 422
    assert "Die Ergebnisse sind freigegeben" in page.text
    assert event.series.get(number=2).results_from is None


def test_signed_in_people_read_withheld_series(client, event):
    withhold(event=event, moments={2: NO_DRAW})
    client.force_login(User.objects.get(username="erika"))

    sheet = ScoreSheet.objects.get(series__number=2)
    assert client.get(f"/lists/{sheet.pk}/").status_code == 200
    assert client.get(f"/events/{event.pk}/beamer/").status_code == 200


def test_the_director_decides_what_visitors_see(client, event):
    client.force_login(User.objects.get(username="erika"))
    address = reverse("events:visibility", args=[event.pk])
    data = {
        "draw_from_1": "at-once",
        "results_from_1": "at-once",
        "draw_from_2": "later",
        "results_from_2": "held",
    }

    answer = client.post(address, data)
    saved = client.post(address, {**data, "minutes": "30"})
    again = client.get(address)

    second = event.series.get(number=2)
    assert (answer.status_code, saved.status_code) == (422, 302)
    assert second.results_from == UNTIL_RELEASED
    assert timedelta(minutes=29) < second.draw_from - timezone.now()
    assert 'value="kept" selected' in again.text
    assert 'value="held" selected' in again.text
