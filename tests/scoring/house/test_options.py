"""House rules: which fit together, their sentences, money and sources (7, 3.5, 11)."""

from dataclasses import fields, replace
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.house.bylaws import (
    BOCK,
    Contradiction,
    RuleCode,
    RuleTopic,
    Why,
    contradictions,
    sentences_of,
)
from scoring.house.rules import (
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
from scoring.house.settlement import (
    Settlement,
    pairwise_shares,
    read_stake,
    settle_list,
)
from scoring.lists.sheets import System
from scoring.playing.play import played_list
from scoring.playing.scores import RoundKind
from tests.scoring.game_lists import EVERYTHING
from tests.scoring.playing.games import KONTRA, RE, clubs

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


def test_official_skat_has_no_house_rules_and_states_each_bonus():
    said = {each.code: each.arguments for each in sentences_of(OFFICIAL)}
    topics = {sentence.topic for sentence in sentences_of(OFFICIAL)}

    assert topics == {RuleTopic.VALUES, RuleTopic.BIDS, RuleTopic.LIST}
    assert said[RuleCode.OWN_GAMES] == (50, 50)
    assert said[RuleCode.OTHERS_LOST] == (30, 40)


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
    for who in WhoMarks:
        marking = replace(instead, who_marks=who)
        assert f"who_marks={who}" in codes(marking, RuleTopic.HOUSE)
    # What a Ramsch costs at most is said for every kind.
    capped = HouseRules(ramsch=RamschScoring.MOST_PAYS, ramsch_cap=50)
    assert "ramsch_cap" in codes(capped, RuleTopic.HOUSE)


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
NEEDED = {
    "kontra": (False, True),
    "bock_split": (False, True),
    "ramsch": (None, *RamschScoring),
    "schieberamsch": (None, *Schieberamsch),
    "only_ramsch": (False, True),
    "ramsch_after_bock": (False, True),
    "ramsch_kontra": (False, True),
    "grand_hand_in_ramsch": (False, True),
}
SURROUNDINGS = tuple(
    rules
    for values in product(*NEEDED.values())
    for rules in [dict(zip(NEEDED, values, strict=True), stake_cents="1")]
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


def test_every_pair_is_playable_or_refused_as_the_table_says():
    names = list(TABLE)
    said = {
        (later, names[earlier]): mark
        for later, row in TABLE.items()
        for earlier, mark in enumerate("".join(row))
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
        ({"schieberamsch": Schieberamsch.MARKS}, "schieberamsch", ("only_ramsch",)),
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


TOTALS = st.lists(st.integers(-2000, 3000), min_size=3, max_size=5)
STAKES = st.sampled_from(
    [Fraction(1, 10), Fraction(1, 4), Fraction(1), Fraction(2), Fraction(5)]
)
GRIDS = st.sampled_from([1, 5, 10, 50])


def test_3_3_the_closing_of_three_is_settled():
    assert pairwise_shares((1100, 605, 708), stake=Fraction(1)) == (887, -598, -289)


def test_3_5_each_pair_pays_the_difference():
    totals = (96, 24, -72)

    assert pairwise_shares(totals, stake=Fraction(1)) == tuple(
        sum(own - other for other in totals) for own in totals
    )


@given(TOTALS, STAKES, GRIDS, st.integers(0, 1000))
def test_3_5_shares_add_up_to_zero_within_the_cap_and_no_loser_wins(
    totals, stake, grid, cap
):
    shares = pairwise_shares(totals, stake=stake, grid=grid, cap=cap)
    uncapped = pairwise_shares(totals, stake=stake, grid=grid)

    assert sum(shares) == sum(uncapped) == 0
    assert all(share % grid == 0 for share in (*shares, *uncapped))
    for total, share in zip(totals, uncapped, strict=True):
        assert abs((len(totals) * total - sum(totals)) * stake - share) < grid
    if cap:
        assert min(shares) >= -cap
        free = pairwise_shares(totals, stake=stake)
        capped = pairwise_shares(totals, stake=stake, cap=cap)
        assert all(
            (share <= 0 or own > 0) and (share >= 0 or own < 0)
            for own, share in zip(free, capped, strict=True)
        )


def test_3_5_losers_pay_into_a_pot_and_winners_receive_nothing():
    rules = HouseRules(stake_cents="1", losers_pay_pot=True)

    assert settle_list([100, 40, -20], rules) == Settlement((0, 0, -180), pot=180)


@given(TOTALS, st.booleans())
def test_3_5_shares_and_pot_add_up_to_zero(totals, losers_pay_pot):
    rules = HouseRules(
        stake_cents="1/10", cap_cents=500, grid_cents=5, losers_pay_pot=losers_pay_pot
    )
    settled = settle_list(totals, rules)

    assert sum(settled.shares) + settled.pot == 0


def test_the_lowest_sum_gets_the_money_where_it_wins():
    rules = HouseRules(
        schieberamsch=Schieberamsch.MARKS, only_ramsch=True, stake_cents="1"
    )

    assert settle_list([10, 20, 30], rules).shares == (30, 0, -30)


def test_nobody_pays_without_a_stake():
    assert settle_list([10, 20, 30], HouseRules()) is None
    assert read_stake("0") is None


@pytest.mark.parametrize("text", ["-1", "1/0", "ten", "1/x"])
def test_a_stake_is_a_number_or_a_fraction(text):
    with pytest.raises(ValueError, match=r"stake|Fraction"):
        read_stake(text)


SPLIT = clubs(won=False, card_points=60)


@pytest.mark.parametrize(
    "entry", [SPLIT, clubs(won=False, house=KONTRA), clubs(house=RE)]
)
def test_7_2_the_reasons_of_the_pub_start_bock(entry):
    turn = played_list([entry], PRESETS["friday"], players=3).turn

    assert (turn.kind, turn.of) == (RoundKind.BOCK, 3)
