"""A club leaves a site of several for a laptop."""

from contextlib import contextmanager

import pytest
import time_machine
from django.utils import timezone
from playwright.sync_api import expect

from tests.backups.test_drill import fill
from tests.browser.conftest import PASSWORD
from tests.elsewhere import differences_on, is_of_the_move
from tests.test_up import free_port, starting, stop, wait_for
from tests.walks import asking, pages
from tournaments.organisations.services import add_organisation
from tournaments.people.models import User
from tournaments.people.services import save_account
from tournaments.scope.scope import scope

pytestmark = pytest.mark.django_db(transaction=True)
HOST = "herz7.localhost"
CLUB = "Herz Sieben"


@pytest.fixture
def erika(many_organisations, transactional_db):
    """The owner of the second club of a site, which has everything."""
    herz7 = add_organisation(name=CLUB, host=HOST).organisation
    with scope(herz7.pk):
        fill()
        return save_account(account=User.objects.get(), password=PASSWORD)


def test_every_page_is_the_same_on_the_laptop(
    erika, client, live_server, new_context, tmp_path
):
    moment = timezone.now()
    ask = asking(client, headers={"host": HOST})
    with time_machine.travel(moment, tick=False), scope(erika.organisation_id):
        client.force_login(erika)
        before = pages(ask)
    archive, folder = tmp_path / "club.zip", tmp_path / "Daten"
    page = new_context().new_page()

    take_along(page, live_server.url.replace("localhost", HOST), archive)
    with running(folder) as site:
        set_up(page, site, folder)
        bring_in(page, site, archive)
        page.goto(site)
        expect(page.get_by_role("link", name=CLUB).first).to_be_visible()

    # Codes to scan name the address, which moves along.
    ((different, count),) = differences_on(
        folder, {"erika": before}, at=moment, address=f"http://{HOST}"
    )
    assert count > 60
    assert [each for each in different if not is_of_the_move(*each)] == []


@contextmanager
def running(folder):
    """Serve a data folder as people do, and close the window at the end."""
    port = free_port()
    with starting(folder) as start:
        server = start("--no-browser", "--port", str(port))
        site = f"http://127.0.0.1:{port}"
        wait_for(f"{site}/accounts/login/", server).close()
        yield site
        stop(server)


def sign_in(page):
    page.fill("#id_username", "erika")
    page.fill("#id_password", PASSWORD)
    page.press("#id_password", "Enter")
    page.wait_for_url(lambda url: "login" not in url)


def take_along(page, site, archive):
    page.goto(f"{site}/accounts/login/")
    sign_in(page)
    page.goto(f"{site}/downloads/")
    with page.expect_download() as download:
        page.get_by_role("link", name="Alles mitnehmen").click()
    download.value.save_as(archive)


def set_up(page, site, folder, club=CLUB):
    page.goto(f"{site}/setup/")
    page.fill("[name=name]", club)
    page.fill("[name=username]", "erika")
    page.fill("[name=password]", PASSWORD)
    page.fill("[name=password_again]", PASSWORD)
    page.fill("[name=code]", code_of(folder))
    page.press("[name=code]", "Enter")
    page.wait_for_url(lambda url: "/setup/" not in url)


def code_of(folder):
    """Return the code that stands in the window of a site without an account."""
    return (folder / "setup_code").read_text()


def bring_in(page, site, archive):
    page.goto(f"{site}/downloads/club/import/")
    page.set_input_files("[name=file]", archive)
    page.get_by_role("button", name="Datei ansehen").click()
    page.get_by_role("button", name="Verein übernehmen").click()
    expect(page.get_by_text("Der Verein ist übernommen")).to_be_visible()
