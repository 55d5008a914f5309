"""The owner's page about the copy, and the jobs behind it."""

import json
import os
import stat
from unittest.mock import Mock

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django_tasks_db.models import DBTaskResult

from tests.factories import EIGHT_GAMES, make_secretary, make_sheet, type_games
from tests.tournaments.public.upload.servers import PASSWORD, SftpServer, WebdavServer
from tests.workers import work_off
from tournaments.events.flow.services import release
from tournaments.events.models import Event
from tournaments.events.planning.services import publish_event
from tournaments.people.models import User
from tournaments.public.upload import jobs, store
from tournaments.public.upload.store import CopyJob
from tournaments.public.upload.targets import Target
from tournaments.words.choices import SheetState
from tournaments.words.rights import Role

pytestmark = pytest.mark.django_db
PAGE = "/share/copy/"


@pytest.fixture
def event(db):
    sheet = make_sheet()
    type_games(sheet, EIGHT_GAMES, by=make_secretary())
    publish_event(event=sheet.series.event, is_published=True)
    return sheet.series.event


@pytest.fixture
def owner(client, event):
    found = User.objects.get()
    found.role = Role.OWNER
    found.save()
    client.force_login(found)
    return client


@pytest.fixture
def stick(tmp_path):
    return tmp_path / "stick"


def test_a_copy_goes_to_a_stick_and_says_what_it_did(owner, event, stick):
    answer = owner.post(f"{PAGE}to/folder/", {"where": str(stick)}, follow=True)
    assert str(stick) in answer.text
    waiting = owner.post(f"{PAGE}start/", follow=True).text
    work_off()
    done = owner.get(PAGE).text
    owner.post(f"{PAGE}start/")
    work_off()

    assert "Wartet" in waiting
    assert "hx-get" in waiting
    assert "Fertig. Dort steht, was Besucher am" in done
    assert "Passwort" not in done
    assert "hx-get" not in done
    assert (stick / f"events/{event.slug}/standings/index.html").is_file()
    again = store.job()
    assert (again.new, again.changed, again.removed, again.size) == (0, 0, 0, 0)
    assert again.same > 20


def test_what_is_withdrawn_goes_from_the_place_too(owner, event, stick):
    Event.objects.update(name="Geheimabend")
    store.save_target(Target(kind="folder", where=str(stick)))
    jobs.run_copy_now()
    page = stick / f"events/{event.slug}/index.html"
    was_there = page.exists()
    publish_event(event=event, is_published=False)

    jobs.run_copy_now()

    texts = [path.read_text() for path in stick.rglob("*.html")]
    assert was_there
    assert not page.exists()
    assert not [text for text in texts if "Geheimabend" in text]


def test_the_page_shows_how_far_it_is_and_stops_asking(owner, stick):
    store.save_target(Target(kind="folder", where=str(stick)))
    store.write_job(CopyJob(stage="sending", done=3, total=12))
    htmx = {"HX-Request": "true"}
    running = owner.get(PAGE, headers=htmx)
    owner.post(f"{PAGE}stop/")
    is_stopping = store.is_stop_requested()
    store.write_job(CopyJob(stage="stopped"))
    over = owner.get(PAGE, headers=htmx)

    assert (running.status_code, over.status_code) == (200, 286)
    assert 'value="25"' in running.text
    assert "3 von 12" in running.text
    assert is_stopping
    assert "<html" not in running.text


def test_a_copy_that_is_stopped_ends_and_the_next_goes_on(owner, stick):
    store.save_target(Target(kind="folder", where=str(stick)))
    store.request_stop(True)
    stopped = jobs.work_on(CopyJob(began_at=1))
    waiting = CopyJob()
    store.write_job(waiting)
    jobs.stop_copy()
    never_begun = store.job()
    jobs.run_copy.func(organisation=1)

    assert stopped.stage == never_begun.stage == store.job().stage == "stopped"
    assert not stick.exists()
    assert jobs.run_copy_now().stage == "done"


def test_a_worker_that_died_is_noticed(owner, stick):
    store.save_target(Target(kind="folder", where=str(stick)))
    store.write_job(CopyJob(stage="reading"))
    path = store.store_folder() / "job.json"
    long_ago = path.stat().st_mtime - 2 * store.SILENT_SECONDS
    os.utime(path, (long_ago, long_ago))

    assert store.job().stage == "failed"
    assert "unterbrochen" in owner.get(PAGE).text


def test_one_copy_at_a_time(owner, stick):
    store.save_target(Target(kind="folder", where=str(stick)))
    store.write_job(CopyJob(stage="sending"))

    said = owner.post(f"{PAGE}start/", follow=True).text
    with pytest.raises(CommandError, match="schon unterwegs"):
        call_command("static_copy")

    assert "schon unterwegs" in said


