"""An evening without bidding: forehand plays, seven contracts each (rules 7.7)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from scoring.game.codes import Question, codes_that_apply
from scoring.game.contracts import Contract
from scoring.game.seats import dealer_of
from scoring.game.written_games import WrittenGame

GAMES_OF_A_SET = 7
"""The four suits, a Null, a Grand, and one game of the player's choice."""


class Deal(NamedTuple):
    """A line with the number of its deal, from 1."""

    number: int
    entry: WrittenGame


def forehand_of(number: int, players: int) -> int:
    """Return the place after the dealer, whose player has to play.

    >>> [forehand_of(number, 4) for number in (1, 3, 4)]
    [2, 4, 1]
    """
    return dealer_of(number, players) % players + 1


def forced_questions(
    deals: Iterable[Deal], players: int
) -> Iterator[tuple[Question, ...]]:
    """Yield the questions about each line: who plays, and the contract.

    A contract that was played before in a set is the free one, but only once. A game
    known only by its value may have had any contract.

    >>> hearts = WrittenGame(declarer=2, contract=Contract.HEARTS, matadors=1)
    >>> deals = [Deal(number, hearts) for number in (1, 4, 7)]
    >>> [len(questions) for questions in forced_questions(deals, 3)]
    [0, 0, 1]
    """
    contracts: dict[int, list[Contract | None]] = defaultdict(list)
    for number, entry in deals:
        declarer = entry.declarer
        yield codes_that_apply(
            (Question.FOREHAND_MUST_PLAY, declarer != forehand_of(number, players)),
            (
                Question.CONTRACT_PLAYED_BEFORE,
                declarer is not None
                and is_one_too_many(contracts[declarer], entry.contract),
            ),
        )
        if declarer is not None:
            contracts[declarer].append(entry.contract)


def is_one_too_many(earlier: list[Contract | None], contract: Contract | None) -> bool:
    """Tell whether a player has had this contract, and the free game, in their set."""
    start = len(earlier) // GAMES_OF_A_SET * GAMES_OF_A_SET
    in_set = [known for known in earlier[start:] if known is not None]
    return contract in in_set and len(set(in_set)) < len(in_set)
