"""Every pair of options, once: which can be played together (rules 7)."""

from dataclasses import replace
from itertools import combinations, product

import pytest

from scoring.house.contradictions import BOCK, Contradiction, Why, contradictions
from scoring.house.rules import (
    EVERYTHING,
    OFFICIAL,
    OPTIONS,
    PRESETS,
    HouseRules,
    RamschScoring,
    Schieberamsch,
    WhoMarks,
)

# A row has a column for each row above it: x never together, + together, perhaps only
# with others that one of them needs.
PAIRS = """
kontra
bock_split           +
bock_value           ++
bock_lost_kontra     +++
bock_re              ++++
bock_schneider       +++++
ramsch_after_bock    ++++++
ramsch               +++++++
ramsch_prize         ++++++++
schieberamsch        +++++++++
only_ramsch          x+++++xx++
who_marks            +++++++++++
ramsch_kontra        ++++++++++++
march                +++++++++++++
ramsch_cap           ++++++++++++++
grand_hand_in_ramsch +++++++++++++++
target               ++x+++xx+xxxx+xx
loser_points         ++++++xx+xxxx+xxx
stake_cents          ++++++++++++++++++
cap_cents            +++++++++++++++++++
grid_cents           ++++++++++++++++++++
losers_pay_pot       +++++++++++++++++++++
"""
TABLE = {row.split()[0]: row.split()[1:] for row in PAIRS.strip().splitlines()}
VALUES = {
    name: tuple(option.choices or (True if option.is_switch else option.most or "1",))
    for name, option in OPTIONS.items()
} | {"who_marks": (WhoMarks.EVERYBODY,)}
SURROUNDINGS = tuple(
    rules
    for values in product(
        (False, True),
        (False, True),
        (None, *RamschScoring),
        (None, *Schieberamsch),
        (False, True),
        (False, True),
        (False, True),
        (False, True),
    )
    for rules in [
        dict(
            zip(
                (
                    "kontra",
                    "bock_split",
                    "ramsch",
                    "schieberamsch",
                    "only_ramsch",
                    "ramsch_after_bock",
                    "ramsch_kontra",
                    "grand_hand_in_ramsch",
                ),
                values,
                strict=True,
            ),
            stake_cents="1",
        )
    ]
    if not contradictions(replace(OFFICIAL, **rules))
)
"""All playable rules of the options that others need."""


def can_be_played(*names):
    """Tell whether any playable rules have all of these options on."""
    return any(
        not contradictions(replace(OFFICIAL, **rules, **chosen))
        for surroundings in SURROUNDINGS
        for values in product(*(VALUES[name] for name in names))
        for chosen in [dict(zip(names, values, strict=True))]
        for rules in [{k: v for k, v in surroundings.items() if k not in names}]
    )


def test_the_table_has_every_option_and_every_pair():
    assert list(TABLE) == list(OPTIONS)
    assert [sum(map(len, row)) for row in TABLE.values()] == list(range(len(OPTIONS)))


def test_every_pair_is_playable_or_refused_as_the_table_says():
    said = {
        (later, earlier): mark
        for later, row in TABLE.items()
        for earlier, mark in zip(TABLE, "".join(row), strict=False)
    }

    assert said == {
        (later, earlier): "+" if can_be_played(earlier, later) else "x"
        for earlier, later in combinations(OPTIONS, 2)
    }


PUSHED = Schieberamsch.MINUS
ALL_PAY = RamschScoring.MOST_PAYS


@pytest.mark.parametrize(
    ("rules", "option", "others"),
    [
        ({"bock_lost_kontra": True}, "bock_lost_kontra", ("kontra", "ramsch_kontra")),
        (
            {"bock_lost_kontra": True, "schieberamsch": PUSHED, "ramsch_kontra": True},
            "bock_lost_kontra",
            ("kontra", "grand_hand_in_ramsch"),
        ),
        ({"bock_re": True}, "bock_re", ("kontra", "ramsch_kontra")),
        ({"ramsch_after_bock": True, "ramsch": ALL_PAY}, "ramsch_after_bock", BOCK),
        (
            {"ramsch_after_bock": True, "bock_split": True},
            "ramsch_after_bock",
            ("ramsch", "schieberamsch"),
        ),
        (
            {"schieberamsch": Schieberamsch.MARKS},
            "schieberamsch",
            ("only_ramsch",),
        ),
        ({"only_ramsch": True}, "only_ramsch", ("schieberamsch",)),
        ({"who_marks": WhoMarks.EVERYBODY}, "who_marks", ("schieberamsch",)),
        ({"ramsch_kontra": True}, "ramsch_kontra", ("schieberamsch",)),
        ({"grand_hand_in_ramsch": True}, "grand_hand_in_ramsch", ("schieberamsch",)),
        (
            {"ramsch_cap": 250, "ramsch": RamschScoring.FEWEST_POINTS},
            "ramsch_cap",
            ("schieberamsch", "ramsch"),
        ),
        ({"cap_cents": 500}, "cap_cents", ("stake_cents",)),
        ({"losers_pay_pot": True}, "losers_pay_pot", ("stake_cents",)),
    ],
)
def test_an_option_that_needs_another_names_it(rules, option, others):
    assert contradictions(HouseRules(**rules)) == (Contradiction(option, others),)


def test_two_kinds_of_ramsch_need_ramsch_rounds_for_one_of_them():
    both = HouseRules(ramsch=ALL_PAY, schieberamsch=PUSHED)
    rounds = replace(both, bock_split=True, ramsch_after_bock=True)

    assert contradictions(both) == (
        Contradiction("schieberamsch", ("ramsch",), Why.NEVER_PUSHED),
    )
    assert contradictions(rounds) == ()


@pytest.mark.parametrize("name", [name for name in BOCK if name != "bock_re"])
def test_nothing_but_ramsch_has_a_declarer_only_with_grand_hand(name):
    rules = HouseRules(schieberamsch=PUSHED, only_ramsch=True, ramsch_kontra=True)
    rules = replace(rules, **{name: VALUES[name][0]})

    assert Contradiction(name, ("only_ramsch",), Why.NO_DECLARER) in contradictions(
        rules
    )
    assert contradictions(replace(rules, grand_hand_in_ramsch=True)) == ()


@pytest.mark.parametrize("rules", [OFFICIAL, EVERYTHING, *PRESETS.values()])
def test_playable_rules_have_no_contradictions(rules):
    assert contradictions(rules) == ()
