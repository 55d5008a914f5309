"""Plain functions that build what a test needs, with dull defaults."""

import datetime
import itertools
from contextlib import contextmanager
from unittest import mock

from django.db.models import Model

from scoring.notation.reading import read_line
from tournaments.events.planning.services import create_event
from tournaments.events.seats.services import open_table
from tournaments.people.models import Player, User
from tournaments.people.names.names import read_name
from tournaments.people.selectors import home_club
from tournaments.people.services import add_players, save_player
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.house.services import save_rule_set
from tournaments.sheets.models.programme import RuleSet
from tournaments.sheets.typing.services import append_lines
from tournaments.words.rights import Role

ANNA_AND_FRIENDS = ("Anna", "Bernd", "Carla", "Dieter")
# The eight games of rules 3.3.
EIGHT_GAMES = ("2a1", "3g2", "1po1-", "e", "4n", "1k1s", "4ho2h", "2g1-")
# Whoever has signed in reads everything, and is nobody special.
INSIDER = User(username="insider")
counter = itertools.count(1)


@contextmanager
def unasked():
    """Leave it to the database alone to refuse a row, without a question before.

    That is half of what a list costs, and what is made here is possible.
    """
    with mock.patch.object(Model, "validate_constraints"):
        yield


def make_secretary(username="erika", password=None):
    return make_user(username, role=Role.SECRETARY, password=password)


def make_owner(username="paula", *, password=None):
    """An account that may do everything, as the first of a club."""
    return make_user(username, role=Role.OWNER, password=password)


def make_user(username="emil", *, role=Role.READER, password=None):
    user = User(username=username, role=role)
    user.set_password(password or "unbekannt-und-lang")
    user.save()
    return user


def make_rule_set(*, name, rules):
    """House rules of the home club."""
    return save_rule_set(rule_set=RuleSet(name=name, club=home_club()), rules=rules)


@unasked()
def make_player(name="Anna", **fields):
    read = read_name(name)
    return save_player(
        player=Player(first_name=read.first, last_name=read.last, **fields)
    )


@unasked()
def make_players(names):
    """Make several people at once, as a pasted list of names does: much quicker."""
    read = [read_name(name) for name in names]
    return add_players(
        people=[Player(first_name=one.first, last_name=one.last) for one in read]
    )


@unasked()
def make_evening(name="Clubabend", *, series=1, rounds=12, **fields):
    fields.setdefault("date", datetime.date(2026, 11, 6))
    return create_event(name=name, series=series, rounds=rounds, **fields)


@unasked()
def make_sheet(
    players=ANNA_AND_FRIENDS, *, evening=None, series=1, rounds=12, rules=None
):
    rule_set = rules and make_rule_set(name="Freitag", rules=rules)
    name = f"Abend {next(counter)}"
    evening = evening or make_evening(name, rounds=rounds, rule_set=rule_set)
    return open_table(
        series=evening.series.get(number=series), players=make_players(players)
    )


@unasked()
def type_games(sheet, texts, *, by):
    """Type ``texts`` in shorthand on ``sheet``."""
    return append_lines(sheet=sheet, lines=[read_line(text) for text in texts], by=by)


@unasked()
def finish_list(sheet, texts, *, by):
    """Type games and finish the list as it stands; return it."""
    type_games(sheet, texts, by=by)
    finish_sheet(sheet=sheet, by=by, cut_short=True)
    return sheet
