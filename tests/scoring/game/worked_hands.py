# ruff: noqa: E501 - one hand a line, as the rule book prints them
"""The 53 worked hands of rules 1.11, every column as printed."""

import re
from types import SimpleNamespace

from scoring.game.contracts import Contract
from scoring.game.written_games import PASSED_IN, WrittenGame

TABLE = """
W01 | Karo | with 1 | no | - | 18 | 61 | 2 x 9 | 18 | won | +18 | +68 | smallest possible game, exactly 61 eyes
W02 | Karo | without 1 | no | - | 18 | 60 | 2 x 9 | 18 | lost | -36 | -86 | 60:60 (spaltarsch): declarer loses, simple level
W03 | Herz | with 1 | no | - | 20 | 75 | 2 x 10 | 20 | won | +20 | +70 | 
W04 | Pik | without 1 | no | - | 22 | 89 | 2 x 11 | 22 | won | +22 | +72 | 89 eyes: not Schneider
W05 | Pik | without 1 | no | - | 22 | 90 | 3 x 11 | 33 | won | +33 | +83 | 90 eyes: defenders Schneider
W06 | Kreuz | with 2 | no | - | 36 | 61 | 3 x 12 | 36 | won | +36 | +86 | value equals bid: not overbid
W07 | Kreuz | with 2 | no | - | 36 | 45 | 3 x 12 | 36 | lost | -72 | -122 | lost, simple
W08 | Kreuz | with 2 | no | - | 36 | 31 | 3 x 12 | 36 | lost | -72 | -122 | 31 eyes: declarer is out of Schneider
W09 | Kreuz | with 2 | no | - | 36 | 30 | 4 x 12 | 48 | lost | -96 | -146 | 30 eyes: declarer himself Schneider, level counts
W10 | Kreuz | with 2 | no | - | 36 | 4, 0 tricks | 5 x 12 | 60 | lost | -120 | -170 | declarer takes no trick (only skat eyes): own Schneider + Schwarz
W11 | Herz | without 4 | no | - | 50 | 72 | 5 x 10 | 50 | won | +50 | +100 | 
W12 | Herz | with 7 | no | - | 18 | 95 | 9 x 10 | 90 | won | +90 | +140 | 4 jacks + A,10,K of trumps; Schneider
W13 | Karo | with 11 | no | - | 18 | 120, 10 tricks | 14 x 9 | 126 | won | +126 | +176 | all eleven trumps, Schneider + Schwarz unannounced
W14 | Kreuz | without 11 | no | - | 18 | 61 | 12 x 12 | 144 | won | +144 | +194 | theoretical maximum of missing tops
W15 | Pik | with 3 | yes | - | 55 | 64 | 5 x 11 | 55 | won | +55 | +105 | Hand +1
W16 | Pik | with 3 | yes | - | 55 | 59 | 5 x 11 | 55 | lost | -110 | -160 | lost Hand game is doubled too (since 1.1.1999)
W17 | Herz | with 1 | yes | Schn. ann. | 20 | 92 | 5 x 10 | 50 | won | +50 | +100 | Hand, Schneider reached and announced
W18 | Herz | with 1 | yes | Schn. ann. | 20 | 89 | 5 x 10 | 50 | lost | -100 | -150 | announced Schneider missed by one eye
W19 | Herz | with 1 | yes | Schn. ann. | 20 | 25 | 5 x 10 | 50 | lost | -100 | -150 | announced Schneider, declarer himself Schneider: counted once only
W20 | Herz | with 1 | yes | Schn. ann. | 20 | 120, 10 tricks | 6 x 10 | 60 | won | +60 | +110 | higher level reached than announced: Schwarz also counts
W21 | Kreuz | with 2 | yes | Schw. ann. | 24 | 120, 10 tricks | 8 x 12 | 96 | won | +96 | +146 | Schwarz announced and made
W22 | Kreuz | without 2 | yes | Schw. ann. | 24 | 116, 9 tricks | 8 x 12 | 96 | lost | -192 | -242 | Schwarz announced, one trick lost
W23 | Kreuz | with 2 | yes | ouvert | 36 | 120, 10 tricks | 9 x 12 | 108 | won | +108 | +158 | Kreuz ouvert with 2 (rule-book example 9 x 12)
W24 | Kreuz | with 2 | yes | ouvert | 36 | 110, 9 tricks | 9 x 12 | 108 | lost | -216 | -266 | Kreuz ouvert lost
W25 | Grand | with 1 | no | - | 18 | 61 | 2 x 24 | 48 | won | +48 | +98 | 
W26 | Grand | with 2 | no | - | 48 | 93 | 4 x 24 | 96 | won | +96 | +146 | Schneider
W27 | Grand | without 3 | yes | - | 59 | 70 | 5 x 24 | 120 | won | +120 | +170 | Grand Hand without 3
W28 | Grand | with 4 | no | - | 27 | 100 | 6 x 24 | 144 | won | +144 | +194 | 
W29 | Grand | with 4 | no | - | 72 | 120, 10 tricks | 7 x 24 | 168 | won | +168 | +218 | Schneider Schwarz unannounced, not Hand
W30 | Grand | with 4 | yes | - | 72 | 120, 10 tricks | 8 x 24 | 192 | won | +192 | +242 | Hand, Schneider Schwarz unannounced
W31 | Grand | with 4 | yes | ouvert | 264 | 120, 10 tricks | 11 x 24 | 264 | won | +264 | +314 | highest game there is (rule-book example 11 x 24)
W32 | Grand | with 4 | yes | ouvert | 18 | 118, 9 tricks | 11 x 24 | 264 | lost | -528 | -578 | highest possible loss
W33 | Grand | with 1 | yes | Schn. ann. | 60 | 31 | 5 x 24 | 120 | lost | -240 | -290 | lost, announced levels count, own Schneider not reached
W34 | Karo | with 1 | no | - | 23 | 95 | 3 x 9 | 27 | won | +27 | +77 | jack of clubs found in the skat; needs Schneider to cover 23: made it
W35 | Karo | with 1 | no | - | 23 | 88 | 3 x 9 | 27 | lost (overbid) | -54 | -104 | same, Schneider not made: overbid, 3 x 9 covers 23
W36 | Pik | with 1 | yes | - | 44 | 78 | 4 x 11 | 44 | lost (overbid) | -88 | -138 | Hand; club jack was in the skat (planned without 2 = 44): overbid
W37 | Pik | with 1 | yes | - | 44 | 91 | 4 x 11 | 44 | won | +44 | +94 | same, but Schneider lifts the value to 44: won
W38 | Pik | with 1 | no | - | 48 | 55 | 5 x 11 | 55 | lost (overbid) | -110 | -160 | overbid and too few eyes: 5 x 11 covers 48
W39 | Kreuz | without 1 | no | - | 48 | 29 | 4 x 12 | 48 | lost (overbid) | -96 | -146 | own Schneider lifts the loss to 36 only; 4 x 12 = 48 covers the bid
W40 | Grand | with 2 | no | - | 96 | 77 | 4 x 24 | 96 | lost (overbid) | -192 | -242 | Grand overbid: 4 x 24 = 96 covers the bid exactly
W41 | Grand | with 1 | no | - | 50 | 61 | 3 x 24 | 72 | lost (overbid) | -144 | -194 | Grand overbid: 3 x 24
W42 | Null | - | no | - | 23 | no trick | fixed | 23 | won | +23 | +73 | Null won
W43 | Null | - | no | - | 23 | takes a trick | fixed | 23 | lost | -46 | -96 | Null lost
W44 | Null | - | yes | - | 35 | no trick | fixed | 35 | won | +35 | +85 | Null Hand won
W45 | Null | - | yes | - | 27 | takes a trick | fixed | 35 | lost | -70 | -120 | Null Hand lost
W46 | Null ouvert | - | no | - | 46 | no trick | fixed | 46 | won | +46 | +96 | Null ouvert won (no Hand needed)
W47 | Null ouvert | - | no | - | 45 | takes a trick | fixed | 46 | lost | -92 | -142 | Null ouvert lost
W48 | Null ouvert | - | yes | - | 59 | no trick | fixed | 59 | won | +59 | +109 | Null ouvert Hand won
W49 | Null ouvert | - | yes | - | 50 | takes a trick | fixed | 59 | lost | -118 | -168 | Null ouvert Hand lost
W50 | Null (impossible at 30) | with 1 | no | - | 30 | any | cheapest pick Herz: 3 x 10 | 30 | lost (impossible Null) | -60 | -110 | see 1.8; declarer picks the contract
W51 | Null Hand (impossible at 40) | without 1 | yes | - | 40 | any | cheapest pick Herz: 4 x 10 | 40 | lost (impossible Null) | -80 | -130 | Hand of the Null carries over
W52 | Null ouvert (impossible at 48) | with 3 | no | - | 48 | any | cheapest pick Kreuz: 4 x 12 | 48 | lost (impossible Null) | -96 | -146 | ouvert does not carry over
W53 | none | - | - | - | - | - | all three pass | - | passed in | 0 | 0 | counts as one game of the list
"""

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


WORKED_HANDS = tuple(worked_hand(line) for line in TABLE.strip().splitlines())
