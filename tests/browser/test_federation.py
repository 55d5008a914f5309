"""Two clubs and a federation on one server: nobody reads of the others, all play."""

import io

import pytest
from django.urls import reverse
from playwright.sync_api import expect
from pypdf import PdfReader

from tests.browser.conftest import PASSWORD
from tests.browser.desk.keys import finish_unproved, type_lines
from tests.factories import make_owner
from tests.tournaments.leagues.matches import games_for
from tournaments.leagues.models import Division, HostCode, LeagueTeam, MatchGroup
from tournaments.organisations.models import Organisation
from tournaments.organisations.services import add_host, add_organisation
from tournaments.people.services import find_or_add_club, settle_home_club
from tournaments.scope.scope import scope
from tournaments.sheets.models import ScoreSheet, Seat

pytestmark = pytest.mark.django_db(transaction=True)
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
MEMBERS = {
    "Herz Sieben": ("Anna Albers", "Bernd Brandt", "Carla Conrad", "Dieter Dahlke"),
    "Karo Ass": ("Emil Esser", "Frieda Falk", "Gerd Grothe", "Hanna Hölzl"),
    "Pik König": ("Ida Iversen", "Jens Jansen", "Karin Kruse", "Ludwig Lorenz"),
    "Kreuz Dame": ("Marion Mertens", "Nils Neumann", "Olga Otten", "Paul Pohl"),
}
MARKS = ("Verbandsliga", "Herz Sieben 1", "Iversen")


@pytest.fixture
def sites(many_organisations, transactional_db, live_server):
    """Return the addresses of a federation and of two clubs, each with its owner."""
    federation = Organisation.objects.get()
    add_host(federation, "verband.localhost")
    settle_home_club("Skatverband Musterland")
    make_owner("vera", password=PASSWORD)
    for club in MEMBERS:
        find_or_add_club(name=club)
    addresses = {"federation": "verband.localhost"}
    for name, host, owner in (
        ("Herz Sieben", "herz7.localhost", "hanna"),
        ("Karo Ass", "karo.localhost", "kurt"),
    ):
        added = add_organisation(name=name, host=host).organisation
        with scope(added.pk):
            make_owner(owner, password=PASSWORD)
        addresses[name] = host
    port = live_server.url.rpartition(":")[2]
    return {name: f"http://{host}:{port}" for name, host in addresses.items()}


def signed_in(page, site, username):
    page.goto(f"{site}/accounts/login/")
    page.fill("#id_username", username)
    page.fill("#id_password", PASSWORD)
    page.press("#id_password", "Enter")
    page.wait_for_url(f"{site}/")
    return page


def test_a_host_plays_the_league_of_a_federation_and_the_neighbour_finds_nothing(
    sites, new_context
):
    federation, neighbour = sites["federation"], sites["Karo Ass"]
    vera = signed_in(new_context().new_page(), federation, "vera")
    kurt = signed_in(new_context().new_page(), neighbour, "kurt")
    visitor = new_context().new_page()

    draw_up_the_league(vera)
    code = code_on_the_match_report(vera, federation)
    phone = new_context(**PHONE).new_page()
    play_on_the_phone(phone, federation, code)
    assert found_by(kurt, neighbour) == found_by(visitor, federation) == []
    phone.get_by_role("button", name="Ergebnisse abgeben").click()
    expect(phone.get_by_text("Die Ergebnisse sind abgegeben")).to_be_visible()
    confirm_and_publish(vera, federation)

    visitor.goto(federation + Division.objects.get().get_absolute_url())
    rows = visitor.locator("table.league tbody tr")
    expect(rows).to_have_count(4)
    expect(rows.first).to_contain_text("Herz Sieben 1")
    expect(rows.first).to_contain_text("3:0")
    assert found_by(visitor, federation) == list(addresses())
    assert found_by(kurt, neighbour) == []


