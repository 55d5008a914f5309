from dataclasses import fields, replace

import pytest

from scoring.house.rules import (
    EVERYTHING,
    OFFICIAL,
    OPTION_NAMES,
    OPTIONS,
    PRESETS,
    HouseRules,
    RamschScoring,
    Schieberamsch,
    UnknownOption,
    WhoMarks,
    options_text,
    read_options,
)

SWITCHES = [name for name, option in OPTIONS.items() if option.is_switch]
CHOICES = [name for name, option in OPTIONS.items() if option.choices]
NUMBERS = [name for name, option in OPTIONS.items() if option.most]


def test_no_options_are_official_skat():
    assert read_options("") == read_options(" , ") == OFFICIAL


def test_options_are_the_fields_of_the_rules():
    assert set(OPTION_NAMES) | {"system"} == {
        field.name.replace("_", "-") for field in fields(HouseRules)
    }


@pytest.mark.parametrize("name", SWITCHES)
def test_every_switch_can_be_switched_on_and_off(name):
    written = name.replace("_", "-")

    assert read_options(written) == replace(OFFICIAL, **{name: True})
    assert read_options(f"no-{written}") == replace(OFFICIAL, **{name: False})


@pytest.mark.parametrize("name", CHOICES)
def test_every_choice_can_be_chosen(name):
    written = name.replace("_", "-")

    for value in OPTIONS[name].choices:
        assert getattr(read_options(f"{written}={value}"), name) == value


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_is_kept_within_its_bounds(name):
    written, option = name.replace("_", "-"), OPTIONS[name]

    assert getattr(read_options(f"{written}={option.most}"), name) == option.most
    for number in (option.least - 1, option.most + 1):
        with pytest.raises(UnknownOption):
            read_options(f"{written}={number}")


@pytest.mark.parametrize(
    "rules",
    [
        OFFICIAL,
        EVERYTHING,
        *PRESETS.values(),
        HouseRules(
            bock_value=120,
            ramsch=RamschScoring.FEWEST_POINTS,
            stake_cents="0,5",
            cap_cents=10_000_000,
            losers_pay_pot=True,
        ),
    ],
)
def test_rules_survive_writing_and_reading(rules):
    assert read_options(options_text(rules)) == rules


def test_only_options_that_are_not_official_are_written():
    assert options_text(OFFICIAL) == ""
    assert options_text(read_options("target=500,kontra,march=120")) == (
        "kontra,target=500"
    )


def test_options_can_be_combined():
    assert read_options(
        "kontra, bock-value=120, schieberamsch=marks, who-marks=everybody,"
        "stake-cents=1/10, no-ramsch-kontra"
    ) == HouseRules(
        kontra=True,
        bock_value=120,
        schieberamsch=Schieberamsch.MARKS,
        who_marks=WhoMarks.EVERYBODY,
        stake_cents="1/10",
    )


@pytest.mark.parametrize(
    "option",
    [
        "bok",
        "system=plain",
        "kontra=yes",
        "no-bock-value",
        "bock-value",
        "bock-value=x",
        "bock-value=-1",
        "stake-cents=x",
        "schieberamsch",
        "schieberamsch=x",
    ],
)
def test_unknown_options_are_refused(option):
    with pytest.raises(UnknownOption) as error:
        read_options(f"kontra,{option}")

    assert error.value.option == option
