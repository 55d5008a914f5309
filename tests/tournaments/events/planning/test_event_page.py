"""The page of an event: its result, the leaders so far, the seats."""

import copy
import re
from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags
from django.utils.translation import override

from scoring.game.written_games import Contract
from tests.factories import (
    EIGHT_GAMES,
    make_evening,
    make_player,
    make_sheet,
    make_user,
    type_games,
)
from tests.tournaments.events.played import finished_list
from tests.tournaments.leagues.matches import secretary
from tournaments.events.flow.services import release
from tournaments.events.models import Event, Prize, TeamContest
from tournaments.events.planning.services import publish_event
from tournaments.events.planning.views import event_result
from tournaments.events.seats.selectors import series_cards
from tournaments.events.tabs import teams_label
from tournaments.events.teams.services import add_contest
from tournaments.organisations.models import Organisation
from tournaments.papers.event.draws import draw_by_name
from tournaments.people.models import Club
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.seats import add_substitute

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def played(module_db):
    evening = make_evening()
    finished_list(evening, secretary())
    return publish_event(event=evening, is_published=True)


@pytest.fixture
def erika(played, db):
    return secretary()


@pytest.fixture
def evening(played, db):
    """An evening of one series; eight games of it were played by four."""
    return copy.deepcopy(played)


def page_of(event, client=None):
    client = client or Client()
    return client.get(reverse("events:detail", args=[event.pk])).text


def text_of(page):
    return re.sub(r"\s+", " ", strip_tags(page))


def test_a_finished_event_leads_with_its_winners_and_their_prizes(evening):
    contest = add_contest(event=evening, name="Tandem", size=2)
    Prize.objects.create(event=evening, place=1, amount=5000)
    Prize.objects.create(event=evening, place=4, text="Schinken")
    Prize.objects.create(event=evening, contest=contest, place=1, amount=3000)

    result = event_result(evening)

    assert [(card.name, card.points, card.note) for card in result.podium] == [
        ("Dieter", "223", "50,00 €"),
        ("Carla", "182", ""),
        ("Anna", "22", ""),
    ]
    (line,) = result.lines
    rest = (line.place, line.name, line.total, line.prize)
    assert rest == (4, "Bernd", "−48", "Schinken")
    assert [(choice.label, lines) for choice, lines in result.teams] == [("Tandem", [])]


def test_visitors_read_winner_and_prize_before_the_seats(evening):
    Prize.objects.create(event=evening, place=1, amount=5000)

    page = text_of(page_of(evening))
    release(event=evening, is_released=True)

    assert page.index("Dieter 50,00") < page.index("Serie 1")
    assert "Vorläufig: noch nicht bekanntgegeben." in page
    assert "Vorläufig" not in page_of(evening)


def test_the_many_tables_of_a_finished_event_are_folded(evening, monkeypatch):
    monkeypatch.setattr("tournaments.events.planning.views.MOST_OPEN_TABLES", 0)
    folded = '<details><summary><h2 id="series-1">'

    assert folded in page_of(evening)
    make_sheet(("Emil", "Frieda", "Gerd"), evening=evening)  # is still being played
    assert folded not in page_of(evening)


def test_people_who_share_a_place_have_a_card_each_and_draw_lots_for_a_thing(erika):
    evening = make_evening()
    finished_list(evening, erika, ("e",))
    Prize.objects.create(event=evening, place=1, text="Schinken")

    cards = event_result(evening).podium

    assert [(card.place, card.suit, card.note) for card in cards] == [
        (1, Contract.CLUBS, "Schinken (Los)")
    ] * 4


def test_visitors_read_the_progress_of_a_running_event_and_change_nothing(evening):
    make_user()
    make_sheet(("Emil", "Frieda", "Gerd"), evening=evening)

    page = page_of(evening)

    assert "Vorläufig: 1 von 2 Listen. · vorn: Dieter, 223" in text_of(page)
    assert "every 20s" in page
    publish = reverse("events:publish", args=[evening.pk])
    for absent in ("rank-card", "Liste tippen", "Spieler ändern", publish):
        assert absent not in page


def test_the_page_of_a_running_event_gets_only_changes(
    client, erika, evening, django_assert_num_queries
):
    make_sheet(("Emil", "Frieda", "Gerd"), evening=evening)
    part = re.search(r'hx-get="([^"]+)"', page_of(evening, client))[1]
    htmx = {"HX-Request": "true"}

    with django_assert_num_queries(3):  # organisation, event, revision
        before = client.get(part, headers=htmx)
    finished_list(evening, erika, players=("Hans", "Ida", "Jan", "Karl"))
    after = client.get(part, headers=htmx)

    assert before.status_code == 204
    assert after.text.strip().startswith('<div id="result"')
    assert "Serie 1" not in after.text


