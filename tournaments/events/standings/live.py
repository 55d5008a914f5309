"""Reading the standings while lists are in play, and the places still in reach."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from scoring.lists.sheets import StintTotal
from scoring.ranking.standings import (
    Contender,
    Placed,
    Span,
    reachable_places,
    span_left,
)
from tournaments.events.models import Entry, Event
from tournaments.events.results import (
    NOTHING,
    SeriesSum,
    StandingRow,
    Sums,
    adjust_sums,
    order_under,
    rank_rows,
)
from tournaments.events.standings.selectors import (
    Field,
    chain_of,
    field_of,
    rows_in_ranking,
    standing_rows,
)
from tournaments.sheets.ledger import Ledger, players_by_stint, stints_of
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.models.programme import has_house_rules
from tournaments.sheets.selectors import ledgers_of
from tournaments.words.choices import Ranking, SheetState

NONE_LEFT = Span(0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """One person in lists in play: their games so far and what may still follow."""

    sums: dict[int, SeriesSum] = field(default_factory=dict)
    games_left: int = 0
    left: Span = NONE_LEFT


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveLine:
    """A place so far, and the reach; None under house rules, which have no bounds."""

    placed: Placed[StandingRow]
    games_left: int
    reach: Span | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveStandings:
    """The lists that are begun, and the single ranking including all in play."""

    lists: Sequence[Ledger]
    lines: tuple[LiveLine, ...]
    has_bounds: bool


def live_standings(event: Event) -> LiveStandings | None:
    """Return the standings with the lists in play, typed line by line; None without."""
    in_play = ScoreSheet.objects.filter(series__event=event, stands_for=None)
    in_play = in_play.exclude(pk__in=ScoreSheet.objects.finished()).with_event()
    ledgers = ledgers_of(in_play.order_by("series__number", "table_number"))
    if not ledgers:
        return None
    has_bounds = not has_house_rules(event.rule_set)
    event_field = field_of(event)
    outlooks = outlooks_of(ledgers, list(event.entries.all()))
    begun = [each for each in ledgers if each.sheet.state != SheetState.EMPTY]
    return LiveStandings(
        lists=begun,
        lines=tuple(live_lines(event_field, outlooks, has_bounds=has_bounds)),
        has_bounds=has_bounds,
    )


def outlooks_of(
    ledgers: Iterable[Ledger], entries: Collection[Entry]
) -> dict[int, Outlook]:
    """Return the outlook of everybody who plays at these tables.

    Whoever has gone before their list began does not play it.
    """
    outlooks: dict[int, Outlook] = {}
    for ledger in ledgers:
        people, series = players_by_stint(ledger), ledger.sheet.series.number
        is_empty = ledger.sheet.state == SheetState.EMPTY
        away = {each.player_id for each in entries if is_empty and each.misses(series)}
        for stint in stints_of(ledger):
            pk = people[stint.place, stint.first]
            if pk in away:
                continue
            outlooks[pk] = with_stint(outlooks.get(pk, Outlook()), ledger, stint)
    return outlooks


def with_stint(outlook: Outlook, ledger: Ledger, stint: StintTotal) -> Outlook:
    """Return ``outlook`` with one more stint at a table."""
    sheet, result = ledger.sheet, stint.total
    number = sheet.series.number
    so_far = outlook.sums.get(number, NOTHING)
    played = stint.first - 1
    if not sheet.totals_only:
        so_far = so_far._replace(
            lists=1,
            game_points=so_far.game_points + result.game_points,
            total=so_far.total + result.total,
            won=so_far.won + result.won,
            lost=so_far.lost + result.lost,
        )
        played = max(played, len(ledger.games))
    planned = max(played, last_game(ledger, stint))
    left = span_left(
        stint.place,
        played=played,
        planned=planned,
        players=sheet.table_size,
        system=sheet.as_system(),
    )
    return Outlook(
        sums=outlook.sums | {number: so_far},
        games_left=outlook.games_left + planned - played,
        left=Span(outlook.left.least + left.least, outlook.left.most + left.most),
    )


def last_game(ledger: Ledger, stint: StintTotal) -> int:
    """Return the last game that the person of a stint can still play."""
    if ledger.is_complete and not ledger.sheet.totals_only:
        return len(ledger.games)
    takeovers = [
        change.from_game - 1
        for change in ledger.substitutions
        if change.place == stint.place and change.from_game > stint.first
    ]
    return min([*takeovers, ledger.sheet.games_planned])


def live_lines(
    event_field: Field, outlooks: dict[int, Outlook], *, has_bounds: bool
) -> Iterator[LiveLine]:
    """Yield everybody by the place so far."""
    event = event_field.event
    sums = with_outlooks(event_field.listed, outlooks)
    adjust_sums(sums, event_field.decisions)
    rows = standing_rows(event, (), sums, ())
    chain, rules = chain_of(event), event_field.rules
    draws = event_field.lots.get((event.pk, None), ())
    rows_to_rank = rows_in_ranking(replace(event_field, rows=rows), Ranking.SINGLE)
    places = rank_rows(rows_to_rank, chain, draws, rules)
    by = order_under(rules, chain)
    reaches = reaches_of(places, outlooks, by) if has_bounds else [None] * len(places)
    for line, reach in zip(places, reaches, strict=True):
        outlook = outlooks.get(line.entry.player_id, Outlook())
        yield LiveLine(placed=line, games_left=outlook.games_left, reach=reach)


def reaches_of(
    places: Iterable[Placed[StandingRow]],
    outlooks: dict[int, Outlook],
    by: Callable[[StandingRow], tuple[int, ...]],
) -> list[Span | None]:
    """Return the best and the worst place in reach of each."""
    contenders = []
    for line in places:
        row = line.entry
        if outlook := outlooks.get(row.player_id):
            contenders.append(Contender(total=row.total, left=outlook.left))
        else:
            contenders.append(Contender(total=row.total, settled=by(row)))
    return [*reachable_places(contenders)]


def with_outlooks(sums: Sums, outlooks: dict[int, Outlook]) -> Sums:
    """Return everybody's sums in each series, including lists in play."""
    merged = {pk: dict(own) for pk, own in sums.items()}
    for pk, outlook in outlooks.items():
        own = merged.setdefault(pk, {})
        for number, added in outlook.sums.items():
            finished = own.get(number, NOTHING)
            own[number] = SeriesSum(*map(sum, zip(finished, added, strict=True)))
    return merged
