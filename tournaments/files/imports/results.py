"""The results of an event, written to and read from tables."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Count, Q
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.events.models import Event
from tournaments.files.imports.table_files import Table, TableRefused
from tournaments.files.spreadsheets.spreadsheets import Spreadsheet
from tournaments.people.models import Player
from tournaments.people.names.names import fold, read_family_first, read_name
from tournaments.people.selectors import name_key
from tournaments.sheets.models import Result, ScoreSheet, Seat

# Folded heads of columns: ours in both languages.
HEADS: dict[str, tuple[str, ...]] = {
    "series": ("serie", "series"),
    "table": ("tisch", "table"),
    "place": ("platz", "place"),
    "name": ("name", "spieler", "player"),
    "club": ("verein", "club"),
    "points": ("spielpunkte", "punkte", "game points", "points"),
    "won": ("gewonnen", "gew", "won"),
    "lost": ("verloren", "verl", "lost"),
    "passed_in": ("eingepasst", "passed in"),
    "games": ("spiele", "games"),
}
NEEDED = ("series", "table", "place", "name", "points", "won", "lost")
NUMBER = re.compile(r"[+-]?[0-9]{1,6}")


@dataclass(frozen=True, slots=True, kw_only=True)
class FileSeat:
    """The totals of one place of a list, as a row states them."""

    row: int
    place: int
    player: Player
    points: int
    won: int
    lost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FileList:
    """The totals of one list from a table; ``sheet`` is the list as stored here."""

    series: int
    table: int
    seats: tuple[FileSeat, ...]
    passed_in: int | None = None
    games: int | None = None
    sheet: ScoreSheet | None = None
    is_stored: bool = False
    problem: str = ""


@dataclass(frozen=True, slots=True)
class KnownPlayers:
    """The players who may be in a table of results, by folded name."""

    by_name: Mapping[str, Sequence[Player]]
    in_event: frozenset[int]

    def player_called(self, text: str, club: str | None) -> Player:
        """Return the player meant. Raises ``ValueError`` with a sentence.

        Among several with the same name the club decides, then being in the event.
        """
        matches: list[Player] = []
        for read in (read_name, read_family_first):
            matches = matches or list(self.by_name.get(name_key(read(text)), ()))
        if club is not None and len(matches) > 1:
            matches = [
                player for player in matches if fold(club_of(player)) == fold(club)
            ]
        if len(matches) > 1:
            matches = [player for player in matches if player.pk in self.in_event]
        if len(matches) != 1:
            raise ValueError(
                _("“%(name)s” is nobody here, or several people.") % {"name": text}
            )
        return matches[0]


def club_of(player: Player) -> str:
    """Return the name of a player's club; empty without one."""
    return player.club.name if player.club else ""


def known_players(event: Event) -> KnownPlayers:
    """Return all players, and those in the event. Three queries."""
    by_name: dict[str, list[Player]] = {}
    for player in Player.objects.select_related("club"):
        by_name.setdefault(player.name_key, []).append(player)
    seated = Seat.objects.filter(series__event=event)
    return KnownPlayers(
        by_name,
        frozenset(seated.values_list("player", flat=True))
        | frozenset(event.entries.values_list("player", flat=True)),
    )


def results_spreadsheet(event: Event) -> Spreadsheet:
    """Return all finished lists, with a row per player. One query."""
    results = (
        Result.objects.filter(series__event=event)
        .select_related("player__club", "series", "sheet")
        .annotate(
            passed_in=Count(
                "sheet__games",
                filter=Q(sheet__games__declarer__isnull=True, sheet__games__house=""),
            )
        )
        .order_by("series__number", "sheet__table_number", "place", "first_game")
    )
    return Spreadsheet(
        title=_("Results"),
        heads=(
            _("Series"),
            pgettext("seat", "Table"),
            pgettext("seat", "Place"),
            _("Name"),
            _("Club"),
            _("Game points"),
            pgettext("short", "won"),
            pgettext("short", "lost"),
            _("passed in"),
            _("Games"),
            _("Total"),
        ),
        rows=[
            result_row(
                result,
                result.sheet.paper_passed_in
                if result.sheet.totals_only
                else result.passed_in,
            )
            for result in results
        ],
    )


def result_row(result: Result, passed_in: int | None) -> tuple[int | str | None, ...]:
    """Return the cells of one player in one list."""
    return (
        result.series.number,
        result.sheet.table_number,
        result.place,
        result.player.sorted_name,
        club_of(result.player),
        result.game_points,
        result.won,
        result.lost,
        passed_in,
        result.last_game - result.first_game + 1,
        result.total,
    )


