"""The pages that codes on paper open on a visitor's phone."""

import copy
import re

import pytest
from django.urls import reverse

from tests.factories import (
    ANNA_AND_FRIENDS,
    EIGHT_GAMES,
    finish_list,
    make_evening,
    make_player,
    make_players,
    make_user,
)
from tests.tournaments.leagues.matches import secretary
from tournaments.events.flow.services import release
from tournaments.events.models import Entry, Prize
from tournaments.events.planning.services import publish_event
from tournaments.events.seats.services import open_table
from tournaments.events.standings.selectors import standings_of
from tournaments.papers.event.cards import place_cards, start_cards
from tournaments.papers.lists import lists_to_write_on
from tournaments.people.models import Player
from tournaments.people.services import save_player
from tournaments.sheets.models import ScoreSheet
from tournaments.web.canvas import Addresses
from tournaments.words.choices import Privacy

pytestmark = pytest.mark.django_db
SITE = Addresses("http://testserver/")


@pytest.fixture(scope="module")
def published(module_db):
    erika = secretary()
    evening = make_evening(series=3, rounds=2)
    people = make_players(ANNA_AND_FRIENDS)
    for number, person in enumerate(people, start=1):
        Entry.objects.create(
            event=evening, player=person, start_number=number, status="present"
        )
    first, second = evening.series.filter(number__lt=3).order_by("number")
    sheet = open_table(series=first, players=people)
    finish_list(sheet, EIGHT_GAMES, by=erika)
    open_table(series=second, players=people[::-1])
    publish_event(event=evening, is_published=True)
    return evening


@pytest.fixture
def erika(published, db):
    return secretary()


@pytest.fixture
def evening(published, db):
    """A published evening: series 1 is finished, series 2 is drawn."""
    return copy.deepcopy(published)


def scan(client, address):
    """Open the address of a code, as the camera of a phone does."""
    return client.get(address.removeprefix("http://testserver"), follow=True)


def test_the_code_on_a_start_card_shows_table_lists_and_rank(client, evening):
    card = start_cards(evening, SITE).cards[0]

    page = scan(client, card.qr)

    assert page.status_code == 200
    mine, rank = page.context["mine"], page.context["rank"]
    assert mine.player.name == card.name == "Anna"
    assert (mine.upcoming.series.number, mine.upcoming.place) == (2, 4)
    assert mine.upcoming.neighbours == ["Dieter", "Carla", "Bernd"]
    assert "Tisch 1, Platz 4" in page.text
    assert [(seat.series.number, points) for seat, points in page.context["lists"]] == [
        (1, rank.total),
        (2, None),
    ]
    assert rank.people == 4
    assert "von 4" in page.text


def test_the_own_page_leads_to_the_own_row_and_says_what_was_won(client, evening):
    evening.series.get(number=2).sheets.get().delete()
    Prize.objects.create(event=evening, place=1, amount=1500, text="Schinken")
    winner = standings_of(evening).places[0].entry
    number = evening.entries.get(player=winner.player_id).start_number
    address = reverse("events:my-evening", args=[evening.pk, number])

    before = client.get(address)
    release(event=evening, is_released=True, confirmed=True)
    page = client.get(address)

    assert before.context["prizes"] == []
    assert "15,00 € + Schinken" in " ".join(page.text.split())
    (link,) = re.findall(r'href="([^"]*/standings/)(#[^"]*)"', page.text)
    assert f'<tr id="{link[1][1:]}"' in client.get(link[0]).text


def test_pages_with_standings_are_called_like_the_links_that_lead_there(
    client, evening
):
    mine = client.get(f"/events/{evening.pk}/me/1/").text
    links = dict(re.findall(r'class="button quiet" href="([^"]+)">([^<]+)<', mine))
    names = {address: client.get(address, follow=True).text for address in links}

    assert sorted(links.values()) == ["Noch erreichbare Plätze", "Rangliste"]
    for address, word in links.items():
        assert f"<h1>{word}</h1>" in names[address]


def test_the_code_on_a_place_card_shows_who_sits_there(client, evening):
    card = place_cards(evening, SITE, series=2)[0].cards[0]
    address = SITE.seat(card.code, card.place)

    page = scan(client, address)
    seated = Player.objects.get(last_name=card.name)
    seated.privacy, seated.cover_number = Privacy.HIDDEN, 25
    seated.save()
    publish_event(event=evening, is_published=True)
    hidden = scan(client, address).text

    assert page.context["mine"].player.name == card.name == "Dieter"
    assert "Spieler 25" not in hidden
    assert re.search(r'/standings/"', hidden)


