"""The public pages as plain files, opened without a server."""

import re

import pytest
from django.core.management import call_command
from playwright.sync_api import expect

from tests.factories import EIGHT_GAMES, finish_list, make_secretary, make_sheet
from tournaments.events.planning.services import publish_event

pytestmark = pytest.mark.django_db


def test_the_copy_is_read_from_the_disk(tmp_path, page):
    sheet, erika = make_sheet(), make_secretary()
    finish_list(sheet, EIGHT_GAMES, by=erika)
    event = publish_event(event=sheet.series.event, is_published=True)
    folder = tmp_path / "copy"
    call_command("static_copy", folder)
    asked, failed = [], []
    page.on("requestfailed", lambda request: failed.append(request.url))
    page.on("request", lambda request: asked.append(request.url))

    page.goto((folder / "index.html").as_uri())
    page.get_by_role("link", name=event.name).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(event.name)
    page.get_by_role("link", name="Rangliste").first.click()
    page.locator("table.standings tbody a").first.click()
    expect(page).to_have_url(re.compile("/members/[0-9]+/index.html$"))
    page.go_back()

    expect(page.locator("table.standings")).to_be_visible()
    fonts = page.evaluate("getComputedStyle(document.body).fontFamily")
    assert fonts.startswith('"Skat')
    assert failed == []
    assert [url for url in asked if not url.startswith(folder.as_uri())] == []
