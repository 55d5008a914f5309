"""The drill: everything is gone, and every page says what it said before."""

import pytest
from django.core.management import call_command
from django.utils import timezone

from tests.backups.copies import copy_of_now, put_back
from tests.elsewhere import Laptop, is_of_the_move
from tests.factories import EIGHT_GAMES, make_evening, make_sheet, type_games
from tests.test_site import make_things
from tests.tournaments.files.club.test_club_file import exported_club
from tests.walks import asking, pages
from tournaments.events.models import Event
from tournaments.organisations.services import add_organisation
from tournaments.people.models import Player, User
from tournaments.people.services import settle_home_club
from tournaments.scope.scope import scope

pytestmark = pytest.mark.database


def fill():
    settle_home_club("Karo Einfach")
    erika = make_things()
    type_games(make_sheet(evening=make_evening("Zweiter Abend")), EIGHT_GAMES, by=erika)
    Event.objects.update(is_published=True)
    return erika


@pytest.mark.usefixtures("migrated", "standing_clock")
@pytest.mark.django_db(transaction=True)
def test_every_page_is_as_it_was(client):
    erika = fill()
    client.force_login(erika)
    before = pages(asking(client))
    copy = copy_of_now()
    call_command("flush", interactive=False, verbosity=0)
    assert not Player.every.exists()

    put_back(copy)

    client.force_login(User.objects.get(username="erika"))
    after = pages(asking(client))
    assert len(before) > 60
    assert [each for each in before if before[each] != after.get(each)] == []


HERZ7 = "herz7.localhost"


@pytest.fixture
def herz7(many_organisations, transactional_db):
    """A site of two clubs; this is the second, which has everything."""
    settle_home_club("Pik Sieben")
    make_sheet(evening=make_evening("Pikabend"))
    other = add_organisation(name="Herz Sieben", host=HERZ7).organisation
    with scope(other.pk):
        fill()
    return other


@pytest.mark.usefixtures("standing_clock")
def test_a_club_taken_out_of_a_site_of_several_says_the_same_on_a_laptop(
    client, herz7, tmp_path
):
    ask = asking(client, headers={"host": HERZ7})
    public = pages(ask)
    with scope(herz7.pk):
        client.force_login(User.objects.get(username="erika"))
        archive = tmp_path / "herz7.zip"
        archive.write_bytes(exported_club())
    internal = pages(ask)
    # Codes to scan name the address, which moves along.
    laptop = Laptop(tmp_path / "laptop", at=timezone.now(), address=f"http://{HERZ7}")

    laptop.manage("import_club", archive)

    different, count = laptop.differences(internal, "erika")
    assert [each for each in different if not is_of_the_move(*each)] == []
    assert count > 60
    different, count = laptop.differences(public)
    assert [each for each in different if not is_of_the_move(*each)] == []
    assert count > 20
