"""Writing the totals of lists from a table: all of them or none."""

from collections.abc import Sequence

from django.db import transaction

from tournaments.events.models import Event
from tournaments.events.seats.services import open_table
from tournaments.files.imports.back import FOOT, Made
from tournaments.files.imports.results import FileList
from tournaments.people.models import User
from tournaments.people.selectors import name_key
from tournaments.people.services import remember_spellings
from tournaments.sheets.finishing.foot import FootNumbers, set_totals_only, write_foot
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.models import ScoreSheet


@transaction.atomic
def import_results(*, event: Event, lists: Sequence[FileList], by: User) -> Made:
    """Write the totals of new lists and finish them.

    If a second person checks every list, finishing is left to them. Refusals of
    services are raised; then nothing is written.
    """
    remember_spellings(
        people={
            name_key(seat.name): seat.player
            for file_list in lists
            for seat in file_list.seats
            if seat.twins and seat.player
        }
    )
    made = Made()
    series = {row.number: row for row in event.series.all()}
    for file_list in lists:
        if file_list.is_stored or file_list.problem:
            continue
        sheet = file_list.sheet or open_table(
            series=series[file_list.series],
            players=[seat.player for seat in file_list.seats if seat.player],
            table_number=file_list.table,
        )
        write_totals(sheet, file_list, by=by)
        if not event.second_person:
            finish_sheet(sheet=sheet, by=by)
        if file_list.sheet:
            made.changes.append((sheet, FOOT, ""))
        else:
            made.rows.append(sheet)
    return made


def write_totals(sheet: ScoreSheet, file_list: FileList, *, by: User) -> None:
    """Write the foot of a list whose games are not known."""
    games = file_list.games or sheet.games_planned
    solos = sum(seat.won + seat.lost for seat in file_list.seats)
    passed_in = (
        file_list.passed_in if file_list.passed_in is not None else games - solos
    )
    set_totals_only(sheet=sheet, by=by, totals_only=True)
    write_foot(
        sheet=sheet,
        by=by,
        seats={
            seat.place: FootNumbers(points=seat.points, won=seat.won, lost=seat.lost)
            for seat in file_list.seats
        },
        passed_in=passed_in,
        games=None if games == sheet.games_planned else games,
    )
