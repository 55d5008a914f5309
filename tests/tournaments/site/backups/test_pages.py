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


def test_a_button_makes_a_copy_or_says_what_prevents_it(client, erika, monkeypatch):
    answer = client.post(f"{PAGE}now/", follow=True)
    assert "gemacht und geprüft" in answer.text
    assert [copy.purpose for copy in stored_copies()] == ["asked"]

    monkeypatch.setattr(making, "SPARE", 2**60)
    answer = client.post(f"{PAGE}now/", follow=True)
    assert "nicht gelungen" in answer.text
    assert len(stored_copies()) == 1


def test_the_owner_reads_of_a_copy_and_takes_it_home_and_nothing_else(
    client, erika, settings
):
    copy = copy_of_now()
    page = client.get(PAGE).text
    said = ("20. November 2026", "20:30", "auf Wunsch", "MB")
    assert all(each in page for each in said)

    answer = client.get(f"{PAGE}{copy.name}/")

    assert answer.getvalue() == copy.read_bytes()
    assert copy.name in answer["Content-Disposition"]
    (settings.DATA_DIR / "secret_key").write_text("s" * 50)
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
    # One copy serves small losses.
    for _evening in range(2):
        client.post(reverse("events:delete", args=[make_evening().pk]))
    assert not Event.objects.exists()
    assert [copy.purpose for copy in stored_copies()] == ["loss"]


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


def test_before_the_word_it_is_shown_what_would_change_or_that_it_is_damaged(
    client, erika
):
    copy = copy_of_now()
    make_player("Anna")

    page = client.get(f"{PAGE}{copy.name}/back/")
    answer = client.post(f"{PAGE}{copy.name}/back/", {"word": "ja"})

    assert page.context["rows"][0] == ("Personen", 1, 0)
    assert answer.status_code == 422
    assert names() == ["Anna"]
    copy.write_bytes(copy.read_bytes()[:-400])
    answer = client.get(f"{PAGE}{copy.name}/back/", follow=True)
    assert "beschädigt" in answer.text


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


def test_long_files_of_strangers_are_not_read_and_others_refused(client):
    file = SimpleUploadedFile("x.zip", b"0" * 300_000)
    assert client.post(f"{PAGE}file/", {"file": file}).status_code == 413

    client.force_login(make_owner("erika"))
    file = SimpleUploadedFile("x.zip", b"PK\3\4 and no more")
    answer = client.post(f"{PAGE}file/", {"file": file})
    assert answer.status_code == 422
    assert "keine Sicherung" in answer.text
    assert stored_copies() == []


def test_the_database_s_own_file_comes_in_as_well(client, erika, sqlite_only, tmp_path):
    carried = tmp_path / "skatclub.sqlite3"
    copy_database(carried)
    file = SimpleUploadedFile("skatclub.sqlite3", carried.read_bytes())

    answer = client.post(f"{PAGE}file/", {"file": file})

    (copy,) = stored_copies()
    assert copy.purpose == "brought"
    assert client.get(answer.url).status_code == 200
