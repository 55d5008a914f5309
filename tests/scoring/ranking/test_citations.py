"""Every explanation cites the number of its rule."""

import pytest

from scoring.game.contracts import Contract, ResultKind
from scoring.game.written_games import WrittenGame
from scoring.playing.examples import calculate
from scoring.ranking.citations import (
    CITATIONS,
    Fact,
    citations,
    cited_facts,
    decided_by_the_order,
)
from scoring.ranking.standings import TIE_CHAIN, Criterion

CLUBS = {"contract": Contract.CLUBS, "matadors": 1}


def numbers(facts):
    return [each.number for each in citations(facts)]


def test_every_fact_has_a_citation():
    assert set(CITATIONS) == set(Fact)


@pytest.mark.parametrize(
    ("game", "won", "lost"),
    [
        (CLUBS, ["2.4.1", "2.5"], ["2.4.1", "2.5", "2.5.11"]),
        ({"contract": Contract.NULL}, ["2.4.2"], ["2.4.2", "2.5.11"]),
        (
            {**CLUBS, "bid": 40},
            ["2.4.1", "2.5", "3.6.1", "2.5.11"],
            ["2.4.1", "2.5", "3.6.1", "2.5.11"],
        ),
        (
            {"contract": Contract.NULL, "bid": 30},
            ["3.6.2", "2.4.1", "2.5", "3.6.1", "2.5.11"],
            ["3.6.2", "2.4.1", "2.5", "3.6.1", "2.5.11"],
        ),
    ],
)
def test_a_game_cites_the_rules_behind_its_value(game, won, lost):
    calculation = calculate(WrittenGame(**game))

    assert numbers(cited_facts(calculation.won.explanation)) == won
    assert numbers(cited_facts(calculation.lost.explanation)) == lost


def test_a_decided_game_cites_the_rule_of_the_decision():
    assert numbers(cited_facts(None, ResultKind.REFEREE)) == ["7.3.2"]
    assert numbers(cited_facts(None, ResultKind.CONCEDED)) == ["4.4"]


def test_only_the_official_order_decides_by_the_skwo():
    own = (Criterion.TOTAL, Criterion.LAST_SERIES, Criterion.WON, Criterion.LOT)

    assert decided_by_the_order(TIE_CHAIN, 1)
    assert decided_by_the_order(TIE_CHAIN, 3)
    assert not decided_by_the_order(own, 2)
