"""A page at the desk is drawn once for its edition and rights, never for a person."""

import re

import pytest
from django.contrib import messages
from django.contrib.messages.storage.fallback import FallbackStorage
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from skatclub.backups.folder import note
from tests.factories import (
    EIGHT_GAMES,
    make_evening,
    make_owner,
    make_secretary,
    make_sheet,
    make_user,
    type_games,
)
from tests.tournaments.seasons.seasons import make_season
from tournaments.events.planning.services import publish_event
from tournaments.organisations.services import add_organisation
from tournaments.people.models import Player, Session
from tournaments.scope.scope import scope
from tournaments.seasons.models import Season
from tournaments.sheets.models import ScoreSheet
from tournaments.web.kept_pages import kept_in_edition
from tournaments.words.rights import Right, Role, roles_with

NAMES = ("Anna Zwirbelhuber", "Bernd", "Carla", "Dieter")
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
KEPT = 3  # queries of a page that was drawn before: session, account, edition


@pytest.fixture
def erika(db):
    return make_secretary("erika")


@pytest.fixture
def sheet(erika):
    sheet = make_sheet(NAMES, evening=make_evening("Herbstpreis"))
    type_games(sheet, EIGHT_GAMES, by=erika)
    make_season()
    Player.objects.filter(last_name="Zwirbelhuber").update(privacy="short")
    return sheet


@pytest.fixture
def pages(sheet):
    event, season = sheet.series.event, Season.objects.get()
    publish_event(event=event, is_published=True)
    return {
        "home": reverse("home:home"),
        "list": sheet.get_absolute_url(),
        "standings": reverse("events:standings", args=[event.pk]),
        "season": season.get_absolute_url(),
    }


def browser(user=None, **how):
    client = Client(**how)
    if user:
        client.force_login(user)
    return client


@pytest.mark.parametrize("role", [Role.OWNER, Role.TYPIST, Role.READER])
def test_the_next_account_with_the_same_rights_causes_no_drawing(
    pages, role, django_assert_num_queries
):
    first, second = (browser(make_user(who, role=role)) for who in ("uwe", "ida"))
    queues = [
        f'data-queue="{client.session["_auth_user_id"]}/' for client in (first, second)
    ]
    for address in pages.values():
        drawn = first.get(address).text
        with django_assert_num_queries(KEPT):
            again = second.get(address).text

        assert ">uwe</span>" in drawn
        assert ">ida</span>" in again
        assert "uwe" not in again
        assert not set(TOKEN.findall(drawn)) & set(TOKEN.findall(again))
        expected = TOKEN.sub("", drawn).replace("uwe", "ida").replace(*queues)
        assert TOKEN.sub("", again) == expected


def test_each_role_and_visitors_get_a_page_of_their_own(pages):
    roles = Role.values[:-1]
    readers = {role: browser(make_user(role, role=role)) for role in roles}
    fresh = {role: browser(make_user(f"zweit{role}", role=role)) for role in roles}
    readers["visitor"], fresh["visitor"] = browser(), browser()
    for address in pages.values():
        before = {who: client.get(address).text for who, client in readers.items()}
        after = {who: client.get(address).text for who, client in fresh.items()}

        for who, text in before.items():
            plain = TOKEN.sub("", text).replace(f">{who}</span>", "")
            again = TOKEN.sub("", after[who]).replace(f">zweit{who}</span>", "")
            assert re.sub(r'queue="\d+', "", again) == re.sub(r'queue="\d+', "", plain)
        if address == pages["list"]:
            typing = {who for who, text in before.items() if 'id="typing"' in text}
            assert typing == {*roles_with(Right.TYPE)} - {Role.HOST}
        visitor = before["visitor"]
        assert ("Abmelden" in visitor, "Anmelden" in visitor) == (False, True)
        assert "Zwirbelhuber" not in visitor


def test_the_form_in_a_page_that_was_drawn_for_another_is_taken(pages, erika):
    browser(erika).get(pages["standings"])
    client = browser(make_secretary("uwe"), enforce_csrf_checks=True)
    token = TOKEN.search(client.get(pages["standings"]).text)[1]
    fields = {"csrfmiddlewaretoken": token}

    assert client.post(reverse("logout"), fields).status_code == 302
    assert "_auth_user_id" not in client.session


