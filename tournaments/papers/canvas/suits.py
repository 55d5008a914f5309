"""Drawings of the four suits, in the reader's deck."""

from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from reportlab.graphics.shapes import Path as Shape
from reportlab.graphics.svgpath import SvgPath

from scoring.game.contracts import Contract
from tournaments.words.decks import Deck, deck_name, suit_face

DRAWINGS = Path(__file__).resolve().parents[3] / "skatclub/static/img/suits.svg"
SVG = "{http://www.w3.org/2000/svg}"
BOX = 32
OPERATORS = (("m", 2), ("l", 2), ("c", 6), ("h", 0))
SUITS = (Contract.CLUBS, Contract.SPADES, Contract.HEARTS, Contract.DIAMONDS)
BLACK, RED, LEAVES, BELLS = "#14201a", "#b3121d", "#1c5a1c", "#7d5200"
INKS = {"hearts": RED, "diamonds": RED, "leaves": LEAVES, "bells": BELLS}
FOUR_COLOURS = {Contract.SPADES: LEAVES, Contract.DIAMONDS: BELLS}


def suit_of_place(place: int) -> Contract:
    """Return the suit that marks a rank or a seat, beginning with clubs."""
    return SUITS[(place - 1) % len(SUITS)]


def suit_ink(suit: Contract) -> str:
    """Return the colour of a suit in the reader's deck."""
    if deck_name() == Deck.FOUR_COLOURS and suit in FOUR_COLOURS:
        return FOUR_COLOURS[suit]
    return INKS.get(suit_face(suit), BLACK)


def suit_drawing(suit: Contract, x: float, y: float, size: float) -> str:
    """Return a suit as PDF operators, its lower left corner at x, y."""
    scale = size / BOX
    red, green, blue = (int(suit_ink(suit)[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return (
        f"q {red:.3f} {green:.3f} {blue:.3f} rg "
        f"{scale:.5f} 0 0 {-scale:.5f} {x:.2f} {y + size:.2f} cm "
        f"{path_operators(suit_face(suit))} f* Q"
    )


@cache
def path_operators(name: str) -> str:
    """Return the outline of one of the site's drawings as PDF operators."""
    symbol = ElementTree.parse(DRAWINGS).find(f"{SVG}symbol[@id='{name}']/{SVG}path")
    if symbol is None:
        raise LookupError(name)
    shape: Shape = SvgPath(symbol.get("d"))
    points = iter(shape.points)
    return " ".join(
        " ".join([*(f"{next(points):.2f}" for _number in range(count)), operator])
        for operator, count in (OPERATORS[code] for code in shape.operators)
    )