@pytest.fixture
def by_itself(owner, stick):
    """Turn on copies after each release."""
    store.save_target(Target(kind="folder", where=str(stick)))
    owner.post(f"{PAGE}by-itself/", {"wanted": "1"})


@pytest.fixture
def release_results(event, django_capture_on_commit_callbacks):
    def release_results():
        event.series.get().sheets.update(state=SheetState.FINISHED)
        with django_capture_on_commit_callbacks(execute=True):
            release(event=event, is_released=True)

    return release_results


def waiting_copies():
    return DBTaskResult.objects.ready().filter(task_path__endswith="run_copy").count()


def test_a_release_is_copied_by_itself_where_that_is_wanted(
    by_itself, owner, event, stick, release_results
):
    asked = owner.get(PAGE).text
    release_results()
    was_waiting = waiting_copies()
    work_off()

    assert "Nicht mehr von selbst kopieren" in asked
    assert was_waiting == 1
    assert store.job().stage == "done"
    assert (stick / f"events/{event.slug}/standings/index.html").is_file()


def test_a_release_is_not_copied_unless_that_is_wanted(owner, stick, release_results):
    store.save_target(Target(kind="folder", where=str(stick)))
    asked = owner.get(PAGE).text
    release_results()
    never = waiting_copies()
    owner.post(f"{PAGE}by-itself/", {"wanted": "1"})
    owner.post(f"{PAGE}by-itself/")
    release_results()

    assert "kann eine Kopie von selbst dorthin gehen" in asked
    assert (never, waiting_copies()) == (0, 0)
    assert store.job() is None


def test_releases_in_a_row_share_a_copy(by_itself, release_results):
    release_results()
    release_results()
    release_results()

    assert waiting_copies() == 1


def test_a_release_during_a_copy_is_followed_by_another(by_itself, release_results):
    known = CopyJob(stage="reading")
    store.write_job(known)
    release_results()
    release_results()
    during = waiting_copies()
    store.request_stop(True)
    jobs.end_job(known, "done")
    jobs.start_requested_copy()
    after = waiting_copies()
    work_off()

    assert (during, after, waiting_copies()) == (0, 1, 0)
    assert store.job().stage == "done"


def test_a_release_while_a_copy_reads_starts_the_next_at_its_end(
    by_itself, release_results, monkeypatch
):
    monkeypatch.setattr(jobs, "make_and_send", lambda *_given: release_results())

    jobs.work_on(CopyJob(stage="reading"))

    assert waiting_copies() == 1
    assert store.job().stage == "waiting"


def test_a_release_holds_whatever_becomes_of_its_copy(
    by_itself, event, release_results, monkeypatch
):
    monkeypatch.setattr(store, "request_copy", Mock(side_effect=OSError("disk full")))

    release_results()

    event.refresh_from_db()
    assert event.is_released
    assert waiting_copies() == 0


def test_a_release_that_is_taken_back_is_not_copied(
    by_itself, event, django_capture_on_commit_callbacks
):
    event.series.get().sheets.update(state=SheetState.FINISHED)
    with (
        django_capture_on_commit_callbacks(execute=True) as called,
        transaction.atomic(),
    ):
        release(event=event, is_released=True)
        transaction.set_rollback(True)

    assert called == []
    assert waiting_copies() == 0


def test_a_copy_after_a_release_is_made_however_late_a_worker_comes(
    by_itself, release_results
):
    release_results()
    path = store.store_folder() / "job.json"
    long_ago = path.stat().st_mtime - 2 * store.SILENT_SECONDS
    os.utime(path, (long_ago, long_ago))

    work_off()

    assert store.job().stage == "done"


def test_the_wish_stays_with_another_place_and_goes_with_the_last(owner, by_itself):
    store.save_target(Target(kind="webdav", where="https://a.example/"))
    stays = store.is_by_itself()
    owner.post(f"{PAGE}forget/")

    assert stays
    assert not store.is_by_itself()


def test_the_command_sends_where_the_page_says(owner, stick, capsys):
    with pytest.raises(CommandError, match="wohin"):
        call_command("static_copy")
    store.save_target(Target(kind="folder", where=str(stick)))

    call_command("static_copy")

    assert (stick / "index.html").is_file()
    assert "Dateien neu" in capsys.readouterr().out


