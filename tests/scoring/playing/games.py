"""Short ways to write lines of house rules; plain values, no database."""

from hypothesis import strategies as st

from scoring.chance.odds import games_by_chance
from scoring.game.contracts import BASE_VALUE, Contract, pausing
from scoring.game.written_games import (
    PASSED_IN,
    HouseMarks,
    Kontra,
    Ramsch,
    WrittenGame,
)
from scoring.house.rules import EVERYTHING
from scoring.playing.play import play


def clubs(declarer=2, **fields):
    return WrittenGame(
        declarer=declarer, contract=Contract.CLUBS, **{"matadors": 1, **fields}
    )


def grand(declarer=2, **fields):
    return WrittenGame(
        declarer=declarer, contract=Contract.GRAND, **{"matadors": 1, **fields}
    )


def null(declarer=2, **fields):
    return WrittenGame(declarer=declarer, contract=Contract.NULL, **fields)


def marks(**fields):
    return HouseMarks(**fields)


KONTRA = HouseMarks(kontra=Kontra.KONTRA)
RE = HouseMarks(kontra=Kontra.RE)


def ramsch(*points, kontra=Kontra.NONE, bock=None, **fields):
    return WrittenGame(
        house=HouseMarks(
            kontra=kontra, bock=bock, ramsch=Ramsch(points=points, **fields)
        )
    )


def only(entry, rules, *, players=3):
    """Return the only line of a list, which must be possible."""
    (line,) = play([entry], rules, players=players)
    assert line.problems == ()
    return line


def written(line):
    """Return what each place writes."""
    return {score.place: score.points for score in line.scores}


GAMES = sorted(games_by_chance(), key=repr)


@st.composite
def official_lists(draw, most=16):
    """Draw a table and a list of possible official games."""
    players = draw(st.sampled_from([3, 4, 5]))
    return players, [
        draw(official_games(playing(number, players)))
        for number in range(1, draw(st.integers(0, most)) + 1)
    ]


def playing(number, players):
    resting = pausing(number, players)
    return [place for place in range(1, players + 1) if place not in resting]


@st.composite
def official_games(draw, places):
    game = draw(st.sampled_from([PASSED_IN, *GAMES]))
    if game.declarer is None:
        return PASSED_IN
    fields = {name: getattr(game, name) for name in WrittenGame.__slots__}
    fields["declarer"] = draw(st.sampled_from(places))
    if draw(st.booleans()) and not game.won and game.contract in BASE_VALUE:
        fields["card_points"] = None if game.schneider or game.schwarz else 60
    return WrittenGame(**fields)


@st.composite
def house_lists(draw, rules=EVERYTHING, most=16):
    """Draw a table and a list with marks of every kind."""
    players, entries = draw(official_lists(most))
    return players, [
        draw(house_lines(entry, playing(number, players), rules))
        for number, entry in enumerate(entries, 1)
    ]


@st.composite
def house_lines(draw, entry, places, rules):
    if entry.declarer is None:
        return draw(st.just(entry) | ramsch_lines(places))
    house = HouseMarks(
        kontra=draw(st.sampled_from(Kontra)),
        bock=draw(st.sampled_from([None, 0, 1])),
    )
    fields = {name: getattr(entry, name) for name in WrittenGame.__slots__}
    return WrittenGame(**{**fields, "house": house})


@st.composite
def ramsch_lines(draw, places):
    first = draw(st.integers(0, 120))
    second = draw(st.integers(0, 120 - first))
    points = (first, second, 120 - first - second)
    without = [place for place, own in zip(places, points, strict=True) if not own]
    virgins = tuple(draw(st.sets(st.sampled_from(without)))) if without else ()
    return ramsch(
        *points, virgins=tuple(sorted(virgins)), pushes=draw(st.integers(0, 3))
    )