def draw_up_the_league(page):
    page.get_by_role("link", name="Ligen").click()
    page.get_by_role("link", name="Neue Liga").first.click()
    page.get_by_role("link", name="DSkV").click()
    page.get_by_label("Name", exact=True).fill("Verbandsliga")
    page.get_by_text("Genauer").click()
    page.locator("[name=series_per_day]").fill("1")
    page.locator("[name=rounds]").fill("1")
    page.get_by_role("button", name="Anlegen").click()
    lines = [f"{club} 1: {', '.join(names)}" for club, names in MEMBERS.items()]
    page.get_by_label("Eine Mannschaft je Zeile").fill("\n".join(lines))
    page.get_by_label("als Gäste anlegen").check()
    page.get_by_role("button", name="Mannschaften hinzufügen").click()
    expect(page.get_by_text("Herz Sieben 1").first).to_be_visible()
    page.get_by_role("link", name="Spieltage").click()
    assert set(LeagueTeam.objects.values_list("club__name", flat=True)) == set(MEMBERS)
    page.get_by_role("link", name="Spieltag ansetzen").first.click()
    page.get_by_role("button", name="Speichern").click()
    expect(page.get_by_role("heading", name="Gruppe 1")).to_be_visible()


def code_on_the_match_report(page, site):
    """Let the federation make the code, and read it where the host does."""
    group = MatchGroup.objects.get()
    page.goto(site + group.get_absolute_url())
    page.get_by_role("button", name="Code vergeben").click()
    expect(page.get_by_role("button", name="Code zurücknehmen")).to_be_visible()
    report = page.get_by_role("link", name="Spielbericht (PDF)").get_attribute("href")
    code = str(HostCode.objects.get())
    assert code in printed(page, report)
    return code


def printed(page, address):
    """Return the text of a PDF; only the browser knows where *.localhost is."""
    content = page.evaluate(
        "async url => [...new Uint8Array(await (await fetch(url)).arrayBuffer())]",
        address,
    )
    pages = PdfReader(io.BytesIO(bytes(content))).pages
    return "\n".join(each.extract_text() for each in pages)


def play_on_the_phone(page, site, code):
    page.goto(f"{site}/match/")
    page.get_by_label("Code des Spieltags").fill(code)
    page.get_by_role("button", name="Zur Begegnung").click()
    page.get_by_role("link", name="Wer ist da?").first.click()
    page.get_by_role("button", name="Plätze setzen").click()
    expect(page.get_by_role("table", name="Serie 1")).to_be_visible()
    for sheet in ScoreSheet.objects.order_by("table_number"):
        page.goto(site + sheet.get_absolute_url())
        page.locator("#line_text").tap()
        type_lines(page, games_of(sheet), of=4)
        finish_unproved(page)
    page.goto(site + MatchGroup.objects.get().get_absolute_url())


def games_of(sheet):
    """Return a round in which the guest of Herz Sieben wins a Grand, and no other."""
    theirs = {name.split()[1] for name in MEMBERS["Herz Sieben"]}
    seats = sheet.seats.select_related("player")
    (place,) = (seat.place for seat in seats if seat.player.last_name in theirs)
    games = games_for({place: 1}, 4)
    return [*games, *["e"] * (4 - len(games))]


def confirm_and_publish(page, site):
    group = MatchGroup.objects.get()
    page.goto(site + group.get_absolute_url())
    page.get_by_role("button", name="Ergebnisse bestätigen").click()
    expect(page.get_by_text("Die Ergebnisse sind bestätigt.")).to_be_visible()
    page.goto(f"{site}/leagues/{group.match_day.division.league_id}/edit/")
    page.get_by_role("button", name="Veröffentlichen").click()
    expect(page.get_by_text("Die Liga können jetzt alle lesen")).to_be_visible()


def addresses():
    """Return where a word of the league may be found, once its match is set up."""
    group = MatchGroup.objects.get()
    event, division = group.event, group.match_day.division
    sheet = Seat.objects.filter(player__last_name=MARKS[-1]).earliest("series_id").sheet
    return (
        "/leagues/?all=yes",
        division.league.get_absolute_url(),
        division.get_absolute_url(),
        group.get_absolute_url(),
        reverse("papers:match-report", args=[group.pk]),
        event.get_absolute_url(),
        reverse("events:standings", args=[event.pk]),
        sheet.get_absolute_url(),
        "/find/?person=Ida",
        "/api/v1/events/",
        f"/api/v1/events/{event.slug}/",
        f"/api/v1/events/{event.slug}/standings/",
        f"/api/v1/events/{event.slug}/lists/{sheet.code}/",
    )


def found_by(page, site):
    """Return at which addresses somebody finds a word of the league."""
    page.goto(f"{site}/")
    return [address for address in addresses() if names_it(page, address)]


def names_it(page, address):
    text = page.evaluate("async url => (await fetch(url)).text()", address)
    return any(mark in text for mark in MARKS)
