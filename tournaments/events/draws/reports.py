"""How good a draw is as its tables stand now, the changes by hand, and the words."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from datetime import date
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from django.db.models import Count, Sum
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.events.draws.drawing import (
    FIVE,
    DrawPart,
    DrawQuestion,
    answer_from,
    drawn_table_numbers,
    nonnegative_sum,
    question_from,
)
from tournaments.events.draws.selectors import (
    Hall,
    hall_of,
    problem_around,
    start_numbers_by_player,
    tables_in_start_numbers,
)
from tournaments.events.entrants import entries_of
from tournaments.events.models import Draw, Entry
from tournaments.events.results import EVENT, Sums, list_rows, result_sums
from tournaments.people.models import Player
from tournaments.scope.models import ADDED, REMOVED, LogEntry
from tournaments.seating.problem import Costs, SeatingProblem, TableRule, costs_of
from tournaments.words import formats
from tournaments.words.choices import DrawMode

Seated = dict[int, tuple[int, ...]]
"""The keys of the people at the tables of a series, by table number."""
People = Mapping[int, Player]


class SeriesStrength(NamedTuple):
    """The strength of the tables of a series: mean points per list, by table.

    ``is_of_event``: from the event's earlier series, else from lists of earlier days.
    """

    series: int
    is_of_event: bool
    tables: tuple[tuple[int, Fraction], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawReport:
    """A draw as its tables stand now; if it has been replaced, as it was drawn."""

    draw: Draw
    series: tuple[int, ...]
    players: int
    costs: Costs
    reunions: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    strengths: tuple[SeriesStrength, ...] = ()
    misplaced: tuple[Entry, ...] = ()

    @property
    def drawn(self) -> tuple[int, ...]:
        return tuple(range(self.draw.first_series, self.draw.last_series + 1))

    @property
    def shown(self) -> tuple[int, ...]:
        """The series that no later draw has seated; all, if none is left."""
        return self.series or self.drawn

    @property
    def replaced(self) -> list[int]:
        return [number for number in self.drawn if number not in self.shown]

    @property
    def is_as_drawn(self) -> bool:
        """Whether the stored bounds of the draw hold for these tables."""
        return not self.changes and self.shown == self.drawn


def draw_report(draw: Draw, *, published_only: bool = True) -> DrawReport:
    """Return a draw as its tables stand, with the strength that the reader may see."""
    event = draw.event
    numbers = tuple(sorted(draw.series.values_list("number", flat=True)))
    if not numbers:
        costs = {item.name: getattr(draw, item.name, 0) for item in fields(Costs)}
        counts = (len(part.entrants) for part in parts_of_draw(draw))
        people = max(counts, default=0)
        return DrawReport(draw=draw, series=(), players=people, costs=Costs(**costs))
    entries = list(entries_of(event))
    later = set(event.series.filter(draw__number__gt=draw.number).values_list("number"))
    # Whom people meet again in a later draw is the matter of that one.
    hall = {at: each for at, each in hall_of(event).items() if (at,) not in later}
    seated = {number: hall.get(number, ()) for number in numbers}
    player_by_number = players_when_drawn(draw, entries)
    keys = {pk for tables in hall.values() for table in tables for pk in table.players}
    players = Player.objects.in_bulk(keys | set(player_by_number.values()))
    playing = {
        number: {entry.player_id for entry in entries if entry.plays(number)}
        for number in numbers
    }
    problem = problem_around(event, hall, entries, numbers, draw)
    priced_problem = with_three_sits(problem, draw)
    means = means_until(event.date, keys, published_only)
    starts = start_numbers_by_player(entries)
    tables = [tables_in_start_numbers(seated[number], starts) for number in numbers]
    return DrawReport(
        draw=draw,
        series=numbers,
        players=max(sum(map(len, rows)) for rows in tables),
        costs=nonnegative_sum(Costs, [costs_of(priced_problem, tables)]),
        reunions=tuple(reunions_in(hall, numbers, players)),
        changes=tuple(hand_changes(draw, hall, playing, player_by_number, players)),
        strengths=tuple(series_strengths(hall, numbers, result_sums(event), means)),
        misplaced=misplaced_entries(hall, numbers, entries),
    )


def with_three_sits(problem: SeatingProblem, draw: Draw) -> SeatingProblem:
    sits = {
        entrant.number: entrant.three_sits
        for part in parts_of_draw(draw)
        for entrant in part.entrants
    }
    return replace(
        problem,
        entrants=tuple(
            replace(entrant, three_sits=sits.get(entrant.number, 0))
            for entrant in problem.entrants
        ),
    )


def parts_of_draw(draw: Draw) -> tuple[DrawPart, ...]:
    return question_from(draw.question).parts if draw.question else ()


def reunions_in(hall: Hall, drawn_series: Collection[int], people: People) -> list[str]:
    """Return who meets again in ``drawn_series``, most often in the event first."""
    series_by_pair: dict[tuple[int, ...], list[int]] = {}
    for number, tables in sorted(hall.items()):
        for table in tables:
            for pair in (*combinations(sorted(table.players), 2), *table.met):
                series_by_pair.setdefault(pair, []).append(number)
    reunions = [
        (people[first], people[second], series)
        for (first, second), series in series_by_pair.items()
        if len(series) > 1 and not set(drawn_series).isdisjoint(series)
    ]
    reunions.sort(key=lambda reunion: (-len(reunion[2]), reunion[0].sort_key))
    return [
        _("%(first)s and %(second)s (series %(series)s)")
        % {
            "first": first.name,
            "second": second.name,
            "series": formats.enumeration(list(map(str, series))),
        }
        for first, second, series in reunions
    ]


def hand_changes(
    draw: Draw,
    hall: Hall,
    playing: Mapping[int, Collection[int]],
    player_by_number: Mapping[int, int],
    people: People,
) -> Iterator[str]:
    """Say which tables are not as they were drawn, and who has no seat any more.

    ``playing`` holds the keys of the people who play in each drawn series.
    """
    for number in playing if draw.answer else ():
        tables_before, kept_tables = drawn_tables(draw, number)
        tables: Seated = {
            table.number: table.players
            for table in hall.get(number, ())
            if table.number not in kept_tables
        }
        seated = (table.players for table in hall.get(number, ()))
        missing = set(playing[number]).difference(*seated)
        for at in sorted(tables_before.keys() | tables.keys()):
            starts = tables_before.get(at, ())
            before = [player_by_number.get(start) or -start for start in starts]
            now = tables.get(at, ())
            if tuple(before) == now:
                continue
            text = _(
                "Series %(series)s, table %(table)s: drawn %(drawn)s; now %(now)s."
            )
            if not before:
                text = _("Series %(series)s, table %(table)s was added: %(now)s.")
            elif not now:
                text = _("Series %(series)s, table %(table)s was taken away.")
            drawn, shown = names_of(before, people), names_of(now, people)
            text %= {"series": number, "table": at, "drawn": drawn, "now": shown}
            if names := names_of([pk for pk in before if pk in missing], people):
                seatless = _("%(change)s Without a seat: %(names)s.")
                text = seatless % {"change": text, "names": names}
            yield text


def players_when_drawn(draw: Draw, entries: Iterable[Entry]) -> dict[int, int]:
    """Return people by their start number at the time, as far back as the log goes."""
    numbers = {entry.player_id: entry.start_number for entry in entries}
    then = dict(numbers)
    of_event = LogEntry.objects.filter(event=draw.event_id, table="entry")
    for entry in of_event.filter(at__gt=draw.at):
        person = entry.person or 0
        if entry.action == ADDED:
            then.pop(person, None)
        elif entry.action == REMOVED:
            then[person] = int(entry.label)
        elif "start_number" in (changes := entry.before_and_after):
            then[person] = changes["start_number"][0]
    people = {number: player for player, number in numbers.items()}
    return people | {number: player for player, number in then.items()}


def drawn_tables(draw: Draw, number: int) -> tuple[Seated, tuple[int, ...]]:
    """Return the tables of a series in start numbers, and those that were kept."""
    tables, _checks = answer_from(draw.answer)
    for part in parts_of_draw(draw):
        if number in part.series:
            numbers = drawn_table_numbers(part, tables[number])
            return dict(zip(numbers, tables[number], strict=True)), part.kept
    return {}, ()


def names_of(keys: Iterable[int], people: People) -> str:
    """Enumerate people; a negative key is a start number without a person."""
    no = _("No. %(number)s")
    return formats.enumeration(
        [people[key].name if key in people else no % {"number": -key} for key in keys]
    )


def series_strengths(
    hall: Hall, drawn_series: Iterable[int], sums: Sums, earlier: Mapping[int, Fraction]
) -> Iterator[SeriesStrength]:
    """Yield the strength of the tables at which anybody has played before."""
    for number in drawn_series:
        seated = {table.number: table.players for table in hall.get(number, ())}
        everybody = {pk for players in seated.values() for pk in players}
        means_of_event = means_before(sums, number)
        is_of_event = not everybody.isdisjoint(means_of_event)
        means = means_of_event if is_of_event else earlier
        tables = tuple(
            (table, Fraction(sum(values), len(values)))
            for table, players in seated.items()
            if (values := [means[pk] for pk in players if pk in means])
        )
        if tables:
            yield SeriesStrength(series=number, is_of_event=is_of_event, tables=tables)


def means_before(sums: Sums, number: int) -> dict[int, Fraction]:
    """Return everybody's mean of a list in the series before ``number``."""
    earlier = {
        pk: [each for at, each in series.items() if at < number and each.lists]
        for pk, series in sums.items()
    }
    return {
        pk: Fraction(sum(each.total for each in own), sum(each.lists for each in own))
        for pk, own in earlier.items()
        if own
    }


