"""A federation, its clubs, and the lists they play."""

import datetime

from scoring.chance.sampling import sample_list
from scoring.notation.reading import NotedLine
from tests.factories import make_evening, make_owner, make_player
from tournaments.apps import FIRST_KEY
from tournaments.events.planning.services import publish_event
from tournaments.events.seats.services import open_table
from tournaments.federation.services import accept_federation, name_club
from tournaments.organisations.services import add_organisation
from tournaments.people.models import Player, User
from tournaments.people.services import save_player
from tournaments.scope.scope import scope
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.typing.services import append_lines

FRIDAY = datetime.date(2026, 3, 6)


def make_club(name):
    """Add a club with its own owner and return its key."""
    host = f"{name.lower().replace(' ', '-')}.localhost"
    club = add_organisation(name=name, host=host).organisation
    with scope(club.pk):
        make_owner("erika")
    return club.pk


def join_federation(club):
    """Let the first organisation name a club, and the club agree."""
    with scope(club):
        host = User.objects.get(username="erika").organisation.hosts.get().name
    name_club(address=host, by=User.objects.get(username="erika"))
    with scope(club):
        accept_federation(other=FIRST_KEY, by=User.objects.get(username="erika"))


def same_person(player, **fields):
    """Create an entry in scope for a person in the books of another organisation."""
    entry = make_player(player.full_name, is_guest=True, **fields)
    Player.objects.filter(pk=entry.pk).update(public_id=player.public_id)
    entry.refresh_from_db()
    return entry


def wish(player, privacy):
    """Change the name by which a person is known in public."""
    player.privacy = privacy
    return save_player(player=player)


def play(people, *, seed=1, day=FRIDAY, name="Abend", lists=1, is_published=True):
    """Play an evening of ``lists`` lists in scope and return it."""
    evening = make_evening(f"{name} {seed}", date=day, series=lists)
    erika = User.objects.get(username="erika")
    for number in range(lists):
        sheet = open_table(series=evening.series.get(number=number + 1), players=people)
        games = sample_list(100 * seed + number, players=len(people), games=12)
        append_lines(
            sheet=sheet, lines=[NotedLine(entry=one) for one in games], by=erika
        )
        finish_sheet(sheet=sheet, by=erika, cut_short=True)
    if is_published:
        publish_event(event=evening, is_published=True)
    return evening
