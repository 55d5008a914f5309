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
    finish_list,
    make_evening,
    make_owner,
    make_sheet,
)
from tests.tournaments.events.draws.draws import draw, make_entries
from tests.tournaments.seasons.seasons import make_season
from tests.walk import example
from tests.walks import CHANCE
from tournaments.events.flow.services import release, withhold
from tournaments.events.models import Event
from tournaments.events.planning.services import publish_event, update_event
from tournaments.events.seats.services import open_table
from tournaments.people.models import Player, User
from tournaments.scope.models import Part
from tournaments.scope.scope import DRAW, RESULTS, UNTIL_RELEASED
from tournaments.sheets.models import ScoreSheet, Seat
from tournaments.site.access import addresses
from tournaments.web.access import is_in_edition
from tournaments.words.choices import Privacy

pytestmark = pytest.mark.database
OTHER_GAMES = ("2g1", "3a2", "1g1-", "2n", "4a1", "1g1", "4g2", "2po1")
NOTHING = {DRAW: None, RESULTS: None}
NO_RESULTS = {DRAW: None, RESULTS: UNTIL_RELEASED}
NO_DRAW = {DRAW: UNTIL_RELEASED, RESULTS: None}
AT_ONCE = {"draw_from_1": "at-once", "results_from_1": "at-once"}
OTHERS = re.compile("(?<!/events)(?<!/seasons)/1/")
NEVER_READ_BY_VISITORS = {"ListPhoto", "TableKey", "ReceivedLine"}


@pytest.fixture(scope="module")
def things(first_keys):
    """Create a published evening with its first series played and its second begun."""
    owner = make_owner("erika")
    event = make_evening("Clubabend", series=2)
    first = make_sheet(evening=event)
    finish_list(first, EIGHT_GAMES, by=owner)
    second = [seat.player for seat in first.seats.all()]
    open_again(event, second)
    season = make_season()
    type(season).objects.update(is_published=True)
    publish_event(event=event, is_published=True)


def open_again(event, players, *, number=2):
    return open_table(series=event.series.get(number=number), players=players)


def finish_second(games=EIGHT_GAMES, *, number=2):
    sheet = ScoreSheet.objects.get(series__number=number)
    owner = User.objects.get(username="erika")
    return finish_list(sheet, games, by=owner)


@pytest.fixture
def event(things, db):
    return Event.objects.get()


def everything_for_visitors(client, event, among=""):
    """Return every public answer by its address."""
    paths = {example(address) for address in addresses()}
    # There is one event and one season; of lists, series and people there are more.
    paths |= {OTHERS.sub("/2/", path) for path in paths}
    paths |= {path.replace("/lists/2/", "/lists/3/") for path in paths}
    paths = {path for path in paths if is_in_edition(resolve(path).func)}
    paths |= {f"/events/{event.pk}/standings/series/{n}/" for n in (2, 3)}
    paths |= {path.replace("/csv/", "/json/") for path in paths}
    slug = f"/api/v1/events/{event.slug}/"
    codes = [sheet.code for sheet in ScoreSheet.objects.filter(series__number__gt=1)]
    paths |= {f"/seats/{code}/1/" for code in codes}
    paths = {f"/de{path}" for path in paths}
    paths |= {"/api/v1/events/", slug, f"{slug}standings/"}
    paths |= {f"{slug}lists/{code}/" for code in codes}
    caches["drawn"].clear()
    answers = {}
    for path in sorted(path for path in paths if among in path):
        answer = client.get(path, follow=True)
        text = CHANCE.sub("", answer.getvalue().decode("latin-1"))
        answers[path] = (answer.status_code, text)
    return answers


def answers_with(client, event, games, among=""):
    """Return the public answers after the later series were played with ``games``."""
    with transaction.atomic():
        for number in (2, 3):
            sheet = finish_second(games, number=number)
            # The foot of the paper list is stored in the rows of the seats.
            Seat.objects.filter(sheet=sheet).update(paper_total=len("".join(games)))
        answers = everything_for_visitors(client, event, among)
        transaction.set_rollback(True)
    return answers


def differing(one, other):
    assert one.keys() == other.keys()
    return {path for path in one if one[path] != other[path]}


@pytest.mark.usefixtures("standing_clock")
def test_withheld_results_and_draws_reach_no_visitor(client, event):
    """The results of the second series are withheld, of the third the draw, too."""
    second = ScoreSheet.objects.get(series__number=2)
    update_event(event=event, series=3)
    third = open_again(event, [seat.player for seat in second.seats.all()], number=3)
    withhold(event=event, moments={2: NO_RESULTS, 3: NO_DRAW})

    one = answers_with(client, event, EIGHT_GAMES)
    other = answers_with(client, event, OTHER_GAMES)
    withhold(event=event, moments={2: NOTHING, 3: NOTHING})
    shown = answers_with(client, event, EIGHT_GAMES, among="/events/")

    assert differing(one, other) == set()
    named = {path for path, (_status, text) in one.items() if third.code in text}
    assert {path for path in named if third.code not in path} == set()
    changed = {path for path in shown if shown[path] != one[path]}
    assert len(changed) > 15
    assert f"/api/v1/events/{event.slug}/standings/" in changed


def test_a_withheld_list_looks_untouched_to_programs(client, event):
    address = f"/api/v1/events/{event.slug}/"
    withhold(event=event, moments={2: NO_RESULTS})

    before = client.get(address).json()
    finish_second()
    after = client.get(address).json()
    ranking = client.get(f"/de/events/{event.slug}/standings.json").json()["standings"]

    assert before["series"][1]["tables"]
    assert after["series"][1] == before["series"][1]
    # They count the lists of the series that are shown.
    assert ranking["lists"] == {"finished": 1, "expected": 1}
    assert ranking["is_provisional"]


