"""A whole evening of 14 people in a browser."""

import datetime

import pytest

from tests.browser.rounds import (
    added,
    draw_on,
    finish_by_totals,
    meetings,
    pdf_text,
    ranked,
    ranking_on,
    totals_at,
)
from tests.factories import make_evening, make_owner, make_player
from tournaments.events.accounts import Step
from tournaments.events.entries.services import add_entry
from tournaments.events.models import Entry, Event, Prize
from tournaments.events.money.selectors import list_money
from tournaments.events.money.services import (
    pay_fee,
    save_money_plan,
    save_prize_plan,
    take_list_money,
)

pytestmark = pytest.mark.django_db(transaction=True)

PEOPLE = (
    "Anna Albers",
    "Bernd Brandt",
    "Carla Conrad",
    "Dieter Dahlke",
    "Emil Esser",
    "Frieda Falk",
    "Gerd Grothe",
    "Hanna Hölzl",
    "Ida Imhof",
    "Jörg Jansen",
    "Klaus Köster",
    "Lisa Lüders",
    "Maria Mohn",
    "Norbert Neumann",
)
GUEST, LEAVER = 15, 5


@pytest.fixture
def erika():
    return make_owner()


@pytest.fixture
def last_evening():
    """The evening of last week: fourteen members, loss money, three prizes."""
    evening = make_evening(series=3, date=datetime.date(2025, 11, 7))
    evening.entry_fee = 500
    save_money_plan(event=evening, steps=[Step(1, 100)])
    for name in PEOPLE:
        add_entry(event=evening, player=make_player(name))
    prizes = [(3000, ""), (2000, ""), (1000, "Schinken")]
    save_prize_plan(
        event=evening,
        prizes=[
            Prize(place=place, amount=amount, text=text)
            for place, (amount, text) in enumerate(prizes, 1)
        ],
    )
    return evening


def points_of_evening(number):
    """Return the game points of every list: the lower the number the better.

    Totals never tie, however the tables of three, which bring 20 less, are drawn.
    """
    return 1000 - 59 * number


def test_an_evening_of_fourteen_from_the_copy_to_the_prize_list(
    last_evening, erika, signed_in, live_server
):
    page = signed_in(erika)
    evening = copy_the_last_evening(page, last_evening)
    address = f"{live_server.url}/events/{evening.pk}/"
    everybody_comes(page)

    played = [play_series(page, address, evening, 1, erika)]
    guest_comes_late(page, address)
    played.append(play_series(page, address, evening, 2, erika))
    somebody_leaves(page, address)
    played.append(play_series(page, address, evening, 3, erika))

    sizes = [sorted(map(len, tables), reverse=True) for tables in played]
    assert sizes == [[4, 4, 3, 3], [4, 4, 4, 3], [4, 4, 3, 3]]
    assert [who_sits(tables) for tables in played] == [
        list(range(1, 15)),
        list(range(1, 16)),
        [number for number in range(1, 16) if number != LEAVER],
    ]
    assert [draw.repeats for draw in evening.draws.order_by("number")] == [
        repeats_in(played, series) for series in (1, 2, 3)
    ]
    ranking = expected_ranking(played, evening)
    page.goto(f"{address}standings/")
    assert ranking_on(page) == ranking
    take_the_money(page, address, evening, erika)
    pay_the_prizes(page, address)
    the_drawer_agrees(page, address)
    printed = pdf_text(page, f"{live_server.url}/paper/events/{evening.pk}/prizes/")
    amounts = ("30,00 €", "20,00 €", "10,00 €\nSchinken")
    for (place, name, total), amount in zip(ranking, amounts, strict=False):
        assert f"{place}\n{name}\n{total}\n{amount}" in printed
    assert "Summe aller Preise: 60,00 €" in printed
    assert ranking[3][1] not in printed


def copy_the_last_evening(page, last):
    # Alt+N, which the driver does not send: the link that has it is followed instead.
    page.locator("a[accesskey=n]").press("Enter")
    page.locator("[autofocus]:focus").wait_for()
    page.keyboard.press("Enter")
    page.wait_for_url("**/check-in/")
    return Event.objects.exclude(pk=last.pk).get()


def everybody_comes(page):
    """Tick everybody off, by start number and by a part of the name in turns."""
    for number, name in enumerate(PEOPLE, 1):
        page.locator("[autofocus]:focus").wait_for()
        page.keyboard.type(str(number) if number % 2 else name.split()[1][:4].lower())
        page.keyboard.press("Enter")
        page.get_by_text(f"{name} ist da: Startnummer {number}").wait_for()


def guest_comes_late(page, address):
    page.goto(f"{address}check-in/")
    page.locator("[autofocus]:focus").wait_for()
    page.keyboard.type("Zander Willi, Skatfreunde Musterstadt")
    page.keyboard.press("Enter")
    page.get_by_text("Willi Zander ist da: Startnummer 15, ab Serie 2").wait_for()


def somebody_leaves(page, address):
    page.goto(f"{address}entries/{LEAVER}/")
    assert page.locator("[name=after_series]").input_value() == "2"
    page.get_by_role("button", name="Geht", exact=True).click()
    page.get_by_text("geht nach Serie 2").wait_for()


def play_series(page, address, evening, series, erika):
    """Draw and play a series; return its tables by start number."""
    tables = draw_on(page, address, series)
    finish_by_totals(evening, series, points_of_evening, by=erika)
    return tables


def who_sits(tables):
    return sorted(number for table in tables for number in table)


def repeats_in(played, series):
    """Return how many pairs meet in a series that met in an earlier one."""
    before = {pair for tables in played[: series - 1] for pair in meetings(tables)}
    return sum(pair in before for pair in meetings(played[series - 1]))


def expected_ranking(played, event):
    totals = added(*(totals_at(tables, points_of_evening) for tables in played))
    entries = event.entries.select_related("player")
    return ranked({one.player.sorted_name: totals[one.start_number] for one in entries})


def take_the_money(page, address, evening, erika):
    """Book one fee and one list on the pages, the others behind them."""
    page.goto(f"{address}money/fees/")
    page.fill("[name=who]", "1")
    page.keyboard.press("Enter")
    page.get_by_text("Anna Albers hat 5,00 € gezahlt").wait_for()
    for entry in Entry.objects.filter(event=evening, start_number__gt=1):
        pay_fee(entry=entry, by=erika)
    page.goto(f"{address}money/cash/")
    page.fill("[name=which]", "1/1")
    page.keyboard.press("Enter")
    # Four people have lost two games each at one euro.
    page.get_by_text("8,00 € von Serie 1, Tisch 1").wait_for()
    for account in list_money(evening)[1:]:
        take_list_money(sheet=account.sheet, amount=account.due, by=erika)


def pay_the_prizes(page, address):
    page.goto(f"{address}prizes/")
    page.get_by_role("button", name="Alle offenen Preise auszahlen (60,00 €)").click()
    page.get_by_role("button", name="Ja, weiter").click()
    page.get_by_text("3 Preise sind gebucht: 60,00 €").wait_for()


def the_drawer_agrees(page, address):
    """Count 15 fees, 28 + 30 + 28 lists of loss money, less the prizes."""
    page.goto(f"{address}money/cash/")
    page.fill("[name=counted]", "101,00")
    page.keyboard.press("Enter")
    page.get_by_text("Stimmt auf den Cent").wait_for()
    foot = page.locator("tr.sum td.total").first
    assert foot.inner_text() == "101,00 €"
