from dataclasses import fields, replace

import pytest

from scoring.house.options import (
    CHOICES,
    OPTION_NAMES,
    UnknownOption,
    is_switch,
    read_options,
    values_of,
)
from scoring.house.rules import OFFICIAL, HouseRules, Schieberamsch, WhoMarks


def test_no_options_are_official_skat():
    assert read_options("") == read_options(" , ") == OFFICIAL


def test_options_are_the_fields_of_the_rules():
    assert set(OPTION_NAMES) | {"system"} == {
        field.name.replace("_", "-") for field in fields(HouseRules)
    }


@pytest.mark.parametrize("name", [name for name in OPTION_NAMES if is_switch(name)])
def test_every_switch_can_be_switched_on_and_off(name):
    field = name.replace("-", "_")

    assert read_options(name) == replace(OFFICIAL, **{field: True})
    assert read_options(f"no-{name}") == replace(OFFICIAL, **{field: False})


@pytest.mark.parametrize("name", CHOICES)
def test_every_choice_can_be_chosen(name):
    for value in values_of(name):
        rules = read_options(f"{name}={value}")
        assert getattr(rules, name.replace("-", "_")) == value


def test_options_stand_together():
    assert read_options(
        "kontra, bock-value=120, schieberamsch=marks, who-marks=everybody,"
        "extra-levels=Spitze+Contra, stake-cents=1/10, no-virgin-doubles"
    ) == HouseRules(
        kontra=True,
        bock_value=120,
        schieberamsch=Schieberamsch.MARKS,
        who_marks=WhoMarks.EVERYBODY,
        extra_levels=("Spitze", "Contra"),
        stake_cents="1/10",
        virgin_doubles=False,
    )


@pytest.mark.parametrize(
    ("text", "option", "expected"),
    [
        ("kontra,bok", "bok", OPTION_NAMES),
        ("system=plain", "system=plain", OPTION_NAMES),
        ("kontra=yes", "kontra=yes", ("kontra", "no-kontra")),
        ("no-bock-value", "no-bock-value", OPTION_NAMES),
        ("bock-value", "bock-value", ()),
        ("bock-value=x", "bock-value=x", ()),
        ("bock-value=-1", "bock-value=-1", ()),
        ("schieberamsch", "schieberamsch", ("minus", "marks")),
        ("schieberamsch=x", "schieberamsch=x", ("minus", "marks")),
    ],
)
def test_what_no_rules_have_is_refused(text, option, expected):
    with pytest.raises(UnknownOption) as error:
        read_options(text)

    assert (error.value.option, error.value.expected) == (option, expected)