def test_half_an_evening_has_no_winner_and_is_no_record(client, event):
    Event.objects.update(kind="evening")
    finish_second()
    event.series.update(closed_at=timezone.now())
    Player.objects.update(privacy=Privacy.FULL)
    pages = ["/de/records/", *(f"/de/members/{p.pk}/" for p in Player.objects.all())]

    def found(words):
        return [page for page in pages if re.search(words, client.get(page).text)]

    best, won = "Bester (Vereinsa|A)bend", "den meisten Punkten"
    assert (found(best), len(found(won))) == (pages, 1)

    withhold(event=event, moments={2: NO_RESULTS})

    assert found(best) == found(won) == []
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


def test_nothing_is_counted_while_a_series_is_hidden(client, event):
    finish_second()
    event.date = timezone.localdate()
    event.save()
    paths = (f"events/{event.slug}/standings/", f"events/{event.slug}/", "events/", "")

    for moments in (NO_RESULTS, NO_DRAW):
        withhold(event=event, moments={2: moments})
        pages = [client.get(f"/de/{path}").text for path in paths]
        for page in pages[:2]:
            assert "Vorläufig. Serie 2: noch nicht bekanntgegeben." in page
        assert "Noch nicht bekanntgegeben" in pages[2]
        assert "Noch sind nicht alle Ergebnisse bekanntgegeben." in pages[3]
        assert not re.search(r"\d von \d", "".join(pages))


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


def test_the_state_of_a_hidden_list_is_not_shown(client, event):
    sheet = finish_second()
    ScoreSheet.objects.filter(pk=sheet.pk).update(state="differs", finished_at=None)
    first = ScoreSheet.objects.get(series__number=1)
    event.series.filter(number=1).update(closed_at=timezone.now())
    evening = f"/de/events/{event.slug}/"
    pages = (f"/de/lists/{first.pk}/", evening, f"{evening}clock/")

    assert all("weicht ab" in client.get(page).text for page in pages)
    withhold(event=event, moments={2: NO_RESULTS})
    for page in pages:
        hidden = client.get(page).text
        assert "weicht ab" not in hidden
        assert f"/lists/{sheet.pk}/" not in hidden


def test_of_nothing_but_hidden_series_no_place_and_no_list_is_named(client, event):
    finish_second()
    withhold(event=event, moments={1: NO_RESULTS, 2: NO_RESULTS})
    address = f"/de/events/{event.slug}/"

    ranking = client.get(f"{address}standings/").text
    hidden = client.get(address).text
    withhold(event=event, moments={1: NOTHING, 2: NOTHING})
    shown = client.get(address).text

    assert (
        "Vorläufig. Serie 1: noch nicht bekanntgegeben. Serie 2: noch nicht" in ranking
    )
    assert "Die Ergebnisse sind noch nicht bekanntgegeben." in ranking
    assert "Ungeprüft" not in hidden
    assert "Ungeprüft: Tisch 1." in shown


@pytest.mark.parametrize(
    ("moments", "said"),
    [
        (NO_RESULTS, "Serie 2: noch nicht bekanntgegeben."),
        (NO_DRAW, "Die Tische sind noch nicht bekanntgegeben."),
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
        assert said in page or "Noch nicht bekanntgegeben</small>" in page


def test_list_and_place_card_of_what_is_hidden_say_only_that(client, event):
    sheet = finish_second()
    card = f"/de/seats/{sheet.code}/1/"
    withhold(event=event, moments={2: NO_RESULTS})

    page = client.get(f"/de/lists/{sheet.pk}/")
    evening = client.get(card)
    withhold(event=event, moments={2: NO_DRAW})
    hidden = client.get(card)

    assert (page.status_code, evening.status_code) == (404, 200)
    assert "Noch nicht bekanntgegeben" in page.text
    assert event.name in page.text
    assert "Noch nicht bekanntgegeben" in evening.text
    assert hidden.status_code == 404
    assert "Noch nicht bekanntgegeben" in hidden.text
    assert sheet.seats.get(place=1).player.last_name not in hidden.text


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


def test_signed_in_people_read_withheld_series_and_visitors_after_the_release(
    client, event
):
    withhold(event=event, moments={2: NO_DRAW})
    sheet = finish_second()
    address = f"/lists/{sheet.pk}/"
    hidden = client.get(address, follow=True)
    client.force_login(User.objects.get(username="erika"))
    for path in (address, f"/events/{event.pk}/beamer/"):
        assert client.get(path).status_code == 200
    client.logout()

    release(event=event, is_released=True)

    assert hidden.status_code == 404
    assert client.get(address, follow=True).status_code == 200


def test_the_director_decides_what_visitors_see_until_the_release(client, event):
    client.force_login(User.objects.get(username="erika"))
    address = reverse("events:visibility", args=[event.pk])
    data = AT_ONCE | {"draw_from_2": "later", "results_from_2": "held"}

    answer = client.post(address, data)
    saved = client.post(address, {**data, "minutes": "30"})
    again = client.get(address)

    second = event.series.get(number=2)
    assert (answer.status_code, saved.status_code) == (422, 302)
    assert second.results_from == UNTIL_RELEASED
    assert timedelta(minutes=29) < second.draw_from - timezone.now()
    assert 'value="kept" selected' in again.text
    assert 'value="held" selected' in again.text
    # Released results are not hidden again.
    withhold(event=event, moments={2: NOTHING})
    Event.objects.update(is_released=True)
    page = client.post(address, data | {"draw_from_2": "at-once"})
    assert page.status_code == 422
    assert "Die Ergebnisse sind bekanntgegeben" in page.text
    assert event.series.get(number=2).results_from is None
