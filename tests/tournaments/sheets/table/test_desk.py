"""What the desk sees of a table that writes its own list, line by line or many."""

import re
from dataclasses import replace

import pytest
from django.core.cache import caches
from django.urls import reverse

from scoring.house.rules import OFFICIAL, PRESETS
from tests.factories import EIGHT_GAMES, make_rule_set, make_sheet
from tests.tournaments.sheets.table.phones import Phone
from tournaments.sheets.finishing.services import finish_sheet, reopen_sheet
from tournaments.sheets.models import (
    Change,
    Game,
    ReceivedLine,
    ScoreSheet,
    TableDevice,
)
from tournaments.sheets.table.services import give_key, renew_key
from tournaments.words.choices import SheetState

pytestmark = pytest.mark.django_db
WRITES = "Der Tisch schreibt diese Liste jetzt am Telefon."


def page_of(erika_online, sheet):
    return erika_online.get(sheet.get_absolute_url()).text


def record(erika_online, sheet, text, number=1):
    fields = {"text": text, "number": number, "before": ""}
    return erika_online.post(reverse("sheets:record", args=[sheet.pk]), fields)


def test_the_desk_sees_that_the_table_writes_and_takes_the_pen_back(
    erika_online, phone, sheet
):
    phone.take_pen()
    phone.write(1, "2a1")

    away = page_of(erika_online, sheet)
    refused = record(erika_online, sheet, "e", 2)
    pasted = erika_online.post(reverse("sheets:paste", args=[sheet.pk]), {"text": "e"})
    taken = erika_online.post(
        reverse("sheets:take-back-pen", args=[sheet.pk]), follow=True
    )
    record(erika_online, sheet, "e", 2)

    assert WRITES in away
    assert 'id="line_text"' not in away
    for answer in (refused, pasted):
        assert answer.status_code == 422
        assert "„Wieder hier schreiben“ gedrückt" in answer.text
    assert WRITES not in taken.text
    assert 'id="line_text"' in taken.text
    assert sheet.games.count() == 2
    assert phone.write(3, "e").json() == {"error": "epoch", "epoch": 2}


def test_an_open_desk_is_told_when_the_table_takes_the_pen(erika_online, phone, sheet):
    address = reverse("sheets:since", args=[sheet.pk, 0])
    assert erika_online.get(address, {"number": "1"}).status_code == 204

    phone.take_pen()

    assert "jetzt am Telefon" in erika_online.get(address, {"number": "1"}).text


def test_a_finished_list_brings_the_pen_home(phone, sheet, erika):
    phone.take_pen()
    phone.write(1, "2a1")
    finish_sheet(sheet=sheet, by=erika, cut_short=True)
    reopen_sheet(sheet=sheet, by=erika, reason="verzählt")

    found = ScoreSheet.objects.get(pk=sheet.pk)

    assert (found.pen_is_out, found.pen_epoch) == (False, 2)
    assert phone.write(2, "e").json() == {"error": "epoch", "epoch": 2}


WRONG = "Dieser Code öffnet nichts."


@pytest.fixture
def key(sheet, erika):
    caches["attempts"].clear()
    return give_key(sheet=sheet, by=erika)


def enter(client, code):
    return client.post("/table/", {"code": code})


def test_the_code_opens_the_list_and_leaves_the_address(client, sheet, key):
    answer = enter(client, f" {key.code[:4].lower()}-{key.code[4:]} ")

    cookie = answer.cookies["table"]
    assert answer.url == f"/table/{sheet.code}/write/"
    assert (cookie["path"], cookie["httponly"]) == (f"/table/{sheet.code}/", True)
    page = client.get(answer.url)
    assert sheet.seats.get(place=1).player.full_name in page.text
    assert key.code not in page.text
    assert cookie.value not in page.text
    headers = {"Authorization": f"Bearer {cookie.value}"}
    assert client.get(f"/table/{sheet.code}/", headers=headers).status_code == 200


@pytest.mark.parametrize(
    ("rules", "contracts", "passed"),
    [
        (OFFICIAL, ["a", "h", "p", "k", "g", "n"], 1),
        (PRESETS["marks"], ["g"], 0),
        (replace(PRESETS["marks"], grand_hand_in_ramsch=False), [], 0),
    ],
)
def test_the_keys_offer_what_the_rules_allow(
    client, sheet, key, rules, contracts, passed
):
    event = sheet.series.event
    event.rule_set = make_rule_set(name="Freitag", rules=rules)
    event.save()

    page = client.get(enter(client, key.code).url).text

    assert re.findall(r'data-trump="(\w)"', page) == contracts
    assert page.count('data-end="passed"') == passed
    assert ("r48/42/30" in page) == rules.plays_ramsch


def test_each_wrong_code_gets_the_same_answer(client, sheet, key, erika):
    other = make_sheet(("Emil", "Franz", "Gerd"))
    finished = give_key(sheet=other, by=erika).code
    ScoreSheet.objects.filter(pk=other.pk).update(state=SheetState.FINISHED)
    renewed = key.code
    renew_key(sheet=sheet, by=erika)

    answers = [
        enter(client, code) for code in (finished, renewed, "ABCD2345", "\u202e!")
    ]

    assert {answer.status_code for answer in answers} == {422}
    assert all(answer.text.count(WRONG) == 1 for answer in answers)
    assert not TableDevice.objects.exists()


def test_after_guessing_even_the_right_code_has_to_wait(client, key):
    for _time in range(20):
        enter(client, "ABCD2345")

    for code in (key.code, "ABCD2345"):
        answer = enter(client, code)

        assert answer.status_code == 429
        assert "bitte eine Minute warten" in answer.text
        assert WRONG not in answer.text
    assert not TableDevice.objects.exists()


def test_a_phone_without_the_cookie_is_asked_for_the_code(client, sheet, key):
    assert client.get(f"/table/{sheet.code}/write/").url == "/table/"


def test_the_cookie_alone_writes_nothing_for_a_foreign_page(client, sheet, key):
    enter(client, key.code)
    address = f"/table/{sheet.code}/pen/"

    assert client.post(address).status_code == 401
    assert client.post(address, headers={"X-Table": "1"}).status_code == 200


def test_a_key_that_has_ended_still_shows_what_the_phone_has(client, sheet, key, erika):
    page = enter(client, key.code).url
    renew_key(sheet=sheet, by=erika)

    answer = client.get(page)

    assert answer.status_code == 200
    assert answer.context["data"]["end"]["reason"] == "revoked"


@pytest.mark.parametrize(("deck", "word"), [("german", "Eichel"), ("french", "Kreuz")])
def test_the_keys_show_the_deck_of_the_reader(client, key, deck, word):
    client.cookies["deck"] = deck
    page = client.get(enter(client, key.code).url)

    assert f'aria-label="{word}"' in page.text


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
