"""The pages of arrived lists: receiving, accepting, deciding, handing out."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from scoring.notation.documents import read_document
from tests.factories import finish_list, type_games
from tests.tournaments.files.lists.conftest import GAMES, text_of
from tournaments.events.flow.services import close_series
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.models import ArrivedList, Game, ScoreSheet

pytestmark = pytest.mark.django_db


def test_a_list_is_brought_in_as_text_and_taken_over_with_one_tap(
    client, door, sheet, erika
):
    answer = client.post(door, {"text": text_of(sheet)}, follow=True)
    assert "Serie 1, Tisch 1 ist angekommen." in answer.text
    assert "bereit" in answer.text
    assert ", 4 Spiele</td>" in answer.text
    assert not Game.objects.exists()

    arrived = ArrivedList.objects.get().pk
    answer = client.post(f"{door}accept/", {"arrived": arrived}, follow=True)

    assert "1 Liste wurde übernommen." in answer.text
    assert Game.objects.filter(sheet=sheet).count() == 4
    # It is still to be finished.
    link = f'href="{sheet.get_absolute_url()}#status"'
    assert "Serie 1, Tisch 1 abschließen" in answer.text
    assert link in answer.text
    finish_sheet(sheet=sheet, by=erika)
    assert link not in client.get(door).text


def test_the_same_or_a_shorter_list_is_said_to_be_that(client, door, sheet, erika):
    type_games(sheet, GAMES, by=erika)
    file = client.get(f"/downloads/lists/{sheet.pk}/file/")
    assert file["Content-Disposition"].startswith("attachment")

    upload = SimpleUploadedFile("liste.json", file.content)
    answer = client.post(door, {"file": upload}, follow=True)

    assert "ist schon hier; es ändert sich nichts." in answer.text
    assert "schon hier, ändert nichts" in answer.text
    answer = client.post(door, {"text": text_of(sheet, GAMES[:3])}, follow=True)

    assert "ist mit 3 der 4 Spiele angekommen, die hier schon stehen;" in answer.text


def test_a_form_without_a_list_comes_back_with_a_sentence(client, door):
    nonsense = SimpleUploadedFile("x", b"\xff")
    for data in ({"text": ""}, {"text": "2a1"}, {"file": nonsense}):
        answer = client.post(door, data)

        assert answer.status_code == 422
    assert "Das ist keine Liste aus diesem Programm." in answer.text
    assert ArrivedList.objects.count() == 0


def test_both_versions_are_shown_and_one_is_taken_for_a_reason(
    client, door, sheet, erika
):
    type_games(sheet, ["2a2", "3g1", "4p2"], by=erika)
    client.post(door, {"text": text_of(sheet)})
    page = f"{door}{ArrivedList.objects.get().pk}/"
    shown = client.get(page).text
    for text in ("2a2", "2a1", "3g1-", "1k1"):
        assert f"<code>{text}</code>" in shown

    sent = {"decision": "there", "revision": ScoreSheet.objects.get().revision}
    unexplained = client.post(page, sent)
    assert unexplained.status_code == 422
    assert "Dieses Feld ist zwingend erforderlich." in unexplained.text
    assert client.post(page, sent | {"reason": "Vom Papier"}).status_code == 302

    games = Game.objects.order_by("number")
    assert [game.won for game in games] == [True, False, True, True]
    assert games[0].matadors == 1
    assert "Vom Papier" in client.get(page).text


def test_a_difference_is_shown_in_words_with_its_effect_on_totals(
    client, door, sheet, erika
):
    type_games(sheet, ["2a1", "3g1", "4p2", "1k1"], by=erika)
    client.post(door, {"text": text_of(sheet)})

    shown = client.get(f"{door}{ArrivedList.objects.get().pk}/").text
    shown = shown.partition("<main")[2]

    event = sheet.series.event
    assert event.dated_name in shown
    assert "1 Zeile weicht ab." in shown
    assert re.search(r"Carla, Grand mit 1\s+<code>3g1</code>", shown)
    assert re.search(r"Carla, Grand mit 1, verloren\s+<code>3g1-</code>", shown)
    assert "Carla 98 → −146" in shown
    assert shown.index("<code>3g1-") < shown.index("<details") < shown.index("4p2")
    assert "3 Zeilen sind in beiden gleich" in shown
    assert 'value="there"' in shown
    ScoreSheet.objects.update(pen_is_out=True)
    shown = client.get(f"{door}{ArrivedList.objects.get().pk}/").text
    assert "Der Tisch schreibt diese Liste am Telefon" in shown
    assert 'value="there"' not in shown


def test_a_finished_list_is_said_to_stay_before_anybody_decides(
    client, door, sheet, erika
):
    finish_list(sheet, GAMES, by=erika)
    client.post(door, {"text": text_of(sheet, ("2a2", *GAMES[1:]))})
    page = f"{door}{ArrivedList.objects.get().pk}/"

    shown = client.get(page).text

    reopening = reverse("sheets:reopen", args=[sheet.pk])
    assert "Diese Liste ist abgeschlossen." in shown
    assert f'href="{reopening}"' in shown
    assert 'name="side-0"' not in shown
    assert 'value="there"' not in shown

    close_series(series=sheet.series, by=erika)
    again = reverse("events:reopen-series", args=[sheet.series.event_id, 1])
    assert f'href="{again}"' in client.get(page).text
    refusing = client.get(reopening).text
    assert f'href="{again}"' in refusing
    assert 'name="reason"' not in refusing


def test_the_code_of_a_list_holds_its_text(client, door, sheet, erika):
    type_games(sheet, GAMES, by=erika)

    shown = client.get(f"/downloads/lists/{sheet.pk}/").text

    event = sheet.series.event
    assert event.dated_name in shown.split("<main")[1]
    assert "<svg" in shown
    text = shown.split("readonly>")[1].split("</textarea>")[0]
    assert read_document(text).lines == GAMES


def test_the_event_says_that_lists_wait(client, door, sheet):
    event = sheet.series.event.get_absolute_url()
    assert "angekommen" not in client.get(event).text
    client.post(door, {"text": text_of(sheet)})

    shown = client.get(event).text

    assert "1 Liste ist angekommen" in shown
    assert f'href="{door}"' in shown
