"""The past evenings of the invented club, imported as event files.

Typing hundreds of lists through the services would take minutes.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from random import Random

from django.utils.translation import gettext as _

from scoring.chance.sampling import sample_list
from scoring.game.written_games import WrittenGame
from scoring.lists.sheets import ListTotals
from scoring.notation.reading import read_line
from tournaments.events.models import Event
from tournaments.events.planning.opening import free_slug
from tournaments.files.event.columns import Row, file_row, moment_text
from tournaments.files.event.reading.reading import read_event
from tournaments.files.event.shape import FORMAT, VERSION
from tournaments.files.event_store.services import import_event
from tournaments.people.models import Player
from tournaments.sample.cast import Cast
from tournaments.sample.lists import PROOFS
from tournaments.sample.people import RIVALS, Regular
from tournaments.sample.tables import ROUNDS, Typist, list_with_totals, table_row
from tournaments.seating.problem import hall_for
from tournaments.sheets.codes import LIST_CODE_LENGTH, fresh_codes
from tournaments.sheets.models import ScoreSheet

SERIES = 2
WEEKS = 2  # from one evening to the next
FEWEST_PEOPLE = 6  # two tables
END = time(21, 30)
STRANGER_SKILL = 5  # of a guest who came once
LUCK = 3.0  # the standard deviation that chance adds to a skill
RIVAL_GAP = 0.01
# At the first table of the first series; evenings are counted back from the last.
GRAND_OUVERTS = (2, 33)
CUT_SHORT = (3, 8)  # the evening, and the number of games it ended early
OUVERT = read_line("1g4o").entry

Skills = Mapping[Player, int]


def play_past_evenings(cast: Cast, *, weeks: int) -> list[Event]:
    """Play the evenings of the last ``weeks`` weeks; return them, latest first."""
    days = club_days(cast.today, weeks)
    return [play_evening(cast, number, day) for number, day in enumerate(days, 1)]


def club_days(today: date, weeks: int) -> Iterator[date]:
    """Yield the days of the evenings before ``today``, except in the holidays."""
    for weeks_ago in range(WEEKS, weeks + 1, WEEKS):
        day = today - timedelta(weeks=weeks_ago)
        if not (day.month == 8 or (day.month == 12 and day.day > 20)):
            yield day


def play_evening(cast: Cast, number: int, day: date) -> Event:
    """Play and publish an evening; ``number`` counts back from the last."""
    chance = cast.random_for(number)
    weeks_ago = (cast.today - day).days // 7
    skills = {
        cast.regulars[regular]: regular.skill
        for regular in regulars_coming(cast, weeks_ago, chance)
    }
    if number in cast.one_time_guests:
        skills[cast.one_time_guests[number]] = STRANGER_SKILL
    at = str(moment_text(datetime.combine(day, END, tzinfo=UTC)))
    typist = Typist(by=cast.by.username, at=at)
    series = [
        {
            "number": series_number,
            "closed_at": at,
            "tables": list(
                series_tables(number, series_number, skills, typist, chance)
            ),
        }
        for series_number in range(1, SERIES + 1)
    ]
    return import_evening(day, skills, series, place=cast.place)


def regulars_coming(cast: Cast, weeks_ago: int, chance: Random) -> list[Regular]:
    """Return the regulars who come; if too few would, the most likely ones."""
    candidates = [regular for regular in cast.regulars if regular.is_about(weeks_ago)]
    moods = {
        regular: regular.attendance / 10 - chance.random() for regular in candidates
    }
    candidates.sort(key=moods.__getitem__, reverse=True)
    count = sum(mood > 0 for mood in moods.values())
    return candidates[: max(count, FEWEST_PEOPLE)]


def import_evening(
    day: date, people: Iterable[Player], series: Sequence[Row], *, place: str
) -> Event:
    """Import an evening as an event file."""
    name = _("Club evening")
    event = Event(
        name=name,
        slug=free_slug(name, day),
        date=day,
        place=place,
        is_published=True,
        is_released=True,
    )
    document = {
        "format": FORMAT,
        "version": VERSION,
        "event": file_row(event, id=str(event.public_id)),
        "people": [file_row(player, id=str(player.public_id)) for player in people],
        "series": series,
    }
    return import_event(event=read_event(json.dumps(document).encode())).event


def series_tables(
    evening: int, series: int, skills: Skills, typist: Typist, chance: Random
) -> Iterator[Row]:
    """Yield the lists of a series; the rivals sit at the first table."""
    players = chance.sample(list(skills), len(skills))
    players.sort(key=lambda player: player.last_name not in RIVALS)
    next_players = iter(players)
    sizes = hall_for(len(skills)).sizes
    codes = fresh_codes(ScoreSheet, len(sizes), letters=LIST_CODE_LENGTH)
    for table, size in enumerate(sizes, 1):
        games = games_of_table(evening, series, table, size, chance)
        played_list = list_with_totals(games, players=size, proof=chance.choice(PROOFS))
        forms = forms_of(islice(next_players, size), skills, chance)
        order = seat_order(played_list.totals, forms)
        yield table_row(
            played_list,
            [str(player.public_id) for player in order],
            table_number=table,
            code=codes.pop(),
            typist=typist,
        )


def games_of_table(
    evening: int, series: int, table: int, size: int, chance: Random
) -> list[WrittenGame]:
    """Return the games of a list; one table has special events on some evenings."""
    seed = chance.randrange(1_000_000)
    games = list(sample_list(seed, players=size, games=ROUNDS * size))
    if (series, table) != (1, 1):
        return games
    if evening in GRAND_OUVERTS:
        first = next(index for index, game in enumerate(games) if game.declarer)
        games[first] = replace(OUVERT, declarer=games[first].declarer)
    late, struck = CUT_SHORT
    return games[:-struck] if evening == late else games


def forms_of(
    group: Iterable[Player], skills: Skills, chance: Random
) -> dict[Player, float]:
    """Return the form of each player today; that of two rivals is nearly the same."""
    forms = {player: skills[player] + chance.gauss(0, LUCK) for player in group}
    rivals = [player for player in forms if player.last_name in RIVALS]
    for player in rivals[1:]:
        forms[player] = forms[rivals[0]] + chance.uniform(-RIVAL_GAP, RIVAL_GAP)
    return forms


def seat_order(totals: ListTotals, forms: Mapping[Player, float]) -> list[Player]:
    """Return the players in seat order; those in better form get the better totals."""
    best = sorted(forms, key=forms.__getitem__, reverse=True)
    seats = sorted(totals.seats, key=lambda seat: seat.total, reverse=True)
    by_place = {seat.place: player for seat, player in zip(seats, best, strict=True)}
    return [by_place[place] for place in sorted(by_place)]
