"""Pages of backups: the list, making, restoring, and starting with one."""

import shutil
from io import StringIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.urls import reverse

from skatclub.backups import making
from skatclub.backups.engines.sqlite import copy_database
from skatclub.backups.folder import copies_folder, note, state, stored_copies
from skatclub.door.setup_code import setup_code
from skatclub.machine import room
from tests.backups.copies import copy_of_now, make_club, names
from tests.factories import make_evening, make_owner, make_player, make_user
from tournaments.events.models import Event
from tournaments.organisations.services import add_organisation
from tournaments.people.models import Player, User

pytestmark = pytest.mark.usefixtures("migrated", "db")
PAGE = "/backups/"


@pytest.fixture
def erika(client):
    erika = make_owner("erika")
    client.force_login(erika)
    return erika


def test_the_page_says_when_what_for_and_how_large(client, erika):
    copy_of_now()

    page = client.get(PAGE).text

    assert "20. November 2026" in page
    assert "20:30" in page
    assert "auf Wunsch" in page
    assert "MB" in page


def test_a_button_makes_a_copy(client, erika):
    answer = client.post(f"{PAGE}now/", follow=True)

    assert "gemacht und geprüft" in answer.text
    assert [copy.purpose for copy in stored_copies()] == ["asked"]


def test_what_prevents_a_copy_is_said(client, erika, monkeypatch):
    monkeypatch.setattr(making, "SPARE", 2**60)

    answer = client.post(f"{PAGE}now/", follow=True)

    assert "nicht gelungen" in answer.text
    assert stored_copies() == []


def test_the_owner_takes_a_copy_home(client, erika):
    copy = copy_of_now()

    answer = client.get(f"{PAGE}{copy.name}/")

    assert answer.getvalue() == copy.read_bytes()
    assert copy.name in answer["Content-Disposition"]


def test_nothing_else_of_the_folder_is_handed_out(client, erika, settings):
    (settings.DATA_DIR / "secret_key").write_text("s" * 50)
    copy_of_now()

    for name in ("backups.json", "..%2Fsecret_key", "secret_key", ".lock", "x.zip"):
        for address in (f"{PAGE}{name}/", f"{PAGE}{name}/back/"):
            assert client.get(address).status_code == 404, address


def test_where_several_keep_their_books_no_club_moves_the_others(
    client, erika, many_organisations
):
    add_organisation(name="Herz Sieben", host="herz7.localhost")

    for address in ("now/", "place/", "file/", "x.zip/back/"):
        assert client.post(PAGE + address).status_code == 404, address
    assert "Betreiber" in client.get(PAGE).text


def test_a_second_place_is_named_and_gets_the_last_copy_at_once(
    client, erika, tmp_path
):
    copy = copy_of_now()

    answer = client.post(f"{PAGE}place/", {"path": str(tmp_path)}, follow=True)

    assert (tmp_path / copy.name).exists()
    assert "liegt dort seit" in answer.text
    refused = client.post(f"{PAGE}place/", {"path": "/nowhere/at/all"})
    assert refused.status_code == 422
    assert "steckt der Stick" in refused.text
    client.post(f"{PAGE}place/", {"path": ""})
    assert state().second_at == ""


def test_the_owner_reads_on_every_page_what_went_wrong(client, erika, monkeypatch):
    note(problem="Das ging schief.")
    monkeypatch.setattr(room, "LEAST", 2**60)

    page = client.get("/members/").text

    assert "Das ging schief." in page
    assert "MB frei" in page
    client.force_login(make_user())
    assert "Das ging schief." not in client.get("/members/").text


def test_before_something_is_deleted_everything_is_copied(client, erika):
    evening = make_evening()
    # A person who shall be forgotten is not copied once more.
    promise = "bevor eine Veranstaltung, eine Saison, eine Liga oder Hausregeln"
    assert promise in client.get("/backups/").text

    client.post(reverse("events:delete", args=[evening.pk]))

    assert not Event.objects.exists()
    assert [copy.purpose for copy in stored_copies()] == ["loss"]


