"""Slips made while typing: a wrong line, a line typed twice, a line left out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import NamedTuple

from scoring.chance.odds import (
    UNHEARD_OF,
    chance_of,
    chances_by_score,
    commonest_by_score,
)
from scoring.game.contracts import ALL_CARD_POINTS, POSSIBLE_VALUES
from scoring.game.games import result_of
from scoring.game.written_games import WrittenGame
from scoring.house.rules import HouseRules, is_official
from scoring.lists.sheets import PlaceScore
from scoring.playing.scores import PLAIN_TURN, LineScore
from scoring.proof.detective.case import Case, cell_points, line_worth, worth_under
from scoring.proof.detective.hypotheses.bundles import (
    Alternative,
    Bundle,
    Bundles,
    Scores,
    bundles_under,
    total_weight,
    with_declarer,
    without_kinds,
)
from scoring.proof.detective.hypotheses.hypotheses import (
    Hypothesis,
    Reading,
    single_reading,
)
from scoring.proof.detective.slips import weights
from scoring.proof.detective.slips.kinds import Correction, Remedy, SlipKind
from scoring.proof.paper import TypedLine


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
    own_game = (weights.KIND[SlipKind.COLUMN], SlipKind.COLUMN, line.entry)
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
            weight=weights.KIND[SlipKind.DOUBLED]
            / len(case.lines)
            / (chance_of(line.entry) + weights.RARE)
            * (weights.ADJACENT_TWIN if is_twin else weights.LONE_TWIN),
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
    weight = weights.KIND[SlipKind.MISSING]
    for effect in effects:
        for game in games.get(effect, ()):
            yield Hypothesis(
                effect=effect,
                weight=weight * (game.chance + weights.RARE / 10),
                where=("missing", game.place or 0, cell_points(game.scored)),
                readings=partial(insertion, game),
                is_inserted=True,
            )


def insertion(game: OmittedGame) -> tuple[Reading, ...]:
    """Return the correction that a game is missing, at a line not yet known."""
    correction = Correction(
        kind=SlipKind.MISSING,
        remedy=Remedy.INSERT,
        after=game.entry,
        place=game.place,
    )
    return ((1.0, correction),)


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
    weight = weights.KIND[SlipKind.OTHER] / len(case.lines)
    weight *= weights.SAME_PLAYER if same_place else 1 - weights.SAME_PLAYER
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
        weight=weight * (game.chance + weights.RARE),
        where=("line", line.number),
    )
