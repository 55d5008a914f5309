"""The results of an event, written to and read from tables."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Count, Q
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.lists.systems import RATES, System
from tournaments.events.models import Event
from tournaments.files.columns.layout import NEEDED, Layout, names_in
from tournaments.files.columns.names import RowName
from tournaments.files.columns.results import (
    FormerPart,
    RecordCells,
    is_impossible,
    sum_rows,
)
from tournaments.files.imports.recognising import FilePerson, KnownPeople
from tournaments.files.spreadsheets.spreadsheets import Spreadsheet
from tournaments.files.tables.cells import Meaning, is_empty
from tournaments.people.models import Player
from tournaments.people.names.names import PersonName, fold
from tournaments.people.selectors import name_key
from tournaments.sheets.models import Result, ScoreSheet, Seat
from tournaments.words.choices import SystemChoice


@dataclass(frozen=True, slots=True, kw_only=True)
class FileSeat:
    """The totals of one place of a list, as a row states them.

    ``player`` is None if nobody is certainly meant, ``twins`` are those who may be.
    ``problem`` says what is wrong with the row.
    """

    row: int
    name: PersonName
    place: int = 0
    points: int = 0
    won: int = 0
    lost: int = 0
    others: int | None = None
    total: int | None = None
    player: Player | None = None
    twins: tuple[Player, ...] = ()
    problem: str = ""

    @property
    def choices(self) -> list[tuple[Player, bool]]:
        """Return the players who may be meant, each with whether it was chosen."""
        return [(twin, twin == self.player) for twin in self.twins]


@dataclass(frozen=True, slots=True, kw_only=True)
class FileList:
    """The totals of one list from a table; ``sheet`` is the list as stored here.

    Rows that do not even name a list are in one without a table.
    """

    series: int
    table: int
    seats: tuple[FileSeat, ...]
    passed_in: int | None = None
    games: int | None = None
    sheet: ScoreSheet | None = None
    is_stored: bool = False
    problem: str = ""


def club_of(player: Player) -> str:
    """Return the name of a player's club; empty without one."""
    return player.club.name if player.club else ""


@dataclass(frozen=True, slots=True)
class KnownPlayers:
    """The players who may be in a table of results."""

    people: KnownPeople
    in_event: frozenset[int]
    answers: Mapping[str, str]

    def with_player(self, seat: FileSeat, name: RowName, club: str) -> FileSeat:
        """Return a row with the player it means, or with those who may be meant.

        Among several with the same name the club decides, then being in the event.
        """
        matches: list[Player] = []
        for read in (name.name, name.turned):
            matches = matches or list(self.people.by_name.get(name_key(read), ()))
        if club and len(matches) > 1:
            matches = [
                player for player in matches if fold(club_of(player)) == fold(club)
            ]
        if len(matches) > 1:
            matches = [player for player in matches if player.pk in self.in_event]
        if len(matches) == 1:
            return replace(seat, player=matches[0])
        person = FilePerson(row=seat.row, key=name.key, name=name.name)
        twins = tuple(dict.fromkeys([*matches, *self.people.twins(person)]))
        earlier = self.people.earlier_answer(person)
        answer = self.answers.get(name.key, earlier)
        player = next((twin for twin in twins if str(twin.pk) == answer), None)
        problem = _("“%(name)s” is nobody here, or several people.")
        return replace(
            seat,
            player=player,
            twins=twins,
            problem="" if player else problem % {"name": name.text},
        )


