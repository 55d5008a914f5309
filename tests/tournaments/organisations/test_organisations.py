"""The club's own page, and its data on all other pages."""

import re
from datetime import date
from io import BytesIO
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils.translation import override
from PIL import Image

from skatclub.machine.running import Claim
from tests.examples import examples
from tests.factories import make_evening, make_owner
from tests.test_shell import colours, contrast
from tests.tournaments.files.club.test_club_file import (
    empty_site,
    exported_club,
    imported_club,
)
from tournaments.events.planning.services import publish_event
from tournaments.organisations.hosts import host_address
from tournaments.organisations.models import Organisation
from tournaments.organisations.selectors import own_organisation
from tournaments.organisations.services import save_organisation
from tournaments.organisations.words import meeting_text, next_meeting
from tournaments.papers.views import pdf_response
from tournaments.people.models import Club
from tournaments.people.services import set_up_club
from tournaments.web.canvas import page_frame
from tournaments.words.choices import Rhythm
from tournaments.words.decks import Felt

pytestmark = pytest.mark.django_db
ON_FELT = ("on-felt", "on-felt-soft", "on-felt-gold")


@pytest.fixture
def home():
    return Club.objects.create(name="Karo Einfach", is_home=True)


@pytest.fixture
def erika(client, home):
    erika = make_owner("erika")
    client.force_login(erika)
    return erika


def picture(side=300, colour="navy"):
    Image.new("RGB", (side, side), colour).save(out := BytesIO(), "PNG")
    return out.getvalue()


MEETS = {"rhythm": Rhythm.WEEKLY, "weekday": 4, "start_time": "19:00"}


def answers(**changed):
    return {
        "name": "Karo Einfach",
        "number": "",
        "felt": "wine",
        "rhythm": "weekly",
        "weekday": "6",
        "start_time": "19:00",
        "place": "Zum Grünen Baum",
        "imprint": "Erika Muster\nLindenplatz 3",
        "photo_days": "30",
        **changed,
    }


def organisation_of(home, *, logo=None, **fields):
    own = home.organisation
    for name, value in fields.items():
        setattr(own, name, value)
    return save_organisation(organisation=own, logo=logo)


def test_the_owner_writes_everything_on_one_page(client, erika):
    answer = client.post("/club/", answers(name="Karo Zwiefach", number="04.43.006"))

    own = own_organisation()
    assert answer.url == "/club/"
    assert (own.name, own.club.number) == ("Karo Zwiefach", "0443006")
    assert (own.felt, own.weekday, own.start_time) == ("wine", 6, "19:00")
    assert "/club/" in hrefs(client.get("/"))
    assert client.get(f"/members/clubs/{own.club.pk}/").url == "/club/"
    page = client.get("/club/").text
    assert 'value="Karo Zwiefach"' in page
    assert 'value="04.43.006"' in page


LONG = [["imprint", "x" * 20_001], ["place", "x\0"]]


@pytest.mark.parametrize(
    ("field", "value"), [*examples("club", "field", folder="refused"), *LONG]
)
def test_what_cannot_be_is_said_beside_its_field(client, erika, field, value):
    answer = client.post("/club/", answers(**{field: value}))

    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert own_organisation().place == ""


def test_the_name_of_another_club_is_taken_and_the_page_that_shows_it_named(
    client, erika
):
    Club.objects.create(name="Herz Dame")

    page = client.post("/club/", answers(name="Herz Dame")).text

    assert "unter „Mitglieder und Gäste“ bei „Vereine“ und lässt sich dort" in page
    assert Club.objects.get(is_home=True).name == "Karo Einfach"
    assert own_organisation().place == ""


def hrefs(answer):
    return set(re.findall(r'href="([^"]+)"', answer.text))


def test_every_page_says_whose_it_is(client, home):
    make_owner("erika")
    publish_event(event=make_evening(), is_published=True)

    for address in ("/", "/events/1/", "/seasons/", "/accounts/login/", "/nowhere/"):
        page = client.get(address, follow=True).text
        assert re.search(r"<title>[^<]* · Karo Einfach</title>", page), address
        assert re.search(r'class="wordmark" href="/">.*>Karo Einfach</a>', page)
        assert {"/imprint/", "/privacy/"} <= set(re.findall(r'href="([^"]+)"', page))


def test_without_a_club_the_program_says_its_own_name(client):
    page = client.get("/setup/").text

    assert "· Skatclub</title>" in page
    assert "/imprint/" not in page
    assert "data-felt" not in page


