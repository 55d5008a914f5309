"""What strangers' tables say is read alike, or refused, when it is typed by hand."""

from collections.abc import Callable
from contextlib import suppress
from itertools import chain

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.utils.translation import override

from tests.tournaments.files.imports.test_corpus import CASES
from tournaments.files.columns.layout import layout_of
from tournaments.files.imports.recognising import names_in
from tournaments.files.tables.cells import Purpose, day_in, whole_number_in
from tournaments.files.tables.grids import read_file
from tournaments.people.names.lines import Spelling, typed_name
from tournaments.people.names.names import PersonName, full_club_name
from tournaments.web.fields import DayField
from tournaments.web.forms import MoneyField, WholeNumberField


def names_of_lines():
    """Return the names in the lists of the corpus, as files of entries read them."""
    for path in CASES:
        _head, _newline, rest = path.read_text("utf-8").partition("\n")
        if path.stem.startswith("names-"):
            table = rest.partition("\n===\n")[0]
            layout = layout_of(read_file(table.encode()).grids[0].rows, Purpose.ENTRIES)
            yield from (each for each in names_in(layout) if layout.is_free)


def typed(clean: Callable, text: str) -> object:
    """Return what a field makes of a text; None if it refuses it."""
    with suppress(ValidationError), override("de"):
        return clean(text)
    return None


@time_machine.travel("2026-11-27 12:00Z")
def test_days_numbers_and_money_of_files_may_be_typed():
    tables = [path.read_text("utf-8").partition("\n===\n")[0] for path in CASES]
    lines = chain.from_iterable(table.split("\n")[1:] for table in tables)
    cells = {*chain.from_iterable(line.split(";") for line in lines)}
    days = {cell: day for cell in cells if (day := day_in(cell))}
    numbers = {c: n for c in cells if (n := whole_number_in(c)) is not None}

    for text, day in days.items():
        assert typed(DayField().clean, text) in (day, None)
    for text, number in numbers.items():
        assert typed(WholeNumberField().clean, text) in (number, None)
        assert typed(MoneyField(negative=True).clean, text) in (100 * number, None)


@time_machine.travel("2026-11-27 12:00Z")
def test_a_day_is_read_alike_in_a_form_and_in_a_file():
    for text in (
        *("03.05.26", "3.5.2026", "2026-05-03", "3. Mai 2026", "So, 3.5.26"),
        *("3 May 2026", "20260503", "3/5/2026", "3.5.26 19:30"),
    ):
        assert typed(DayField().clean, text) == day_in(text)
        assert str(day_in(text)) == "2026-05-03"


def test_a_line_with_a_name_is_read_alike_in_a_form_and_in_a_file():
    names = [
        each
        for each in names_of_lines()
        if not (each.is_no_name or each.is_several or each.doubt)
    ]

    assert len(names) > 20
    for read in names:
        typed = typed_name(read.text, [])
        # Without a comma only the column of a file tells which is the family name.
        is_open = read.spelling in (Spelling.WORDS, Spelling.CELLS)
        assert typed.name in (read.name, read.turned)[: 1 + is_open]
        # That of a line above is not typed.
        assert typed.club == full_club_name(read.club) * (read.club in read.text)


@pytest.mark.parametrize(
    ("text", "first", "last", "club"),
    [
        ("Hans Herr", "Hans", "Herr", ""),
        ("Gast 2", "", "Gast 2", ""),
        ("Meier Hans", "Hans", "Meier", ""),
        ("Hans Meier, Pik Ass", "Hans", "Meier", "Pik Ass"),
        ("Ohm Eva, 1. SC Nord", "Eva", "Ohm", "1. SC Nord"),
        ("Ohm Eva, Sportfreunde 1897 e. V.", "Eva", "Ohm", "Sportfreunde 1897 e. V."),
        ("Kevin O'Brien, Rosa's Eck", "Kevin", "O'Brien", "Rosa's Eck"),
    ],
)
def test_a_typed_name_has_its_family_name_where_known_first_names_say(
    text, first, last, club
):
    read = typed_name(text, ["1. SC Nord"])

    assert (read.name, read.club) == (PersonName(first=first, last=last), club)


def test_several_people_are_not_typed_as_one():
    unclear = ("Familie Lange", "Peter Esche mit Tochter Lena")
    for text in ("Gisela u. Werner Brandt", "Krause, Ida und Uwe", *unclear):
        with pytest.raises(ValidationError) as refusal:
            typed_name(text, [])
        assert refusal.value.code == "several"
