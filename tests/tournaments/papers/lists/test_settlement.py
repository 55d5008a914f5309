from dataclasses import replace

import pytest

from tests.factories import make_secretary
from tests.tournaments.papers.pdf import rows_of
from tests.tournaments.sheets.house import house_lists as house
from tournaments.events.money.selectors import list_money
from tournaments.papers.event.rules import settlement_slip
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.models import ScoreSheet

pytestmark = pytest.mark.django_db


@pytest.fixture
def erika(client):
    user = make_secretary()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return user


def friday(erika, **money):
    """The Friday list, totals 152, 276, 4, -340: together 92, four at the table."""
    rules = replace(house.FRIDAY_RULES, **money)
    four = ("Anna", "Bernd", "Carla", "Dieter")
    sheet = house.make_house_sheet(rules, players=four)
    house.typed(sheet, house.FRIDAY, erika)
    return ScoreSheet.objects.with_event().get(pk=sheet.pk)


def amounts(sheet):
    return [
        row[3].replace("\u00a0", " ") for row in rows_of(settlement_slip(sheet))[1:]
    ]


def test_each_pair_settles_the_difference(erika):
    # 4 x 152 - 92 = 516, 4 x 276 - 92 = 1012, 4 x 4 - 92 = -76, -1360 - 92 = -1452
    sheet = friday(erika, stake_cents="1")

    assert amounts(sheet) == ["5,16 €", "10,12 €", "−0,76 €", "−14,52 €"]


def test_losers_pay_into_the_pot(erika):
    sheet = friday(erika, stake_cents="1", losers_pay_pot=True, grid_cents=10)

    assert amounts(sheet) == ["0,00 €", "0,00 €", "−0,80 €", "−14,50 €", "15,30 €"]


def test_without_a_stake_nobody_pays(erika, client):
    sheet = friday(erika)

    assert settlement_slip(sheet) is None
    assert client.get(f"/paper/lists/{sheet.pk}/money/").status_code == 404


def test_the_list_its_money_and_the_slip_say_the_same(erika, client):
    sheet = friday(erika, stake_cents="1/10", cap_cents=100)
    finish_sheet(sheet=sheet, by=erika)

    page = client.get(sheet.get_absolute_url()).text.replace("\u00a0", " ")
    money = client.get(f"/tables/{sheet.pk}/money/").text.replace("\u00a0", " ")
    people = client.get(f"/events/{sheet.series.event_id}/money/people/")
    slip = client.get(f"/paper/lists/{sheet.pk}/money/")

    assert slip.headers["Content-Type"] == "application/pdf"
    for amount in amounts(sheet):
        assert amount in page
        assert amount in money
        assert amount in people.text.replace("\u00a0", " ")
    assert "−1,00 €" in page


def test_in_marks_the_lowest_sum_gets_money(erika):
    rules = replace(house.MARKS_RULES, stake_cents="1")
    sheet = house.typed(house.make_house_sheet(rules), house.MARKS, erika)

    # 30, -41 and -111 count as -30, 41 and 111, together 122: 3 x -30 - 122 = -212.
    (account,) = list_money(finished(sheet, erika).series.event)
    assert [player.settled for player in account.players] == [-212, 1, 211]


def finished(sheet, erika):
    return finish_sheet(sheet=sheet, by=erika).ledger.sheet
