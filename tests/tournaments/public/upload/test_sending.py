"""Sending the changed files of a copy, in an order that never breaks the site."""

import asyncio
import hashlib
import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from tests.tournaments.public.upload.servers import (
    FtpsServer,
    SftpServer,
    Stick,
    WebdavServer,
    certificate_for_here,
)
from tournaments.organisations import hosts
from tournaments.public.copying import RECORD, FolderInUse
from tournaments.public.upload.places import PlaceProblem
from tournaments.public.upload.sending import open_place, send_copy, shown_host_key
from tournaments.public.upload.store import CopyJob

pytestmark = pytest.mark.django_db
PAGES = {
    "index.html": "home",
    "events/eins/index.html": "<p>Müller führt</p>",
    "paper/Liste 1 (groß).pdf": "%PDF",
    "static/css/site.css": "body {}",
}


@pytest.fixture(params=["folder", "sftp", "webdav", "ftps"])
def server(request, tmp_path, monkeypatch):
    root = tmp_path / "there"
    root.mkdir()
    if request.param == "ftps":
        certificate = certificate_for_here(tmp_path / "here.pem")
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        found = FtpsServer(root, certificate)
    else:
        kinds = {"folder": Stick, "sftp": SftpServer, "webdav": WebdavServer}
        found = kinds[request.param](root)
    yield found
    found.close()


@pytest.fixture
def sftp(tmp_path):
    found = SftpServer(tmp_path)
    yield found
    found.close()


def make_copy(folder, files):
    """Write a copy as ``copy_site`` leaves it."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    sums = {
        name: hashlib.sha256(text.encode()).hexdigest() for name, text in files.items()
    }
    (folder / RECORD).write_text(json.dumps(sums))
    return folder


def files_in(root):
    return {
        path.relative_to(root).as_posix(): path.read_text()
        for path in root.rglob("*")
        if path.is_file() and path.name != RECORD
    }


def sent_to(target, folder, before=(), tell=lambda done, total: None):
    job = CopyJob()
    with open_place(target) as place:
        send_copy(folder, place, sums=dict(before), job=job, tell=tell)
    return job


def counts(sent):
    return sent.new, sent.changed, sent.removed, sent.same


def test_a_copy_arrives_and_then_only_what_changed(server, tmp_path):
    folder = make_copy(tmp_path / "copy", PAGES)
    first = sent_to(server.target, folder)
    arrived = files_in(server.root)
    again = sent_to(server.target, folder)
    later = {**PAGES, "index.html": "new", "help/index.html": "?"}
    del later["paper/Liste 1 (groß).pdf"]
    changed = sent_to(server.target, make_copy(folder, later))

    assert arrived == PAGES
    assert counts(first) == (4, 0, 0, 0)
    assert first.size == sum(len(text.encode()) for text in PAGES.values())
    assert (counts(again), again.size) == ((0, 0, 0, 4), 0)
    assert counts(changed) == (1, 1, 1, 2)
    assert files_in(server.root) == later


def test_a_place_that_disappears_is_one_problem_and_the_next_goes_on(server, tmp_path):
    folder, sums = make_copy(tmp_path / "copy", PAGES), {}

    def pull_out(done, total):
        if done == 2:
            server.vanish()

    with pytest.raises(PlaceProblem) as refusal, open_place(server.target) as place:
        send_copy(folder, place, sums=sums, job=CopyJob(), tell=pull_out)
    server.come_back()
    half = files_in(server.root)
    rest = sent_to(server.target, folder, before=sums)

    assert len(refusal.value.messages) == 1
    assert server.target.label in refusal.value.messages[0]
    assert "index.html" not in half
    assert len({*half} & {*PAGES}) == 2
    assert rest.new + rest.changed == 2
    assert {name: files_in(server.root)[name] for name in PAGES} == PAGES


def test_other_files_are_left_alone(server, tmp_path):
    folder = make_copy(tmp_path / "copy", PAGES)
    server.root.mkdir(parents=True, exist_ok=True)
    (server.root / "index.html").write_text("the club's home page")

    with pytest.raises(FolderInUse):
        sent_to(server.target, folder)

    assert files_in(server.root) == {"index.html": "the club's home page"}


def test_only_what_a_copy_wrote_is_removed(server, tmp_path):
    folder = make_copy(tmp_path / "copy", PAGES)
    sent_to(server.target, folder)
    (server.root / ".htaccess").write_text("mine")
    record = json.loads((server.root / RECORD).read_text()) | {"../mine": "x"}
    (server.root / RECORD).write_text(json.dumps(record))
    (server.root.parent / "mine").write_text("mine")
    del (few := dict(PAGES))["static/css/site.css"]

    sent_to(server.target, make_copy(folder, few))

    assert files_in(server.root) == {**few, ".htaccess": "mine"}
    assert (server.root.parent / "mine").exists()


def test_a_wrong_password_is_said_without_it(server, tmp_path):
    if server.target.kind == "folder":
        return
    wrong = replace(server.target, password="falsch-123")

    with pytest.raises(PlaceProblem) as refusal:
        sent_to(wrong, make_copy(tmp_path / "copy", PAGES))

    assert "Benutzernamen oder Passwort" in refusal.value.messages[0]
    assert "falsch-123" not in f"{refusal.value!r} {wrong!r}"
    assert not server.root.exists() or files_in(server.root) == {}


def test_a_thread_that_has_an_event_loop_sends_by_sftp_all_the_same(
    sftp, tmp_path_factory
):
    folder = make_copy(tmp_path_factory.mktemp("copy"), {"index.html": "home"})

    async def sent():
        key, _fingerprint = shown_host_key(sftp.target)
        return sent_to(replace(sftp.target, host_key=key), folder)

    # A test with a browser leaves a loop behind in the thread of the tests.
    with ThreadPoolExecutor(1) as threads:
        assert counts(threads.submit(asyncio.run, sent()).result()) == (1, 0, 0, 0)


def test_another_host_key_is_refused(sftp, tmp_path):
    known = replace(sftp.target, host_key=shown_host_key(sftp.target)[0])
    (tmp_path / "other").mkdir()
    other = SftpServer(tmp_path / "other")
    try:
        with pytest.raises(PlaceProblem, match="anderen Schlüssel"):
            sent_to(
                replace(known, port=other.port), make_copy(tmp_path / "copy", PAGES)
            )
    finally:
        other.close()

    assert files_in(tmp_path / "other") == {}


def test_a_hosted_site_sends_to_the_internet_only(server, tmp_path, monkeypatch):
    monkeypatch.setattr(hosts.settings, "HTTPS", True)

    with pytest.raises(PlaceProblem):
        sent_to(server.target, make_copy(tmp_path / "copy", PAGES))

    assert not server.root.exists() or files_in(server.root) == {}