def test_everybody_reads_imprint_and_privacy(client, home):
    make_owner("erika")
    organisation_of(
        home,
        imprint="Erika <b>Muster</b>\nLindenplatz 3",
        privacy="Fragen an https://karo.example/",
        email="vorstand@karo.example",
    )

    imprint, privacy = client.get("/imprint/").text, client.get("/privacy/").text

    assert "Erika &lt;b&gt;Muster&lt;/b&gt;<br>Lindenplatz 3" in imprint
    assert 'href="mailto:vorstand@karo.example"' in imprint
    assert 'href="https://karo.example/"' in privacy
    assert "Cookies" in privacy


def test_what_the_club_has_written_is_marked_as_german_on_english_pages(client, home):
    make_owner("erika")
    organisation_of(
        home,
        imprint="Lindenplatz 3",
        privacy="Fragen an uns",
        place="Zum <Krug>",
        welcome="Gäste sind willkommen",
    )

    def pages(language):
        paths = ("", "widget/", "imprint/", "privacy/")
        return [client.get(f"/{language}/{path}", follow=True).text for path in paths]

    front, widget, imprint, privacy = pages("en")
    own = '<span lang="de">Zum &lt;Krug&gt; · Gäste sind willkommen</span>'
    assert own in front
    assert own in widget
    assert '<div lang="de"><p>Lindenplatz 3</p></div>' in imprint
    assert '<div lang="de"><p>Fragen an uns</p></div>' in privacy
    for page in pages("de"):
        main = page.partition("<main")[2].partition("</main>")[0]
        assert 'lang="de"' not in main


def test_a_missing_imprint_is_missed_by_its_owner(client, erika):
    assert "/club/#law" in hrefs(client.get("/imprint/"))
    client.logout()

    assert "/club/#law" not in hrefs(client.get("/imprint/"))


def test_the_logo_stands_in_the_header_under_an_address_of_its_own(client, erika):
    client.post("/club/", answers(logo=SimpleUploadedFile("l.png", picture())))

    own = own_organisation()
    assert f'<img class="logo" src="{own.logo_url}" alt="">' in client.get("/").text
    client.logout()
    answer = client.get(own.logo_url)
    assert answer.headers["Content-Type"] == "image/png"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "immutable" in answer.headers["Cache-Control"]
    assert "public" in answer.headers["Cache-Control"]
    assert Image.open(BytesIO(answer.content)).size == (96, 96)


def test_another_logo_has_another_address_and_stays_until_it_is_taken_away(
    client, erika
):
    client.post("/club/", answers(logo=SimpleUploadedFile("l.png", picture())))
    old = own_organisation().logo_url
    save_organisation(organisation=own_organisation(), logo=picture(colour="red"))
    client.post("/club/", answers(place="Krone"))
    assert own_organisation().logo_digest
    assert own_organisation().logo_url != old
    assert client.get(old).status_code == 404

    client.post("/club/", answers(drop_logo="on"))

    assert own_organisation().logo_digest == ""
    assert bytes(Organisation.objects.get().logo) == b""


def test_a_file_that_is_no_picture_is_refused_and_a_huge_one_not_read(client, erika):
    wrong = SimpleUploadedFile("logo.svg", b"<svg><script>1</script></svg>")
    huge = SimpleUploadedFile("logo.png", b"x" * 5 * 1024 * 1024)

    answer = client.post("/club/", answers(logo=wrong))

    assert "PNG- oder JPEG-Datei" in answer.context["form"].errors["logo"][0]
    assert client.post("/club/", answers(logo=huge)).status_code == 413
    assert own_organisation().logo_digest == ""


@pytest.mark.parametrize(
    ("language", "rhythm", "weekday", "time", "text"), examples("meetings", "said")
)
def test_when_the_club_meets_is_said_as_one_says_it(
    language, rhythm, weekday, time, text
):
    day = int(weekday) if weekday else None
    own = Organisation(rhythm=rhythm, weekday=day, start_time=time)

    with override(language):
        assert meeting_text(own) == text


def test_a_paper_has_the_name_the_colour_and_the_logo_of_the_club(home):
    organisation_of(home, logo=picture(), felt="wine")
    drawn = []
    paper = SimpleNamespace(draw=lambda _canvas: drawn.append(page_frame()))

    pdf_response(paper, "x")

    [frame] = drawn
    assert (frame.club, frame.colour) == ("Karo Einfach", Felt.WINE.hex)
    assert frame.logo.startswith(b"\x89PNG")


def test_the_club_costs_a_page_one_query_without_the_bytes_of_the_logo(
    home, django_assert_num_queries
):
    save_organisation(organisation=home.organisation, logo=picture())

    with django_assert_num_queries(1) as asked:
        own = own_organisation()
        assert own.name == "Karo Einfach"
        assert own.logo_url

    assert '"logo"' not in asked[0]["sql"]


