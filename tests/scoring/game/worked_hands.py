"""The 53 worked hands of rules 1.11, every column as printed (tests/files/words)."""

import re
from types import SimpleNamespace

from scoring.game.written_games import PASSED_IN, Contract, WrittenGame
from tests.examples import FOLDER

CONTRACTS = {
    "Karo": Contract.DIAMONDS,
    "Herz": Contract.HEARTS,
    "Pik": Contract.SPADES,
    "Kreuz": Contract.CLUBS,
    "Grand": Contract.GRAND,
    "Null": Contract.NULL,
}


def number_in(text):
    return None if text in ("-", "") else int(text)


def entry_in(contract, tops, hand, announced, bid, eyes):
    """Return the entry that a scorer with card points and bid would write."""
    if contract == "none":
        return PASSED_IN
    kind = CONTRACTS[contract.split()[0]]
    is_null = kind is Contract.NULL
    points = re.match(r"\d+", eyes)
    card_points = int(points[0]) if points else None
    announcements = {
        "schneider_announced": announced == "Schn. ann.",
        "schwarz_announced": announced == "Schw. ann.",
        "ouvert": announced == "ouvert" or "ouvert" in contract,
    }
    return WrittenGame(
        declarer=1,
        contract=kind,
        matadors=int(tops.split()[1]) if " " in tops else None,
        without=tops.startswith("without"),
        hand=hand == "yes",
        schwarz=eyes.endswith((" 0 tricks", " 10 tricks")),
        won=eyes == "no trick" if is_null else is_made(card_points, announced, eyes),
        bid=number_in(bid),
        card_points=card_points,
        **announcements,
    )


def is_made(card_points, announced, eyes):
    """Tell whether the declarer made what was announced, whatever was bid."""
    if announced in ("Schw. ann.", "ouvert"):
        return eyes.endswith(" 10 tricks")
    return card_points >= (90 if announced == "Schn. ann." else 61)


def worked_hand(line):
    """Return a row: the game as an entry, and its result by the rule book."""
    number, *played, calculation, value, result, score, with_50, _note = [
        cell.strip() for cell in line.split("|")
    ]
    return SimpleNamespace(
        number=number,
        entry=entry_in(*played),
        calculation=calculation,
        value=number_in(value),
        won=None if result == "passed in" else result == "won",
        overbid="(" in result,
        score=int(score),
        score_with_50=int(with_50),
    )


TABLE = (FOLDER / "hands.txt").read_text("utf-8")
WORKED_HANDS = tuple(map(worked_hand, TABLE.splitlines()))
