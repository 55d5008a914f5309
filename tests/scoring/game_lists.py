"""Random lists for property tests; plain values, no database."""

from hypothesis import strategies as st

from scoring.game.written_games import REGULAR_VALUES, pausing
from scoring.house.rules import HouseRules, RamschScoring, Schieberamsch
from scoring.lists.sheets import PlaceScore, WrittenLine

EVERYTHING = HouseRules(
    kontra=True,
    bock_split=True,
    bock_value=120,
    bock_lost_kontra=True,
    bock_re=True,
    bock_schneider=True,
    ramsch_after_bock=True,
    ramsch=RamschScoring.MOST_PAYS,
    schieberamsch=Schieberamsch.MINUS,
    ramsch_kontra=True,
    ramsch_cap=250,
    grand_hand_in_ramsch=True,
)
"""Everything that can be played together in one list of official length."""


def written_line(*, number, declarer, score, won, shares=()):
    """Draw a line of a declarer, of a Ramsch, or passed in."""
    scores = [PlaceScore(place, points, None) for place, points in shares]
    if declarer is not None:
        scores.append(PlaceScore(declarer, score, won))
    return WrittenLine(number, tuple(scores))


VALUES = sorted(REGULAR_VALUES)
SIZES = st.sampled_from([3, 4, 5])


@st.composite
def lines_of(draw, players, most=60):
    """Draw a list of any length that obeys the rules of the table."""
    count = draw(st.integers(0, most))
    return [draw(line_of(players, number)) for number in range(1, count + 1)]


@st.composite
def line_of(draw, players, number):
    playing = [p for p in range(1, players + 1) if p not in pausing(number, players)]
    declarer = draw(st.sampled_from([None, *playing]))
    if declarer is None:
        return written_line(number=number, declarer=None, score=0, won=None)
    value, won = draw(st.sampled_from(VALUES)), draw(st.booleans())
    score = value if won else -2 * value
    return written_line(number=number, declarer=declarer, score=score, won=won)


@st.composite
def tables(draw, most=60):
    """Draw a number of players and a list for them."""
    players = draw(SIZES)
    return players, draw(lines_of(players, most))
