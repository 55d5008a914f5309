"""Every option of the house rules has its words."""

from dataclasses import replace

import pytest

from scoring.house.rules import (
    OPTIONS,
    Group,
    HouseRules,
    OptionKind,
    RamschScoring,
    Schieberamsch,
)
from tournaments.words.house.options import GROUP_TEXT, OPTION_WORDS
from tournaments.words.house.page import rule_sections

# With these on, every option has something to act upon.
SOMETHING = HouseRules(
    ramsch=RamschScoring.MOST_PAYS, schieberamsch=Schieberamsch.MINUS, stake_cents="1"
)
EXAMPLES = {
    OptionKind.SWITCH: (True, False),
    OptionKind.TEXT: ("5",),
}


def values_of(option):
    return option.choices or EXAMPLES.get(option.kind, (option.least, option.most))


def test_each_option_has_its_row_of_words_and_each_group_its_heading():
    assert list(OPTION_WORDS) == list(OPTIONS)
    assert list(GROUP_TEXT) == list(Group)


@pytest.mark.parametrize("name", OPTIONS)
def test_every_mentioned_value_has_its_sentence(name):
    for value in values_of(OPTIONS[name]):
        sections = rule_sections(replace(SOMETHING, **{name: value}))
        assert all(text for section in sections for text in section.sentences)


@pytest.mark.parametrize("name", OPTIONS)
def test_every_choice_has_a_label(name):
    assert set(OPTION_WORDS[name].choices) == set(OPTIONS[name].choices or ())
