"""No line is lost, doubled or reordered, whatever the network does."""

from random import Random

import pytest

from tests.factories import make_secretary, make_sheet
from tests.tournaments.sheets.table.faults import (
    Outcome,
    TablePhone,
    Wire,
    heal,
    judge,
    run_of,
)
from tournaments.sheets.models import Game, ReceivedLine
from tournaments.sheets.table.services import give_key, pair_phone

pytestmark = [pytest.mark.django_db, pytest.mark.database]
GAMES = 16


@pytest.mark.parametrize("seed", range(1, 7))
def test_every_line_arrives_once_and_in_order(seed):
    outcome = run_of(make_sheet(), seed, GAMES, make_secretary())

    assert (outcome.lost, outcome.doubled, outcome.reordered) == (0, 0, 0)
    assert outcome.lines >= GAMES
    assert outcome.faults


def test_the_judge_sees_a_line_that_is_gone_and_one_out_of_place():
    chance = Random(1)
    sheet, outcome = make_sheet(), Outcome()
    make_secretary()
    wire = Wire(address=f"/table/{sheet.code}/", chance=chance, faults=outcome.faults)
    token = pair_phone(key=give_key(sheet=sheet, by=None))
    phone = TablePhone(name="anna", token=token, wire=wire, chance=chance)
    for number, text in enumerate(("2a1", "3g1", "e"), 1):
        phone.keep(number, text)
    heal(wire, phone)
    judge(sheet, wire, phone, outcome, is_contested=False)
    assert (outcome.lost, outcome.doubled, outcome.reordered) == (0, 0, 0)

    ReceivedLine.objects.filter(sequence=2).delete()
    Game.objects.filter(number=3).update(number=9)
    Game.objects.filter(number=2).delete()
    judge(sheet, wire, phone, outcome, is_contested=False)

    assert outcome.lost > 0
    assert outcome.reordered > 0
