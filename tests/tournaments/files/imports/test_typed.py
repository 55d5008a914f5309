"""What strangers' tables say is read alike, or refused, when it is typed by hand."""

from collections.abc import Callable
from contextlib import suppress

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.utils.translation import override

from tests.tournaments.files.imports.test_corpus import CASES
from tournaments.files.tables.cells import day_in, whole_number_in
from tournaments.people.names.names import PersonName, read_name
from tournaments.web.fields.day import DayField
from tournaments.web.fields.money import MoneyField
from tournaments.web.fields.number import WholeNumberField


def parts_of(path):
    """Return the cells of a table of the corpus, and the names it should give."""
    table, _line, expected = path.read_text("utf-8").partition("\n===\n")
    cells = [cell for line in table.split("\n")[1:] for cell in line.split(";")]
    names = [line.split(" | ")[0] for line in expected.split("\n") if ", " in line]
    return cells, [name for name in names if not name.startswith("left ")]


def typed(clean: Callable, text: str) -> object:
    """Return what a field makes of a text; None if it refuses it."""
    with suppress(ValidationError), override("de"):
        return clean(text)
    return None


@time_machine.travel("2026-11-27 12:00Z")
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_days_numbers_money_and_names_of_files_may_be_typed(path):
    cells, names = parts_of(path)
    days = {cell: day for cell in cells if (day := day_in(cell))}
    numbers = {c: n for c in cells if (n := whole_number_in(c)) is not None}

    for text, day in days.items():
        assert typed(DayField().clean, text) in (day, None)
    for text, number in numbers.items():
        assert typed(WholeNumberField().clean, text) in (number, None)
        assert typed(MoneyField(negative=True).clean, text) in (100 * number, None)
    for name in names:
        last, _comma, first = name.partition(", ")
        assert read_name(name) == PersonName(first=first, last=last)


@time_machine.travel("2026-11-27 12:00Z")
@pytest.mark.parametrize(
    "text",
    [
        *("03.05.26", "3.5.2026", "2026-05-03", "3. Mai 2026", "So, 3.5.26"),
        *("3 May 2026", "20260503", "3/5/2026", "3.5.26 19:30"),
    ],
)
def test_a_day_is_read_alike_in_a_form_and_in_a_file(text):
    assert typed(DayField().clean, text) == day_in(text)
    assert str(day_in(text)) == "2026-05-03"
