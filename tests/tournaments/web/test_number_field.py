"""Whole numbers are read as people write them, and never changed in silence."""

import re
from pathlib import Path

import pytest
from django import forms
from django.urls import get_resolver
from django.utils.translation import override

from tournaments.web.fields.number import WholeNumberField

ROOT = Path(__file__).resolve().parents[3]


class PointsForm(forms.Form):
    points = WholeNumberField(min_value=-20_000, max_value=20_000)
    series = WholeNumberField(min_value=1, required=False)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("48", 48),
        ("+48", 48),
        ("-48", -48),
        ("−48", -48),
        ("– 48", -48),
        ("48-", -48),
        ("48 −", -48),
        ("-1.000", -1000),
        ("12.345", 12345),
        ("12 345", 12345),
        ("12\u00a0345", 12345),
        ("12\u202f345", 12345),
        ("12'345", 12345),
        ("12,00", 12),
        ("007", 7),
    ],
)
def test_a_number_is_read_as_it_is_written_in_german(text, number):
    with override("de"):
        assert PointsForm({"points": text}).fields["points"].clean(text) == number


@pytest.mark.parametrize(
    "text",
    ["1.0000", "1.00.000", "1,000", "1 00", "1,5", "--5", "-5-", "٥", "5e3", "x", "-"],
)
def test_what_is_no_number_is_refused_by_name(text):
    with override("de"):
        form = PointsForm({"points": text})

        assert form.errors["points"] == [f"„{text}“ ist keine ganze Zahl."]


def test_thousands_are_parted_as_in_the_readers_language():
    with override("en"):
        assert PointsForm({"points": "-1,000"}).is_valid()
        assert PointsForm({"points": "-1.000"}).errors["points"]


def test_a_number_out_of_bounds_is_named_with_the_bound():
    with override("de"):
        form = PointsForm({"points": "30.000", "series": "0"})

        assert form.errors["points"] == ["„30000“ ist zu groß; höchstens 20000."]
        assert form.errors["series"] == ["„0“ ist zu klein; mindestens 1."]


def test_the_keypad_has_a_minus_where_one_may_be_typed():
    form = PointsForm(initial={"points": -120})

    assert 'type="text" name="points" value="-120" inputmode="text"' in str(form)
    assert 'type="text" name="series" inputmode="numeric"' in str(form)


def all_forms(form=forms.BaseForm):
    for child in form.__subclasses__():
        if child.__module__.startswith(("tournaments.", "skatclub.")):
            yield child
        yield from all_forms(child)


def test_no_form_has_a_number_field_of_django():
    assert get_resolver().url_patterns  # with the views all forms are imported

    plain = {
        f"{form.__module__}.{form.__name__}.{name}"
        for form in all_forms()
        for name, field in form.base_fields.items()
        if isinstance(field, forms.IntegerField)
        and not isinstance(field, WholeNumberField)
    }

    assert plain == set()


def test_nothing_makes_a_field_that_a_scroll_wheel_changes():
    written = [*ROOT.glob("tournaments/**/*.py"), *ROOT.glob("templates/**/*.html")]
    plain = re.compile(r"forms\.IntegerField\(|NumberInput|type=.?number")

    assert [path.name for path in written if plain.search(path.read_text())] == []
