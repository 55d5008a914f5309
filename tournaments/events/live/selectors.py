"""Reading how it stands while lists are in play, and who can still come where."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from django.db.models import Count, Sum

from scoring.lists.sheets import StintTotal
from scoring.ranking.reachable import Contender, Span, reachable_places, span_left
from scoring.ranking.standings import Placed, by_chain, rank
from tournaments.events.models import Event
from tournaments.events.results.revisions import standings_revision
from tournaments.events.results.rows import StandingRow
from tournaments.events.results.selectors import NOTHING, SeriesSum, Sums
from tournaments.events.results.ties import with_lots_that_count
from tournaments.events.standings.fields import Field, field_of, rows_of
from tournaments.events.standings.selectors import chain_of, ranked_rows
from tournaments.programme.rule_sets import has_house_rules
from tournaments.sheets.ledger import Ledger, players_by_stint, stints_of
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.selectors import ledgers_of
from tournaments.words.choices import Ranking

NONE_LEFT = Span(0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListInPlay:
    """A list that is not finished, and how many of its games are known."""

    sheet: ScoreSheet
    played: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """What is in play for one person: their games so far, and what may follow."""

    sums: dict[int, SeriesSum] = field(default_factory=dict)
    games_left: int = 0
    left: Span = NONE_LEFT


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveLine:
    """One person: the place so far, and the best and the worst one.

    ``reach`` is None under house rules: nobody can say there what a game may bring.
    """

    placed: Placed[StandingRow]
    games_left: int
    reach: Span | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveStandings:
    """The lists in play, and the single ranking with what they say so far."""

    lists: tuple[ListInPlay, ...]
    lines: tuple[LiveLine, ...]
    has_bounds: bool


def live_revision(event: Event) -> tuple[object, ...]:
    """Return what changes whenever a line or a result of an event does. Two queries."""
    lists = ScoreSheet.objects.filter(series__event=event).aggregate(
        number=Count("pk"), written=Sum("revision")
    )
    return (standings_revision(event.pk), *lists.values())


def live_standings(event: Event) -> LiveStandings | None:
    """Return how it stands with what is known of the lists in play; None without any.

    Lists of which only the totals are typed count as not begun. Ten queries, however
    many lists and people; one more where there are team rankings.
    """
    in_play = ScoreSheet.objects.filter(series__event=event, stands_for=None)
    in_play = in_play.exclude(pk__in=ScoreSheet.objects.finished()).with_event()
    ledgers = ledgers_of(in_play.order_by("series__number", "table_number"))
    if not ledgers:
        return None
    has_bounds = not has_house_rules(event.rule_set)
    found = field_of(event, series=None, through=None)
    outlooks = outlooks_of(ledgers)
    return LiveStandings(
        lists=tuple(
            ListInPlay(sheet=each.sheet, played=each.played) for each in ledgers
        ),
        lines=tuple(live_lines(found, outlooks, has_bounds=has_bounds)),
        has_bounds=has_bounds,
    )


def outlooks_of(ledgers: Iterable[Ledger]) -> dict[int, Outlook]:
    """Return what is in play for everybody who sits at these tables. No query."""
    outlooks: dict[int, Outlook] = {}
    for ledger in ledgers:
        people = players_by_stint(ledger)
        for stint in stints_of(ledger):
            pk = people[stint.place, stint.first]
            before = outlooks.get(pk, Outlook())
            outlooks[pk] = with_stint(before, ledger, stint)
    return outlooks


def with_stint(outlook: Outlook, ledger: Ledger, stint: StintTotal) -> Outlook:
    """Return ``outlook`` with one more time at a table."""
    sheet, own = ledger.sheet, stint.total
    number = sheet.series.number
    so_far = outlook.sums.get(number, NOTHING)
    if not sheet.totals_only:
        so_far = so_far._replace(
            game_points=so_far.game_points + own.game_points,
            total=so_far.total + own.total,
            won=so_far.won + own.won,
            lost=so_far.lost + own.lost,
        )
    known = 0 if sheet.totals_only else ledger.played
    played = max(known, stint.first - 1)
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
    """Return the last game that whoever sits there can still play."""
    if ledger.is_complete and not ledger.sheet.totals_only:
        return ledger.played
    takeovers = [
        change.from_game - 1
        for change in ledger.substitutions
        if change.place == stint.place and change.from_game > stint.first
    ]
    return min([*takeovers, ledger.sheet.games_planned])


def live_lines(
    found: Field, outlooks: dict[int, Outlook], *, has_bounds: bool
) -> Iterator[LiveLine]:
    """Give everybody by the place so far. One query."""
    event = found.event
    rows = rows_of(event, (), with_outlooks(found.sums, outlooks), (), found.entries)
    chain = chain_of(event)
    ranked = ranked_rows(replace(found, rows=rows), Ranking.SINGLE)
    by = by_chain(chain, lowest_wins=found.lowest_wins)
    places = rank(with_lots_that_count(ranked, chain), by=by)
    reaches = reaches_of(places, outlooks, by) if has_bounds else [None] * len(places)
    for line, reach in zip(places, reaches, strict=True):
        outlook = outlooks.get(line.entry.player_id, Outlook())
        yield LiveLine(placed=line, games_left=outlook.games_left, reach=reach)


def reaches_of(
    places: Iterable[Placed[StandingRow]],
    outlooks: dict[int, Outlook],
    by: Callable[[StandingRow], tuple[int, ...]],
) -> list[Span | None]:
    """Return the best and the worst place of each. No query."""
    contenders = []
    for line in places:
        row = line.entry
        if outlook := outlooks.get(row.player_id):
            contenders.append(Contender(total=row.total, left=outlook.left))
        else:
            contenders.append(Contender(total=row.total, settled=by(row)))
    return [*reachable_places(contenders)]


def with_outlooks(sums: Sums, outlooks: dict[int, Outlook]) -> Sums:
    """Return what everybody has in each series, lists in play included."""
    merged = {pk: dict(own) for pk, own in sums.items()}
    for pk, outlook in outlooks.items():
        own = merged.setdefault(pk, {})
        for number, more in outlook.sums.items():
            before = own.get(number, NOTHING)
            own[number] = SeriesSum(*map(sum, zip(before, more, strict=True)))
    return merged