def test_an_event_that_has_not_begun_has_no_result(erika):
    result = event_result(make_sheet().series.event)

    assert (result.is_running, result.podium) == (False, ())
    assert not result.standings.is_complete


def test_the_points_of_a_finished_list_stand_below_the_names(erika, evening):
    sheet = make_sheet()
    type_games(sheet, EIGHT_GAMES, by=erika)

    (card,) = series_cards(evening)
    (open_card,) = series_cards(sheet.series.event)
    result = event_result(sheet.series.event)

    (table,) = card.tables
    totals = [(seat.player.name, seat.total) for (seat,) in table.places]
    assert totals == [("Anna", 22), ("Bernd", -48), ("Carla", 182), ("Dieter", 223)]
    assert table.best == 223
    seats = [seat for (seat,) in open_card.tables[0].places]
    assert [seat.player.name for seat in seats] == ["Anna", "Bernd", "Carla", "Dieter"]
    assert not any(hasattr(seat, "total") for seat in seats)
    assert result.podium == ()


@pytest.mark.parametrize("is_finished", [False, True])
def test_a_substitute_stands_on_the_place_they_took_over(client, erika, is_finished):
    sheet = make_sheet(evening=make_evening(rounds=2))
    type_games(sheet, EIGHT_GAMES, by=erika)
    emil = {"player": make_player("Emil"), "from_game": 5}
    add_substitute(sheet=sheet, place=2, by=erika, **emil)
    if is_finished:
        finish_sheet(sheet=sheet, by=erika)
    client.force_login(erika)

    page = page_of(sheet.series.event, client)

    cells = re.findall(r"<td[^>]*>(.*?)</td>", page)
    (cell,) = [cell for cell in cells if "Bernd" in cell]
    assert "Emil, ab Spiel 5" in cell
    assert ("-" in cell or "−" in cell) == is_finished
    assert "Platz 5" not in page
    rows = draw_by_name(sheet.series.event).rows
    assert [row[2] for row in rows if row[1] in ("Bernd", "Emil")] == ["1 / 2"] * 2


def test_only_unfinished_lists_show_their_state(client, erika, evening):
    client.force_login(erika)
    over = page_of(evening, client)
    make_sheet(("Emil", "Frieda", "Gerd"), evening=evening)

    page = page_of(evening, client)

    assert "badge" not in over
    assert page.count("Liste tippen<span") == 1
    assert "Ungeprüft: Tisch 1." in page


def test_visitors_see_when_the_club_plays_next(client, evening):
    days = [timezone.localdate() + timedelta(days=days) for days in (9, 2, 1)]
    later, next_one, secret = (
        make_evening(name=f"{day:%d.%m.}", date=day) for day in days
    )
    for each in (later, next_one):
        publish_event(event=each, is_published=True)

    page = client.get(evening.get_absolute_url()).text

    assert next_one.get_absolute_url() in page
    assert later.get_absolute_url() not in page
    assert secret.get_absolute_url() not in page


def test_a_link_to_an_event_names_its_day_once(client, evening):
    Event.objects.update(name="Clubabend", date=date(2026, 11, 6))
    titled = "Clubabend, 6. November 2026"

    for part in ("", "standings/", "me/"):
        page = client.get(f"/events/{evening.pk}/{part}", follow=True).text
        title = page.partition("<title>")[2].partition("</title>")[0]
        assert f"{titled} · " in title
    Event.objects.update(name=titled)
    page = client.get(evening.get_absolute_url(), follow=True).text
    assert f"<title>{titled} · " in page


def test_without_an_event_to_come_the_regular_day_is_shown(client, evening):
    Club.objects.create(name="Karo Einfach", is_home=True)
    Organisation.objects.update(weekday=(timezone.localdate().weekday() + 1) % 7)

    page = client.get(evening.get_absolute_url()).text

    assert "Nächster Abend:" in page
    assert f"{timezone.localdate() + timedelta(days=1):%d}".lstrip("0") in page


def test_team_rankings_are_called_by_the_readers_word_or_their_own_name():
    contests = ([], ["Tandems am Rhein"], ["Paare", "Vereine"])
    names = ("Mannschaften", "Teams", "Tandems")

    with override("en"):
        assert [teams_label(each) for each in contests] == [
            *("Teams", "Tandems am Rhein", "Teams")
        ]
        assert [str(TeamContest(name=name)) for name in names] == [
            *("Teams", "Teams", "Tandems")
        ]
