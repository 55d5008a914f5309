"""What the parts with a database need: people, lists, and an event with a ranking."""

import datetime
from collections.abc import Sequence

from django.utils import timezone

from scoring.lists.sheets import ListTotals
from scoring.notation.reading import NotedLine
from tests.bench.scoring import close_official
from tests.sampling import sample_list
from tournaments.events.models import Event
from tournaments.events.planning.services import create_event, publish_event
from tournaments.events.seats.services import open_table
from tournaments.people.models import Player, User
from tournaments.people.services import add_players
from tournaments.sheets.models import Result, ScoreSheet, Seat
from tournaments.sheets.typing.services import append_lines
from tournaments.sheets.writing import LIST_CODE_LENGTH, fresh_codes
from tournaments.words.choices import SheetState
from tournaments.words.rights import Role

DAY = datetime.date(2026, 11, 6)
FOUR = 4
GAMES = 48


def add_secretary(username: str) -> User:
    """Add an account that may write; nobody can sign in with it."""
    secretary = User(username=username, role=Role.SECRETARY)
    secretary.set_unusable_password()
    secretary.save()
    return secretary


def add_crowd(number: int, name: str) -> list[Player]:
    """Add ``number`` people."""
    return add_players(
        people=[
            Player(first_name=f"{name}{index}", last_name=f"Müller-{index:04}")
            for index in range(number)
        ]
    )


def noted_list(seed: int, games: int = GAMES) -> list[NotedLine]:
    """Return the lines of a list of four."""
    return [NotedLine(entry=entry) for entry in sample_list(seed, FOUR, games)]


def open_lists(
    number: int, *, typed: int, seed: int, by: User, people: Sequence[Player]
) -> list[ScoreSheet]:
    """Open lists, each in an evening of its own, and type their first lines."""
    sheets = []
    for index in range(number):
        evening = create_event(name=f"{typed}", date=DAY, series=1)
        evening = publish_event(event=evening, is_published=True)
        sheet = open_table(series=evening.series.get(), players=people[:FOUR])
        if typed:
            append_lines(sheet=sheet, lines=noted_list(seed + index)[:typed], by=by)
        sheets.append(sheet)
    return sheets


def finished_event(players: Sequence[Player], *, series: int, seed: int) -> Event:
    """Return a published event with all results, written past the services.

    Only the ranking is read from it, which needs no games.
    """
    event = create_event(name=f"Preisskat {seed}", date=DAY, series=series)
    sheets: list[ScoreSheet] = []
    people: list[list[Player]] = []
    tables = series * (len(players) // FOUR)
    codes = fresh_codes(ScoreSheet, tables, letters=LIST_CODE_LENGTH)
    for each in event.series.all():
        turned = [*players[each.number :], *players[: each.number]]
        for at in range(0, len(turned) - FOUR + 1, FOUR):
            people.append(turned[at : at + FOUR])
            sheets.append(
                ScoreSheet(
                    series=each,
                    table_number=at // FOUR + 1,
                    table_size=FOUR,
                    system=event.system,
                    rounds=event.rounds,
                    code=codes.pop(),
                    state=SheetState.FINISHED,
                    finished_at=timezone.now(),
                )
            )
    ScoreSheet.objects.bulk_create(sheets)
    Seat.objects.bulk_create(
        Seat(sheet=sheet, series_id=sheet.series_id, place=place, player=player)
        for sheet, table in zip(sheets, people, strict=True)
        for place, player in enumerate(table, 1)
    )
    Result.objects.bulk_create(
        row
        for index, (sheet, table) in enumerate(zip(sheets, people, strict=True))
        for row in result_rows(sheet, table, closing(seed + index))
    )
    return publish_event(event=event, is_published=True)


def closing(seed: int) -> ListTotals:
    """Return the closing of a generated list."""
    return close_official(sample_list(seed, FOUR, GAMES), FOUR)


def result_rows(
    sheet: ScoreSheet, table: Sequence[Player], totals: ListTotals
) -> list[Result]:
    """Return what everybody takes home from a list, unsaved."""
    return [
        Result(
            sheet=sheet,
            series_id=sheet.series_id,
            player=player,
            place=seat.place,
            first_game=1,
            last_game=GAMES,
            game_points=seat.game_points,
            won=seat.won,
            lost=seat.lost,
            others_lost=seat.others_lost,
            total=seat.total,
        )
        for player, seat in zip(table, totals.seats, strict=True)
    ]
