"""Realistic lists of house rules from a seed: official games with marks (rules 7)."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from scoring.chance.sampling import sample_list
from scoring.game.contracts import BASE_VALUE, Contract
from scoring.game.entries import Entry
from scoring.house.line_checks import playing_in
from scoring.house.mark_checks import NO_MARKS
from scoring.house.marks import HouseMarks, Kontra, Ramsch
from scoring.house.rounds import RoundKind, Rounds
from scoring.house.rules import HouseRules
from scoring.house.scorer import scorer

# Nobody has published how often; these are our estimates.
KONTRA_RATE = 0.1
RE_RATE = 0.3  # of those
EXTRA_RATE = 0.05
SPLIT_RATE = 0.04  # of the lost games
PUSH_RATE = 0.3


def sample_house_list(
    seed: int, rules: HouseRules, *, players: int = 4, games: int = 48
) -> tuple[Entry, ...]:
    """Return a list as a Friday evening might see it, obeying all rules.

    >>> rules = HouseRules(kontra=True)
    >>> sample_house_list(7, rules) == sample_house_list(7, rules)
    True
    """
    chance = Random(seed)
    rounds = Rounds(rules, players=players)
    score = scorer(rules, players).line
    entries = []
    for number, game in enumerate(sample_list(seed, players, games), 1):
        turn = rounds.turn
        playing = playing_in(number, players)
        is_ramsch = turn.kind is RoundKind.RAMSCH or (
            game.declarer is None and rules.plays_ramsch
        )
        if is_ramsch:
            entry = ramsch_line(chance, rules, playing)
        else:
            entry = marked(chance, game, rules)
        rounds.tell(score(entry, turn.kind, number).triggers)
        entries.append(entry)
    return tuple(entries)


def marked(chance: Random, game: Entry, rules: HouseRules) -> Entry:
    """Return a game with what was said and announced, as far as it is played here."""
    if game.declarer is None:
        return game
    kontra = Kontra.NONE
    if rules.kontra and chance.random() < KONTRA_RATE:
        kontra = Kontra.RE if chance.random() < RE_RATE else Kontra.KONTRA
    is_trump_game = game.contract in BASE_VALUE
    takes_extras = is_trump_game and (
        rules.extra_levels_in_grand or game.contract is not Contract.GRAND
    )
    extras: tuple[int, ...] = ()
    if takes_extras and rules.extra_levels and chance.random() < EXTRA_RATE:
        extras = (chance.randint(1, len(rules.extra_levels)),)
    marks = HouseMarks(kontra=kontra, extras=extras)
    is_split = is_trump_game and not (game.won or game.schneider or game.schwarz)
    return replace(
        game,
        house=None if marks == NO_MARKS else marks,
        card_points=60 if is_split and chance.random() < SPLIT_RATE else None,
    )


def ramsch_line(chance: Random, rules: HouseRules, playing: Sequence[int]) -> Entry:
    """Return a Ramsch of the three who play."""
    first, second = sorted(chance.sample(range(1, 120), 2))
    points = (first, second - first, 120 - second)
    can_push = rules.schieberamsch is not None
    pushes = sum(chance.random() < PUSH_RATE for _ in playing) if can_push else 0
    return Entry(house=HouseMarks(ramsch=Ramsch(points=points, pushes=pushes)))
