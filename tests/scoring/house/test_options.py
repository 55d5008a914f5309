from dataclasses import fields, replace

import pytest

from scoring.house.bylaws import RuleCode, RuleTopic, sentences_of
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
from scoring.lists.sheets import System

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


# With these on, every option has something to act upon.
SOMETHING = HouseRules(
    kontra=True,
    bock_split=True,
    ramsch=RamschScoring.FEWEST_POINTS,
    schieberamsch=Schieberamsch.MINUS,
    grand_hand_in_ramsch=True,
    stake_cents="1/10",
)
OTHER = {
    "system": System.PLAIN,
    "ramsch": RamschScoring.MOST_PAYS,
    "schieberamsch": Schieberamsch.MARKS,
    "who_marks": WhoMarks.EVERYBODY,
    "stake_cents": "5",
}


def other_value(name):
    value = getattr(SOMETHING, name)
    if name in OTHER:
        return OTHER[name]
    return not value if isinstance(value, bool) else value + 7


def codes(rules, topic):
    return [each.code for each in sentences_of(rules) if each.topic is topic]


def test_official_skat_has_no_house_rules():
    topics = {sentence.topic for sentence in sentences_of(OFFICIAL)}

    assert topics == {RuleTopic.VALUES, RuleTopic.BIDS, RuleTopic.LIST}


@pytest.mark.parametrize("name", [field.name for field in fields(HouseRules)])
def test_every_option_has_a_sentence(name):
    changed = replace(SOMETHING, **{name: other_value(name)})

    assert sentences_of(changed) != sentences_of(SOMETHING)


def test_a_list_of_nothing_but_ramsch_has_no_bids():
    rules = HouseRules(schieberamsch=Schieberamsch.MARKS, only_ramsch=True)

    assert codes(rules, RuleTopic.BIDS) == []
    assert codes(rules, RuleTopic.VALUES) == []
    assert "only_ramsch" in codes(rules, RuleTopic.HOUSE)


def test_a_target_replaces_the_value_of_games():
    rules = HouseRules(target=1000)

    assert codes(rules, RuleTopic.VALUES) == []
    assert codes(rules, RuleTopic.LIST) == [RuleCode.PASSED_IN]
    assert codes(rules, RuleTopic.HOUSE) == [
        "target",
        RuleCode.TARGET_BONUS,
        RuleCode.TARGET_LOST,
        RuleCode.TARGET_NULL,
        RuleCode.TARGET_BIDS,
    ]


def test_kontra_says_what_a_lost_game_costs_only_where_it_is_doubled():
    assert codes(HouseRules(kontra=True), RuleTopic.HOUSE) == [
        "kontra",
        RuleCode.KONTRA_LOST,
        RuleCode.BONUSES_STAY,
    ]
    assert codes(HouseRules(kontra=True, target=500), RuleTopic.HOUSE)[:2] == [
        "kontra",
        "target",
    ]
    plain = HouseRules(kontra=True, system=System.PLAIN)
    assert RuleCode.BONUSES_STAY not in codes(plain, RuleTopic.HOUSE)


@pytest.mark.parametrize("who", WhoMarks)
def test_a_schieberamsch_says_who_writes(who):
    rules = HouseRules(schieberamsch=Schieberamsch.MINUS, who_marks=who)

    assert f"who_marks={who}" in codes(rules, RuleTopic.HOUSE)


def test_the_rules_say_when_a_schieberamsch_is_played_and_when_a_game_is_passed_in():
    instead = HouseRules(schieberamsch=Schieberamsch.MINUS)
    rounds = replace(instead, bock_split=True, ramsch_after_bock=True)
    alone = replace(instead, only_ramsch=True)

    assert RuleCode.SCHIEBERAMSCH_WHEN_PASSED in codes(instead, RuleTopic.HOUSE)
    assert RuleCode.PASSED_IN not in codes(instead, RuleTopic.LIST)
    assert RuleCode.SCHIEBERAMSCH_ROUNDS in codes(rounds, RuleTopic.HOUSE)
    assert RuleCode.PASSED_IN in codes(rounds, RuleTopic.LIST)
    assert "only_ramsch" in codes(alone, RuleTopic.HOUSE)
    assert RuleCode.SCHIEBERAMSCH_WHEN_PASSED not in codes(alone, RuleTopic.HOUSE)


def test_what_a_ramsch_costs_at_most_is_said_for_every_kind():
    rules = HouseRules(ramsch=RamschScoring.MOST_PAYS, ramsch_cap=50)

    assert "ramsch_cap" in codes(rules, RuleTopic.HOUSE)


def test_each_bonus_is_stated_with_its_number():
    said = {each.code: each.arguments for each in sentences_of(OFFICIAL)}

    assert said[RuleCode.OWN_GAMES] == (50, 50)
    assert said[RuleCode.OTHERS_LOST] == (30, 40)
