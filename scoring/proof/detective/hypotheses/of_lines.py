"""Slips made while typing: a wrong line, a line typed twice, a line left out."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from itertools import combinations, product
from typing import NamedTuple

from scoring.chance.odds import (
    UNHEARD_OF,
    chance_of,
    chances_by_score,
    commonest_by_score,
    levels_of_ticks,
)
from scoring.game.games import result_of
from scoring.game.written_games import (
    ALL_CARD_POINTS,
    POSSIBLE_VALUES,
    TICKS,
    WrittenGame,
    with_implied_levels,
)
from scoring.house.rules import HouseRules, is_official
from scoring.lists.sheets import PlaceScore
from scoring.playing.scores import PLAIN_TURN, LineScore, Turn
from scoring.proof.detective.case import (
    FULL,
    WIDTH,
    Case,
    Cells,
    cell_points,
    closed_rows,
    line_worth,
    rows_if,
    worth_under,
)
from scoring.proof.detective.hypotheses.hypotheses import (
    Hypothesis,
    Reading,
    foot_slips,
    single_reading,
)
from scoring.proof.detective.slips import kinds
from scoring.proof.detective.slips.kinds import (
    Correction,
    Remedy,
    SlipKind,
    mark_candidates,
)
from scoring.proof.detective.slips.neighbours import (
    candidates,
    card_point_candidates,
    far_candidates,
)
from scoring.proof.paper import FootField, TypedLine, foot_differences

Scores = tuple[PlaceScore, ...]

Alternative = tuple[float, SlipKind, WrittenGame]
"""How likely it is that this game was meant, the slip, and the game."""


class Bundle(NamedTuple):
    """All games of one score that may have been meant by a line, likeliest first.

    ``by_writer``: how likely it is that the line is right and the writer worked out
    this value from it; None if that takes more than one mistake. ``nearest`` are
    the games one mark away: with another player as well, two marks are wrong.
    """

    scores: Scores
    points: int  # in the cell of the row
    alternatives: tuple[Alternative, ...]
    by_writer: float | None
    weight: float
    nearest: tuple[Alternative, ...]


ByScores = Mapping[Scores, Bundle]

Bundles = Callable[[WrittenGame, Turn, int], ByScores]
"""Takes a line, its round and its number; returns bundles by their scores. The games
are those of place 1 where it makes no difference who plays them."""


@cache
def bundles_under(rules: HouseRules, players: int) -> Bundles:
    """Return the function that bundles the games meant by a line, under these rules."""
    worth = worth_under(rules, players)

    @lru_cache(maxsize=4096)
    def of_shape(entry: WrittenGame, turn: Turn, number: int) -> ByScores:
        own = worth(entry, turn, number).scores
        by_scores: dict[Scores, dict[WrittenGame, Alternative]] = {}
        points = {}
        for kind, other, ease in alternatives_to(entry, rules, turn):
            scored = worth(other, turn, number)
            if scored.scores and scored.scores != own:
                points[scored.scores] = cell_points(scored)
                games = by_scores.setdefault(scored.scores, {})
                games.setdefault(other, (ease, kind, other))
        return {
            scores: bundle(entry, own, scores, points[scores], [*games.values()])
            for scores, games in by_scores.items()
        }

    @lru_cache(maxsize=8192)
    def of_line(entry: WrittenGame, turn: Turn, number: int) -> ByScores:
        place = entry.declarer
        if place is None:
            return of_shape(entry, turn, number)
        shape = of_shape(with_declarer(entry, 1), turn, 1)
        by_scores = {}
        for bundle in shape.values():
            scores = tuple(each._replace(place=place) for each in bundle.scores)
            by_scores[scores] = bundle._replace(scores=scores)
        return by_scores

    def under(entry: WrittenGame, turn: Turn, number: int) -> ByScores:
        return of_line(entry, turn, (number - 1) % players + 1)

    return under


@lru_cache(maxsize=16384)
def with_declarer(entry: WrittenGame, place: int | None) -> WrittenGame:
    return replace(entry, declarer=place)


def alternatives_to(
    entry: WrittenGame, rules: HouseRules, turn: Turn
) -> Iterator[tuple[SlipKind, WrittenGame, float]]:
    """Yield the games that may have been meant by a line, impossible ones included.

    Each comes with its slip, and with how easily such a slip turns it into this line.
    """
    near = [*mark_candidates(entry, rules, turn)]
    if rules.target:
        near += card_point_candidates(entry)
    if entry.declarer is not None:
        near += candidates(with_implied_levels(entry))
    for kind, other in near:
        changed = sum(getattr(entry, tick) != getattr(other, tick) for tick in TICKS)
        ticked = kinds.TICKS[min(changed, len(kinds.TICKS) - 1)]
        yield kind, other, kinds.EASE[kind] * ticked
    if entry.declarer is not None:
        yield from far_candidates(with_implied_levels(entry))


def bundle(
    entry: WrittenGame,
    own: Scores,
    scores: Scores,
    points: int,
    games: Sequence[Alternative],
) -> Bundle:
    """Weigh the games of one score."""
    chance = chance_of(entry) + kinds.RARE
    by_writer = 0.0
    alternatives = []
    for ease, kind, other in games:
        ratio = (chance_of(other) + kinds.RARE) / chance
        alternatives.append((kinds.KIND[kind] * ease * ratio, kind, other))
        # How easily the writer works out this game's value for the real one.
        forgets_levels = kind is SlipKind.LEVEL and not levels_of_ticks(other)
        reckoned = kinds.RECKONED.get(kind, 0.0)
        by_writer += kinds.LEVELS_FORGOTTEN if forgets_levels else reckoned
    alternatives.sort(key=lambda game: -game[0])
    is_reckoned = len(own) == len(scores) == 1 and own[0].won == scores[0].won
    likely = total_weight(alternatives) + is_reckoned * by_writer
    writer_weight = by_writer if is_reckoned else None
    nearest = tuple(
        (weight * kinds.OF_TWO, SlipKind.TWO, game)
        for weight, kind, game in alternatives
        if kind in kinds.EASE
    )
    return Bundle(scores, points, tuple(alternatives), writer_weight, likely, nearest)


def total_weight(alternatives: Iterable[Alternative]) -> float:
    return sum(weight for weight, _, _ in alternatives)


def without_kinds(bundle: Bundle, unknown: frozenset[SlipKind]) -> Bundle:
    alternatives = tuple(game for game in bundle.alternatives if game[1] not in unknown)
    by_writer = bundle.by_writer
    if by_writer is not None and SlipKind.RECKONED in unknown:
        by_writer = 0.0
    weight = total_weight(alternatives) + (by_writer or 0.0)
    return bundle._replace(
        alternatives=alternatives, by_writer=by_writer, weight=weight
    )


Pair = tuple[Hypothesis, ...]

MOST_PAIRS = 1_000
"""Pairs of slips that are examined more closely, likeliest first."""

MOST_FIRST_SLIPS = 25
"""Slips in a line after which the foot is searched for a second slip."""


def pairs(slips: Sequence[Hypothesis], case: Case) -> list[Pair]:
    """Return the likeliest pairs of slips whose effects add up, each once."""
    by_effect: dict[int, list[Hypothesis]] = {}
    for slip in slips:
        by_effect.setdefault(slip.effect, []).append(slip)
    candidates = [*pairs_alike(by_effect, case), *pairs_with_foot(by_effect, case)]
    candidates.sort(key=lambda pair: -pair[0].weight * pair[1].weight)
    return candidates[:MOST_PAIRS]


def is_in_foot(slip: Hypothesis) -> bool:
    return slip.where[0] == "foot"


def pairs_alike(
    by_effect: Mapping[int, Sequence[Hypothesis]], case: Case
) -> Iterator[Pair]:
    """Yield pairs of two slips in lines, or of two in the foot.

    Meets in the middle: for each effect the rest of the difference is looked up.
    """
    for effect, slips in by_effect.items():
        rest = case.target - effect
        if rest not in by_effect or effect > rest:
            continue
        candidates = (
            combinations(slips, 2)
            if effect == rest
            else product(slips, by_effect[rest])
        )
        for slip, other in candidates:
            if slip.where != other.where and is_in_foot(slip) == is_in_foot(other):
                yield slip, other


def pairs_with_foot(
    by_effect: Mapping[int, Sequence[Hypothesis]], case: Case
) -> Iterator[Pair]:
    """Yield a slip in a line with one in the foot of the list that it leaves.

    Which digits can be turned and how much 40 for 30 makes depends on the right
    numbers, so the foot is searched anew after each first slip.
    """
    is_foot_slip = may_be_foot_slip(case.cells)
    firsts = [
        slip
        for effect, slips in by_effect.items()
        if is_foot_slip(case.target - effect)
        for slip in slips
        if not is_in_foot(slip)
    ]
    firsts.sort(key=lambda slip: -slip.weight)
    for slip in firsts[:MOST_FIRST_SLIPS]:
        correction = slip.readings()[0][1]
        if correction.remedy is Remedy.INSERT:
            correction = replace(correction, line=1)
        rows = rows_if(case.lines, [correction])
        totals = closed_rows(rows, case.foot, case.worth)
        differences = foot_differences(case.foot, totals)
        for other in foot_slips(case.foot, totals, differences, case.cells):
            if other.effect == case.target - slip.effect:
                yield slip, other


def may_be_foot_slip(cells: Cells) -> Callable[[int], bool]:
    """Return a test of whether a difference may be one slip of the writer in the foot.

    Such a slip changes only totals, or only numbers of one place.
    """
    parts: dict[int | FootField | None, int] = {}
    for (place, field), unit in cells.units.items():
        for part in (place, field) if field is FootField.TOTAL else (place,):
            parts[part] = parts.get(part, 0) | unit * FULL
    width = WIDTH * (len(cells.units) + len(cells.values))
    bias = sum(1 << at for at in range(WIDTH - 1, width, WIDTH))

    def may_be_one_slip(rest: int) -> bool:
        changed = (rest + bias) ^ bias
        return any(not changed & ~part for part in parts.values())

    return may_be_one_slip


def line_slips(case: Case) -> list[Hypothesis]:
    """Return every slip in a line for which there is a known cause."""
    slips: list[Hypothesis] = []
    bundles = bundles_under(case.foot.rules, case.foot.players)
    effects: dict[tuple[Scores, Scores], int] = {}
    for index, line in enumerate(case.lines):
        scores = line_worth(line, case.worth).scores
        for bundle in bundles(line.entry, line.turn, line.number).values():
            change = (scores, bundle.scores)
            if change not in effects:
                old, new = map(case.cells.of_scores, change)
                effects[change] = new - old
            slips += entry_slip(case, index, bundle, effects[change])
    return slips


def entry_slip(
    case: Case, index: int, bundle: Bundle, effect: int
) -> Iterator[Hypothesis]:
    """Yield the slip that a game of this score was played in a line instead.

    ``effect`` is what that changes in the foot.
    """
    line = case.lines[index]
    if case.unknown:
        bundle = without_kinds(bundle, case.unknown)
    if not bundle.alternatives:
        return
    if case.cells.values[index]:
        points = cell_points(line_worth(line, case.worth))
        effect += (bundle.points - points) * case.cells.values[index]
    yield Hypothesis(
        effect=effect,
        weight=bundle.weight / len(case.lines),
        where=("line", line.number),
        readings=partial(replacements, case, line, bundle),
    )


def replacements(case: Case, line: TypedLine, bundle: Bundle) -> tuple[Reading, ...]:
    """Return the games that may have been meant as corrections of their line."""
    place, games = line.entry.declarer, bundle.alternatives
    if bundle.by_writer is None:
        return readings_at(line, place, games)
    right = cell_points(line_worth(line, case.worth))
    return readings_at(line, place, games, paper=bundle.points, right=right)


def readings_at(
    line: TypedLine,
    place: int | None,
    alternatives: tuple[Alternative, ...],
    *,
    paper: int | None = None,
    right: int | None = None,
) -> tuple[Reading, ...]:
    """Return the corrections that ``place`` played one of these games in a line."""
    whole = total_weight(alternatives)
    return tuple(
        (
            weight / whole,
            Correction(
                kind=kind,
                remedy=Remedy.REPLACE,
                line=line.number,
                before=line.entry,
                after=with_declarer(game, place),
                paper=paper,
                right=right,
                or_paper=paper is not None,
            ),
        )
        for weight, kind, game in alternatives
    )


def column_changes(case: Case, wanted: int | None = None) -> Iterator[Hypothesis]:
    """Yield, for each line, the other players who may have played its game.

    Or a game one mark away from it. With ``wanted`` only slips of this effect.
    """
    bundles = bundles_under(case.foot.rules, case.foot.players)
    places = range(1, case.foot.players + 1)
    effects: dict[tuple[int, bool | None], list[int]] = {}
    for index, line in enumerate(case.lines):
        typed = line_worth(line, case.worth).scores
        if line.entry.declarer is None or len(typed) > 1:
            continue  # what defenders write depends on who they are
        for points, won, alternatives in in_columns(line, typed[0], bundles):
            if (points, won) not in effects:
                effects[points, won] = [
                    case.cells.of_game(place, points, won) for place in places
                ]
            constant = (points - typed[0].points) * case.cells.values[index]
            constant -= case.cells.of_scores(typed)
            for place, effect in zip(places, effects[points, won], strict=True):
                is_wanted = wanted in (None, effect + constant)
                if is_wanted and place != line.entry.declarer:
                    yield column_slip(
                        case, line, place, effect + constant, alternatives
                    )


def in_columns(
    line: TypedLine, score: PlaceScore, bundles: Bundles
) -> Iterator[tuple[int, bool | None, tuple[Alternative, ...]]]:
    """Yield what another player may have played where this line was typed."""
    own_game = (kinds.KIND[SlipKind.COLUMN], SlipKind.COLUMN, line.entry)
    yield score.points, score.won, (own_game,)
    for bundle in bundles(line.entry, line.turn, line.number).values():
        if bundle.nearest:
            yield bundle.points, bundle.scores[0].won, bundle.nearest


def column_slip(
    case: Case,
    line: TypedLine,
    place: int,
    effect: int,
    alternatives: tuple[Alternative, ...],
) -> Hypothesis:
    """Return the slip that ``place`` played one of the alternatives to a line.

    Even a place that should pause: a missing game moves the dealer of all others.
    """
    ways = len(case.lines) * (case.foot.players - 1)
    return Hypothesis(
        effect=effect,
        weight=total_weight(alternatives) / ways,
        where=("line", line.number),
        readings=partial(readings_at, line, place, alternatives),
    )


def doubled_lines(case: Case) -> Iterator[Hypothesis]:
    """Yield the slip of having typed a line twice.

    Which of two equal neighbours is removed makes no difference: the later is named.
    """
    last_entry = None
    for index, line in enumerate(case.lines):
        line_score = line_worth(line, case.worth)
        value_off = 0 if line.value is None else (line.value - cell_points(line_score))
        is_twin = line.entry == last_entry
        last_entry = line.entry
        yield single_reading(
            Correction(
                kind=SlipKind.DOUBLED,
                remedy=Remedy.DELETE,
                line=line.number,
                before=line.entry,
            ),
            effect=value_off * case.cells.values[index]
            - case.cells.of_scores(line_score.scores),
            weight=kinds.KIND[SlipKind.DOUBLED]
            / len(case.lines)
            / (chance_of(line.entry) + kinds.RARE)
            * (kinds.ADJACENT_TWIN if is_twin else kinds.LONE_TWIN),
            where=("line", line.number),
        )


class OmittedGame(NamedTuple):
    """A game that may have been left out, and how common it is."""

    scored: LineScore
    chance: float
    place: int | None
    entry: WrittenGame  # what is known of it


@cache
def omittable_games(rules: HouseRules, players: int) -> tuple[OmittedGame, ...]:
    """Return every game that may have been left out of a list."""
    worth = worth_under(rules, players)
    is_by_the_book = is_official(rules)
    games = []
    for entry, chance in common_games(rules):
        for place in range(1, players + 1) if entry.declarer else (None,):
            game = with_declarer(entry, place)
            scored = worth(game, PLAIN_TURN, place or 1)
            if place and not scored.scores:
                continue  # no such game is played here
            if place and is_by_the_book:
                game = WrittenGame(declarer=place, written_value=result_of(game).score)
            part = chance / players if place else chance
            games.append(OmittedGame(scored, part, place, game))
    return tuple(games)


def common_games(rules: HouseRules) -> Iterator[tuple[WrittenGame, float]]:
    """Yield what may be missing: the commonest game of each score, and its chance.

    Of a target score only the number is known, and each is equally likely. House rules
    need more of a game than its score; there it is a guess.
    """
    if not rules.target:
        for score, chance in chances_by_score().items():
            yield commonest_by_score()[score], chance
        for value in sorted(POSSIBLE_VALUES):
            if -2 * value not in chances_by_score():  # an overbid
                yield WrittenGame(declarer=1, written_value=-2 * value), UNHEARD_OF
        return
    for points in range(1, ALL_CARD_POINTS + 1):
        won = points > ALL_CARD_POINTS // 2
        written = points if won else -points
        yield WrittenGame(declarer=1, written_value=written), 1 / ALL_CARD_POINTS


GamesByEffect = Mapping[int, Sequence[OmittedGame]]


def games_by_effect(case: Case) -> GamesByEffect:
    """Return the games that may have been left out by what they add to the foot."""
    by_effect: dict[int, list[OmittedGame]] = {}
    for game in omittable_games(case.foot.rules, case.foot.players):
        effect = case.cells.of_scores(game.scored.scores)
        by_effect.setdefault(effect, []).append(game)
    return by_effect


def missing_games(
    case: Case, games: GamesByEffect, effects: Iterable[int]
) -> Iterator[Hypothesis]:
    """Yield the games of some effects as left out, at a line not yet known."""
    weight = kinds.KIND[SlipKind.MISSING]
    for effect in effects:
        for game in games.get(effect, ()):
            yield single_reading(
                Correction(
                    kind=SlipKind.MISSING,
                    remedy=Remedy.INSERT,
                    after=game.entry,
                    place=game.place,
                ),
                effect=effect,
                weight=weight * (game.chance + kinds.RARE / 10),
                where=("missing", game.place or 0, cell_points(game.scored)),
            )


def fitting_lines(case: Case, games: GamesByEffect) -> Iterator[Hypothesis]:
    """Yield the lines that explain everything if they should be another game.

    Takes each line out and looks up the games that fill the gap: those a slip away from
    the line, and any other, whatever the reason.
    """
    bundles = bundles_under(case.foot.rules, case.foot.players)
    for index, line in enumerate(case.lines):
        line_score = line_worth(line, case.worth)
        line_effect = case.cells.of_scores(line_score.scores)
        value_off = (line.value or 0) - cell_points(line_score)
        missing = case.target - value_off * case.cells.values[index] + line_effect
        fitting = [
            game
            for game in games.get(missing, ())
            if line.value in (None, cell_points(game.scored))
            and game.scored.scores != line_score.scores
        ]
        if not fitting:
            continue
        by_scores = bundles(line.entry, line.turn, line.number)
        for game in fitting:
            bundle = by_scores.get(game.scored.scores)
            if bundle is not None:
                effect = case.cells.of_scores(game.scored.scores) - line_effect
                yield from entry_slip(case, index, bundle, effect)
            if SlipKind.OTHER not in case.unknown:
                yield other_game(case, line, line_score, game)


def other_game(
    case: Case, line: TypedLine, line_score: LineScore, game: OmittedGame
) -> Hypothesis:
    """Return the slip that a line should be this game, for no known reason."""
    old_points, new_points = cell_points(line_score), cell_points(game.scored)
    same_place = line.entry.declarer == game.place
    same_sign = same_place and old_points * new_points > 0
    weight = kinds.KIND[SlipKind.OTHER] / len(case.lines)
    weight *= kinds.SAME_PLAYER if same_place else 1 - kinds.SAME_PLAYER
    return single_reading(
        Correction(
            kind=SlipKind.OTHER,
            remedy=Remedy.REPLACE,
            line=line.number,
            before=line.entry,
            after=game.entry,
            paper=new_points if same_sign else None,
            right=old_points if same_sign else None,
            or_paper=same_sign,
        ),
        effect=case.target,
        weight=weight * (game.chance + kinds.RARE),
        where=("line", line.number),
    )
