"""The drill: everything is gone, and every page says what it said before."""

import pytest
from django.core.management import call_command

from tests.backups.copies import copy_of_now, put_back
from tests.factories import EIGHT_GAMES, make_evening, make_sheet, type_games
from tests.test_site import make_things
from tests.tournaments.files.club.test_club_file import taken_along
from tests.walks import asking, differences, pages
from tournaments.events.models import Event
from tournaments.files.club.reading import open_archive
from tournaments.files.club_store.services import import_club
from tournaments.organisations.services import add_organisation
from tournaments.people.models import Club, Player, User
from tournaments.people.names.names import Audience, shown_to
from tournaments.words.rights import Role

pytestmark = pytest.mark.database


def fill():
    Club.objects.create(name="Karo Einfach", is_home=True)
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


@pytest.mark.usefixtures("standing_clock", "many_organisations")
@pytest.mark.django_db(transaction=True)
def test_a_club_taken_out_of_a_site_of_several_says_the_same_elsewhere(
    client, tmp_path
):
    client.force_login(fill())
    add_organisation(name="Herz Sieben", host="herz7.localhost")
    before = pages(asking(client, headers={"host": "localhost"}))
    archive = tmp_path / "club.zip"
    archive.write_bytes(taken_along())
    call_command("flush", interactive=False, verbosity=0)
    with open_archive(archive) as opened, shown_to(Audience.CLUB):
        import_club(opened)
    User.objects.filter(username="erika").update(is_active=True, role=Role.OWNER)
    client.force_login(User.objects.get(username="erika"))

    different, count = differences(
        before, asking(client, headers={"host": "localhost"})
    )

    assert different == []
    assert count > 60