def means_until(
    day: date, players: Collection[int], published_only: bool
) -> dict[int, Fraction]:
    """Return everybody's mean of the lists of earlier days."""
    rows = list_rows(published_only=published_only).filter(
        player__in=players, **{f"{EVENT}__date__lt": day, f"{EVENT}__rule_set": None}
    )
    sums = rows.values_list("player").annotate(Sum("total"), Count("pk"))
    return {pk: Fraction(total, lists) for pk, total, lists in sums}


def misplaced_entries(
    hall: Hall, drawn_series: Iterable[int], entries: Iterable[Entry]
) -> tuple[Entry, ...]:
    """Return the entries with a fixed table that sit at another one."""
    fixed = {e.player_id: e for e in entries if e.fixed_table is not None}
    misplaced = (
        fixed[pk]
        for number in drawn_series
        for table in hall.get(number, ())
        for pk in table.players
        if pk in fixed and fixed[pk].fixed_table != table.number
    )
    return tuple(dict.fromkeys(misplaced))


COST_LABELS = {
    "repeats": gettext_lazy("Repeated meetings"),
    "third_meetings": gettext_lazy("Meetings for the third time"),
    "club_clashes": gettext_lazy("Club mates at one table"),
    "team_clashes": gettext_lazy("Team mates at one table"),
    "apart_clashes": gettext_lazy("Named pairs at one table"),
    "three_table_excess": gettext_lazy("Again at a table of three"),
    "seat_excess": gettext_lazy("Seats out of balance"),
}
"""The words for each cost item."""


