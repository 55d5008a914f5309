"""A walk through every address of the site, and the things that its keys name."""

from django.urls.converters import IntConverter

from scoring.house.rules import PRESETS
from tests.factories import (
    EIGHT_GAMES,
    make_owner,
    make_rule_set,
    make_sheet,
    make_user,
    type_games,
)
from tests.tournaments.leagues.matches import make_division, make_teams, plan, set_up
from tests.tournaments.seasons.seasons import make_season
from tournaments.people.models import User
from tournaments.site.access import VISITOR, addresses
from tournaments.words.rights import Role


def paths():
    """Return each address once, with the ids of the first things there are."""
    return sorted({example(address) for address in addresses()})


def example(address):
    """Return an address with an example for each of its parts."""
    return "/" + "".join(map(example_of, address.parts))


def example_of(pattern):
    text = str(pattern)
    for name, converter in pattern.converters.items():
        value = "1" if isinstance(converter, IntConverter) else "csv"
        kind = type(converter).__name__.removesuffix("Converter").lower()
        kind = {"string": "str"}.get(kind, kind)
        text = text.replace(f"<{kind}:{name}>", value).replace(f"<{name}>", value)
    return text


def make_things():
    """Make what has the key 1, of each kind; return the owner."""
    owner = make_owner("erika")
    sheet = make_sheet()
    type_games(sheet, EIGHT_GAMES, by=owner)
    make_season()
    division = make_division()
    teams = make_teams(division, people=4)
    set_up(plan(division, teams), teams, by=owner)
    make_rule_set(name="Freitag", rules=PRESETS["friday"])
    return owner


def make_everybody():
    """Make an account for each role, called like it."""
    for role in Role.values:
        make_user(role, role=role)


def sign_in(client, role):
    """Let the client be somebody of that role, or a visitor."""
    client.logout()
    if role != VISITOR:
        client.force_login(User.objects.get(username=role))