def test_a_message_is_shown_once_and_to_one_account(pages, sheet):
    uwe, ida = browser(make_secretary("uwe")), browser(make_secretary("ida"))
    told = "Das können jetzt alle"
    release = reverse("events:publish", args=[sheet.series.event.pk])
    before = uwe.get(pages["standings"]).text
    uwe.post(release, {"published": "yes"})
    texts = [client.get(pages["standings"]).text for client in (uwe, ida, uwe)]

    assert [told in text for text in (before, *texts)] == [False, True, False, False]
    # A name is escaped and may look like anything.
    odd = make_secretary("<b>&\\1")
    assert "&lt;b&gt;&amp;\\1</span>" in browser(odd).get(pages["home"]).text


def test_a_way_of_typing_is_of_one_browser(pages, sheet):
    uwe, ida = browser(make_secretary("uwe")), browser(make_secretary("ida"))
    plain = uwe.get(pages["list"]).text
    session = uwe.session
    session["only_values"] = {str(sheet.pk): True}
    session.save()
    ticked = uwe.get(pages["list"]).text

    assert ticked.count("checked") == plain.count("checked") + 1
    assert ida.get(pages["list"]).text.count("checked") == plain.count("checked")


def test_what_is_typed_and_the_pen_of_a_phone_show_at_once(pages, sheet, erika):
    ida = browser(make_secretary("ida"))
    assert "8 von 48" in ida.get(pages["list"]).text
    type_games(sheet, ["2k2"], by=erika)
    assert "9 von 48" in ida.get(pages["list"]).text
    # The pen begins no edition.
    ScoreSheet.objects.filter(pk=sheet.pk).update(pen_is_out=True)
    client = browser(erika)
    first, again = client.get(pages["list"]), client.get(pages["list"])

    assert first.context["phone"] is None
    assert again.context is not None  # drawn again


def test_a_worry_of_the_owner_shows_at_once(pages, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    owner, reader = browser(make_owner()), browser(make_user())
    owner.get(pages["home"])
    note(problem="Die Platte ist kaputt.")

    assert "Die Platte ist kaputt." in owner.get(pages["home"]).text
    assert "Die Platte ist kaputt." not in reader.get(pages["home"]).text


def test_two_organisations_share_no_page(pages, erika, many_organisations):
    host = "herz7.localhost"
    other = add_organisation(name="Herz Sieben", host=host).organisation
    with scope(other.pk):
        neighbour = make_secretary("uwe")
    ours = browser(erika).get("/").text
    with scope(other.pk):
        theirs = browser(neighbour).get("/", headers={"host": host}).text

    assert "Herbstpreis" in ours
    assert "Herz Sieben" in theirs
    assert "Herbstpreis" not in theirs


def request_of(rf, client, user):
    client.force_login(user)
    request = rf.get("/")
    request.user, request.session = user, client.session
    request._messages = FallbackStorage(request)
    return request


ASKING = {
    "name": lambda user: user.username,
    "key": lambda user: user.pk,
    "is it": lambda user: str(user == Player),
    "sessions": lambda user: Session.objects.count(),
    "own rows": lambda user: Session.objects.filter(account=user).count(),
}


@pytest.mark.parametrize("ask", ASKING.values(), ids=ASKING)
def test_a_view_that_asks_who_reads_is_drawn_for_each(rf, erika, client, ask):
    drawings = []

    @kept_in_edition
    def view(request):
        drawings.append(request.user)
        return HttpResponse(f"<p>{ask(request.user)}</p>")

    for user in (erika, make_secretary("uwe")):
        assert view(request_of(rf, client, user)).text == f"<p>{ask(user)}</p>"

    assert len(drawings) == 2


def test_a_message_of_the_page_itself_is_not_kept(rf, erika, client):
    @kept_in_edition
    def view(request):
        messages.info(request, "Nur einmal")
        return HttpResponse(f"<p>{[*map(str, messages.get_messages(request))]}</p>")

    texts = [view(request_of(rf, client, erika)).text for _visit in range(2)]

    assert texts == ["<p>['Nur einmal']</p>"] * 2
