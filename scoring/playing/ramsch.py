"""The scores of a Ramsch: after everybody passed, or Schieberamsch (rules 7.4, 7.5).

Everything is counted for lists that the highest sum wins; where the lowest sum wins,
``scores`` turns the signs at the end.
"""

from collections.abc import Sequence
from typing import NamedTuple

from scoring.game.written_games import Kontra, Ramsch
from scoring.house.rules import HouseRules, RamschScoring, Schieberamsch, WhoMarks
from scoring.lists.sheets import PlaceScore


class RamschExplanation(NamedTuple):
    """How a Ramsch was counted (7.4, 7.5).

    The ``places`` that write have the most card points, or the fewest where these earn
    a ``prize``; with a ``march`` it is the player who took every trick. ``factor`` is
    what multiplied the prize or the card points, Bock included; ``capped`` says that
    the limit cut the result.
    """

    scoring: RamschScoring | Schieberamsch
    places: tuple[int, ...]
    card_points: int
    factor: int
    prize: int = 0
    march: bool = False
    shared: bool = False
    capped: bool = False


class RamschScores(NamedTuple):
    """What the players affected write, and the factor in it."""

    scores: tuple[PlaceScore, ...]
    factor: int


def passed_in_ramsch(
    ramsch: Ramsch, playing: Sequence[int], rules: HouseRules, *, doublings: int = 0
) -> RamschScores:
    """Count a Ramsch after everybody has passed (7.4); Bock doubles it.

    A shared prize is rounded down.

    >>> rules = HouseRules(ramsch=RamschScoring.FEWEST_POINTS)
    >>> [
    ...     (score.place, score.points)
    ...     for score in passed_in_ramsch(
    ...         Ramsch(points=(30, 60, 30)), (1, 2, 3), rules
    ...     ).scores
    ... ]
    [(1, 10), (3, 10)]
    """
    places = _places_hit(ramsch, playing, rules)
    if rules.ramsch is RamschScoring.MOST_PAYS:
        points = -_capped(max(ramsch.points) << doublings, rules)
    else:
        points = (rules.ramsch_prize << doublings) // len(places)
    scores = tuple([PlaceScore(place, points, None) for place in places])
    return RamschScores(scores, 1 << doublings)


def _places_hit(
    ramsch: Ramsch, playing: Sequence[int], rules: HouseRules
) -> tuple[int, ...]:
    most_pays = rules.ramsch is RamschScoring.MOST_PAYS
    choose = max if most_pays else min
    return _places_with(choose(ramsch.points), ramsch, playing)


def schieberamsch(
    ramsch: Ramsch,
    playing: Sequence[int],
    rules: HouseRules,
    *,
    kontra: Kontra = Kontra.NONE,
    doublings: int = 0,
) -> RamschScores:
    """Count a Schieberamsch of either family (7.5).

    The loser's card points are multiplied for pushes, Kontra, virgins and Bock before
    they are divided or capped. What the others mark is doubled by Bock alone.

    >>> rules = HouseRules(schieberamsch=Schieberamsch.MINUS, ramsch_cap=250)
    >>> [
    ...     schieberamsch(hand, (1, 2, 3), rules).scores[0].points
    ...     for hand in (
    ...         Ramsch(points=(55, 40, 25), pushes=2),
    ...         Ramsch(points=(70, 30, 20), pushes=2),
    ...     )
    ... ]
    [-220, -250]
    """
    if ramsch.virgins or ramsch.march is not None:
        marcher = march_of(ramsch, playing)
        if marcher is not None:
            # The player who took all tricks gains; only Bock doubles it.
            gain = PlaceScore(marcher, rules.march << doublings, None)
            return RamschScores((gain,), 1 << doublings)
    most = max(ramsch.points)
    losers = _places_with(most, ramsch, playing)
    steps = doublings + kontra + ramsch.pushes + len(ramsch.virgins)
    amount = _capped(_written_points(most << steps, rules), rules)
    scores = tuple([PlaceScore(place, -amount, None) for place in losers])
    if rules.who_marks is WhoMarks.EVERYBODY:
        scores = _scores_of_all(scores, ramsch, playing, rules, doublings=doublings)
    return RamschScores(scores, 1 << steps)


def _capped(amount: int, rules: HouseRules) -> int:
    """Return what a player loses: never more than the cap, if there is one."""
    return min(amount, rules.ramsch_cap or amount)


def _scores_of_all(
    losers_scores: Sequence[PlaceScore],
    ramsch: Ramsch,
    playing: Sequence[int],
    rules: HouseRules,
    *,
    doublings: int,
) -> tuple[PlaceScore, ...]:
    """Add what the others mark, in the order of the places."""
    by_place = {score.place: score for score in losers_scores}
    return tuple(
        by_place.get(place) or PlaceScore(place, -_capped(written, rules), None)
        for place, points in zip(playing, ramsch.points, strict=True)
        for written in [_written_points(points << doublings, rules)]
    )


def march_of(ramsch: Ramsch, playing: Sequence[int]) -> int | None:
    """Return the place that took every trick: as marked, or because two took none.

    >>> march_of(Ramsch(points=(0, 120, 0), virgins=(1, 4)), (1, 3, 4))
    3
    """
    if ramsch.march is not None or len(set(ramsch.virgins)) < 2:
        return ramsch.march
    return next(place for place in playing if place not in ramsch.virgins)


def explain_ramsch(
    ramsch: Ramsch,
    playing: Sequence[int],
    rules: HouseRules,
    *,
    scoring: RamschScoring | Schieberamsch,
    factor: int,
) -> RamschExplanation:
    """Return why a Ramsch was counted as it was.

    >>> rules = HouseRules(schieberamsch=Schieberamsch.MINUS, ramsch_cap=250)
    >>> explain_ramsch(
    ...     Ramsch(points=(70, 30, 20), pushes=2), (1, 2, 3), rules,
    ...     scoring=Schieberamsch.MINUS, factor=4
    ... ).capped
    True
    """
    is_pushed = isinstance(scoring, Schieberamsch)
    marcher = march_of(ramsch, playing) if is_pushed else None
    if marcher is not None:
        points = sum(ramsch.points)
        return RamschExplanation(scoring, (marcher,), points, factor, rules.march, True)
    if is_pushed:
        places = _places_with(max(ramsch.points), ramsch, playing)
    else:
        places = _places_hit(ramsch, playing, rules)
    points = ramsch.points[playing.index(places[0])]
    pays = is_pushed or scoring is RamschScoring.MOST_PAYS
    written = points * factor
    if is_pushed:
        written = _written_points(written, rules)
    return RamschExplanation(
        scoring=scoring,
        places=places,
        card_points=points,
        factor=factor,
        prize=0 if pays else rules.ramsch_prize,
        shared=len(places) > 1 and not pays,
        capped=pays and (written > rules.ramsch_cap > 0),
    )


def _written_points(card_points: int, rules: HouseRules) -> int:
    """Return multiplied card points as they are written: marks as tenths (C17)."""
    is_marks = rules.schieberamsch is Schieberamsch.MARKS
    return card_points // 10 if is_marks else card_points


def _places_with(
    points: int, ramsch: Ramsch, playing: Sequence[int]
) -> tuple[int, ...]:
    all_points = ramsch.points
    if all_points.count(points) == 1:
        return (playing[all_points.index(points)],)
    return tuple(
        place
        for place, place_points in zip(playing, all_points, strict=True)
        if place_points == points
    )
