"""The promises of the protocol: each line once, in order, nothing replaced unseen."""

import pytest
from django.db import OperationalError
from django.urls import reverse
from django.utils import timezone

from tests.factories import EIGHT_GAMES, make_sheet
from tests.tournaments.sheets.table.phones import Phone
from tournaments.people.models import Player
from tournaments.sheets.models import Change, ReceivedLine, ScoreSheet, TableDevice
from tournaments.sheets.selectors import ledger_of
from tournaments.sheets.table import selectors
from tournaments.sheets.table.services import (
    give_key,
    renew_key,
    revoke_key,
    take_pen_back,
)
from tournaments.words.choices import Privacy, SheetState

pytestmark = pytest.mark.django_db


def error_of(answer):
    return answer.status_code, answer.json()["error"]


def test_a_table_writes_its_list(phone, sheet):
    phone.take_pen()

    scores = [
        phone.write(number, text).json()["score"]
        for number, text in enumerate(EIGHT_GAMES, 1)
    ]

    assert scores == [line["score"] for line in phone.get().json()["lines"]]
    assert phone.texts() == ["2a1", "3g2", "1po1-", "e", "4n", "1k1s", "4ho2h", "2g1-"]
    assert set(Change.objects.values_list("by", flat=True)) == {None}


def test_the_same_line_sent_ten_times_stands_there_once(phone):
    phone.take_pen()
    line = phone.line(1, "2a1")

    answers = [phone.post("lines/", line).json() for _time in range(10)]

    first, *others = answers
    assert first == {"repeated": False, "sequence": 1, "number": 1, "score": 18}
    assert others == [{**first, "repeated": True}] * 9
    assert phone.texts() == ["2a1"]
    assert ReceivedLine.objects.count() == 1


def test_a_line_that_comes_while_the_list_is_read_is_not_passed_over(
    phone, monkeypatch
):
    """The phone keeps what is later than the list it was shown."""
    phone.take_pen()

    def read_and_write(sheet):
        ledger = ledger_of(sheet)
        phone.write(1, "2a1")
        return ledger

    with monkeypatch.context() as patch:
        patch.setattr(selectors, "ledger_of", read_and_write)
        found = phone.get().json()

    assert (found["lines"], found["next_sequence"]) == ([], 1)
    assert phone.texts() == ["2a1"]


def test_an_id_means_its_line_for_ever(phone, sheet):
    phone.take_pen()
    line = phone.line(1, "2a1")
    phone.post("lines/", line)
    phone.sequence = 2
    phone.write(1, "2a2")
    take_pen_back(sheet=sheet)

    again = phone.post("lines/", line)
    other = phone.post("lines/", {**line, "text": "2a3"})

    assert again.json() == {"repeated": True, "sequence": 1, "number": 1, "score": 18}
    assert error_of(other) == (422, "line")
    assert phone.texts() == ["2a2"]


def test_lines_that_come_late_or_early_do_not_change_the_order(phone):
    phone.take_pen()
    early = phone.post("lines/", phone.line(2, "3g2", sequence=2))
    phone.write(1, "2a1")
    late = phone.post("lines/", phone.line(1, "2a4", sequence=1))

    assert (early.status_code, early.json()) == (
        409,
        {"error": "sequence", "next_sequence": 1},
    )
    assert late.json() == {"error": "sequence", "next_sequence": 2}
    assert phone.texts() == ["2a1"]


def test_a_refused_line_says_all_that_is_wrong_and_uses_no_number_up(phone):
    phone.take_pen()

    refused = phone.write(1, "1g5")
    corrected = phone.write(1, "2g4")

    codes = [problem["code"] for problem in refused.json()["problems"]]
    assert refused.status_code == 422
    assert codes == ["declarer-is-dealer", "matadors-out-of-range"]
    assert all(problem["message"] for problem in refused.json()["problems"])
    assert corrected.json()["sequence"] == 1


