"""Drawing tables, stored so that anybody can repeat the draw."""

from dataclasses import fields

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.events.draws.drawing import (
    DrawAnswer,
    DrawQuestion,
    DrawWish,
    answer_from,
    answer_to,
    drawn_table_numbers,
    question_from,
)
from tournaments.events.draws.selectors import question_of
from tournaments.events.log import locked_event, require_unreleased
from tournaments.events.models import Draw, Event
from tournaments.people.models import User
from tournaments.seating.costs import Costs
from tournaments.seating.plans import VERSION
from tournaments.seating.problem import SeatingError
from tournaments.sheets.seats.many import clear_sheets, open_sheets

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
    """Seat everybody as in ``answer``, at new lists in place of the untouched ones.

    Raises ``ChangedMeanwhile`` if the question would be a different one now.
    """
    event = locked_event(event.pk)
    require_unreleased(event)
    require_unchanged(event, question)
    wish = question.wish
    draw = Draw.objects.create(
        event=event,
        number=next_draw_number(event),
        mode=wish.mode,
        first_series=wish.first,
        last_series=wish.last,
        seed=wish.seed,
        version=VERSION,
        picks=answer.picks,
        question=question.to_text(),
        answer=answer.to_text(),
        bound_repeats=answer.bound.repeats,
        bound_club_clashes=answer.bound.club_clashes,
        at=timezone.now(),
        by=by,
        **{name: getattr(answer.cost, name) for name in STORED_COSTS},
    )
    seat_everybody(event, question, answer)
    event.series.filter(number__in=answer.tables).update(draw=draw)
    return draw


def require_unchanged(event: Event, question: DrawQuestion) -> None:
    """Refuse a draw whose people or tables have changed since it was asked for."""
    changed = ChangedMeanwhile(
        _("People or tables have changed while the draw was running. Draw again."),
        code="changed",
    )
    try:
        now = question_of(event, question.wish)
    except ValidationError as refusal:
        raise changed from refusal
    if now.to_text() != question.to_text():
        raise changed


def next_draw_number(event: Event) -> int:
    """Return the number of the next draw; the event must be locked."""
    last: int | None = event.draws.aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


def seat_everybody(event: Event, question: DrawQuestion, answer: DrawAnswer) -> None:
    """Replace the untouched lists of the drawn series with those of the draw."""
    series = dict(event.series.values_list("number", "pk"))
    people = {
        entry.start_number: entry.player
        for entry in event.entries.select_related("player")
    }
    clear_sheets(series_ids=[series[number] for number in answer.tables])
    for part in question.parts:
        for number in part.series:
            tables = answer.tables[number]
            open_sheets(
                series_id=series[number],
                tables={
                    at: [people[start] for start in table]
                    for at, table in zip(
                        drawn_table_numbers(part, tables), tables, strict=True
                    )
                },
                system=event.system,
                rounds_at=event.rounds_at,
            )


def repeatable_question(*, draw: Draw) -> DrawQuestion:
    """Return the question of a draw, unless it was by hand or of another version."""
    if not draw.question:
        raise ValidationError(_("These tables were seated by hand."), code="by-hand")
    if draw.version != VERSION:
        raise ValidationError(
            _(
                "This draw was made by version %(version)s of the planner; this is "
                "version %(here)s."
            ),
            code="version",
            params={"version": draw.version, "here": VERSION},
        )
    return question_from(draw.question)


def is_repeated(*, draw: Draw) -> bool:
    """Draw again and return whether the tables are the same; nothing is written."""
    question = repeatable_question(draw=draw)
    stored, stops = answer_from(draw.answer)
    return answer_to(question, stop_after=stops).tables == stored