def read_results(table: Table, event: Event) -> list[FileList]:
    """Read the totals of lists and compare them with the stored ones. Seven queries.

    Raises ``TableRefused`` with a sentence for each unreadable row.
    """
    missing = [name for name in NEEDED if name not in table.columns(HEADS)]
    if missing:
        raise TableRefused(
            _("These columns are missing: %(heads)s.")
            % {"heads": ", ".join(HEADS[name][0].title() for name in missing)},
            code="heads",
        )
    people = known_players(event)
    lists: dict[tuple[int, int], FileList] = {}
    problems: list[str] = []
    for row, record in table.records(HEADS):
        try:
            add_row(lists, row, record, people)
        except ValueError as error:
            problems.append(_("Row %(row)s: %(why)s") % {"row": row, "why": error})
    if problems:
        raise TableRefused(problems[:20], code="rows")
    return lists_with_problems(list(lists.values()), event)


def add_row(
    lists: dict[tuple[int, int], FileList],
    row: int,
    record: Mapping[str, str],
    people: KnownPlayers,
) -> None:
    """Add a row to its list. Raises ``ValueError`` with a sentence."""
    seat = FileSeat(
        row=row,
        place=record_number(record, "place"),
        player=people.player_called(record["name"], record.get("club")),
        points=record_number(record, "points"),
        won=record_number(record, "won"),
        lost=record_number(record, "lost"),
    )
    key = record_number(record, "series"), record_number(record, "table")
    file_list = lists.get(key) or FileList(series=key[0], table=key[1], seats=())
    lists[key] = replace(
        file_list,
        seats=tuple(sorted((*file_list.seats, seat), key=lambda seat: seat.place)),
        passed_in=optional_number(record, "passed_in", file_list.passed_in),
        games=optional_number(record, "games", file_list.games),
    )


def record_number(record: Mapping[str, str], column: str) -> int:
    """Return the whole number in a cell. Raises ``ValueError`` with a sentence."""
    text = record[column].replace("−", "-").replace(" ", "")
    if not NUMBER.fullmatch(text):
        raise ValueError(
            _("“%(text)s” under “%(head)s” is no whole number.")
            % {"text": record[column], "head": HEADS[column][0].title()}
        )
    return int(text)


def optional_number(
    record: Mapping[str, str], column: str, previous: int | None
) -> int | None:
    """Return the number in a cell; ``previous`` if it is empty or missing."""
    return record_number(record, column) if record.get(column) else previous


def lists_with_problems(lists: Sequence[FileList], event: Event) -> list[FileList]:
    """Return the lists, marked as stored already or with what is wrong with them."""
    sheets = {
        (sheet.series.number, sheet.table_number): sheet
        for sheet in ScoreSheet.objects.filter(series__event=event)
        .select_related("series")
        .prefetch_related("seats", "results", "games")
    }
    numbers = set(event.series.values_list("number", flat=True))
    seated = Counter(
        (file_list.series, player)
        for file_list in lists
        for player in {s.player for s in file_list.seats}
    )
    checked_lists = []
    for file_list in lists:
        sheet = sheets.get((file_list.series, file_list.table))
        is_stored = sheet is not None and has_same_results(file_list, sheet)
        problem = ""
        if file_list.series not in numbers:
            problem = _("The event has no such series.")
        elif any(seated[file_list.series, seat.player] > 1 for seat in file_list.seats):
            problem = _("Somebody sits at two tables of this series.")
        elif not is_stored:
            problem = obstacle(file_list, sheet)
        checked_lists.append(
            replace(file_list, sheet=sheet, is_stored=is_stored, problem=problem)
        )
    return checked_lists


def has_same_results(file_list: FileList, sheet: ScoreSheet) -> bool:
    """Tell whether a stored list is finished with the same results."""
    results = sorted(
        (row.place, row.player_id, row.game_points, row.won, row.lost)
        for row in sheet.results.all()
    )
    return bool(results) and results == sorted(
        (seat.place, seat.player.pk, seat.points, seat.won, seat.lost)
        for seat in file_list.seats
    )


def obstacle(file_list: FileList, sheet: ScoreSheet | None) -> str:
    """Say why the totals of a list cannot be written; empty if they can."""
    places = [seat.place for seat in file_list.seats]
    if places != list(range(1, len(places) + 1)) or not 3 <= len(places) <= 5:
        return _("The places are not 1, 2, 3 and so on.")
    if sheet is None:
        return ""
    if sheet.is_finished or sheet.games.all():
        return _("This list has other numbers here already.")
    people = {seat.place: seat.player_id for seat in sheet.seats.all()}
    if people != {seat.place: seat.player.pk for seat in file_list.seats}:
        return _("Other people sit at this table.")
    return ""
