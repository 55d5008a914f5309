"""Three evenings under house rules, from the rules to the file and back."""

import pytest
from playwright.sync_api import expect

from tests.browser.desk.keys import finish_unproved, type_lines
from tests.browser.rounds import pdf_text
from tests.factories import make_player, make_secretary
from tests.tournaments.files.event_store.test_import import wipe
from tests.tournaments.sheets.house import house_lists as house
from tournaments.events.models import Event
from tournaments.programme.models import RuleSet
from tournaments.sheets.models import ScoreSheet

pytestmark = pytest.mark.django_db(transaction=True)

THREE = ("Anna", "Bernd", "Carla")
FOUR = (*THREE, "Dieter")


@pytest.fixture
def desk(site, signed_in):
    """The browser of Erika, in a club of four people."""
    for name in FOUR:
        make_player(name)
    page = signed_in(make_secretary(password="sieben-buben-im-blatt"))
    page.faults = []
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    yield page
    assert page.faults == []


def unfold(page):
    """Open every group of options: all is as in the ISkO, so all are folded."""
    for summary in page.locator("main form summary").all():
        summary.click()


def test_a_friday_list_with_kontra_bock_and_ramsch(desk, site, live_server):
    # Four at the table, two rounds, Seeger-Fabian. Kontra and Re, a Bock round after
    # 60 to 60, a Ramsch when all pass: most card points cost as many points.
    #
    # 1  Bernd  Spades with 1, Kontra       22 x 2           +44   Bernd   44
    # 2  Carla  Clubs with 2, lost at 60    36, lost twice   -72   Carla  -72, Bock
    # 3  Anna   Grand with 1                48 x 2 Bock      +96   Anna    96
    # 4  Ramsch 70/30/20 of Anna, Bernd, Carla (Dieter deals)
    #                                       70 x 2 Bock     -140   Anna   -44
    # 5  Dieter Hearts with 1, Re, lost     20 x 2 x 4 x 2  -320   Dieter -320
    # 6  Carla  Null                        23 x 2 Bock      +46   Carla  -26
    # 7  Bernd  Grand with 2                72               +72   Bernd  116
    # 8  Anna   Clubs with 1, Schneider     36               +36   Anna    -8
    #
    # Games won/lost: Anna 2/0, Bernd 2/0, Carla 1/1, Dieter 0/1; a Ramsch is neither.
    # Anna    -8 + 100 + 2 x 30 =  152     Bernd  116 + 100 + 2 x 30 = 276
    # Carla  -26 +   0 + 1 x 30 =    4     Dieter -320 - 50 + 1 x 30 = -340
    page = site("/lists/rules/new/")
    unfold(page)
    page.fill("[name=name]", "Freitag")
    page.check("[name=kontra]")
    page.check("[name=bock_split]")
    page.select_option("[name=ramsch]", "most-pays")
    # The examples: Spades lost at 60 with Kontra -88, so Null ouvert counts 92.
    expect(page.locator("#examples")).to_contain_text("−88")
    expect(page.locator("#examples")).to_contain_text("+92")
    page.get_by_role("button", name="Speichern").click()
    seat(site, FOUR, rules="Freitag", rounds=2, system="seeger-fabian")

    type_lines(page, house.FRIDAY[:4], of=8)
    expect(page.locator("#status")).to_contain_text("Bock 3 von 4")
    expect(page.locator("#typing")).to_contain_text("Bock 3 von 4")
    page.keyboard.type("4h1-re")
    expect(page.locator("#echo")).to_contain_text("−320")
    page.keyboard.press("Enter")
    type_lines(page, house.FRIDAY[5:], first=6, of=8)

    assert totals_on(page) == ["152", "276", "4", "−340"]
    finish(page)
    ranked = standings(site)
    assert names_in(ranked) == ["Bernd", "Anna", "Carla", "Dieter"]
    printed = printed_list(page, live_server)
    for words in ("Hausregeln: Kontra und Re, Bockrunden", "70/30/20", "−320", "−340"):
        assert words in printed
    come_back(page, site, live_server)
    assert totals_on(page) == ["152", "276", "4", "−340"]


