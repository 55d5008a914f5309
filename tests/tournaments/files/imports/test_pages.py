"""Files exported and imported on the site: rights, previews and refusals."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.factories import make_player, make_sheet, make_user, type_games
from tests.tournaments.files.event_store.test_import import database_rows, wipe
from tournaments.events.models import Event
from tournaments.files.event.writing import event_document, event_text
from tournaments.files.imports.people import people_spreadsheet
from tournaments.files.imports.results import known_players
from tournaments.files.spreadsheets.spreadsheets import FileKind, spreadsheet_bytes
from tournaments.people.models import Club, Player, User
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.seats.many import delete_lists

EVENT = "/downloads/events/import/"
PEOPLE = "/downloads/people/import/"


@pytest.fixture
def erika(client, event):
    erika = User.objects.get(username="erika")
    client.force_login(erika)
    return erika


def file_called(name, content):
    content = content.encode() if isinstance(content, str) else content
    return SimpleUploadedFile(name, content)


def look_at(client, address, content, name="datei"):
    return client.post(address, {"file": file_called(name, content)})


def confirm(client, address, preview, **fields):
    form = {"token": preview.context["token"], "confirm": "1", **fields}
    return client.post(address, form)


@pytest.mark.parametrize(
    "address",
    [
        "/downloads/",
        "/downloads/people/csv/",
        "/downloads/results/1/csv/",
        "/downloads/events/1/",
        EVENT,
        PEOPLE,
        "/downloads/results/1/import/",
    ],
)
def test_only_a_secretary_gets_files_of_everybody(client, event, address):
    assert client.get(address).status_code == 302

    client.force_login(make_user("emil"))

    assert client.get(address).status_code in (403, 404)


def test_the_page_of_files_offers_every_event(client, erika, event):
    html = client.get("/downloads/").text

    assert f'href="/downloads/events/{event.pk}/"' in html
    assert "Preisskat" in html


def test_an_event_is_downloaded_looked_at_and_imported(client, erika, event):
    answer = client.get(f"/downloads/events/{event.pk}/")
    text = answer.content.decode()
    wipe(event)

    preview = look_at(client, EVENT, text)
    assert Event.objects.count() == 0
    done = confirm(client, EVENT, preview)

    assert answer["Content-Disposition"].endswith('preisskat.json"')
    assert "Anna Köster" in preview.text
    assert "Pik Sieben Nebelhausen" in preview.text
    imported = Event.objects.get()
    assert done.url == imported.get_absolute_url()
    assert event_text(imported) == text


def test_a_known_event_offers_nothing_to_import(client, erika, event):
    preview = look_at(client, EVENT, event_text(event))

    assert "Alles aus dieser Datei ist schon da" in preview.text
    assert "Veranstaltung übernehmen" not in preview.text


def test_an_event_is_only_replaced_when_that_is_ticked(client, erika, event):
    document = event_document(event)
    document["event"]["place"] = "Goldener Ochse"
    preview = look_at(client, EVENT, json.dumps(document))

    refused = confirm(client, EVENT, preview)
    event.refresh_from_db()
    assert event.place == "Grüner Baum"
    assert "weicht sie ab bei: Veranstaltung, Ort." in refused.text
    confirm(client, EVENT, preview, replace="on")

    event.refresh_from_db()
    assert event.place == "Goldener Ochse"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "Diese Datei ist leer"),
        (b'{"format": "skatclub-event", "ver', "bricht in Zeile 1 ab"),
        (b"\x89PNG\r\n\x1a\n\xff", "kein Text in UTF-8"),
    ],
)
def test_nonsense_is_refused_on_the_page(client, erika, content, words):
    before = database_rows()

    answer = look_at(client, EVENT, content)

    assert words in answer.text
    assert database_rows() == before


def test_a_form_without_a_file_is_refused(client, erika):
    assert "Bitte wählen Sie eine Datei" in client.post(EVENT, {"token": ""}).text


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


def test_a_form_without_its_secret_is_refused(event):
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(User.objects.get(username="erika"))

    assert strict.post(EVENT, {"confirm": "1"}).status_code == 403


def test_a_file_can_be_confirmed_only_by_its_owner(client, erika, event):
    text = event_text(event)
    wipe(event)
    preview = look_at(client, EVENT, text)
    client.force_login(User.objects.get(username="gerda"))

    answer = confirm(client, EVENT, preview)

    assert "nicht mehr da" in answer.text
    assert confirm(client, EVENT, preview, token="../../secret_key").status_code == 200
    assert Event.objects.count() == 0


def test_a_file_is_gone_once_it_is_imported(client, erika, event, data_folder):
    preview = look_at(client, EVENT, event_text(event))
    assert len(list((data_folder / "uploads").iterdir())) == 1

    confirm(client, EVENT, preview)

    assert list((data_folder / "uploads").iterdir()) == []


OFFICE = (
    "Nachname;Vorname;Verein;Gast;Mitgliedsnr.;Geschlecht;Geburtsdatum\r\n"
    "Müller;Jürgen;;;12;m;3.2.1961\r\n"
    "Łukasz;Bernd;Karo Einfach;nein;;;03.02.1961\r\n"
    "Groß;Uwe;Herz Dame;ja;;;\r\n"
    "Groß;Uwe;Herz Dame;ja;;;\r\n"
)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_people_are_imported_from_a_table_of_a_german_office(client, erika, encoding):
    preview = look_at(client, PEOPLE, OFFICE.replace("Ł", "L").encode(encoding))

    done = confirm(client, PEOPLE, preview)

    assert done.status_code == 302
    jurgen = Player.objects.get(last_name="Müller")
    assert (jurgen.club.name, jurgen.is_guest) == ("Karo Einfach", False)
    assert (jurgen.member_number, jurgen.gender) == ("12", "male")
    assert jurgen.birth_date.isoformat() == "1961-02-03"
    uwe = Player.objects.get(last_name="Groß")
    assert (uwe.club.name, uwe.is_guest) == ("Herz Dame", True)
    assert Player.objects.filter(first_name="Bernd").count() == 1


@pytest.mark.parametrize("kind", list(FileKind))
def test_exported_people_can_be_imported_again(client, erika, kind):
    make_player("=Anna Formel")
    content = client.get(f"/downloads/people/{kind}/").content
    before = database_rows()

    preview = look_at(client, PEOPLE, content)

    assert preview.context["new"] == 0
    assert database_rows() == before
    Player.objects.filter(last_name="Formel").delete()
    confirm(client, PEOPLE, look_at(client, PEOPLE, content))
    assert Player.objects.get(last_name="Formel").first_name == "=Anna"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Anna;Köster\nBernd;Lang", "Die erste Zeile muss die Spalten nennen"),
        ("Name;Gast\nAnna;vielleicht", "weder ja noch nein"),
        ("Name;geboren\nAnna;31.2.1980", "ist kein Tag"),
        ("Nachname;Vorname\n;Anna", "Der Nachname fehlt"),
        ("", "Diese Datei ist leer|steht nichts"),
        ("PK\x03\x04 und sonst nichts", "nicht lesbar"),
        ("Name\n" + "Anna\n" * 6000, "Höchstens 5000 Zeilen"),
    ],
)
def test_a_wrong_table_of_people_adds_nobody(client, erika, text, words):
    before = Player.objects.count()

    preview = look_at(client, PEOPLE, text)

    assert any(word in preview.text for word in words.split("|"))
    if preview.context.get("token"):
        confirm(client, PEOPLE, preview)
    assert Player.objects.count() == before


def names_in(preview):
    return [(each.name.first, each.name.last) for each in preview.context["people"]]


def test_names_in_one_column_are_read_in_usual_spellings(client, erika):
    preview = look_at(client, PEOPLE, "Name;Gast\nMüller Günter;\n3. Kurz Ida;\n")

    assert names_in(preview) == [("Günter", "Müller"), ("Ida", "Kurz")]


@pytest.mark.parametrize(
    "table", ["Name\nXaver Yps\n", "Nachname;Vorname\nYps;Xaver\n"]
)
def test_the_names_of_a_file_are_turned_with_one_click(client, erika, table):
    preview = look_at(client, PEOPLE, table)
    token = preview.context["token"]

    turned = client.post(PEOPLE, {"token": token, "turned": "0", "turn": "1"})
    confirm(client, PEOPLE, turned, turned="1")

    assert names_in(turned) == [("Yps", "Xaver")]
    assert turned.context["token"] == token
    assert Player.objects.get(last_name="Xaver").first_name == "Yps"


def test_names_of_a_file_are_corrected_in_place(client, erika):
    preview = look_at(client, PEOPLE, "Nachname;Vorname\n;Anna\nOhm;Ulf\n")
    fields = {"turned": "0", "last-2": "Abel", "first-2": "Anna"}
    typed = fields | {"last-3": "Ohm", "first-3": "Urs"}

    again = client.post(
        PEOPLE, {"token": preview.context["token"], "look": "1", **typed}
    )
    confirm(client, PEOPLE, again, **typed)

    assert not again.context["is_wrong"]
    assert names_in(again) == [("Anna", "Abel"), ("Urs", "Ohm")]
    assert Player.objects.filter(last_name__in=["Abel", "Ohm"]).count() == 2


@pytest.fixture
def played(erika):
    """Return an evening with one finished list of four."""
    sheet = make_sheet(rounds=2)
    games = ("2a1", "3g2", "1po1-", "e", "4n", "1k1s", "4ho2h", "2g1-")
    type_games(sheet, games, by=erika)
    finish_sheet(sheet=sheet, by=erika)
    return sheet


def results_address(event):
    return f"/downloads/results/{event.pk}/import/"


@pytest.mark.parametrize("kind", list(FileKind))
def test_exported_results_are_recognised_when_imported(client, played, kind):
    event = played.series.event
    content = client.get(f"/downloads/results/{event.pk}/{kind}/").content
    before = database_rows()

    preview = look_at(client, results_address(event), content)

    assert preview.context["new"] == 0
    assert database_rows() == before


def test_results_can_be_imported_into_an_event_without_games(client, played, erika):
    event = played.series.event
    content = client.get(f"/downloads/results/{event.pk}/csv-de/").content
    totals = list(played.results.values_list("player", "total"))
    delete_lists(ScoreSheet.objects.filter(pk=played.pk))

    preview = look_at(client, results_address(event), content)
    confirm(client, results_address(event), preview)

    sheet = ScoreSheet.objects.get(series__event=event)
    assert sheet.totals_only
    assert sheet.is_finished
    assert list(sheet.results.values_list("player", "total")) == totals
    assert look_at(client, results_address(event), content).context["new"] == 0


def test_results_find_people_in_either_order(played):
    gunter = make_player("Günter Müller")
    people = known_players(played.series.event)

    assert people.player_called("Günter Müller", None) == gunter
    assert people.player_called("Müller Günter", None) == gunter


def test_other_results_of_a_finished_list_are_refused(client, played):
    event = played.series.event
    content = client.get(f"/downloads/results/{event.pk}/csv/").content.decode()
    before = database_rows()

    points = played.results.get(place=1).game_points
    preview = look_at(
        client, results_address(event), content.replace(f",{points},", ",999,", 1)
    )
    confirm(client, results_address(event), preview)

    assert "hat hier schon andere Zahlen" in preview.text
    assert database_rows() == before


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ("Serie;Tisch\n1;1", "Diese Spalten fehlen"),
        ("{head}\n1;1;1;Niemand;5;1;0", "niemand oder mehrere"),
        ("{head}\n1;1;1;Anna;viel;1;0", "keine ganze Zahl"),
        ("{head}\n7;1;1;Anna;5;1;0", "Eine solche Serie"),
        ("{head}\n1;9;1;Anna;5;1;0", "Die Plätze sind nicht"),
        ("{head}\n1;8;1;Anna;5;1;0\n1;9;1;Anna;5;1;0", "zwei Tischen"),
    ],
)
def test_wrong_results_are_refused_in_a_sentence(client, played, rows, words):
    head = "Serie;Tisch;Platz;Name;Spielpunkte;gewonnen;verloren"
    event = played.series.event
    before = database_rows()

    preview = look_at(client, results_address(event), rows.format(head=head))

    assert words in preview.text
    assert database_rows() == before


def test_formulas_in_a_table_of_people_are_defused(db):
    make_player("=1+1 Anna", club=Club.objects.create(name="@Pik"))

    content = spreadsheet_bytes(
        people_spreadsheet(Player.objects.all()), FileKind.CSV
    ).decode()

    assert "'=1+1" in content
    assert "'@Pik" in content


def test_one_member_number_belongs_to_one_member(client, erika):
    make_player("Gerda Vogt", member_number="A-12")
    rows = (
        "Nachname;Vorname;Gast;Mitgliedsnr.\r\n"
        "Müller;Jürgen;;a-12\r\n"
        "Groß;Uwe;;70\r\n"
        "Klein;Ina;;70\r\n"
        "Lang;Carla;ja;70\r\n"
        "Vogt;Gerda;;A-12\r\n"
    )
    before = database_rows()

    preview = look_at(client, PEOPLE, rows.encode())

    assert [(person.row, person.problem) for person in preview.context["people"]] == [
        (2, "Gerda Vogt hat diese Mitgliedsnummer schon."),
        (3, ""),
        (4, "In Zeile 3 steht dieselbe Mitgliedsnummer."),
        (5, ""),
        (6, ""),
    ]
    assert confirm(client, PEOPLE, preview).status_code == 200
    assert database_rows() == before
