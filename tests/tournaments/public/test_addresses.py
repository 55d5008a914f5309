"""Public pages: any cache may keep them, and no cookie but the deck changes them."""

import re
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.urls import resolve, reverse

from tests.factories import make_evening, make_player, make_secretary
from tests.walk import example, make_things
from tournaments.events.models import Event
from tournaments.leagues.models import League
from tournaments.people.models import User
from tournaments.people.services import save_player
from tournaments.seasons.models import Season
from tournaments.site.access import addresses
from tournaments.web.access import is_in_edition, is_open, views_by_name
from tournaments.words.choices import Privacy

pytestmark = pytest.mark.database
CHOSEN = f"{settings.LANGUAGE_COOKIE_NAME}=en; deck=german"
COOKIES = f"sessionid=somebody; csrftoken=theirs; messages=x; {CHOSEN}"


@pytest.fixture(scope="module")
def things(first_keys):
    make_things()
    for model in (Event, Season, League):
        model.objects.update(is_published=True)


@pytest.fixture
def published(things, db):
    return things


def public_paths():
    """Return an example of each public page, as the edition in German has it."""
    paths = sorted({example(address) for address in addresses()})
    return [f"/de{path}" for path in paths if is_in_edition(resolve(path).func)]


def test_every_address_that_visitors_open_is_public_or_takes_their_form():
    others = {
        name
        for name, view in views_by_name().items()
        if is_open(view, AnonymousUser())
        and not is_in_edition(view)
        and not is_open(view, AnonymousUser(), "POST")
    }

    assert others == {
        *("join", "public:robots", "public:sitemap"),
        *("table:second-write", "table:worker", "table:write"),
    }


@pytest.mark.usefixtures("standing_clock")
def test_a_cache_may_keep_every_public_page_and_give_it_to_anybody(client, published):
    """All lead to one another, and the second visit costs next to nothing."""
    names, shown, seen = set(), 0, {}
    for path in public_paths():
        answer = client.get(path, headers={"cookie": COOKIES})
        seen[path] = answer.getvalue()
        text = seen[path].decode(errors="replace")

        assert not answer.cookies, path
        assert "csrfmiddlewaretoken" not in text, path
        assert "public" in answer["Cache-Control"], path
        assert "s-maxage=2" in answer["Cache-Control"], path
        assert set(answer.get("Vary", "").split(", ")) <= {"Cookie", "Accept-Encoding"}
        if answer.get("Content-Type", "").startswith("text/html"):
            names |= set(ways_in_from(path, text))
        if answer.status_code == 200:
            shown += 1
            kept = {"cookie": COOKIES, "if-none-match": answer["ETag"]}
            again = client.get(path, headers=kept)
            head = sum(len(f"{name}: {value}\r\n") for name, value in again.items())
            assert (again.status_code, again.content) == (304, b""), path
            assert head <= 200, (path, again.headers)
    assert shown > 30
    assert names == {"join", "login"}
    client.force_login(User.objects.first())
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    desk = {"accept": "text/html", "cookie": f"sessionid={session}; {CHOSEN}"}
    for path, content in seen.items():
        assert client.get(path, headers=desk).getvalue() == content, path


def ways_in_from(path, text):
    """Yield the names of the other pages that a public page leads to."""
    for link in re.findall(r'(?:href|hx-get)="([^"#?]+)', text):
        where = urlsplit(link).path
        if where.startswith("/") and not where.startswith(settings.STATIC_URL):
            assert re.match(r"/(de|en)/", where), (path, link)
            match = resolve(re.sub(r"^/[^/]+", "", where))
            if not is_in_edition(match.func):
                yield match.view_name


@pytest.mark.parametrize("path", ["/events/{}/", "/de/events/{}/standings/"])
def test_the_word_of_an_event_taken_back_is_told_to_nobody(client, published, path):
    event = Event.objects.first()
    asked = path.format(event.pk)
    unknown = path.format(987)
    html = {"accept": "text/html"}
    before = client.get(asked, headers=html)
    # Another process takes it back.
    Event.objects.filter(pk=event.pk).update(is_published=False)

    after = client.get(asked, headers=html)
    nothing = client.get(unknown, headers=html)

    assert event.slug in before["Location"]
    assert after.status_code == nothing.status_code
    assert event.slug not in after.get("Location", "") + after.text
    assert client.get(asked, headers=html, follow=True).status_code == 404


def test_an_edition_is_found_without_its_slash(client, published):
    answer = client.get("/en?von=Zeitung")

    assert (answer.status_code, answer["Location"]) == (301, "/en/?von=Zeitung")
    assert not answer.cookies
    assert "public" in answer["Cache-Control"]


