"""Many lines in one request, as if each was sent alone."""

import pytest

from tests.factories import EIGHT_GAMES, make_sheet
from tests.tournaments.sheets.table.phones import Phone
from tournaments.sheets.models import Change, Game, ReceivedLine

pytestmark = pytest.mark.django_db


@pytest.fixture
def pair_of_phones(client, erika):
    """Return phones at two equal tables, each with the pen."""
    phones = [Phone(client, make_sheet()) for _number in (1, 2)]
    for phone in phones:
        phone.take_pen()
    return phones


def sent(phone, *lines):
    return [
        phone.line(number, text, id=f"b{index}", sequence=index, **more)
        for index, (number, text, more) in enumerate(lines, 1)
    ]


def together(phone, lines):
    answer = phone.post("batch/", {"lines": lines})
    assert answer.status_code == 200
    return answer.json()["answers"]


def alone(phone, lines):
    answers = []
    for line in lines:
        answer = phone.post("lines/", line)
        answers.append({"status": answer.status_code, **answer.json()})
        if answer.status_code != 200:
            break
    return answers


def stored(phone):
    of = {"sheet__code": phone.address.split("/")[2]}
    return (
        [game.as_noted() for game in Game.objects.filter(**of)],
        list(
            ReceivedLine.objects.filter(**of).values_list(
                "line_id", "sequence", "number", "score", "fingerprint"
            )
        ),
        list(
            Change.objects.filter(**of).values_list(
                "step", "action", "number", "before", "after"
            )
        ),
        phone.get().json(),
    )


NEW = [(number, text, {}) for number, text in enumerate(EIGHT_GAMES, 1)]
CASES = {
    "a whole list": NEW,
    "a correction between": [*NEW[:3], (2, "e", {}), (4, EIGHT_GAMES[3], {})],
    "the last one out and in": [*NEW[:2], (2, "-", {}), (2, "e", {}), (3, "e", {})],
    "one that cannot be": [*NEW[:2], (3, "3g1", {}), (4, "e", {})],
    "no game at all": [*NEW[:2], (3, "nonsense", {}), (3, "e", {})],
    "one that leaves a gap": [*NEW[:2], (5, "e", {})],
    "a remark that is too long": [*NEW[:2], (3, 'e "' + "x" * 250 + '"', {})],
    "something else there": [*NEW[:2], (1, "e", {"before": "e"}), (3, "e", {})],
    "seen where nothing is": [*NEW[:1], (2, "e", {"before": "e"})],
    "one that stands so": [*NEW[:2], NEW[1], (3, "e", {})],
    "an older pen": [*NEW[:2], (3, "e", {"epoch": 0})],
}


@pytest.mark.parametrize("lines", CASES.values(), ids=CASES)
def test_lines_together_do_as_each_alone(pair_of_phones, lines):
    one, other = pair_of_phones

    assert together(one, sent(one, *lines)) == alone(other, sent(other, *lines))
    assert stored(one) == stored(other)


def test_the_same_lines_again_change_nothing(pair_of_phones):
    phone, _other = pair_of_phones
    lines = sent(phone, *NEW)
    first = together(phone, lines[:5])
    before = stored(phone)

    assert together(phone, lines[:5]) == [{**each, "repeated": True} for each in first]
    assert stored(phone) == before
    again = together(phone, lines)
    assert [each["repeated"] for each in again] == [True] * 5 + [False] * 3
    # Nor does the same id twice in one request.
    last = lines[-1]
    assert [each["repeated"] for each in together(phone, [last, last])] == [True] * 2


def test_what_is_written_together_costs_queries_once(
    pair_of_phones, django_assert_max_num_queries
):
    phone, _other = pair_of_phones

    with django_assert_max_num_queries(20):
        together(phone, sent(phone, *NEW))


@pytest.mark.parametrize("lines", [None, [], {}, ["a"], [{"id": "a"}], [{}] * 101])
def test_invalid_lines_are_called_nonsense(pair_of_phones, lines):
    phone, _other = pair_of_phones
    answer = phone.post("batch/", {"lines": lines})

    assert answer.status_code == 400
    assert answer.json()["error"] == "nonsense"
    assert not Game.objects.exists()
