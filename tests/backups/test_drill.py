"""The drill: everything is gone, and every page says what it said before."""

import pytest
from django.core.management import call_command

from tests.backups.copies import copy_of_now, put_back
from tests.factories import EIGHT_GAMES, make_evening, make_sheet, type_games
from tests.test_site import make_things
from tests.walks import asking, pages
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