def test_a_schieberamsch_of_three_by_marks(desk, site, live_server):
    # Seed S2, three at the table, two rounds, nothing but Ramsch: everybody marks a
    # tenth of his card points, rounded down. What is said and missed doubles the
    # loser's before it is divided; all tricks are minus 120, a Grand Hand made is
    # minus its value. The lowest sum wins.
    #
    #                                                     Anna  Bernd  Carla
    # 1  48/42/30, Re        48 x 4 = 192 -> 19,  4,  3     19      4      3
    # 2  30/48/42, Kontra    3,  48 x 2 = 96 -> 9,  4       22     13      7
    # 3  48/72/0, Carla without a trick
    #                        4,  72 x 2 = 144 -> 14,  0     26     27      7
    # 4  48/48/24            4, 4, 2: both have most        30     31      9
    # 5  0/0/120             all tricks: Carla -120         30     31   -111
    # 6  Bernd Grand Hand with 1, 64 card points
    #                        24 x (1 + 2) = 72 -> -72       30    -41   -111
    page = site("/lists/rules/new/?preset=marks")
    page.fill("[name=name]", "Striche")
    page.get_by_role("button", name="Speichern").click()
    seat(site, THREE, rules="Striche", rounds=2, system="seeger-fabian")

    expect(page.locator("#typing")).to_contain_text("Ramsch")
    type_lines(page, house.MARKS, of=6)

    assert totals_on(page) == ["30", "−41", "−111"]
    finish(page)
    assert names_in(standings(site)) == ["Carla", "Bernd", "Anna"]
    printed = printed_list(page, live_server)
    for words in ("Summe gewinnt", "48/72/0", "−111"):
        assert words in printed
    come_back(page, site, live_server)
    assert totals_on(page) == ["30", "−41", "−111"]
    assert names_in(standings(site)) == ["Carla", "Bernd", "Anna"]


def test_the_first_to_250_ends_the_list(desk, site, live_server):
    # Seed S3, three at the table: the declarer counts his card points, with 1 or 2
    # more for 90 and for all tricks, announced 2. What is missed is taken off.
    #
    # 1  Anna   95, 90 announced    95 + 2         +97    Anna   97
    # 2  Bernd  80                                 +80    Bernd  80
    # 3  Carla  85, 90 announced and missed        -85    Carla -85
    # 4  Anna   all tricks, not announced 120+1+1 +122    Anna  219
    # 5  Bernd  61                                 +61    Bernd 141
    # 6  Anna   71, bid 72 and missed              -71    Anna  148
    # 7  Anna   102                102 + 1        +103    Anna  251: the end
    page = site("/lists/rules/new/")
    unfold(page)
    page.fill("[name=name]", "Ziel")
    page.fill("[name=target]", "250")
    page.get_by_role("button", name="Speichern").click()
    seat(site, THREE, rules="Ziel", rounds=12, system="plain")

    type_lines(page, house.TARGET[:-1])
    page.keyboard.type(house.TARGET[-1])
    page.keyboard.press("Enter")
    expect(page.locator("#typing")).to_contain_text("mit Spiel 7 zu Ende")

    assert totals_on(page) == ["251", "141", "−85"]
    finish(page)
    assert names_in(standings(site)) == ["Anna", "Bernd", "Carla"]
    printed = printed_list(page, live_server)
    for words in ("Hausregeln: bis 250 Punkte", "Eine Summe ist erreicht", "251"):
        assert words in printed
    come_back(page, site, live_server)
    assert totals_on(page) == ["251", "141", "−85"]


def seat(site, names, *, rules, rounds, system):
    """Open an evening under house rules, seat one table by hand and open its list."""
    page = site("/events/new/")
    page.get_by_text("Genauer").click()
    page.fill("[name=name]", f"{rules} im Grünen Baum")
    page.fill("[name=series]", "1")
    page.fill("[name=rounds]", str(rounds))
    page.select_option("[name=system]", system)
    option = page.locator("[name=rule_set] option", has_text=rules)
    page.select_option("[name=rule_set]", option.get_attribute("value"))
    page.locator("[name=by_hand]").press("Enter")
    page.wait_for_url("**/events/*/1/")
    page.locator("[name=player_1]:focus").wait_for()
    for place, name in enumerate(names, 1):
        page.fill(f"[name=player_{place}]", name)
    page.locator("[name=player_1]").press("Enter")
    page.get_by_text("Tisch 1").first.wait_for()
    site(the_sheet().get_absolute_url())


def the_sheet():
    return ScoreSheet.objects.with_event().get()


def totals_on(page):
    return [cell.inner_text() for cell in page.locator("#closing [data-total]").all()]


def finish(page):
    finish_unproved(page)


def standings(site):
    page = site(f"{the_sheet().series.event.get_absolute_url()}standings/")
    expect(page.locator(".house-rules")).to_contain_text("Hausregeln:")
    return page.locator("table.standings").inner_text()


def names_in(text):
    return [word for word in text.split() if word in FOUR]


def printed_list(page, live_server):
    return pdf_text(page, f"{live_server.url}/paper/lists/{the_sheet().pk}/")


def come_back(page, site, live_server):
    """Take the event away as a file, forget it, and bring it in again."""
    event = the_sheet().series.event
    answer = page.request.get(f"{live_server.url}/downloads/events/{event.pk}/")
    content = answer.body()
    wipe(event)
    RuleSet.objects.all().delete()
    site("/downloads/events/import/")
    file = {"name": "abend.json", "mimeType": "application/json", "buffer": content}
    page.set_input_files("[name=file]", file)
    page.locator("main form button").first.click()
    page.locator("[name=confirm]").click()
    page.wait_for_url("**/events/*/")
    again = page.request.get(
        f"{live_server.url}/downloads/events/{Event.objects.get().pk}/"
    )
    assert again.body() == content
    site(the_sheet().get_absolute_url())