def test_where_several_keep_their_books_one_copy_serves_small_losses(
    client, erika, many_organisations
):
    add_organisation(name="Herz Sieben", host="herz7.localhost")
    for _evening in range(2):
        client.post(reverse("events:delete", args=[make_evening().pk]))

    assert not Event.objects.exists()
    assert [copy.purpose for copy in stored_copies()] == ["loss"]


def test_before_a_whole_club_is_replaced_the_site_is_copied_anyhow(
    erika, many_organisations, tmp_path
):
    add_organisation(name="Herz Sieben", host="herz7.localhost")
    archive = tmp_path / "club.zip"
    call_command("export_club", archive, organisation="skatclub", stdout=StringIO())
    copy_of_now()

    call_command(
        *("import_club", archive, "--replace"),
        organisation="skatclub",
        stdout=StringIO(),
    )

    assert {copy.purpose for copy in stored_copies()} == {"asked", "loss"}


def test_the_page_shows_what_would_change_before(client, erika):
    copy = copy_of_now()
    make_player("Anna")

    page = client.get(f"{PAGE}{copy.name}/back/")

    assert page.context["rows"][0] == ("Personen", 1, 0)


def test_a_damaged_copy_is_said_before_the_question(client, erika):
    copy = copy_of_now()
    copy.write_bytes(copy.read_bytes()[:-400])

    answer = client.get(f"{PAGE}{copy.name}/back/", follow=True)

    assert "beschädigt" in answer.text


def test_another_word_puts_nothing_back(client, erika):
    copy = copy_of_now()
    make_player("Anna")

    answer = client.post(f"{PAGE}{copy.name}/back/", {"word": "ja"})

    assert answer.status_code == 422
    assert names() == ["Anna"]


@pytest.mark.django_db(transaction=True)
def test_the_word_puts_everything_back_and_signs_out(client, erika):
    make_club()
    copy = copy_of_now()
    make_player("Anna")

    answer = client.post(f"{PAGE}{copy.name}/back/", {"word": " Einspielen "})

    assert "eingespielt" in answer.text
    assert names() == []
    assert client.get("/members/").status_code == 302
    before = stored_copies()
    assert {each.purpose for each in before} == {"asked", "restore"}


@pytest.mark.django_db(transaction=True)
def test_a_new_site_begins_with_a_backup_and_the_code(client, sqlite_only):
    make_club()
    make_owner("erika", password="Karo-Bube-sticht-7")
    make_player("Anna")
    content = copy_of_now().read_bytes()
    shutil.rmtree(copies_folder())
    User.objects.all().delete()
    Player.objects.all().delete()

    assert client.get(f"{PAGE}file/").status_code == 403
    assert client.post("/setup/backup/", {"code": "wrong"}).status_code == 422
    begun = client.post("/setup/backup/", {"code": setup_code()}, follow=True)
    assert begun.status_code == 200
    file = SimpleUploadedFile("meine Sicherung.zip", content)
    shown = client.post(f"{PAGE}file/", {"file": file}, follow=True)
    assert "Pik Sieben" in shown.text
    address = shown.redirect_chain[-1][0]
    done = client.post(address, {"word": "einspielen"})

    assert "eingespielt" in done.text
    assert names() == ["Anna"]
    assert client.post("/setup/backup/", {"code": "x"}).url == "/"
    assert client.login(username="erika", password="Karo-Bube-sticht-7")


def test_long_files_of_strangers_are_not_read(client):
    file = SimpleUploadedFile("x.zip", b"0" * 300_000)

    assert client.post(f"{PAGE}file/", {"file": file}).status_code == 413


def test_the_database_s_own_file_comes_in_as_well(client, erika, sqlite_only, tmp_path):
    carried = tmp_path / "skatclub.sqlite3"
    copy_database(carried)
    file = SimpleUploadedFile("skatclub.sqlite3", carried.read_bytes())

    answer = client.post(f"{PAGE}file/", {"file": file})

    (copy,) = stored_copies()
    assert copy.purpose == "brought"
    assert client.get(answer.url).status_code == 200


def test_another_file_is_refused_in_one_sentence(client, erika):
    file = SimpleUploadedFile("x.zip", b"PK\3\4 and no more")

    answer = client.post(f"{PAGE}file/", {"file": file})

    assert answer.status_code == 422
    assert "keine Sicherung" in answer.text
    assert stored_copies() == []
