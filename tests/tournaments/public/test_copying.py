"""The public pages as plain files, complete and without a server."""

import io
import json
import re
import shutil
from datetime import timedelta
from urllib.parse import unquote, urlsplit
from zipfile import ZipFile

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.utils import timezone

from tests.factories import (
    EIGHT_GAMES,
    make_evening,
    make_owner,
    make_secretary,
    make_sheet,
    type_games,
)
from tests.tournaments.seasons.seasons import make_season
from tournaments.events.models import Event
from tournaments.events.planning.services import publish_event
from tournaments.people.models import Club, User
from tournaments.people.services import save_club
from tournaments.public.copying import (
    RECORD,
    FirstPageMissing,
    FolderInUse,
    copy_site,
    page_with_drawings,
    plain_page,
    sums_in_record,
)
from tournaments.seasons.models import Season
from tournaments.sheets.finishing.services import finish_sheet

pytestmark = pytest.mark.django_db
MOMENT = "2026-11-06 22:00Z"


@pytest.fixture(scope="module")
def published(module_db):
    """Publish a season, and an evening with a list that was begun."""
    save_club(club=Club(name="Kreuzbube", is_home=True))
    sheet = make_sheet(evening=make_evening("Geheimabend"))
    type_games(sheet, EIGHT_GAMES, by=make_secretary())
    make_season()
    Season.objects.update(is_published=True)
    return publish_event(event=sheet.series.event, is_published=True)


@pytest.fixture(scope="module")
def whole(published, tmp_path_factory):
    """Copy all that is published, once; return the folder and what was done."""
    folder = tmp_path_factory.mktemp("whole") / "copy"
    with time_machine.travel(MOMENT, tick=False):
        return folder, copy_site(folder, host="localhost")


@pytest.fixture
def event(published, db):
    return Event.objects.get(pk=published.pk)


@pytest.fixture
def copied(whole, event, tmp_path):
    """Return a folder with the whole copy, for the test to go on with."""
    return shutil.copytree(whole[0], tmp_path / "copied")


def pages(folder):
    return {path: path.read_text("utf-8") for path in folder.rglob("*.html")}


def test_every_link_leads_to_a_file_of_the_copy(whole, event):
    folder, done = whole

    found = pages(folder)
    assert done.pages == len(found) > 10
    assert folder / f"events/{event.slug}/standings/index.html" in found
    for path, text in found.items():
        assert not re.search(r"<(form|script)\b|\shx-", text), path
        for link in re.findall(r'\s(?:href|src)="([^"#]*)', text):
            if not link or urlsplit(link).scheme:
                continue
            target = path.parent / unquote(link)
            assert target.is_file(), (path, link)


def test_the_copy_carries_widget_feeds_calendar_and_standings(whole, event):
    folder, season = whole[0], Season.objects.get().pk

    feeds = [folder / "results.atom", folder / f"seasons/{season}/results.atom"]
    calendar = (folder / "calendar.ics").read_text("utf-8")
    for name in ("index", f"index-event-{event.slug}", f"index-season-{season}"):
        assert (folder / f"widget/{name}.html").is_file()
    assert (folder / f"events/{event.slug}/standings.json").is_file()
    assert "BEGIN:VEVENT" in calendar
    assert not re.search(r"https?://localhost", feeds[0].read_text("utf-8") + calendar)
    for file in feeds:
        links = re.findall(r'<link href="([^"]*)"', file.read_text("utf-8"))
        assert links
        assert all((file.parent / link).is_file() for link in links), links


@time_machine.travel(MOMENT, tick=False)
def test_a_second_copy_writes_what_has_changed_only_and_what_is_not_public_goes(
    whole, copied, event, django_assert_max_num_queries
):
    first = whole[1]
    with django_assert_max_num_queries(200):
        again = copy_site(copied, host="localhost")
    Event.objects.update(name="Herbstpokal")
    (copied / "calendar.ics").unlink()
    renamed = copy_site(copied, host="localhost")
    shown = [path for path, text in pages(copied).items() if "Herbstpokal" in text]
    publish_event(event=event, is_published=False)
    gone = copy_site(copied, host="localhost")

    assert first.written == first.files
    assert (again.pages, again.files) == (first.pages, first.files)
    assert (again.written, again.removed) == (0, 0)
    assert 0 < renamed.written < renamed.files
    assert (copied / "calendar.ics").is_file()
    assert shown
    assert gone.removed >= 1
    assert not [path for path, text in pages(copied).items() if "Herbstpokal" in text]
    assert not (copied / f"events/{event.slug}/index.html").exists()


