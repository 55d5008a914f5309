"""Two clients at the same moment: each line once, in one order."""

import pytest
from django.test import Client

from tests.factories import make_secretary, make_sheet
from tests.threads import at_once
from tests.tournaments.sheets.table.phones import Phone
from tournaments.sheets.models import ReceivedLine

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
CLIENTS = 4


@pytest.fixture
def phones(db):
    make_secretary()
    sheet = make_sheet()
    return [Phone(Client(), sheet) for _number in range(CLIENTS)]


def test_the_same_line_at_once_is_written_once(phones):
    phone = phones[0]
    phone.take_pen()
    for number in range(1, 6):
        line = phone.line(number, "e")
        answers = at_once([lambda line=line: phone.post("lines/", line)] * CLIENTS)
        phone.sequence += 1

        repeated = sorted(answer.json()["repeated"] for answer in answers)
        assert repeated == [False] + [True] * (CLIENTS - 1)
    numbers = ReceivedLine.objects.values_list("sequence", "number")
    assert list(numbers) == [(number, number) for number in range(1, 6)]


def test_phones_that_take_the_pen_at_once_get_different_epochs(phones):
    answers = at_once([phone.take_pen for phone in phones])

    assert sorted(answer.json()["epoch"] for answer in answers) == [1, 2, 3, 4]
    written = [phone.write(1, "2a1").status_code for phone in phones]
    assert sorted(written) == [200, 409, 409, 409]