def test_an_evening_without_start_numbers_has_codes_too(client, evening):
    evening.entries.all().delete()

    card = start_cards(evening, SITE).cards[1]

    assert (card.number, bool(card.code)) == ("", True)
    assert scan(client, card.qr).context["mine"].player.name == card.name


def test_the_page_says_that_no_table_is_drawn_yet(client, evening, erika):
    evening.series.filter(number=1)[0].sheets.update(state="finished")
    ScoreSheet.objects.filter(series__number=2).update(state="finished")

    page = client.get(f"/events/{evening.pk}/me/1/")

    assert page.context["mine"].waiting_for == 3
    assert "Noch kein Platz" in page.text


def test_an_event_that_is_not_published_looks_like_none_but_to_the_club(
    client, evening
):
    publish_event(event=evening, is_published=False)
    card = place_cards(evening, SITE, series=2)[0].cards[0]
    (page,) = lists_to_write_on(evening, SITE, series=2)
    codes = [page.head.qr, SITE.seat(card.code, card.place)]

    def main_part(answer):
        return answer.text.partition("<main")[2].partition("</main>")[0]

    for part in ("me/", "me/1/", "me/77/"):
        hidden = client.get(f"/events/{evening.pk}/{part}", follow=True)
        nothing = client.get(f"/events/98765/{part}", follow=True)
        for answer in (hidden, nothing):
            assert answer.status_code == 404
            assert "Gäste sehen den Abend, sobald er veröffentlicht ist" in answer.text
            assert "/accounts/login/?next=/events/" in answer.text
        assert "Clubabend" not in hidden.text
        same = main_part(nothing).replace("98765", str(evening.pk))
        assert main_part(hidden) == same
    for address in codes:
        answer = scan(client, address)
        assert answer.status_code == 404
        assert "/accounts/login/?next=/" in answer.text
        assert "Clubabend" not in answer.text
    client.force_login(make_user())
    assert [scan(client, address).status_code for address in codes] == [200, 200]


def test_trying_numbers_tells_no_name_of_hidden_people_or_without_a_seat(
    client, evening
):
    anna = evening.entries.get(start_number=1).player
    anna.privacy = Privacy.HIDDEN
    save_player(player=anna)
    late = make_player("Emil Spätling")
    Entry.objects.create(event=evening, player=late, start_number=5)

    for address, is_told in (("", False), ("1/", False), ("2/", True), ("5/", False)):
        page = client.get(f"/events/{evening.pk}/me/{address}").text
        assert "Anna" not in page
        assert "Spätling" not in page
        if address != "5/":
            assert ("Spieler " in page) == is_told
        assert "/members/" not in page.split("<main")[1].split("</main")[0]
    client.force_login(make_user())
    assert "Spätling" in client.get(f"/events/{evening.pk}/me/5/").text


def test_the_secretary_checks_in_a_person_with_a_start_card(client, evening, erika):
    Entry.objects.create(event=evening, player=make_player("Emil"), start_number=5)
    client.force_login(erika)

    page = client.get(f"/events/{evening.pk}/me/5/")
    door = reverse("events:call_entry", args=[evening.pk])
    client.post(door, {"here": "5", "back": "door"})

    assert f'action="{door}"' in page.text
    assert '<button name="here" value="5">Da</button>' in page.text
    assert evening.entries.get(start_number=5).status == "present"
    assert "Ist da" not in client.get(f"/events/{evening.pk}/me/5/").text


def test_text_instead_of_a_number_in_the_address_leads_to_the_question(client, evening):
    for wrong in ("abc", "7a", "-3", "²", "9" * 30):
        page = client.get(f"/events/{evening.pk}/me/{wrong}/")
        assert page.status_code == 404
        assert f"Niemand hat die Startnummer „{wrong[:9]}“." in page.text
        assert '<nav class="tabs"' in page.text
        assert f'action="/events/{evening.pk}/me/"' in page.text


def test_a_place_that_the_table_lacks_is_reported_on_its_list(client, evening):
    sheet = ScoreSheet.objects.get(series__number=2)

    page = client.get(f"/seats/{sheet.code}/5/", follow=True)

    assert page.request["PATH_INFO"] == sheet.get_absolute_url()
    assert "Diesen Platz gibt es an diesem Tisch nicht." in page.text


def test_a_start_number_is_read_as_people_write_it(client, evening):
    address = f"/de/events/{evening.slug}/me/"

    for typed in ("1", "01", "Nr.1", "nr 01", "No. 1", "#1", " 1 "):
        found = client.get(address, {"number": typed})
        assert found.status_code == 302
        assert found["Location"].endswith("/me/1/")
    none = client.get(address, {"number": "Nr. 099"})
    assert none.status_code == 404
    assert "„Nr. 099“" in none.text