def test_a_page_kept_by_a_browser_is_another_one_with_another_colour(client, home):
    make_owner("erika")
    event = publish_event(event=make_evening(), is_published=True)
    address = reverse("events:standings", args=[event.pk])
    tag = client.get(address).headers["ETag"]
    assert client.get(address, headers={"if-none-match": tag}).status_code == 304
    organisation_of(home, felt="slate")

    again = client.get(address, headers={"if-none-match": tag})

    assert again.status_code == 200
    assert 'data-felt="slate"' in again.text


def test_an_archive_takes_the_club_s_face_along(client, tmp_path):
    set_up_club(name="Skatclub Kreuzbube", username="e", password="K7-hinterhand")
    fields = {**MEETS, "town": "Nebelhausen", "felt": "blue"}
    organisation_of(Club.objects.get(), logo=picture(), **fields)
    before, logo = exported_club(), bytes(Organisation.objects.get().logo)
    empty_site()

    report = imported_club(tmp_path, before)

    assert report.counts["organisation"] == {"new": 1}
    own = own_organisation()
    assert (own.felt, own.town, bytes(own.logo)) == ("blue", "Nebelhausen", logo)
    assert exported_club() == before
    assert imported_club(tmp_path, before).counts["organisation"] == {"same": 1}


def test_what_the_club_says_here_stays_until_the_file_is_wanted(home, tmp_path):
    organisation_of(home, place="Krone")
    there = exported_club()
    Organisation.objects.update(place="Adler")

    left = imported_club(tmp_path, there)
    place_left = own_organisation().place
    replaced = imported_club(tmp_path, there, replace=True)

    assert (left.counts["organisation"], place_left) == ({"left": 1}, "Adler")
    assert left.differing == ["Karo Einfach"]
    assert replaced.counts["organisation"] == {"changed": 1}
    assert own_organisation().place == "Krone"
    # The face of another club stays outside.
    empty_site()
    Club.objects.create(name="Herz Dame", is_home=True)

    report = imported_club(tmp_path, there, as_guests=True)

    assert "organisation" not in report.counts
    assert own_organisation().place == ""


def felts():
    """Return the shades of each felt on the screen, by its name."""
    path = settings.BASE_DIR / "skatclub" / "static" / "css" / "felts.css"
    source = path.read_text(encoding="utf-8")
    blocks = re.findall(r'\[data-felt="(\w+)"\] {([^}]*--[^}]*: #[^}]*)}', source)
    return {name: dict(re.findall(r"--([\w-]+): (#\w{6});", b)) for name, b in blocks}


def test_paper_and_screen_have_the_same_felts():
    assert {name: each["felt"] for name, each in felts().items()} == {
        felt.value: felt.hex for felt in Felt
    }


def test_text_can_be_read_on_every_felt():
    texts = [colours()["light"][name] for name in ON_FELT]

    for felt, shades in felts().items():
        for shade in ("felt", "felt-light", "felt-deep"):
            assert all(contrast(text, shades[shade]) >= 4.5 for text in texts), felt


@pytest.mark.parametrize(
    ("server", "front", "https", "address"),
    [
        ("", "", False, "http://herz7.localhost:8000/"),
        ("http://127.0.0.1:8321", "", False, "http://herz7.localhost:8321/"),
        ("", "https://skat.example/", True, "https://herz7.localhost/"),
        ("", "http://skat.example:81/", False, "http://herz7.localhost:81/"),
        ("http://127.0.0.1:8321", "", True, "https://herz7.localhost/"),
    ],
)
def test_a_new_organisation_is_told_its_address_with_the_port(
    settings, tmp_path, server, front, https, address
):
    settings.DATA_DIR, settings.ADDRESS, settings.HTTPS = tmp_path, front, https
    claim = Claim(tmp_path)
    if server:
        claim.take()
        claim.tell(server)

    assert host_address("herz7.localhost") == address
    claim.give_back()
    if server and not https:
        assert host_address("herz7.localhost").endswith(":8000/")


SUNDAY, FRIDAY = 6, 4
THE_22ND = date(2026, 11, 22)  # a Sunday


@pytest.mark.parametrize(("rhythm", "weekday", "day"), examples("meetings", "next"))
def test_the_next_day_of_each_rhythm(rhythm, weekday, day):
    found = next_meeting(Rhythm(rhythm), int(weekday), start=THE_22ND)

    assert found == date.fromisoformat(day)


def test_every_other_week_counts_from_the_last_meeting_and_a_taken_day_is_passed():
    last = date(2026, 11, 15)

    found = next_meeting(Rhythm.FORTNIGHTLY, SUNDAY, start=THE_22ND, last=last)
    moved = next_meeting(Rhythm.FORTNIGHTLY, FRIDAY, start=THE_22ND, last=last)
    taken = next_meeting(Rhythm.WEEKLY, SUNDAY, start=THE_22ND, taken={THE_22ND})

    assert found == taken == date(2026, 11, 29)
    assert moved == date(2026, 11, 27)