def test_text_that_is_no_game_is_refused_with_the_reason(phone):
    phone.take_pen()

    for text in ("", "?", "x", "s2=Emil", "2", "9g1", f"2g1 #{'x' * 250}"):
        answer = phone.write(1, text)
        problems = answer.json()["problems"]
        assert error_of(answer) == (422, "line"), text
        assert all(each["code"] and each["message"] for each in problems)
    assert phone.texts() == []


def test_only_the_last_line_is_deleted(phone):
    phone.take_pen()
    phone.write(1, "2a1")
    phone.write(2, "3g2")

    assert error_of(phone.write(1, "-")) == (422, "line")
    assert phone.write(2, "-").status_code == 200
    assert error_of(phone.write(2, "-")) == (422, "line")
    assert phone.texts() == ["2a1"]


def test_a_correction_tells_when_something_else_stands_there(phone):
    phone.take_pen()
    phone.write(1, "2a1")

    refused = phone.write(1, "2a3", before="2a2")

    assert refused.status_code == 409
    assert refused.json() == {"error": "line-taken", "number": 1, "text": "2a1"}
    assert phone.write(1, "2a3", before="2a1").status_code == 200
    assert phone.texts() == ["2a3"]


def test_two_phones_at_a_table_write_one_after_the_other(client, phone, sheet):
    other = Phone(client, sheet)
    assert error_of(phone.write(1, "2a1", epoch=0)) == (409, "epoch")
    phone.take_pen()
    phone.write(1, "2a1")
    taken = other.take_pen()
    refused = phone.write(2, "3g2")
    written = other.write(2, "e")

    assert taken.json() == {"epoch": 2, "next_sequence": 2}
    assert refused.status_code == 409
    assert refused.json() == {"error": "epoch", "epoch": 2}
    assert written.status_code == 200
    # Knowing the number of the epoch is not having the pen.
    phone.epoch = 2
    assert error_of(phone.write(3, "e", sequence=3)) == (409, "epoch")
    assert other.texts() == ["2a1", "e"]


def test_without_a_token_nobody_is_let_in(client, phone, sheet):
    for said in ("", "Bearer", "Bearer x", "Basic eDp5"):
        headers = {"Authorization": said}
        for method, path in (("get", ""), ("post", "pen/"), ("post", "lines/")):
            ask = getattr(client, method)
            answer = ask(f"/table/{sheet.code}/{path}", headers=headers)
            assert error_of(answer) == (401, "token")


def test_a_token_is_for_one_list_only(client, phone):
    phone.address = f"/table/{make_sheet(('Emil', 'Franz', 'Gerd')).code}/"

    assert error_of(phone.get()) == (404, "not-found")
    assert error_of(phone.take_pen()) == (404, "not-found")


@pytest.mark.parametrize("method", ["put", "delete", "patch", "post"])
def test_another_method_is_refused_in_json(client, phone, method):
    answer = getattr(client, method)(phone.address, headers=phone.headers)

    assert error_of(answer) == (405, "method")
    assert answer["Allow"] == "GET"


@pytest.mark.parametrize("path", ["lines/", "pen/"])
def test_an_invalid_request_is_called_nonsense(client, phone, path):
    address = f"{phone.address}{path}"
    sent = {"content_type": "application/json", "headers": phone.headers}

    for body in (b"[]", b"{", b"\xff", b"[" * 4000, b"1", b"null"):
        assert error_of(client.post(address, body, **sent)) == (400, "nonsense"), body
    for body in (
        (b"", b'{"id": "a"}') if path == "lines/" else (b'{"id": 7}', b'{"id": ""}')
    ):
        assert error_of(client.post(address, body, **sent)) == (400, "nonsense"), body
    assert ScoreSheet.objects.get().pen_epoch == 0


def test_a_field_of_the_wrong_kind_is_named(phone):
    phone.take_pen()

    for field, value in (
        ("id", 7),
        ("id", ""),
        ("id", "x" * 65),
        ("id", "\0"),
        ("id", "\ud800"),
        ("epoch", "1"),
        ("epoch", True),
        ("epoch", -1),
        ("epoch", 2**63),
        ("sequence", 1.5),
        ("sequence", None),
        ("number", "1"),
        ("number", 10**30),
        ("text", 5),
        ("text", "x" * 301),
        ("text", "2a1 #\0"),
        ("text", "2a1 #\ud800"),
        ("before", 3),
    ):
        answer = phone.post("lines/", {**phone.line(1, "2a1"), field: value})

        assert error_of(answer) == (400, "nonsense"), value
        assert answer.json()["field"] == field
    assert phone.texts() == []


