"""The page of check codes: the same list, an older one, a reopened one, or unknown."""

import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.db.models import ProtectedError
from django.test import Client

from tests.factories import finish_list, make_player, make_sheet
from tests.tournaments.sheets.paper import write
from tournaments.events.planning.services import publish_event
from tournaments.files.lists.documents import list_file_text
from tournaments.organisations.services import add_organisation
from tournaments.scope.scope import scope
from tournaments.sheets import writing
from tournaments.sheets.finishing.services import finish_sheet, reopen_sheet
from tournaments.sheets.models import Change, ListVersion, ScoreSheet
from tournaments.sheets.seats import delete_lists

pytestmark = pytest.mark.django_db


@pytest.fixture
def sheet(erika):
    sheet = make_sheet(rounds=1)
    finish_list(sheet, ["2a1", "3g1-", "4p2", "1k1"], by=erika)
    publish_event(event=sheet.series.event, is_published=True)
    return sheet


def codes():
    return list(ListVersion.objects.order_by("pk").values_list("code", flat=True))


def page(client, code):
    return client.get("/check/", {"code": code})


def test_a_code_leads_to_its_list_however_it_is_typed(client, sheet):
    answer = page(client, codes()[0].replace("-", " ").lower())

    assert "Unverändert:" in answer.text
    assert sheet.get_absolute_url() in answer.text


def test_an_older_code_says_what_was_changed_and_not_by_whom(client, sheet, erika):
    reopen_sheet(sheet=sheet, by=erika, reason="Carla hat nachgerechnet")
    assert "wieder geöffnet" in page(client, codes()[0]).text
    write(sheet, 2, "3g1", by=erika)
    finish_sheet(sheet=sheet, by=erika)
    old, new = codes()

    text = page(client, old).text

    assert "Älter:" in text
    assert new in text
    for said in ("Spiel 2", "3g1-", "Summe von Platz 3", "−146"):
        assert said in text
    assert "nachgerechnet" not in text
    assert "Unverändert:" in page(client, new).text


@pytest.mark.parametrize("code", ["2222-2222-2222-2222", "x", "'\0", "ß" * 100])
def test_any_other_code_is_none_of_ours(client, sheet, code):
    answer = page(client, code)

    assert answer.status_code == 404
    assert "Diesen Prüfcode hat keine Liste" in answer.text


def test_visitors_find_no_list_that_is_not_published(client, sheet, erika):
    publish_event(event=sheet.series.event, is_published=False)
    assert page(client, codes()[0]).status_code == 404

    client.force_login(erika)
    assert page(client, codes()[0]).status_code == 200


def file_page(client, content):
    """Send a file by the form of the page, as browsers do that have no cookie."""
    action = re.search(
        r'multipart/form-data" action="([^"]+)"', client.get("/de/check/").text
    )
    visitor = Client(enforce_csrf_checks=True)
    return visitor.post(action[1], {"file": SimpleUploadedFile("l.json", content)})


def file_of(sheet):
    return list_file_text(ScoreSheet.objects.with_event().get(pk=sheet.pk)).encode()


def test_a_file_is_the_same_older_or_other(client, sheet, erika):
    file = file_of(sheet)
    assert "Unverändert:" in file_page(client, file).text

    other = file_page(client, file.replace(b"3g1-", b"3g1")).text
    assert "Verändert:" in other
    assert "Spiel 2" in other

    reopen_sheet(sheet=sheet, by=erika, reason="Noch einmal")
    write(sheet, 2, "3g1", by=erika)
    finish_sheet(sheet=sheet, by=erika)
    older = file_page(client, file).text
    assert "Älter:" in older
    assert "Spiel 2" in older


def test_a_file_of_no_list_or_no_code_is_told_so(client, sheet, erika):
    file = file_of(sheet)
    assert file_page(client, b"{}").status_code == 422
    cut = json.loads(file)
    del cut["list"]["results"]
    assert file_page(client, json.dumps(cut).encode()).status_code == 422
    del cut["list"]["versions"]
    assert "kein Prüfcode" in file_page(client, json.dumps(cut).encode()).text

    ListVersion.objects.all().delete()
    assert file_page(client, file).status_code == 404


def test_two_players_who_changed_places_are_named(client, sheet, erika):
    reopen_sheet(sheet=sheet, by=erika, reason="Vertauscht")
    first, third = sheet.seats.get(place=1), sheet.seats.get(place=3)
    one, other = first.player, third.player
    reseat(sheet, {3: make_player("Zwischen"), 1: other})
    reseat(sheet, {3: one})
    finish_sheet(sheet=ScoreSheet.objects.get(pk=sheet.pk), by=erika)

    text = page(client, codes()[0]).text

    assert "Platz 1 und 3" in text
    assert "vertauscht" in text
    assert "Spiel 1" not in text


def reseat(sheet, people):
    for place, player in people.items():
        sheet.seats.filter(place=place).update(player=player)


def test_a_list_goes_only_with_its_history_and_versions(sheet):
    for other in (Change, ListVersion):
        with transaction.atomic():
            other.objects.all().delete()
            with pytest.raises(ProtectedError):
                sheet.delete()
            transaction.set_rollback(True)

    delete_lists(ScoreSheet.objects.filter(pk=sheet.pk))

    assert not Change.objects.exists()
    assert not ListVersion.objects.exists()


def test_a_code_of_another_organisation_is_taken_too(many_organisations, monkeypatch):
    make_sheet()
    ScoreSheet.objects.update(code="A")
    other = add_organisation(name="Herz Sieben", host="herz7.localhost").organisation
    monkeypatch.setattr(writing, "LETTERS", "AB")

    with scope(other.pk):
        assert writing.fresh_codes(ScoreSheet, 1, letters=1) == {"B"}