def test_a_secret_is_nowhere_but_in_the_data_folder(owner, tmp_path, settings, caplog):
    server = WebdavServer(tmp_path)
    try:
        given = {"where": server.target.where, "user": "anna", "password": PASSWORD}
        owner.post(f"{PAGE}to/webdav/", given)
        pages = [owner.get(each).text for each in (PAGE, f"{PAGE}to/webdav/")]
        kept = owner.post(f"{PAGE}to/webdav/", {**given, "password": ""})
        jobs.run_copy_now()
        pages.append(owner.get(PAGE).text)
    finally:
        server.close()

    assert kept.status_code == 302
    assert store.target().password == PASSWORD
    assert store.job().stage == "done"
    escaped = PASSWORD.replace("&", "&amp;")
    assert not [page for page in pages if PASSWORD in page or escaped in page]
    assert PASSWORD not in caplog.text
    path = settings.COPIES / "1" / "target.json"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    copied = [each for each in (tmp_path / "skat").rglob("*") if each.is_file()]
    assert copied
    assert not [each for each in copied if PASSWORD.encode() in each.read_bytes()]


def test_a_password_is_not_sent_to_another_server(owner, stick):
    store.save_target(
        Target(kind="webdav", where="https://a.example/", user="a", password=PASSWORD)
    )

    owner.post(f"{PAGE}to/webdav/", {"where": "https://b.example/", "user": "a"})

    assert store.target().where == "https://b.example/"
    assert store.target().password == ""


def test_the_key_of_a_server_is_shown_before_it_gets_the_password(owner, tmp_path):
    server = SftpServer(tmp_path)
    try:
        given = {
            "where": "127.0.0.1",
            "port": server.port,
            "user": "anna",
            "password": PASSWORD,
        }
        asked = owner.post(f"{PAGE}to/sftp/", given, follow=True).text
        with pytest.raises(CommandError):
            call_command("static_copy")
        trusted = owner.post(f"{PAGE}trust/", follow=True).text
        ended = jobs.run_copy_now()
    finally:
        server.close()

    fingerprint = server.key.get_fingerprint().replace("+", "&#x2B;")
    assert "richtige Server" in asked
    assert fingerprint in asked.replace("+", "&#x2B;")
    assert "Jetzt kopieren" in trusted
    assert (ended.stage, (tmp_path / "index.html").is_file()) == ("done", True)


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("folder", {"where": "results"}),
        ("webdav", {"where": "http://cloud.example/", "user": "a"}),
        ("webdav", {"where": "https://cloud.example:x/", "user": "a"}),
        ("webdav", {"where": "file:///etc", "user": "a"}),
        ("ftps", {"where": "https://a.example", "user": "a"}),
        ("ftps", {"where": "a.example", "user": "a", "folder": "../b"}),
        ("sftp", {"where": "127.0.0.1", "port": 1, "user": "a"}),
    ],
)
def test_what_is_no_place_is_refused(owner, kind, given):
    answer = owner.post(f"{PAGE}to/{kind}/", given)

    assert answer.status_code == 422
    assert store.target() is None


def test_the_own_data_are_no_place(owner, settings):
    answer = owner.post(f"{PAGE}to/folder/", {"where": str(settings.DATA_DIR / "x")})

    assert "eigenen Daten" in answer.text


def test_a_hosted_club_names_no_folder(owner, settings, stick):
    settings.HTTPS = True

    page = owner.get(PAGE).text
    answer = owner.post(f"{PAGE}to/folder/", {"where": str(stick)})

    assert "SFTP" in page
    assert "Stick<" not in page
    assert answer.status_code == 404


@pytest.mark.parametrize("role", sorted(set(Role) - {Role.OWNER, Role.HOST}))
def test_only_the_owner_may(owner, role, stick):
    store.save_target(Target(kind="folder", where=str(stick)))
    User.objects.update(role=role)

    answers = [owner.get(PAGE), owner.get(f"{PAGE}to/folder/")]
    answers += [
        owner.post(f"{PAGE}{each}/", {"wanted": "1"})
        for each in ("start", "stop", "trust", "forget", "by-itself")
    ]
    shared = owner.get("/share/").text

    assert {answer.status_code for answer in answers} <= {403, 404}
    assert store.target() is not None
    assert store.job() is None
    assert not store.is_by_itself()
    assert PAGE not in shared


def test_the_page_of_what_others_take_leads_to_the_copy(owner):
    assert f'href="{PAGE}"' in owner.get("/share/").text


def test_place_and_password_are_forgotten(owner, stick):
    store.save_target(Target(kind="folder", where=str(stick), password=PASSWORD))

    owner.post(f"{PAGE}forget/")

    texts = [each.read_text() for each in store.store_folder().glob("*.json")]
    assert store.target() is None
    assert PASSWORD not in json.dumps(texts)


def test_a_deleted_club_leaves_no_password(event, stick, settings):
    store.save_target(Target(kind="folder", where=str(stick), password=PASSWORD))

    store.delete_all(1)

    assert not (settings.COPIES / "1").exists()