def five_text(question: DrawQuestion) -> str:
    """Return why nobody sits at a table of five, if that was asked for."""
    counts = {len(part.entrants) for part in question.parts} - {FIVE}
    if question.wish.tables != TableRule.FIVE or not counts:
        return ""
    return _(
        "Only exactly five people share one table: these %(players)s sit at tables "
        "of four and three."
    ) % {"players": max(counts)}


def cost_lines(report: DrawReport) -> list[tuple[str, str]]:
    return [
        (str(label), with_bound(report, name))
        for name, label in COST_LABELS.items()
        if name != "club_clashes" or keeps_clubs_apart(report.draw)
    ]


def keeps_clubs_apart(draw: Draw) -> bool:
    """Tell whether club mates at one table were counted at all."""
    return bool(draw.question) and question_from(draw.question).wish.clubs_apart


def with_bound(report: DrawReport, item: str) -> str:
    """Return the number of a cost item, with its lower bound if one is known."""
    count, bound = getattr(report.costs, item), getattr(report.draw, f"bound_{item}", 0)
    if not (bound and report.is_as_drawn):
        return str(count)
    return _("%(count)s (at least %(bound)s)") % {"count": count, "bound": bound}


def bound_text(report: DrawReport) -> str:
    """Return in plain words how well a draw for new opponents has turned out."""
    draw = report.draw
    if draw.mode != DrawMode.WISHES:
        return ""
    if report.costs.repeats <= 0:
        return _("Nobody meets anybody twice.")
    people = report.players
    series = len(report.series) or draw.last_series - draw.first_series + 1
    players_text = ngettext("%(count)s player", "%(count)s players", people)
    series_text = ngettext("%(count)s series", "%(count)s series", series)
    least = ngettext(
        "at least %(count)s repeat cannot be avoided",
        "at least %(count)s repeats cannot be avoided",
        draw.bound_repeats,
    )
    players, played = players_text % {"count": people}, series_text % {"count": series}
    text = _("%(field)s: repeated meetings are as few as were found.")
    if not report.is_as_drawn:
        text = _("%(field)s. %(repeats)s, as the tables stand now.")
    elif draw.bound_repeats:
        text = _("%(field)s: %(least)s.")
    return text % {
        "field": f"{players}, {played}",
        "repeats": f"{COST_LABELS['repeats']}: {report.costs.repeats}",
        "least": least % {"count": draw.bound_repeats},
    }


def change_lines(change: Costs) -> tuple[list[str], list[str]]:
    """Return the cost items that a swap raises and those that it lowers, in words."""
    more: list[str] = []
    less: list[str] = []
    for name, label in COST_LABELS.items():
        if by := getattr(change, name):
            (more if by > 0 else less).append(f"{label}: {abs(by)}")
    return more, less


def repeat_text(draw: Draw, *, agrees: bool) -> str:
    """Return in words whether a repeated draw agrees with the stored one."""
    if not agrees:
        return _("Drawn again: other tables come out. Please report this.")
    if draw_report(draw).changes:
        return _(
            "Drawn again: the same tables come out as were drawn then. Since then some "
            "were changed by hand."
        )
    return _("Drawn again: the same tables come out as were drawn then.")