def known_players(event: Event, answers: Mapping[str, str]) -> KnownPlayers:
    """Return all players, and those in the event. Four queries."""
    seated = Seat.objects.filter(series__event=event)
    return KnownPlayers(
        KnownPeople(home=None),
        frozenset(seated.values_list("player", flat=True))
        | frozenset(event.entries.values_list("player", flat=True)),
        answers,
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


def read_results(
    layout: Layout, event: Event, answers: Mapping[str, str]
) -> list[FileList]:
    """Read the totals of lists and compare them with the stored ones. Ten queries."""
    people = known_players(event, answers)
    names = {name.number: name for name in names_in(layout)}
    sums = sum_rows(layout)
    lists: dict[tuple[int, int], FileList] = {}
    for record in layout.records:
        cells = RecordCells(layout, record)
        if record.number in sums:
            continue
        name = names[record.number]
        seat = people.with_player(
            read_seat(cells, name), name, layout.text(record, Meaning.CLUB)
        )
        key = cells.number_of(Meaning.ROUND) or 0, cells.number_of(Meaning.TABLE) or 0
        above = lists.get(key) or FileList(series=key[0], table=key[1], seats=())
        seats = sorted((*above.seats, seat), key=lambda seat: seat.place)
        passed_in, games = (
            cells.number_of(meaning) for meaning in (Meaning.PASSED_IN, Meaning.GAMES)
        )
        lists[key] = replace(
            above,
            seats=tuple(seats),
            passed_in=above.passed_in if passed_in is None else passed_in,
            games=above.games if games is None else games,
        )
    return lists_with_problems(list(lists.values()), event)


def read_seat(cells: RecordCells, name: RowName) -> FileSeat:
    """Return the totals in a row, with the first cell that holds no whole number."""
    problem = ""
    for meaning in NEEDED | {Meaning.OTHERS, Meaning.TOTAL}:
        for place in cells.layout.columns(meaning):
            text = cells.at(place)
            is_missing = meaning in NEEDED and is_empty(text)
            if (fault := cells.fault(place)) or is_missing:
                head = cells.layout.heads[place]
                wrong = _("“%(text)s” under “%(head)s” is no whole number.")
                problem = wrong % {"text": fault.text if fault else text, "head": head}
    points, won, lost, place = (
        cells.number_of(meaning) or 0
        for meaning in (Meaning.POINTS, Meaning.WON, Meaning.LOST, Meaning.SEAT)
    )
    part = FormerPart(series=1, total=0, points=points, won=won, lost=lost)
    if not problem and is_impossible(part):
        problem = _("%(points)s points cannot come from these games.") % {
            "points": points
        }
    return FileSeat(
        row=cells.record.number,
        name=name.name,
        place=place,
        points=points,
        won=won,
        lost=lost,
        others=cells.number_of(Meaning.OTHERS),
        total=cells.number_of(Meaning.TOTAL),
        problem=problem,
    )


def contradiction(file_list: FileList) -> str:
    """Say where totals contradict points and games; empty if they agree.

    >>> name = PersonName(first="", last="A")
    >>> seats = [FileSeat(row=n, name=name, lost=n == 3) for n in (2, 3, 4)]
    >>> seats[0] = replace(seats[0], points=24, won=1, total=114)
    >>> contradiction(FileList(series=1, table=1, seats=tuple(seats)))
    ''
    """
    rates = RATES[System.SEEGER_FABIAN]
    others_rate = rates.others_lost.get(len(file_list.seats))
    all_lost = sum(seat.lost for seat in file_list.seats)
    for seat in file_list.seats:
        others = all_lost - seat.lost
        if seat.others not in (None, others, others * (others_rate or 0)):
            return _("Row %(row)s: the others lost %(sum)s games, not %(table)s.") % {
                "row": seat.row,
                "sum": others,
                "table": seat.others,
            }
        own = seat.points + rates.won * seat.won - rates.lost * seat.lost
        total = own + others * others_rate if others_rate else seat.total
        if seat.total not in (None, total):
            text = _("Row %(row)s: the table says %(table)s, its parts make %(sum)s.")
            return text % {"row": seat.row, "table": seat.total, "sum": total}
    return ""


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
        for player in {seat.player for seat in file_list.seats if seat.player}
    )
    checked_lists = []
    for file_list in lists:
        sheet = sheets.get((file_list.series, file_list.table))
        seats = file_list.seats
        is_stored = sheet is not None and has_same_results(file_list, sheet)
        problem = next((row_text(seat) for seat in seats if seat.problem), "")
        if problem:
            pass
        elif file_list.series not in numbers:
            problem = _("The event has no such series.")
        elif any(
            seated[file_list.series, seat.player] > 1 for seat in seats if seat.player
        ):
            problem = _("Somebody sits at two tables of this series.")
        elif not is_stored:
            problem = obstacle(file_list, sheet)
            if not problem and event.system == SystemChoice.SEEGER_FABIAN:
                problem = contradiction(file_list)
        checked_lists.append(
            replace(file_list, sheet=sheet, is_stored=is_stored, problem=problem)
        )
    return checked_lists


def row_text(seat: FileSeat) -> str:
    """Return the problem of a row, with its number."""
    return _("Row %(row)s: %(why)s") % {"row": seat.row, "why": seat.problem}


def has_same_results(file_list: FileList, sheet: ScoreSheet) -> bool:
    """Tell whether a stored list is finished with the same results."""
    results = sorted(
        (row.place, row.player_id, row.game_points, row.won, row.lost)
        for row in sheet.results.all()
    )
    return bool(results) and results == sorted(
        (
            seat.place,
            seat.player.pk if seat.player else 0,
            seat.points,
            seat.won,
            seat.lost,
        )
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
    in_file = {s.place: s.player.pk for s in file_list.seats if s.player}
    if people != in_file:
        return _("Other people sit at this table.")
    return ""
