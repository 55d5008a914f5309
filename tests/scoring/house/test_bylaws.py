"""The rules as sentences: official Skat has no house rules, nothing is left out."""

from dataclasses import fields, replace

import pytest

from scoring.house.bylaws import RuleCode, RuleTopic, sentences_of
from scoring.house.rules import (
    OFFICIAL,
    HouseRules,
    RamschScoring,
    Schieberamsch,
    WhoMarks,
)
from scoring.lists.sheets import System

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
