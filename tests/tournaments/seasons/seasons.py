"""Seasons for the tests: evenings with finished lists, played by shorthand."""

import datetime

from scoring.seasons.rules import SeasonRule
from tests.factories import finish_list, make_evening, make_player
from tournaments.events.seats.services import open_table
from tournaments.people.models import Player
from tournaments.seasons.services import create_season

THREE = ("Anna", "Bernd", "Carla")
FIRST = datetime.date(2026, 1, 9)
AFTER = datetime.date(2027, 1, 1)


def known(name):
    """Return the only person of that name."""
    return Player.objects.filter(last_name=name).first() or make_player(name)


def played_list(winner, evening, by, *, series=1, players=THREE, games=1):
    """Finish a list on which one place won Grands with 1 (48 each), nothing else."""
    sheet = open_table(
        series=evening.series.get(number=series), players=[known(n) for n in players]
    )
    return finish_list(sheet, [f"{winner}g1"] * games, by=by)


def played_evening(week, winner, by, *, series=1, **more):
    """Hold an evening on which one place wins every list."""
    day = FIRST + datetime.timedelta(weeks=week)
    evening = make_evening(f"Abend {week}", date=day, series=series)
    for number in range(1, series + 1):
        played_list(winner, evening, by, series=number, **more)
    return evening


def make_season(rule=None, *, name="Saison 2026", **fields):
    fields.setdefault("first_date", datetime.date(2026, 1, 1))
    fields.setdefault("last_date", datetime.date(2026, 12, 31))
    return create_season(name=name, rule=rule or SeasonRule(), **fields)
