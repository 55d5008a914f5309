"""Reading the tables of all series, what a draw of them depends on, and exchanges."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import combinations, groupby, zip_longest
from operator import attrgetter
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.db.models import Exists, F, Max, OuterRef, Q, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.events.draws.drawing import (
    BY_RANKING,
    DrawPart,
    DrawQuestion,
    DrawWish,
    picks_for,
    question_from,
)
from tournaments.events.entrants import entries_of, three_sits_this_year
from tournaments.events.models import ATTENDING, Draw, Entry, Event, Series, Swap
from tournaments.events.standings.selectors import standings_of
from tournaments.people.names.mentions import mentions_for_reader
from tournaments.scope.models import LogEntry
from tournaments.seating.plans import swap_in_tables
from tournaments.seating.problem import (
    Costs,
    Entrant,
    SeatingProblem,
    SeriesTables,
    costs_of,
)
from tournaments.sheets.models import Change, ScoreSheet, Seat, Substitution
from tournaments.sheets.models.programme import MOST_GAMES
from tournaments.sheets.selectors import people_seated_in, untouched_sheets
from tournaments.words import formats
from tournaments.words.choices import (
    Action,
    DeedKind,
    DrawMode,
    EntryStatus,
    EventKind,
    ExportedFile,
    Ranking,
    SheetState,
)

# Added to the key of a person who was seated without a start number: beyond them all.
NO_NUMBER = 100_000


class SeatedTable(NamedTuple):
    """A table with the keys of the people at it, in the order of their places.

    ``met`` holds the pairs who sat there together because of a substitute.
    """

    number: int
    is_untouched: bool
    players: tuple[int, ...]
    met: tuple[tuple[int, ...], ...] = ()


Hall = Mapping[int, Sequence[SeatedTable]]


def hall_of(event: Event) -> Hall:
    sheets = untouched_sheets().filter(series__event=event)
    untouched = set(sheets.values_list("pk", flat=True))
    columns = ("series__number", "sheet__table_number", "sheet_id")
    seats = Seat.objects.filter(series__event=event).order_by(*columns, "place")
    takeovers: dict[int, list[tuple[int, int, int]]] = {}
    changes = Substitution.objects.filter(sheet__series__event=event)
    stints = ("place", "from_game", "player_id")
    for sheet, *stint in changes.order_by(*stints).values_list("sheet_id", *stints):
        takeovers.setdefault(sheet, []).append(tuple(stint))
    hall: dict[int, list[SeatedTable]] = {}
    rows = seats.values_list(*columns, "place", "player_id")
    for (number, table, sheet), places in groupby(rows, lambda row: row[:3]):
        seated = [(place, 1, player) for *_table, place, player in places]
        hall.setdefault(number, []).append(
            SeatedTable(
                table,
                sheet in untouched,
                tuple(player for _place, _first, player in seated),
                pairs_with_substitutes(seated, takeovers.get(sheet, ())),
            )
        )
    return hall


Prints = Mapping[int | None, datetime]
"""When lists were last printed, by the number of their series; None for all series."""


def prints_of(event: Event) -> Prints:
    prints = LogEntry.objects.filter(event=event.pk, action=DeedKind.EXPORT).order_by()
    of_lists = prints.filter(label=ExportedFile.LISTS).values("row")
    return dict(of_lists.annotate(last=Max("at")).values_list("row", "last"))


def last_print(prints: Prints, number: int) -> datetime | None:
    """Return when the lists of a series were last printed."""
    return max(filter(None, (prints.get(None), prints.get(number))), default=None)


def outdated_lists(event: Event, prints: Prints) -> list[ScoreSheet]:
    """Return the empty lists at whose tables others sit than when they were printed."""
    if not prints:
        return []

    def is_outdated(number: int, at: datetime) -> bool:
        printed_at = last_print(prints, number)
        return printed_at is not None and at > printed_at

    number = "series__number"
    of_event = {"series__event": event, "at__gt": min(prints.values())}
    swaps = Swap.objects.filter(is_undone=False, **of_event)
    changed = Q(pk=None)
    for series, at, *pair in swaps.values_list(number, "at", "first", "second"):
        if is_outdated(series, at):
            changed |= Q(series__number=series, seats__player__in=pair)
    changes = Change.objects.filter(action=Action.SEATS, sheet__series__event=event)
    for sheet, series, at in changes.values_list("sheet", f"sheet__{number}", "at"):
        if is_outdated(series, at):
            changed |= Q(pk=sheet)
    sheets = ScoreSheet.objects.filter(changed, series__event=event)
    empty = sheets.filter(state=SheetState.EMPTY).annotate(
        drawn_at=F("series__draw__at")
    )
    return [
        sheet
        for sheet in empty.distinct()
        .select_related("series")
        .order_by(number, "table_number")
        if not (sheet.drawn_at and is_outdated(sheet.series.number, sheet.drawn_at))
    ]


def at_tables(sheets: Iterable[ScoreSheet]) -> list[str]:
    """Return where the lists are, for a sentence: "series 1 at table 2"."""
    text = _("series %(series)s at table %(table)s")
    return [
        text % {"series": sheet.series.number, "table": sheet.table_number}
        for sheet in sheets
    ]


def waste_text(event: Event) -> str:
    """Return which printed lists of the event no longer hold; empty without one."""
    prints = prints_of(event)
    waste = at_tables(outdated_lists(event, prints))
    for series in event.series.filter(draw__isnull=False).select_related("draw"):
        printed_at = last_print(prints, series.number)
        if printed_at and printed_at < series.draw.at:
            waste.append(formats.series_name(series.number))
    text = _("Printed lists no longer hold: %(lists)s.")
    return text % {"lists": formats.enumeration(waste)} if waste else ""


def pairs_with_substitutes(
    seated: Sequence[tuple[int, int, int]], takeovers: Sequence[tuple[int, int, int]]
) -> tuple[tuple[int, ...], ...]:
    """Return whom substitutes met at a table; each has place, first game and person.

    >>> pairs_with_substitutes([(1, 1, 10), (2, 1, 20), (3, 1, 30)], [(2, 5, 40)])
    ((10, 40), (30, 40))
    """
    stints = sorted([*seated, *takeovers])
    lasts = [
        following[1] - 1 if following and following[0] == stint[0] else MOST_GAMES
        for stint, following in zip_longest(stints, stints[1:])
    ]
    ended = zip(stints, lasts, strict=True)
    pairs = {
        tuple(sorted((one[2], other[2])))
        for (one, last), (other, other_last) in combinations(ended, 2)
        if one[0] != other[0] and max(one[1], other[1]) <= min(last, other_last)
    }
    first = combinations(sorted(player for _place, _game, player in seated), 2)
    return tuple(sorted(pairs.difference(first)))


def series_to_draw(event: Event, hall: Hall) -> list[Any]:
    """Return every series with the numbers of its ``tables`` and of those ``begun``."""
    rows: list[Any] = list(event.series.all())
    for row in rows:
        tables = hall.get(row.number, ())
        row.tables = len(tables)
        row.begun = sum(not table.is_untouched for table in tables)
    return rows


def start_numbers_by_player(entries: Iterable[Entry]) -> dict[int, int]:
    return {entry.player_id: entry.start_number for entry in entries}


def tables_in_start_numbers(
    tables: Iterable[SeatedTable], numbers: Mapping[int, int]
) -> SeriesTables:
    return tuple(
        tuple(numbers.get(player, NO_NUMBER + player) for player in table.players)
        for table in tables
    )


def tables_of_other_series(
    hall: Hall, drawn_series: Collection[int], numbers: Mapping[int, int]
) -> tuple[SeriesTables, ...]:
    """Return the tables of the series other than ``drawn_series``, in start numbers.

    Those before the first drawn series come last: the latest of them is the one from
    which people walk to their next table. Pairs who met because of a substitute come
    first, like tables of two.
    """
    numbers_of_others = [number for number in hall if number not in drawn_series]
    numbers_of_others.sort(key=lambda number: (number < min(drawn_series), number))
    met = tuple(
        tuple(numbers.get(player, NO_NUMBER + player) for player in pair)
        for tables in hall.values()
        for table in tables
        for pair in table.met
    )
    others = (
        tables_in_start_numbers(hall[number], numbers) for number in numbers_of_others
    )
    return (met, *others) if met else tuple(others)


def pairs_apart(event: Event) -> list[tuple[int, int]]:
    return list(event.apart.values_list("first__start_number", "second__start_number"))


MOST_THREES = 2
REFUSALS = {
    "no-series": gettext_lazy("There is no series %(number)s."),
    "closed": gettext_lazy("Series %(number)s is closed."),
    "clock": gettext_lazy("Series %(number)s is being played: its clock is running."),
    "tables": gettext_lazy(
        "Series %(number)s has tables already; say whether they may go."
    ),
    "begun": gettext_lazy(
        "Lists of series %(number)s have been typed. Draw what is left of "
        "it alone, or the later series."
    ),
    "busy": gettext_lazy("Everybody who is here plays in series %(number)s already."),
    "nobody": gettext_lazy("Nobody is here for series %(number)s. Who plays today?"),
}


def question_of(event: Event, wish: DrawWish) -> DrawQuestion:
    """Return everything the wished draw depends on.

    Raises ``ValidationError`` when no player is present, when a list was begun in one
    of several series to draw, and when there is no standing to draw by.
    """
    entries = list(entries_of(event))
    hall = hall_of(event)
    series_by_number = {series.number: series for series in event.series.all()}
    require_drawable(wish, series_by_number, hall)
    numbers = start_numbers_by_player(entries)
    sits = extra_three_sits(event, [entry.player_id for entry in entries])
    parts = draw_parts(entries, wish, hall, sits, pairs_apart(event))
    return DrawQuestion(
        wish=wish,
        parts=tuple(parts),
        history=tables_of_other_series(hall, wish.numbers, numbers),
        ranking=start_numbers_by_rank(event, wish, parts[0], entries),
    )


def require_drawable(wish: DrawWish, series: Mapping[int, Series], hall: Hall) -> None:
    if not wish.first <= wish.last:
        raise ValidationError(_("The end lies before the beginning."), code="order")
    if wish.mode in BY_RANKING and wish.first < wish.last:
        raise ValidationError(_("Only the next series can be drawn by standing."))
    for number in wish.numbers:
        row, tables = series.get(number), hall.get(number, ())
        untouched = sum(table.is_untouched for table in tables)
        reasons = {
            "no-series": row is None,
            "closed": row and row.closed_at,
            "clock": row and row.clock_started_at and tables,
            "tables": untouched and not wish.replace,
            "begun": untouched < len(tables) and wish.first < wish.last,
        }
        for code, is_true in reasons.items():
            if is_true:
                raise series_refusal(code, number)


def series_refusal(code: str, number: int) -> ValidationError:
    return ValidationError(REFUSALS[code], code=code, params={"number": number})


def draw_parts(
    entries: Sequence[Entry],
    wish: DrawWish,
    hall: Hall,
    sits: Mapping[int, int],
    apart: Iterable[tuple[int, int]],
) -> list[DrawPart]:
    """Return the series to draw, cut wherever a player comes or goes."""
    pairs = sorted((min(pair), max(pair)) for pair in apart)
    has_other_series = any(number not in wish.numbers for number in hall)
    parts: list[DrawPart] = []
    keys = {
        number: keys_to_seat(entries, wish, number, hall.get(number, ()))
        for number in wish.numbers
    }
    for people, group in groupby(keys, key=lambda number: keys[number]):
        series = tuple(group)
        tables = hall.get(series[0], ())
        kept = tuple(table.number for table in tables if not table.is_untouched)
        seated = [entry for entry in entries if entry.pk in people]
        numbers = {entry.start_number for entry in seated}
        parts.append(
            DrawPart(
                series=series,
                entrants=tuple(
                    replace(
                        entrant_of(entry, wish),
                        table=free_table(entry.fixed_table, kept),
                        three_sits=sits.get(entry.player_id, 0),
                    )
                    for entry in seated
                ),
                picks=picks_for(
                    len(series), has_history=bool(parts) or has_other_series
                ),
                apart=tuple(pair for pair in pairs if numbers.issuperset(pair)),
                kept=kept,
            )
        )
    return parts


def keys_to_seat(
    entries: Iterable[Entry], wish: DrawWish, number: int, tables: Iterable[SeatedTable]
) -> frozenset[int]:
    """Return the entries to seat; players at a table that has begun stay there."""
    busy = {
        player for table in tables if not table.is_untouched for player in table.players
    }
    welcome = (*ATTENDING, *([EntryStatus.REGISTERED] if wish.with_registered else ()))
    playing = [
        entry for entry in entries if entry.status in welcome and entry.covers(number)
    ]
    free = frozenset(entry.pk for entry in playing if entry.player_id not in busy)
    if not free:
        raise series_refusal("busy" if playing else "nobody", number)
    return free


def free_table(fixed: int | None, kept: Collection[int]) -> int | None:
    """Return a fixed table for the planner, which counts only the tables not kept."""
    if fixed is None or fixed in kept:
        return None
    return fixed - sum(number < fixed for number in kept)


def entrant_of(entry: Entry, wish: DrawWish) -> Entrant:
    """Return an entry with the club and teams that ``wish`` keeps apart."""
    club = entry.player.club
    teams = [
        f"{member.contest.number}: {member.team.name}"
        if member.contest.number > 1
        else member.team.name
        for member in (entry.memberships.all() if wish.teams_apart else ())
    ]
    return Entrant(
        number=entry.start_number,
        club=club.name if club and wish.clubs_apart else None,
        team=teams[0] if teams else None,
        more_teams=tuple(teams[1:]),
    )


def extra_three_sits(event: Event, players: Sequence[int]) -> dict[int, int]:
    """Return how much more often each sat at a table of three; two at most count."""
    sits = three_sits_this_year(event, players)
    least = min((sits[player] for player in players), default=0)
    return {player: min(sits[player] - least, MOST_THREES) for player in players}


def start_numbers_by_rank(
    event: Event, wish: DrawWish, part: DrawPart, entries: Iterable[Entry]
) -> tuple[int, ...]:
    """Return the start numbers of a part, best first; empty if no ranking is needed.

    A draw by groups ranks by strength group first, then by standing. Raises
    ``ValidationError`` when there is neither.
    """
    if wish.mode not in BY_RANKING:
        return ()
    numbers = {entrant.number for entrant in part.entrants}
    people = [entry for entry in entries if entry.start_number in numbers]
    standings = standings_of(
        event, ranking=Ranking.EVERYBODY, through=wish.first - 1 or None
    )
    ranks = {line.entry.player_id: at for at, line in enumerate(standings.places)}
    groups = {
        each.pk: each.player.group if each.group is None else each.group
        for each in people
        if wish.mode == DrawMode.GROUPS
    }
    has_groups = any(group is not None for group in groups.values())
    if not ranks and not has_groups:
        text = _("No list is finished yet, so there is no standing to draw by.")
        raise ValidationError(text, "no-standing")

    def order(entry: Entry) -> tuple[int, int, int]:
        group = groups.get(entry.pk) if has_groups else 0
        rank = ranks.get(entry.player_id, len(ranks))
        return (NO_NUMBER if group is None else group, rank, entry.start_number)

    return tuple(entry.start_number for entry in sorted(people, key=order))


def exchanges_of(draw: Draw) -> list[Swap]:
    """Return the exchanges after a draw, with reasons that the reader may see."""
    swaps = list(draw.exchanges.select_related("first", "second", "series", "by"))
    if any(swap.reason for swap in swaps):
        mentions = mentions_for_reader(people_seated_in([draw.event_id]))
        for swap in swaps:
            swap.reason = mentions.public_text(swap.reason)
    return swaps


def problem_around(
    event: Event,
    hall: Hall,
    entries: Sequence[Entry],
    drawn_series: Collection[int],
    draw: Draw | None,
) -> SeatingProblem:
    """Return the problem that prices tables, by the wishes of ``draw`` or defaults."""
    if draw and draw.question:
        wish = question_from(draw.question).wish
    else:
        is_evening = event.kind == EventKind.EVENING
        wish = DrawWish(first=1, last=1, seed="", clubs_apart=not is_evening)
    numbers = start_numbers_by_player(entries)
    entrants = {entry.player_id: entrant_of(entry, wish) for entry in entries}
    seated = {
        player
        for number in drawn_series
        for table in hall.get(number, ())
        for player in table.players
    }
    return SeatingProblem(
        entrants=tuple(
            entrants.get(player) or Entrant(number=NO_NUMBER + player)
            for player in sorted(seated)
        ),
        apart=tuple(pairs_apart(event)),
        history=tables_of_other_series(hall, drawn_series, numbers),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedSeries:
    """The tables of one series; ``revision`` changes with every swap and draw."""

    series: Series
    tables: list[tuple[ScoreSheet, list[Any]]]
    last_swap: Swap | None
    revision: str

    @property
    def movable(self) -> list[Any]:
        """The people who may change places: those at lists that are not finished."""
        return [
            seat
            for sheet, seats in self.tables
            if not sheet.finished_at
            for seat in seats
        ]


def seated_series(series: Series) -> SeatedSeries:
    """Return one series with its lists and their seats.

    A seat has the ``start_number`` of its player, and ``is_untouched`` if nobody has
    typed anything at its table.
    """
    entries = Entry.objects.filter(event=series.event_id, player=OuterRef("player"))
    seats = (
        Seat.objects.filter(series=series)
        .select_related("player__club", "sheet")
        .order_by("sheet__table_number", "place")
        .annotate(
            start_number=Subquery(entries.values("start_number")),
            is_untouched=Exists(untouched_sheets().filter(pk=OuterRef("sheet"))),
        )
    )
    tables = [list(rows) for _sheet, rows in groupby(seats, attrgetter("sheet_id"))]
    return SeatedSeries(
        series=series,
        tables=[(rows[0].sheet, rows) for rows in tables],
        last_swap=last_swap(series),
        revision=swap_revision(series),
    )


def last_swap(series: Series) -> Swap | None:
    swaps = Swap.objects.filter(series=series, draw=series.draw_id, is_undone=False)
    return swaps.select_related("first", "second", "by").last()


def swap_revision(series: Series) -> str:
    """Return a text that changes with every swap, undo and draw."""
    swaps = Swap.objects.filter(series=series).order_by("pk")
    undone = sum(swaps.values_list("is_undone", flat=True))
    return f"{series.draw_id or 0}-{swaps.count()}-{undone}"


def swap_preview(series: Series, first: Any, second: Any) -> tuple[Costs, list[Any]]:
    """Return the change of each cost item, and who would leave their fixed table."""
    event = series.event
    hall = hall_of(event)
    entries = list(entries_of(event))
    numbers = start_numbers_by_player(entries)
    tables = tables_in_start_numbers(hall.get(series.number, ()), numbers)
    pks = (first.player_id, second.player_id)
    swapped = swap_in_tables(tables, *(numbers.get(pk, NO_NUMBER + pk) for pk in pks))
    problem = problem_around(event, hall, entries, {series.number}, series.draw)
    change = costs_of(problem, [swapped]) - costs_of(problem, [tables])
    fixed = {entry.player_id: entry.fixed_table for entry in entries}
    return change, [
        seat
        for seat in (first, second)
        if first.sheet_id != second.sheet_id
        and fixed.get(seat.player_id) == seat.sheet.table_number
    ]
