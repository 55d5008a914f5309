"""Everything is gone or has moved, and every page says what it said before."""

import pytest
from django.core.management import call_command

from tests.backups.copies import copy_of_now, put_back
from tests.factories import (
    EIGHT_GAMES,
    make_evening,
    make_owner,
    make_sheet,
    type_games,
)
from tests.test_site import make_things
from tests.tournaments.files.club.test_club_file import exported_club, imported_club
from tests.tournaments.files.event.test_import import database_rows
from tests.walks import asking, differences, pages
from tournaments.events.models import Event
from tournaments.people.models import Player, User
from tournaments.people.services import settle_home_club

pytestmark = pytest.mark.database


def fill():
    settle_home_club("Karo Einfach")
    erika = make_things()
    type_games(make_sheet(evening=make_evening("Zweiter Abend")), EIGHT_GAMES, by=erika)
    Event.objects.update(is_published=True)
    return erika


@pytest.mark.usefixtures("migrated", "standing_clock")
@pytest.mark.django_db(transaction=True)
def test_every_page_is_as_it_was_after_a_restore_and_where_a_club_moved(
    client, tmp_path
):
    client.force_login(fill())
    before, rows = pages(asking(client)), database_rows()
    copy, archive = copy_of_now(), exported_club()
    call_command("flush", interactive=False, verbosity=0)
    assert not Player.every.exists()

    put_back(copy)
    client.force_login(User.objects.get(username="erika"))
    assert asking(client)("/") == before["/"]
    assert exported_club() == archive
    back = database_rows()
    # A new edition of its organisation has begun.
    assert {name for name in rows if rows[name] != back[name]} == {"Organisation"}

    call_command("flush", interactive=False, verbosity=0)
    client.force_login(make_owner("erika"))
    imported_club(tmp_path, archive)
    different, count = differences(before, asking(client))
    assert count > 60
    # Ids of feeds and codes of cards are those of a site.
    own = (".atom", "/start-cards/")
    assert [each for each in different if not each[0].endswith(own)] == []
