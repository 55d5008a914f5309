"""Writing the totals of lists that come from a table: all of them, or none."""

from collections.abc import Iterable

from django.db import transaction

from tournaments.events.models import Event
from tournaments.events.seats.services import open_table
from tournaments.files.imports.results import FileList
from tournaments.people.models import User
from tournaments.sheets.finishing.foot import FootNumbers, set_totals_only, write_foot
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.models import ScoreSheet


@transaction.atomic
def import_results(
    *, event: Event, lists: Iterable[FileList], by: User
) -> list[ScoreSheet]:
    """Write the totals of lists that are new, and finish them.

    Where a second person checks every list, they are left for that person.
    What a service refuses is raised; then nothing is written at all.
    """
    written = []
    series = {each.number: each for each in event.series.all()}
    for own in lists:
        if own.is_known:
            continue
        sheet = own.sheet or open_table(
            series=series[own.series],
            players=[seat.player for seat in own.seats],
            table_number=own.table,
        )
        write_totals(sheet, own, by=by)
        if not event.second_person:
            finish_sheet(sheet=sheet, by=by)
        written.append(sheet)
    return written


def write_totals(sheet: ScoreSheet, own: FileList, *, by: User) -> None:
    """Write the foot of a list of which only the totals are known."""
    games = own.games or sheet.games_planned
    solos = sum(seat.won + seat.lost for seat in own.seats)
    passed_in = own.passed_in if own.passed_in is not None else games - solos
    set_totals_only(sheet=sheet, by=by, totals_only=True)
    write_foot(
        sheet=sheet,
        by=by,
        seats={
            seat.place: FootNumbers(points=seat.points, won=seat.won, lost=seat.lost)
            for seat in own.seats
        },
        passed_in=passed_in,
        games=None if games == sheet.games_planned else games,
    )
