from scoring.game.contracts import (
    BASE_VALUE,
    BIDS,
    COVERING_VALUES,
    NULL_VALUE,
    POSSIBLE_VALUES,
    Contract,
    Margin,
)

# The list as it is usually printed (rules 1.9).
PRINTED_BIDS = """
18 20 22 23 24 27 30 33 35 36 40 44 45 46 48 50 54 55 59 60 63 66 70 72 77 80 81 84
88 90 96 99 100 108 110 117 120 121 126 130 132 135 140 143 144 150 153 154 156 160
162 165 168 170 176 180 187 192 198 204 216 240 264
"""


def test_the_63_bids_are_the_printed_list():
    assert tuple(int(bid) for bid in PRINTED_BIDS.split()) == BIDS
    assert len(BIDS) == 63


def test_base_values_are_those_of_the_rule_book():
    assert list(BASE_VALUE.values()) == [9, 10, 11, 12, 24]
    assert Contract.NULL not in BASE_VALUE
    assert sorted(NULL_VALUE.values()) == [23, 35, 46, 59]


def test_a_higher_margin_includes_the_lower():
    assert Margin.PLAIN < Margin.SCHNEIDER < Margin.SCHWARZ


def test_every_bid_can_be_covered_in_every_contract():
    for contract, base in BASE_VALUE.items():
        for bid in BIDS:
            assert any(bid <= value < bid + base for value in COVERING_VALUES[contract])


def test_possible_values_are_bids_and_covering_multiples():
    assert set(BIDS) <= POSSIBLE_VALUES
    assert 270 in POSSIBLE_VALUES, "Karo overbid at 264 costs 30 times 9"
    assert not {0, 9, 12, 24 * 12, 32, 225} & POSSIBLE_VALUES
