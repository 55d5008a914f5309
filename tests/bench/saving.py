"""Saving one game over HTTP, at the top and at the end of a list, and its echo."""

from collections.abc import Iterator, Sequence

from django.db import transaction
from django.urls import reverse

from scoring.notation.documents import write_line
from tests.bench.people import GAMES, add_crowd, add_secretary, noted_list, open_lists
from tests.bench.rows import Row, Scale, milliseconds, ratio_row, spent_by
from tests.bench.served import Phone, phone, site
from tournaments.sheets.models import ScoreSheet

MOST_SAVING, MOST_ECHO = 10, 4


def measure_saving(scale: Scale, seed: int) -> Iterator[Row]:
    """Type line 1 and line 48 on lists, each on one of its own; beside a commit."""
    secretary = add_secretary(f"saving-{seed}")
    people = add_crowd(4, "Tisch")
    runs = scale.runs * 2
    lists = {
        number: open_lists(
            runs + 1, typed=number - 1, seed=seed, by=secretary, people=people
        )
        for number in (1, GAMES)
    }
    texts = {number: write_line(noted_list(seed)[number - 1]) for number in lists}
    with site() as port:
        desk = phone(port, secretary)
        for number, (warming, *timed) in lists.items():
            desk.get(warming.get_absolute_url())  # brings the token of the forms
            post(desk, warming, number, texts[number])
            yield saving_row(desk, timed, number, texts[number])
        yield echo_row(desk, lists[GAMES][-1], runs)
        desk.hang_up()


def saving_row(
    desk: Phone, sheets: Sequence[ScoreSheet], number: int, text: str
) -> Row:
    """Save the line on every list, in turns with a bare transaction."""
    rest = iter(sheets)
    saving, bare = spent_by(
        len(sheets),
        lambda: post(desk, next(rest), number, text),
        lambda: bare_transaction(sheets[0]),
    )
    return ratio_row(
        what=f"saving line {number}",
        sizes=f"{len(sheets)} lists",
        measured=f"{saving.text}; bare transaction {milliseconds(bare.median)}",
        ratio=saving.median / bare.median,
        most=MOST_SAVING,
    )


def echo_row(desk: Phone, sheet: ScoreSheet, runs: int) -> Row:
    """Ask what a line means, in turns with a bare transaction."""
    address = f"{reverse('sheets:echo', args=[sheet.pk])}?number=48&text=2k2h"
    echo, bare = spent_by(
        runs,
        lambda: desk.get(address, **{"HX-Request": "true"}),
        lambda: bare_transaction(sheet),
    )
    return ratio_row(
        what="echo while typing",
        sizes=f"{runs} keys",
        measured=f"{echo.text}; bare transaction {milliseconds(bare.median)}",
        ratio=echo.median / bare.median,
        most=MOST_ECHO,
    )


def bare_transaction(sheet: ScoreSheet) -> None:
    """Write one number and have it on the disk: what every saving costs at least."""
    with transaction.atomic():
        # Past the scope, whose condition would cost three times the writing.
        ScoreSheet._base_manager.filter(pk=sheet.pk).update(paper_games=48)


def post(desk: Phone, sheet: ScoreSheet, number: int, text: str) -> float:
    """Save one line over HTTP as the typing desk does; return the seconds."""
    address = reverse("sheets:record", args=[sheet.pk])
    fields = {"number": str(number), "before": "", "text": text, "action": "write"}
    answer = desk.post(address, fields, **{"HX-Request": "true"})
    if answer.status != 200:
        raise RuntimeError(f"{text} was not saved: {answer.status}")
    return answer.seconds
