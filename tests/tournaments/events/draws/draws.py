"""Helpers for the tests of draws."""

from tests.factories import make_player, type_games
from tournaments.events.draws.drawing import DrawWish
from tournaments.events.draws.services import draw_tables
from tournaments.events.models import Entry
from tournaments.sheets.finishing.services import finish_sheet, strike_rest
from tournaments.sheets.models import ScoreSheet, Seat
from tournaments.words.choices import EntryStatus


def make_entries(evening, count, **fields):
    return [
        Entry.objects.create(
            event=evening,
            player=make_player(f"Spieler{number:03}"),
            start_number=number,
            status=EntryStatus.PRESENT,
            **fields,
        )
        for number in range(1, count + 1)
    ]


def draw(evening, by, first=1, last=None, **fields):
    wish = DrawWish(first=first, last=last or first, seed="7", **fields)
    return draw_tables(event=evening, wish=wish, by=by, seconds=None)


def tables_of(evening, number):
    """Return the start numbers at the tables of a series, in seat order."""
    numbers = dict(evening.entries.values_list("player", "start_number"))
    tables = {}
    seats = Seat.objects.filter(series__event=evening, series__number=number)
    for seat in seats.select_related("sheet").order_by("sheet__table_number", "place"):
        tables.setdefault(seat.sheet.table_number, []).append(numbers[seat.player_id])
    return tables


def everybody_at(tables):
    return sorted(number for table in tables.values() for number in table)


def sheet_at(evening, series, table):
    return ScoreSheet.objects.get(
        series__event=evening, series__number=series, table_number=table
    )


def play(evening, series, by):
    for sheet in ScoreSheet.objects.filter(
        series__event=evening, series__number=series
    ):
        type_games(sheet, ["2k1", "3g1-"], by=by)
        strike_rest(sheet=sheet, by=by)
        finish_sheet(sheet=sheet, by=by)