@time_machine.travel(MOMENT, tick=False)
def test_the_owner_downloads_the_same_files_as_a_zip(client, whole, event):
    client.force_login(make_owner())

    answer = client.post("/share/copy/")
    with ZipFile(io.BytesIO(b"".join(answer.streaming_content))) as archive:
        in_zip = {name: archive.read(name) for name in archive.namelist()}

    folder = whole[0]
    in_folder = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != RECORD
    }
    assert in_zip == in_folder


def test_results_that_are_released_at_a_moment_are_read_then(event, tmp_path):
    folder = tmp_path / "copy"
    Season.objects.update(is_published=False)
    sheet = event.series.get().sheets.get()
    finish_sheet(sheet=sheet, by=User.objects.get(), cut_short=True)
    with time_machine.travel("2026-11-06 18:00Z", tick=False) as clock:
        moment = timezone.now() + timedelta(minutes=5)
        event.series.update(results_from=moment)
        copy_site(folder, host="localhost")
        before = (folder / f"events/{event.slug}/index.html").read_text()
        clock.shift(timedelta(minutes=6))
        copy_site(folder, host="localhost")

    after = (folder / f"events/{event.slug}/index.html").read_text()
    assert before != after


def test_a_copy_that_was_cut_short_is_finished_by_the_next_inside_its_folder(
    event, tmp_path, monkeypatch
):
    folder, mine = tmp_path / "copy", tmp_path / "mine.html"
    folder.mkdir()
    mine.write_text("mine")
    record = {"../mine.html": "x", str(mine): "x", "old.html": "x", "odd": 3}
    (folder / RECORD).write_text(json.dumps(record))

    def fails(path, content, write=copy_site.__globals__["write_whole_file"]):
        if path.name.startswith("index"):
            raise OSError("no space left")
        write(path, content)

    with monkeypatch.context() as patch:
        patch.setattr("tournaments.public.copying.write_whole_file", fails)
        with pytest.raises(OSError, match="no space"):
            copy_site(folder, host="localhost")

    done = copy_site(folder, host="localhost")

    assert {*sums_in_record((folder / RECORD).read_bytes())} == {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and path.name != RECORD
    }
    assert len(pages(folder)) == done.pages
    assert mine.read_text() == "mine"


def test_a_copy_stays_where_the_first_page_is_not_reached(copied):
    names = {path.name for path in copied.rglob("*")}
    User.objects.update(is_active=False)  # every page leads to the set-up
    Event.objects.update(name="Umbenannt")

    with pytest.raises(FirstPageMissing):
        copy_site(copied, host="localhost")

    assert {path.name for path in copied.rglob("*")} == names


def test_a_folder_with_other_files_is_left_alone(event, tmp_path):
    (tmp_path / "index.html").write_text("mine")

    with pytest.raises(FolderInUse):
        copy_site(tmp_path, host="localhost")
    with pytest.raises(CommandError, match="andere Dateien"):
        call_command("static_copy", tmp_path)

    assert (tmp_path / "index.html").read_text() == "mine"


def test_a_page_of_the_copy_holds_the_signs_it_draws_and_no_link_to_what_is_not_kept():
    page = '<a class="x" href="/de/accounts/login/?next=/">In</a>'
    page += ' <a href="/de/a/#top">A</a>'
    page += ' <a href="/de/no/">N</a>'

    plain = plain_page(page, "b/index.html", {"/de/a/": "a/index.html"}.get, "/de/b/")

    assert plain == ' <a href="../a/index.html#top">A</a> <a>N</a>'
    page = '<body><svg><use href="/static/img/suits.svg#clubs"/></svg></body>'
    drawing = '<svg xmlns="x"><symbol id="clubs"/></svg>'

    plain = page_with_drawings(page, "/de/", {"/static/img/suits.svg": drawing}.get)

    assert plain == (
        '<body><svg><use href="#clubs"/></svg>'
        '<svg display="none" xmlns="x"><symbol id="clubs"/></svg></body>'
    )