def test_visitors_are_led_to_the_pages_for_everybody(client, published):
    event = Event.objects.first()
    address = reverse("events:standings", args=[event.pk])
    browser = {"accept": "text/html,*/*", "cookie": CHOSEN}
    reverse_name = f"/en/events/{event.slug}/standings/"

    led = client.get(f"{address}?sort=name", headers=browser)
    program = client.get(address)
    client.force_login(User.objects.first())
    at_the_desk = client.get(address, headers={"accept": "text/html"})

    assert (led.status_code, led["Location"]) == (302, f"{reverse_name}?sort=name")
    assert "public" not in led["Cache-Control"]
    assert program.status_code == at_the_desk.status_code == 200


def test_what_asks_something_lies_at_the_desk(client, published):
    led = client.get("/de/accounts/login/?next=/events/1/")

    assert (led.status_code, led["Location"][:22]) == (302, "/accounts/login/?next=")
    assert client.post("/de/language/", {"language": "en"}).status_code == 405
    assert client.get("/de/members/")["Location"] == "/members/"


@pytest.mark.parametrize(
    ("path", "language"),
    [
        *(("/", "en"), ("/table/", "en"), ("/join/", "en"), ("/check/", "en")),
        ("/accounts/login/", "de"),
    ],
)
def test_where_guests_arrive_their_browser_is_asked(client, published, path, language):
    english = {"accept": "text/html", "accept-language": "en-GB,en;q=0.9"}

    answer = client.get(path, headers=english)

    assert answer["Content-Language"] == language
    assert answer.get("Location", "/en/").startswith("/en/")
    client.force_login(User.objects.first())
    assert client.get(path, headers=english)["Content-Language"] == "de"


def test_sign_in_opens_in_the_language_of_the_page_before(client, published):
    came = {"host": "testserver", "referer": "http://testserver/en/events/"}

    first = client.get("/accounts/login/", headers=came)
    again = client.get("/accounts/login/")
    elsewhere = came | {"referer": "http://elsewhere.example/en/"}
    client.cookies.clear()

    assert (first["Content-Language"], again["Content-Language"]) == ("en", "en")
    stranger = client.get("/accounts/login/", headers=elsewhere)
    assert stranger["Content-Language"] == "de"
    assert not stranger.cookies.get(settings.LANGUAGE_COOKIE_NAME)


def test_the_address_says_the_language_and_a_cookie_the_deck(client, published):
    page = "/de/lists/game-value/"
    english = client.get("/en/lists/game-value/", headers={"cookie": COOKIES})
    client.cookies["django_language"] = "en"
    plain = client.get(page)
    chosen = client.post("/deck/", {"deck": "german", "next": page}, follow=True)

    assert chosen.redirect_chain == [(page, 302)]
    languages = [each["Content-Language"] for each in (english, plain, chosen)]
    assert languages == ["en", "de", "de"]
    assert 'data-deck="german"' in english.text
    assert 'data-deck="french"' in plain.text
    assert 'data-deck="german"' in chosen.text
    assert "Cookie" in plain["Vary"]
    assert plain["ETag"] != chosen["ETag"]
    # No deck is an address of its own.
    assert client.get("/de-german/").status_code == 404
    assert not re.search(r'(?:href|content)="[^"]*german', english.text)


def test_an_event_keeps_its_address_for_ever(client, published):
    event = Event.objects.first()
    address = f"/de/events/{event.slug}/"

    by_number = client.get(f"/de/events/{event.pk}/standings/?sort=name")
    Event.objects.filter(pk=event.pk).update(name="Umbenannt", date="2030-01-01")

    assert by_number.status_code == 301
    assert by_number["Location"] == f"{address}standings/?sort=name"
    assert "Umbenannt" in client.get(address).text
    assert client.get("/de/events/nie-gewesen/").status_code == 404
    # A word in the place of a number leads to no circle.
    answer = client.get(f"{address}me/Tänzer 3/")
    assert answer.status_code == 404
    assert "Niemand hat die Startnummer" in answer.text


def test_no_address_names_who_is_not_to_be_named(client, db):
    make_secretary("gerda")
    anna = make_player("Anna Köster")
    make_evening("Anna Kösters Preisskat", is_published=True)
    make_evening("Anna Kostbars Preisskat", is_published=True)
    named = client.get("/de/").text

    anna.privacy = Privacy.SHORT
    save_player(player=anna)
    hidden = client.get("/de/").text
    event = Event.objects.get(name="Anna Kösters Preisskat")
    by_number = client.get(f"/de/events/{event.pk}/")

    assert by_number.status_code == 200
    assert "anna-koesters-preisskat" in named
    assert "anna-koester" not in hidden
    assert "anna-kostbars-preisskat" in hidden


def test_errors_are_no_page_to_keep(client, published, monkeypatch):
    monkeypatch.setattr("tournaments.home.views.render", lambda *_given: 1 / 0)
    client.raise_request_exception = False

    answer = client.get("/de/")

    assert (answer.status_code, answer["Cache-Control"]) == (500, "no-store")