def test_nothing_long_is_read(phone):
    for size in (4097, 300_000):
        answer = phone.post("lines/", {"id": "x" * size})

        assert error_of(answer) == (413, "too-long")


def finish(sheet):
    ScoreSheet.objects.filter(pk=sheet.pk).update(state=SheetState.FINISHED)


def close(sheet):
    sheet.series.closed_at = timezone.now()
    sheet.series.save()


def release(sheet):
    sheet.series.event.is_released = True
    sheet.series.event.save()


@pytest.mark.parametrize(
    ("end", "reason"),
    [
        (lambda sheet: revoke_key(sheet=sheet), "revoked"),
        (lambda sheet: renew_key(sheet=sheet, by=None), "revoked"),
        (finish, "finished"),
        (close, "over"),
        (release, "over"),
    ],
)
def test_a_key_ends(phone, sheet, end, reason):
    phone.take_pen()
    line = phone.line(1, "2a1")
    first = phone.post("lines/", line).json()
    phone.sequence = 2

    end(sheet)

    for answer in (phone.get(), phone.take_pen(), phone.write(2, "e")):
        assert error_of(answer) == (410, "gone")
        assert answer.json()["reason"] == reason
        assert answer.json()["message"]
    assert phone.post("lines/", line).json() == {**first, "repeated": True}
    assert sheet.games.count() == 1


def test_a_list_has_one_key_until_it_is_renewed(sheet):
    first = give_key(sheet=sheet, by=None)

    assert give_key(sheet=sheet, by=None) == first
    assert renew_key(sheet=sheet, by=None).code != first.code


def test_the_table_reads_the_names_that_stand_on_its_paper(phone):
    Player.objects.filter(seats__place=1).update(
        first_name="Anna",
        last_name="Zwirbelhuber",
        privacy=Privacy.HIDDEN,
        cover_number=7,
    )

    assert phone.get().json()["seats"][0] == "Anna Zwirbelhuber"


def test_no_session_is_begun_and_no_answer_is_kept_on_the_way(phone):
    answers = [phone.get(), phone.take_pen(), phone.write(1, "2a1")]

    assert [answer.cookies for answer in answers] == [{}, {}, {}]
    assert all("no-store" in answer["Cache-Control"] for answer in answers)
    # Only a hash of the token is kept.
    assert phone.token not in str(list(TableDevice.objects.values()))


def test_the_history_calls_the_table_and_its_file_nobody(client, phone, sheet, erika):
    phone.take_pen()
    phone.write(1, "2a1")
    client.force_login(erika)

    page = client.get(reverse("sheets:history", args=[sheet.pk])).text

    assert "am Tisch" in page
    assert "None" not in page


def test_the_pen_asked_for_twice_by_one_id_is_taken_once(client, phone, sheet):
    taken = phone.post("pen/", {"id": "p1"}).json()
    other = Phone(client, sheet)

    assert phone.post("pen/", {"id": "p1"}).json() == taken
    other.epoch = other.post("pen/", {"id": "p1"}).json()["epoch"]
    assert other.epoch == taken["epoch"] + 1
    # A late request takes it from nobody.
    assert phone.post("pen/", {"id": "p1"}).json() == taken
    assert other.write(1, "2a1").status_code == 200
    assert phone.post("pen/", {"id": "p2"}).json()["epoch"] == taken["epoch"] + 2


def test_nothing_can_be_written_says_so_and_asks_to_come_again(phone, monkeypatch):
    phone.take_pen()

    def locked(**_what):
        raise OperationalError("database is locked")

    monkeypatch.setattr("tournaments.sheets.table.views.receive_line", locked)
    answer = phone.write(1, "2a1")

    assert error_of(answer) == (503, "busy")
    assert answer["Retry-After"]
