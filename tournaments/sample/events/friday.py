"""The house rules of the invented club, and a Friday on which it played by them."""

import calendar
from dataclasses import replace
from datetime import date, timedelta

from django.utils.translation import gettext as _

from scoring.chance.sampling import sample_house_list
from scoring.house.presets import PRESETS
from scoring.lists.systems import System
from scoring.notation.reading import NotedLine
from tournaments.events.flow.services import release
from tournaments.events.models import Event
from tournaments.events.planning.opening import create_event
from tournaments.events.planning.services import publish_event
from tournaments.events.seats.services import open_table
from tournaments.sample.cast import Cast
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.house.services import create_rule_set
from tournaments.sheets.selectors import ledger_of
from tournaments.sheets.typing.services import append_lines
from tournaments.words.choices import EventKind
from tournaments.words.house.short import PRESET_TEXT

DAYS_SINCE = 36  # at least
TABLES = (4, 3)
ROUNDS = 6
STAKE = "1/10"  # cents per point


def last_friday(until: date) -> date:
    """Return the last Friday up to and including a day.

    >>> last_friday(date(2026, 11, 24))
    datetime.date(2026, 11, 20)
    >>> last_friday(date(2026, 11, 20))
    datetime.date(2026, 11, 20)
    """
    return until - timedelta((until.weekday() - calendar.FRIDAY) % 7)


def play_friday_evening(cast: Cast) -> Event:
    """Play two short lists with Kontra, Bock and Ramsch for money.

    It is not a club evening, so that the season ignores it.
    """
    by, chance = cast.by, cast.random_for("friday")
    create_rule_set(name=str(PRESET_TEXT["marks"]), rules=PRESETS["marks"])
    rules = replace(PRESETS["friday"], stake_cents=STAKE)
    event = create_event(
        name=_("Friday round"),
        date=last_friday(cast.day(DAYS_SINCE)),
        kind=EventKind.TOURNAMENT,
        system=System.PLAIN,
        rounds=ROUNDS,
        series=1,
        rule_set=create_rule_set(name=_("Friday"), rules=rules),
    )
    next_player = iter(chance.sample(cast.members, sum(TABLES)))
    for size in TABLES:
        players = [next(next_player) for _place in range(size)]
        sheet = open_table(series=event.series.get(), players=players)
        entries = sample_house_list(
            chance.randrange(1_000_000),
            ledger_of(sheet).rules,
            players=size,
            games=sheet.games_planned,
        )
        lines = [NotedLine(entry=entry) for entry in entries]
        append_lines(sheet=sheet, lines=lines, by=by)
        finish_sheet(sheet=sheet, by=by)
    release(event=event, is_released=True)
    return publish_event(event=event, is_published=True)
