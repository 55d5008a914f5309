"""Files exported and imported on the site: rights, previews and refusals."""

import json

import pytest

from tests.tournaments.files.event.test_import import database_rows, wipe
from tests.tournaments.files.imports.tables import look_at
from tournaments.events.models import Event
from tournaments.files.event.writing import event_document, event_text
from tournaments.people.models import User

EVENT = "/downloads/events/import/"
PEOPLE = "/downloads/people/import/"


@pytest.fixture
def erika(client, event):
    erika = User.objects.get(username="erika")
    client.force_login(erika)
    return erika


def confirm(client, address, preview, **fields):
    form = {"token": preview.context["token"], "confirm": "1", **fields}
    return client.post(address, form)


def test_an_event_is_downloaded_looked_at_and_imported(
    client, erika, event, data_folder
):
    address = f"/downloads/events/{event.pk}/"
    assert f'href="{address}"' in client.get("/downloads/").text
    answer = client.get(address)
    text = answer.content.decode()
    wipe(event)

    preview = look_at(client, EVENT, text.encode())
    assert Event.objects.count() == 0
    assert len(list((data_folder / "uploads").iterdir())) == 1
    done = confirm(client, EVENT, preview)
    assert list((data_folder / "uploads").iterdir()) == []

    assert answer["Content-Disposition"].endswith('preisskat.json"')
    assert "Anna Köster" in preview.text
    assert "Pik Sieben Nebelhausen" in preview.text
    imported = Event.objects.get()
    assert done.url == imported.get_absolute_url()
    assert event_text(imported) == text


def test_a_known_event_offers_nothing_to_import(client, erika, event):
    preview = look_at(client, EVENT, event_text(event).encode())

    assert "Alles aus der Datei war schon da" in preview.text
    assert "Veranstaltung übernehmen" not in preview.text


def test_an_event_is_only_replaced_when_that_is_ticked(client, erika, event):
    document = event_document(event)
    document["event"]["place"] = "Goldener Ochse"
    preview = look_at(client, EVENT, json.dumps(document).encode())

    refused = confirm(client, EVENT, preview)
    event.refresh_from_db()
    assert event.place == "Grüner Baum"
    assert "weicht sie ab bei: Veranstaltung, Ort." in refused.text
    confirm(client, EVENT, preview, replace="on")

    event.refresh_from_db()
    assert event.place == "Goldener Ochse"


def test_whoever_brings_a_table_reads_which_file_is_wanted(client, erika):
    before = database_rows()

    answer = look_at(client, EVENT, "Name;Verein\nJürgen;Karo".encode("cp1252"))

    assert answer.status_code == 422
    assert database_rows() == before
    assert "ihr Name endet auf .json" in answer.text
    assert f'href="{PEOPLE}"' in answer.text


@pytest.mark.parametrize(
    ("address", "words"),
    [
        (EVENT, "Bitte wählen Sie eine Datei."),
        (PEOPLE, "Bitte eine Datei wählen oder den Text einfügen."),
        ("/downloads/club/import/", "Bitte wählen Sie eine Datei."),
    ],
)
def test_a_form_without_a_file_is_refused(client, erika, address, words):
    User.objects.filter(pk=erika.pk).update(role="owner")

    answer = client.post(address, {"token": ""})

    assert answer.status_code == 422
    assert words in answer.text


def test_a_request_of_200_megabytes_is_refused_unread(client, erika):
    class Unreadable:
        def read(self, *size):
            raise AssertionError("somebody reads it")

        readline = read

    answer = client.generic(
        "POST",
        EVENT,
        content_type="multipart/form-data; boundary=x",
        CONTENT_LENGTH=str(200 * 1024 * 1024),
        **{"wsgi.input": Unreadable()},
    )

    assert answer.status_code == 413
    assert "Sie hat 200 MB" in answer.text


def test_a_file_can_be_confirmed_only_by_its_owner(client, erika, event):
    text = event_text(event)
    wipe(event)
    preview = look_at(client, EVENT, text.encode())
    client.force_login(User.objects.get(username="gerda"))

    answer = confirm(client, EVENT, preview)

    assert "nicht mehr da" in answer.text
    assert confirm(client, EVENT, preview, token="../../secret_key").status_code == 422
    assert Event.objects.count() == 0
