"""A file with one changed byte is detected, and a list that differs from its code."""

import random

import pytest
from django.core.management import CommandError, call_command

from scoring.lists.check_codes import check_code, code_in
from scoring.notation.reading import read_line
from tests.factories import make_secretary, make_sheet, type_games
from tournaments.files.event.proving import is_unaltered, proved_lists
from tournaments.files.event.reading import read_event
from tournaments.files.event.writing import event_document, event_text, sealed_text
from tournaments.sheets.finishing.services import finish_sheet, reopen_sheet
from tournaments.sheets.models import ListVersion
from tournaments.sheets.typing.services import record_line

pytestmark = pytest.mark.django_db
LINES = ["2a1", "3g1-", "4p2", "1k1"]


@pytest.fixture
def erika(db):
    return make_secretary()


@pytest.fixture
def sheet(erika):
    sheet = make_sheet(rounds=1)
    type_games(sheet, LINES, by=erika)
    finish_sheet(sheet=sheet, by=erika)
    return sheet


def correct(sheet, erika, text):
    reopen_sheet(sheet=sheet, by=erika, reason="Der Grand war gewonnen")
    record_line(sheet=sheet, number=2, noted=read_line(text), by=erika)
    finish_sheet(sheet=sheet, by=erika)


def versions():
    return list(ListVersion.objects.order_by("number"))


def lists_in(text):
    return list(proved_lists(read_event(text.encode())))


def test_the_code_of_a_finished_list_follows_from_its_text(sheet):
    (version,) = versions()

    assert version.code == check_code(version.text)
    assert "2 3g1-" in version.text
    assert "Anna" not in version.text
    assert code_in(version.code.lower().replace("-", " ")) == version.code


def test_a_correction_is_a_version_that_names_its_predecessor(sheet, erika):
    correct(sheet, erika, "3g1")

    first, second = versions()
    assert (second.number, second.reason) == (2, "Der Grand war gewonnen")
    assert second.text.endswith(f"\nreplaces {first.code}\n")
    assert first.code != second.code


def test_an_unchanged_list_keeps_its_code_when_finished_again(sheet, erika):
    correct(sheet, erika, "3g1-")

    assert len(versions()) == 1


def test_a_third_version_like_the_first_is_a_version_of_its_own(sheet, erika):
    correct(sheet, erika, "3g1")
    correct(sheet, erika, "3g1-")

    assert len({version.code for version in versions()}) == 3


def test_an_event_file_proves_its_lists(sheet, erika):
    correct(sheet, erika, "3g1")

    (proved,) = lists_in(event_text(sheet.series.event))

    assert (proved.is_sound, proved.code) == (True, versions()[1].code)


def test_a_changed_game_is_reported(sheet):
    document = event_document(sheet.series.event)
    (table,) = document["series"][0]["tables"]
    table["games"][1] = "3g2-"
    # A careful forger changes the history as well.
    del table["changes"]

    (proved,) = lists_in(sealed_text(document))

    assert not proved.is_sound
    assert proved.changes == [("2 3g1-", "2 3g2-")]


def test_the_code_holds_without_a_name(sheet):
    document = event_document(sheet.series.event)
    for person in document["people"]:
        person["last_name"] = "Gelöscht"
        person.pop("first_name", None)

    (proved,) = lists_in(sealed_text(document))

    assert proved.is_sound


def test_every_changed_byte_is_detected(sheet):
    content = event_text(sheet.series.event).encode()
    assert is_unaltered(content)
    chance = random.Random(15)

    for _forgery in range(1000):
        at = chance.randrange(len(content))
        other = bytes([(content[at] + chance.randrange(1, 256)) % 256])
        assert not is_unaltered(content[:at] + other + content[at + 1 :])


def test_the_command_says_what_is_wrong_without_a_database(
    sheet, tmp_path, capsys, django_assert_num_queries
):
    text = event_text(sheet.series.event)
    right, wrong = tmp_path / "right.json", tmp_path / "wrong.json"
    right.write_text(text, encoding="utf-8")
    wrong.write_text(text.replace("Carla", "Klara", 1), encoding="utf-8")

    with django_assert_num_queries(0):
        call_command("verify", right)
        with pytest.raises(CommandError, match="geändert, nachdem"):
            call_command("verify", wrong)

    assert versions()[0].code in capsys.readouterr().out
