"""Drawing tables, changing them by hand afterwards, and drawing lots."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.ranking.standings import draw_lots
from tournaments.events.draws.drawing import (
    DrawAnswer,
    DrawQuestion,
    DrawWish,
    answer_from,
    answer_to,
    drawn_table_numbers,
    question_from,
)
from tournaments.events.draws.selectors import (
    Hall,
    hall_of,
    last_swap,
    problem_around,
    question_of,
    series_refusal,
    start_numbers_by_player,
    swap_revision,
    tables_in_start_numbers,
)
from tournaments.events.entrants import entries_of
from tournaments.events.entries.selectors import seating_gaps
from tournaments.events.entries.services import save_entry
from tournaments.events.log import locked_event, require_unreleased
from tournaments.events.models import (
    Draw,
    Entry,
    Event,
    LotDraw,
    LotTicket,
    Series,
    Swap,
    Team,
)
from tournaments.events.standings.selectors import Standings, standings_of, ties_in
from tournaments.people.models import Player, User
from tournaments.people.names.names import tidy
from tournaments.seating.plans import VERSION
from tournaments.seating.problem import Costs, SeatingError, costs_of
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.seats import (
    clear_sheets,
    exchange_seats,
    open_sheets,
    seat_players,
)
from tournaments.words.choices import DrawMode

SECONDS = 1.8
"""So long a draw searches at most: a page answers within two seconds."""
STORED_COSTS = {item.name for item in fields(Costs)} - {"walking"}


class ChangedMeanwhile(ValidationError):
    """People or tables changed while the draw was being worked out."""


def draw_tables(
    *, event: Event, wish: DrawWish, by: User, seconds: float | None = SECONDS
) -> Draw:
    """Draw and seat the wished series as well as is found in so many ``seconds``.

    Nothing is locked during the search. The draw is written in one transaction, which
    refuses it if anything it depends on has changed. Without a limit the same seed
    gives the same tables on every machine. Raises ``ValidationError`` for what cannot
    be drawn.
    """
    require_unreleased(event)
    question = question_of(event, wish)
    try:
        answer = answer_to(question, seconds=seconds)
    except SeatingError as error:
        raise ValidationError(
            _(error.template) % error.params, code=error.code
        ) from error
    return store_draw(event=event, question=question, answer=answer, by=by)


@transaction.atomic
def store_draw(
    *, event: Event, question: DrawQuestion, answer: DrawAnswer, by: User
) -> Draw:
    """Seat everybody as in ``answer``; ``ChangedMeanwhile`` if anything has changed."""
    event = locked_event(event.pk)
    require_unreleased(event)
    require_unchanged(event, question)
    draw = add_draw(
        event,
        question.wish,
        by,
        picks=answer.picks,
        question=question.to_text(),
        answer=answer.to_text(),
        bound_repeats=answer.bound.repeats,
        bound_club_clashes=answer.bound.club_clashes,
        **{name: getattr(answer.cost, name) for name in STORED_COSTS},
    )
    seat_everybody(event, question, answer)
    event.series.filter(number__in=answer.tables).update(draw=draw)
    return draw


def require_unchanged(event: Event, question: DrawQuestion) -> None:
    text = _("People or tables have changed while the draw was running. Draw again.")
    changed = ChangedMeanwhile(text)
    try:
        now = question_of(event, question.wish)
    except ValidationError as refusal:
        raise changed from refusal
    if now.to_text() != question.to_text():
        raise changed


def add_draw(event: Event, wish: DrawWish, by: User, **columns: Any) -> Draw:
    """Add the next draw of an event, which is locked."""
    last: int | None = event.draws.aggregate(last=Max("number"))["last"]
    return Draw.objects.create(
        event=event,
        number=(last or 0) + 1,
        mode=wish.mode,
        first_series=wish.first,
        last_series=wish.last,
        seed=wish.seed,
        version=VERSION,
        at=timezone.now(),
        by=by,
        **columns,
    )


def seat_everybody(event: Event, question: DrawQuestion, answer: DrawAnswer) -> None:
    """Replace the untouched lists of the drawn series with those of the draw."""
    series = dict(event.series.values_list("number", "pk"))
    entries = event.entries.select_related("player")
    people = {entry.start_number: entry.player for entry in entries}
    clear_sheets(series_ids=[series[number] for number in answer.tables])
    for part in question.parts:
        for number in part.series:
            seated = [
                [people[start] for start in table] for table in answer.tables[number]
            ]
            numbers = drawn_table_numbers(part, answer.tables[number])
            open_sheets(
                series_id=series[number],
                tables=dict(zip(numbers, seated, strict=True)),
                system=event.system,
                rounds_at=event.rounds_at,
                totals_only=event.totals_only,
            )


def is_repeated(*, draw: Draw) -> bool:
    """Draw again and return whether the tables are the same; nothing is written."""
    if not draw.question:
        raise ValidationError(_("These tables were seated by hand."), code="by-hand")
    if draw.version != VERSION:
        text = _(
            "This draw was made by version %(version)s of the planner; this is version "
            "%(here)s."
        )
        words = {"version": draw.version, "here": VERSION}
        raise ValidationError(text, "version", words)
    stored, stops = answer_from(draw.answer)
    again = answer_to(question_from(draw.question), stop_after=stops)
    return again.tables == stored


class SwappedMeanwhile(ValidationError):
    """Somebody else changed these tables since the page was read."""


@transaction.atomic
def swap_players(
    *,
    series: Series,
    first: Player,
    second: Player,
    by: User,
    revision: str,
    reason: str = "",
) -> Swap:
    """Let two people of a series exchange table and place, and record the swap.

    ``revision`` is the ``swap_revision`` of the page that showed the costs. Raises
    ``SwappedMeanwhile``, or ``ValidationError`` for a person without a seat, for the
    same person twice, for a finished list, and for a missing reason once games are
    typed.
    """
    series = locked_unchanged_series(series, revision)
    exchange_seats(
        series_id=series.pk, first=first, second=second, by=by, reason=reason
    )
    draw = series.draw
    if draw is None:
        number = series.number
        wish = DrawWish(first=number, last=number, seed="", mode=DrawMode.HAND)
        draw = add_draw(series.event, wish, by)
        series.store(draw=draw)
    pair = {"first": first, "second": second, "reason": tidy(reason)}
    swap = Swap(draw=draw, series=series, at=timezone.now(), by=by, **pair)
    swap.full_clean(exclude=["draw", "series", "first", "second", "by"])
    swap.save(force_insert=True)
    draw.store(swaps=draw.swaps + 1)
    return swap


@transaction.atomic
def undo_swap(*, series: Series, by: User, revision: str) -> Swap:
    """Undo the last swap of a series, unless one of its lists is finished."""
    series = locked_unchanged_series(series, revision)
    swap = last_swap(series)
    if swap is None:
        raise ValidationError(_("There is no swap to undo."), "nothing")
    reason = _("Exchange undone: %(reason)s") % {"reason": swap.reason}
    pair = {"first": swap.first, "second": swap.second}
    exchange_seats(series_id=series.pk, by=by, reason=reason.rstrip(": "), **pair)
    swap.store(is_undone=True)
    swap.draw.store(swaps=swap.draw.swaps - 1)
    return swap


def locked_unchanged_series(series: Series, revision: str) -> Series:
    """Lock a series; refuse if its tables have changed since the reader saw them."""
    locked_event(series.event_id)
    current = Series.objects.select_related("draw__event", "event").get(pk=series.pk)
    if current.closed_at:
        raise series_refusal("closed", current.number)
    if swap_revision(current) != revision:
        text = _("The list has changed meanwhile. Please look at it once more.")
        raise SwappedMeanwhile(text, "changed")
    return current


@transaction.atomic
def seat_latecomer(*, entry: Entry, by: User) -> list[ScoreSheet]:
    """Seat a player in each series in which they have no seat.

    They take the place of somebody who has gone; where nobody has, they sit at the
    table of three with the fewest people they are kept apart from, then with the fewest
    they meet again. A player waiting for the next series may join one that has not
    begun. Raises ``ValidationError``, and seats the player in no series, if one of
    them has no free chair; also if the player has a seat in all of them.
    """
    event = locked_event(entry.event_id)
    gaps = seating_gaps(event)
    missing = [
        change
        for change in gaps.changes
        if entry in change.unseated or entry in change.waiting
    ]
    if not missing:
        text = _("%(player)s has a seat in every series already.")
        raise ValidationError(text % {"player": entry.player})
    entry.from_series = min(entry.from_series, missing[0].series)
    save_entry(entry=entry)
    hall = hall_of(event)
    sheets = []
    for change in missing:
        series = event.series.select_related("draw").get(number=change.series)
        if change.vacant:
            seat = change.vacant[0]
            table, leaver = seat.sheet.table_number, seat.player
        else:
            table, hall = best_chair(hall, series, entry, change.chairs)
            leaver = None
        sheet = series.sheets.get(table_number=table)
        seats = sheet.seats.order_by("place").select_related("player")
        people = [seat.player for seat in seats]
        at = people.index(leaver) if leaver else len(people)
        people[at : at + 1] = [entry.player]
        sheets.append(seat_players(sheet=sheet, players=people, by=by))
    return sheets


def best_chair(
    hall: Hall, series: Series, entry: Entry, tables: Sequence[int]
) -> tuple[int, Hall]:
    """Return the best of ``tables``, a fixed one first, and the hall with it taken."""
    if not tables:
        text = _("In series %(number)s no chair is free at a table of three.")
        raise ValidationError(text % {"number": series.number})
    entries = list(entries_of(series.event))
    numbers = start_numbers_by_player(entries)
    halls = {
        table: {
            **hall,
            series.number: [
                seated._replace(players=(*seated.players, entry.player_id))
                if seated.number == table
                else seated
                for seated in hall[series.number]
            ],
        }
        for table in tables
    }
    any_hall = halls[tables[0]]
    drawn = {series.number}
    problem = problem_around(series.event, any_hall, entries, drawn, series.draw)

    def price(table: int) -> tuple[int, ...]:
        seated = tables_in_start_numbers(halls[table][series.number], numbers)
        costs = costs_of(problem, [seated])
        clashes = costs.apart_clashes + costs.team_clashes + costs.club_clashes
        meetings = (costs.repeats, costs.third_meetings)
        return (table != entry.fixed_table, clashes, *meetings, table)

    best = min(tables, key=price)
    return best, halls[best]


class NoTie(ValidationError):
    """Nobody shares this place, or a list is still missing."""


@transaction.atomic
def draw_lot(*, event: Event, ranking: str, place: int, seed: str, by: User) -> LotDraw:
    """Draw lots between all who share ``place`` of a ranking.

    The highest lot takes the place. Raises ``NoTie``, also while a list is missing,
    since nobody is equal before the end.
    """
    event = locked_event(event.pk)
    standings = standings_of(event, ranking=ranking)
    if not standings.is_complete:
        raise NoTie(_("A lot is drawn when every list is finished."), code="early")
    tie = next((tie for tie in ties_in(standings) if tie.place == place), None)
    if tie is None:
        raise NoTie(_("Nobody shares place %(place)s.") % {"place": place})
    owners = row_owners(event, standings, [line.entry for line in tie.lines])
    about = {"contest": standings.contest, "place": place, "seed": seed}
    draw = LotDraw.objects.create(event=event, at=timezone.now(), by=by, **about)
    lots = draw_lots([owner.pk for owner in owners], seed)
    name = "team" if standings.contest else "entry"
    LotTicket.objects.bulk_create(
        LotTicket(draw=draw, lot=lots[owner.pk], **{name: owner}) for owner in owners
    )
    return draw


@transaction.atomic
def take_back_lot(*, draw: LotDraw, by: User) -> LotDraw:
    """Take back a draw of lots, so that it counts for nothing; it stays in the history.

    Earlier lots of the same people count again. Taking a draw back twice does nothing.
    """
    locked_event(draw.event_id)
    draw = LotDraw.objects.select_related("contest").get(pk=draw.pk)
    if draw.taken_back_at is None:
        draw.store(taken_back_at=timezone.now(), taken_back_by=by)
    return draw


def row_owners(
    event: Event, standings: Standings, rows: Sequence
) -> list[Entry] | list[Team]:
    if standings.contest:
        return list(
            standings.contest.teams.filter(pk__in=[row.team_id for row in rows])
        )
    people = [row.player_id for row in rows]
    entries = list(event.entries.filter(player__in=people))
    if len(entries) < len(people):
        raise NoTie(_("People at a table without a start number cannot draw a lot."))
    return entries
