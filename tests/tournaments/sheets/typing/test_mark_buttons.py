import re

import pytest
from django.urls import reverse

from scoring.house.rules import PRESETS, HouseRules, RamschScoring, Schieberamsch
from tests.factories import make_sheet
from tournaments.sheets.models import Game
from tournaments.sheets.selectors import ledger_of
from tournaments.sheets.typing.forms import key_hints

FRIDAY = HouseRules(
    kontra=True, bock_split=True, schieberamsch=Schieberamsch.MINUS, ramsch_kontra=True
)
CLUBS = {"number": 1, "declarer": 2, "contract": "clubs", "matadors": 2}


@pytest.fixture
def friday(db):
    return make_sheet(rules=FRIDAY)


def press(client, sheet, **fields):
    return client.post(reverse("sheets:press", args=[sheet.pk]), fields)


def test_official_skat_has_no_buttons_for_house_rules(erika_online, sheet):
    page = erika_online.get(sheet.get_absolute_url()).text

    assert 'name="contract"' in page
    for name in ("kontra", "bock", "ramsch_pushes", "remark"):
        assert f'name="{name}"' not in page
    assert 'value="ramsch"' not in page
    refused = press(erika_online, sheet, number=1, ending="ramsch", ramsch_2=60)
    assert refused.status_code == 422


def test_the_buttons_have_what_the_rules_know(erika_online, friday):
    page = erika_online.get(friday.get_absolute_url()).text

    for name in ("kontra", "bock", "card_points", "remark"):
        assert f'name="{name}"' in page
    # Place 1 deals and does not play.
    assert 'name="ramsch_1"' not in page
    for name in ("ramsch_2", "ramsch_4", "ramsch_pushes", "ramsch_virgins"):
        assert f'name="{name}"' in page


def test_a_ramsch_that_nobody_pushes_has_card_points_alone(erika_online):
    sheet = make_sheet(rules=HouseRules(ramsch=RamschScoring.MOST_PAYS))

    page = erika_online.get(sheet.get_absolute_url()).text

    assert 'name="ramsch_2"' in page
    assert 'name="ramsch_pushes"' not in page
    assert 'name="kontra"' not in page


@pytest.mark.parametrize(
    ("grand_hand", "contracts"), [(True, {"grand"}), (False, set())]
)
def test_nothing_but_ramsch_offers_neither_suits_nor_passing_in(
    erika_online, grand_hand, contracts
):
    rules = HouseRules(
        schieberamsch=Schieberamsch.MARKS,
        only_ramsch=True,
        ramsch_kontra=True,
        grand_hand_in_ramsch=grand_hand,
    )
    sheet = make_sheet(rules=rules)

    page = erika_online.get(sheet.get_absolute_url()).text
    hints = key_hints(ledger_of(sheet), "", 1, values_only=False)
    keys = {
        hint.keys for hint in key_hints(ledger_of(sheet), "2", 1, values_only=False)
    }

    assert set(re.findall(r'name="contract" value="(\w+)"', page)) == contracts
    assert 'value="passed-in"' not in page
    assert 'name="bid"' not in page
    assert page.count('name="kontra" value="1"') == 1
    assert bool(re.search(r'name="hand"[^>]* checked', page)) is grand_hand
    assert [hint.keys for hint in hints] == ["2 3 4", "r48/42/30"][not grand_hand :]
    assert keys == ({"g"} if grand_hand else set())
    behind_game = key_hints(ledger_of(sheet), "2g1h", 1, values_only=False)
    assert "r" not in {hint.keys for hint in behind_game}


def test_a_grand_hand_is_pressed_where_nobody_bids(erika_online):
    sheet = make_sheet(rules=PRESETS["marks"])
    game = {"number": 1, "declarer": 2, "contract": "grand", "matadors": 1}

    press(erika_online, sheet, **game, hand="on", kontra="1", ending="won")

    assert Game.objects.get().house == "k"


@pytest.mark.parametrize(
    ("fields", "stored"),
    [
        ({"ending": "won"}, ""),
        ({"ending": "lost", "kontra": "2"}, "re"),
        ({"ending": "lost", "card_points": 60}, ""),
        ({"ending": "won", "kontra": "1", "bock": "1", "remark": "Wette"}, "kb1"),
    ],
)
def test_pressed_marks_are_those_of_the_shorthand(erika_online, friday, fields, stored):
    response = press(erika_online, friday, **CLUBS | fields)

    assert response.status_code == 302
    game = Game.objects.get()
    assert (game.declarer, game.contract, game.matadors) == (2, "clubs", 2)
    assert game.house == stored
    assert game.remark == fields.get("remark", "")
    assert game.card_points == fields.get("card_points")


@pytest.mark.parametrize(
    ("fields", "stored"),
    [
        ({"ramsch_2": 48, "ramsch_3": 42, "ramsch_4": 30}, "r48/42/30"),
        ({"ramsch_2": 48, "ramsch_4": 30}, "r48/42/30"),
        (
            {"ramsch_2": 62, "ramsch_3": 58, "ramsch_pushes": 2, "ramsch_virgins": [4]},
            "r62/58/0p2j4",
        ),
        ({"ramsch_2": 120, "ramsch_3": 0, "ramsch_march": 2}, "r120/0/0d2"),
        ({"ramsch_2": 48, "ramsch_3": 42, "kontra": 1}, "r48/42/30k"),
    ],
)
def test_a_ramsch_is_pressed(erika_online, friday, fields, stored):
    response = press(erika_online, friday, number=1, ending="ramsch", **fields)

    assert response.status_code == 302
    game = Game.objects.get()
    assert (game.declarer, game.house) == (None, stored)


def test_an_impossible_ramsch_is_refused(erika_online, friday):
    for fields in (
        {},
        {"ramsch_2": 48},
        {"ramsch_2": 80, "ramsch_3": 60},
        {"ramsch_2": 60, "ramsch_3": 60, "ramsch_4": 60},
        {"ramsch_2": "x", "ramsch_3": 60},
        {"ramsch_2": 60, "ramsch_3": 60, "ramsch_march": 9},
        {"number": "x"},
    ):
        pressed = {"number": 1, "ending": "ramsch"} | fields
        assert press(erika_online, friday, **pressed).status_code == 422, fields
    assert not Game.objects.exists()
