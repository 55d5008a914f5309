"""Short ways to write lines of house rules; plain values, no database."""

from dataclasses import replace

from hypothesis import strategies as st

from scoring.chance.odds import games_by_chance
from scoring.game.written_games import (
    BASE_VALUE,
    PASSED_IN,
    Contract,
    HouseMarks,
    Kontra,
    Ramsch,
    WrittenGame,
    playing_in,
)
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


# Made once: it looks at every game when it is made.
ANY_GAME = st.sampled_from([PASSED_IN, *sorted(games_by_chance(), key=repr)])


MARKS = st.builds(
    HouseMarks, kontra=st.sampled_from(Kontra), bock=st.sampled_from([None, 0, 1])
)


@st.composite
def official_lists(draw, most=16):
    """Draw a table and a list of possible official games."""
    players = draw(st.sampled_from([3, 4, 5]))
    return players, [
        draw(official_games(playing_in(number, players)))
        for number in range(1, draw(st.integers(0, most)) + 1)
    ]


@st.composite
def official_games(draw, places):
    game = draw(ANY_GAME)
    if game.declarer is None:
        return PASSED_IN
    game = replace(game, declarer=draw(st.sampled_from(places)))
    if draw(st.booleans()) and not game.won and game.contract in BASE_VALUE:
        points = None if game.schneider or game.schwarz else 60
        return replace(game, card_points=points)
    return game


@st.composite
def house_lists(draw, most=16):
    """Draw a table and a list with marks of every kind."""
    players, entries = draw(official_lists(most))
    return players, [
        draw(house_lines(entry, playing_in(number, players)))
        for number, entry in enumerate(entries, 1)
    ]


@st.composite
def house_lines(draw, entry, places):
    if entry.declarer is None:
        return draw(st.just(entry) | ramsch_lines(places))
    return replace(entry, house=draw(MARKS))


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
