"""Leagues for the tests: teams A, B, C, … with people A1, A2, …, and played series."""

import datetime

import pytest
from django.core.exceptions import ValidationError

from scoring.game.written_games import dealer_of
from tests.factories import (
    finish_list,
    make_players,
    make_secretary,
    make_user,
    unasked,
)
from tournaments.events.flow.services import close_series
from tournaments.leagues.match_services import (
    confirm_group,
    hand_in_group,
    set_up_group,
)
from tournaments.leagues.models import Division, LeagueTeam
from tournaments.leagues.services import (
    PlannedGroup,
    add_to_line_up,
    create_league,
    plan_match_day,
    save_division,
    save_team,
)
from tournaments.people.models import Player, User
from tournaments.sheets.models import ScoreSheet
from tournaments.words.choices import SystemChoice
from tournaments.words.rights import Role

FIRST = datetime.date(2026, 2, 7)
WINS = {"A": 4, "B": 3, "C": 2, "D": 1}
GRAND = 48
"""The score of a Grand with 1; these leagues use no bonus points."""


@unasked()
def make_division(name="Staffel Nord", *, league=None, **fields):
    numbers = {
        key: fields.pop(key) for key in ("promoted", "relegated") if key in fields
    }
    fields.setdefault("system", SystemChoice.PLAIN)
    fields.setdefault("series_per_day", 1)
    league = league or create_league(
        **{"name": "Landesliga", "season": "2026", **fields}
    )
    return save_division(division=Division(league=league, name=name, **numbers))


@unasked()
def make_teams(division, letters="ABCD", *, people=5, prefix=""):
    """Add a team for each letter with so many people in its line-up."""
    teams = []
    for letter in letters:
        team = save_team(team=LeagueTeam(division=division, name=prefix + letter))
        numbers = range(1, people + 1)
        players = make_players(f"{prefix}{letter}{number}" for number in numbers)
        add_to_line_up(team=team, players=players)
        teams.append(team)
    return teams


@unasked()
def plan(division, teams, *, number=1, host=None):
    """Plan a match day of one group and return the group."""
    day = plan_match_day(
        division=division,
        number=number,
        date=FIRST + datetime.timedelta(weeks=4 * (number - 1)),
        groups=[PlannedGroup(teams=tuple(teams), host=host)],
    )
    return day.groups.get()


def line_up(team, count=4, *, skip=0):
    places = team.line_up.order_by("position")[skip : skip + count]
    return [place.player for place in places]


@unasked()
def set_up(group, teams, present=(), *, by, seed="1"):
    """Set the group up; ``present`` counts the people of each team, four if none."""
    counts = present or [4] * len(teams)
    return set_up_group(
        group=group,
        line_ups={
            team.pk: line_up(team, count)
            for team, count in zip(teams, counts, strict=True)
        },
        by=by,
        seed=seed,
    )


def sheets_of(group, series=1):
    found = ScoreSheet.objects.filter(
        series__event__match_group=group, series__number=series
    )
    return list(found.order_by("table_number"))


def seated(group, series=1):
    """Return the names at each table of a series, in the order of the places."""
    return [
        [seat.player.last_name for seat in sheet.seats.select_related("player")]
        for sheet in sheets_of(group, series)
    ]


@unasked()
def play_series(group, wins, *, by, series=1, close=True):
    """Play a series in which the teams win so many Grands: {"A": 3, "B": 1}.

    Each team wins them with its first person at the first table where it sits.
    """
    left = dict(wins)
    for sheet in sheets_of(group, series):
        names = [seat.player.last_name for seat in sheet.seats.select_related("player")]
        here = {
            names.index(name) + 1: left.pop(name[:-1])
            for name in names
            if name[:-1] in left
        }
        finish_list(sheet, games_for(here, len(names)), by=by)
    assert not left, left
    if close:
        close_series(series=group.event.series.get(number=series), by=by)


def games_for(wins, players):
    """Return lines in which each place wins so many Grands; who deals waits."""
    lines = []
    for place, count in sorted(wins.items()):
        while count:
            waits = players > 3 and dealer_of(len(lines) + 1, players) == place
            lines.append("e" if waits else f"{place}g1")
            count -= not waits
    return lines or ["e"]


def another_secretary():
    found = User.objects.filter(username="viktor").first()
    return found or make_user("viktor", role=Role.SECRETARY)


def secretary():
    return User.objects.filter(username="erika").first() or make_secretary()


@unasked()
def played_day(division, teams, *wins, number=1, confirmed=True, present=()):
    """Plan, set up and play a match day, series by series, and hand it in."""
    by = secretary()
    group = set_up(plan(division, teams, number=number), teams, present, by=by)
    for series, won in enumerate(wins, 1):
        play_series(group, won, by=by, series=series)
    hand_in_group(group=group, by=by)
    if confirmed:
        confirm_group(group=group, by=another_secretary())
    return group


def known(name):
    return Player.objects.get(last_name=name)


def refused(words, call, **arguments):
    """Make a call that is refused with ``words``, and return the refusal."""
    with pytest.raises(ValidationError, match=words) as refusal:
        call(**arguments)
    return refusal.value


def points(lines):
    """Return the lines of a series or a table as (team, "plus:minus")."""
    rows = [
        (line.team.name, getattr(line, "row", None) or line.points) for line in lines
    ]
    return [(name, f"{row.plus}:{row.minus}") for name, row in rows]
