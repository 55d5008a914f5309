from datetime import timedelta

import pytest
from django.urls import reverse

from tests.factories import EIGHT_GAMES, make_evening, make_sheet, make_user, type_games
from tests.tournaments.sheets.paper import write
from tournaments.people.accounts.services import hand_out_code
from tournaments.sheets.finishing import services as finishing_services
from tournaments.sheets.typing import services as typing_services
from tournaments.words.choices import Action, Proof, SheetState


@pytest.fixture
def otto(client, db):
    """Somebody else who may write, signed in at ``client``."""
    otto = make_user("otto", role="secretary")
    client.force_login(otto)
    return otto


@pytest.fixture
def typed(sheet, erika):
    type_games(sheet, EIGHT_GAMES, by=erika)
    finishing_services.strike_rest(sheet=sheet, by=erika)
    return sheet


def check(client, sheet, **fields):
    sheet.refresh_from_db()
    fields = {"revision": sheet.revision} | fields
    return client.post(reverse("sheets:check", args=[sheet.pk]), fields)


def page_of(client, sheet):
    return client.get(sheet.get_absolute_url()).text


def test_the_second_person_says_that_the_list_is_right(client, typed, otto):
    check(client, typed, word="again", line="3", remark="Hand vergessen")

    # The later word answers the earlier one.
    check(client, typed, word="right")

    typed.refresh_from_db()
    assert typed.state == SheetState.CHECKED
    assert "data-go" in page_of(client, typed)
    assert "geprüft" in page_of(client, typed)
    assert "Hand vergessen" not in page_of(client, typed)


@pytest.mark.parametrize(
    ("by", "days", "status"),
    [("typist", 0, 422), ("typist", 3, 302), ("somebody else", 0, 302)],
)
def test_an_account_let_in_by_the_typist_is_no_second_person(
    client, typed, erika, otto, by, days, status
):
    """The same person could have chosen it; days before the list nobody minds."""
    hand_out_code(account=otto, by=erika if by == "typist" else make_user("vorstand"))
    otto.entry_code_at -= timedelta(days=days)
    otto.save()
    client.force_login(otto)

    page = client.get(reverse("sheets:check", args=[typed.pk])).text
    assert ('value="right"' in page) is (status == 302)
    assert check(client, typed, word="right").status_code == status


def test_a_list_sent_back_is_an_open_question_until_the_line_changed(
    client, typed, erika, otto
):
    def record(number, text):
        write(typed, number, text, by=erika)
        typed.refresh_from_db()
        return typed.state

    check(client, typed, word="again", line="3", remark="Hand vergessen")

    client.force_login(erika)
    asked = page_of(client, typed)
    assert record(2, "3g3") == SheetState.DIFFERS
    finishing_services.strike_rest(sheet=typed, by=erika, struck=False)
    still = page_of(client, typed)
    assert record(3, "1po1h-") == SheetState.TYPING

    assert 'data-open-line="3"' in asked
    assert "Hand vergessen" in asked
    assert "Hand vergessen" in still
    assert "Hand vergessen" not in page_of(client, typed)


def test_a_verdict_that_says_nothing_is_refused(client, typed, otto):
    for fields in (
        {"word": "maybe"},
        {"word": "again"},
        {"word": "again", "line": "99"},
        {"word": "again", "line": "0"},
        {"word": "again", "line": "x" * 50},
        {"word": "again", "remark": "x" * 301},
    ):
        assert check(client, typed, **fields).status_code == 422, fields
    assert not typed.verdicts.exists()


def test_a_word_about_an_earlier_list_does_not_count(client, typed, otto):
    typed.refresh_from_db()

    refused = check(client, typed, word="right", revision=typed.revision - 1)

    assert "inzwischen etwas geändert" in refused.text
    assert not typed.verdicts.exists()


def test_a_list_with_games_missing_is_never_right(client, sheet, erika, otto):
    type_games(sheet, EIGHT_GAMES, by=erika)

    assert check(client, sheet, word="right").status_code == 422


def test_where_a_second_person_is_wanted_finishing_waits_for_it(client, erika, otto):
    evening = make_evening(second_person=True)
    sheet = make_sheet(evening=evening)
    type_games(sheet, EIGHT_GAMES, by=erika)
    finishing_services.strike_rest(sheet=sheet, by=erika)
    client.force_login(erika)
    finish = reverse("sheets:finish", args=[sheet.pk])

    refused = client.post(finish, follow=True)
    finishing_services.give_verdict(sheet=sheet, by=otto, is_right=True)
    client.post(finish)

    sheet.refresh_from_db()
    assert sheet.proof == Proof.SECOND
    assert "zweite Person" in refused.text
    assert sheet.is_finished


def second(client, sheet, text):
    url = reverse("sheets:second", args=[sheet.pk])
    return client.post(url, {"text": text}, follow=True)


def test_only_the_differences_of_the_second_list_are_shown(erika_online, typed):
    texts = list(EIGHT_GAMES)
    texts[1] = "3g3"
    del texts[5]

    page = second(erika_online, typed, "\n".join(texts)).text

    assert page.count("fehlt auf der Gegenliste") == 1
    assert page.count("weicht ab") == 1
    assert reverse("sheets:line", args=[typed.pk, 2]) in page
    assert reverse("sheets:line", args=[typed.pk, 3]) not in page
    # A second typing takes the place of the first.
    page = second(erika_online, typed, "\n".join(EIGHT_GAMES)).text
    assert "stimmen in allen 8 Spielen überein" in page


def test_what_a_second_typing_changes_stays_in_the_history(erika_online, typed, erika):
    games = list(EIGHT_GAMES)
    second(erika_online, typed, "\n".join(games))
    assert not typed.changes.filter(action=Action.SECOND).exists()
    typed.refresh_from_db()
    revision = typed.revision

    second(erika_online, typed, "\n".join(["2a2", *games[1:], "e"]))

    changes = typed.changes.filter(action=Action.SECOND)
    assert [(c.number, c.before, c.after, c.by) for c in changes] == [
        (1, games[0], "2a2", erika),
        (9, "", "e", erika),
    ]
    page = erika_online.get(reverse("sheets:history", args=[typed.pk])).text
    assert "Gegenliste geändert" in page
    typed.refresh_from_db()
    assert typed.revision == revision


def test_undo_leaves_the_second_list_alone(erika_online, typed, erika):
    for text in ("e", "1g1"):
        second(erika_online, typed, text)

    typing_services.undo(sheet=typed, by=erika)
    typing_services.redo(sheet=typed, by=erika)

    assert typed.second_list.text == "1g1"
    typed.refresh_from_db()
    assert typed.cut_short


def test_a_second_list_far_too_long_is_remembered_as_well(erika_online, typed):
    second(erika_online, typed, "e\n" * 300)

    second(erika_online, typed, "e #" + "x" * 500)

    assert typed.changes.filter(action=Action.SECOND).count() == 300


def test_a_second_list_that_cannot_be_read_is_refused_with_its_text(
    erika_online, typed
):
    for text in ("", "2z9", "1g9", "x" * 20_001, "\0"):
        response = second(erika_online, typed, text)

        assert response.status_code == 422, text
        assert 'name="text"' in response.text


def test_every_line_is_there_to_be_read_aloud(erika_online, typed):
    page = erika_online.get(reverse("sheets:aloud", args=[typed.pk])).text

    assert page.count("data-say=") == 8
    assert (
        'data-say="Zeile 3, Anna, Pik ohne 1, verloren, minus 44, steht bei minus 44."'
        in page
    )
