"""Words of seasons: the rule as sentences for the bylaws, and its problems."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import reduce

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import (
    gettext_lazy,
    ngettext,
    npgettext,
    pgettext,
    pgettext_lazy,
)

from scoring.ranking.standings import Criterion
from scoring.seasons.rules import (
    Measure,
    RuleProblem,
    SeasonRule,
    Sentence,
    SentenceCode,
    Unit,
)
from scoring.seasons.table import SeasonRow, SeasonStanding
from tournaments.events.standings.words import provisional_text
from tournaments.seasons.evenings import SeasonLists
from tournaments.words.choices import CriterionChoice, UnitChoice
from tournaments.words.citations import steps_text, tie_rule, with_rule
from tournaments.words.formats import exact, mean, money, number, signed, unit_count

PRESET_NAMES: Mapping[str, Promise] = {
    "GERM": gettext_lazy("Average, at least 24 lists, missing lists count zero"),
    "BITB": gettext_lazy("Best 36 of 60 series"),
    "KLINK": gettext_lazy("Average, at least 12 evenings"),
    "WOLF-championship": gettext_lazy("36 evenings, at least 20: first series"),
    "WOLF-cup": gettext_lazy("36 evenings, at least 20: second series"),
    "WOLF-sum": gettext_lazy("36 evenings, at least 20: both series"),
    "OSNA": gettext_lazy("Average per evening"),
    "PFORZ": gettext_lazy("Sum of 26 series, with a fee for absence"),
    "ZARP": gettext_lazy("Sum, 500 points for a series missed"),
    "MSUED": gettext_lazy("Average, with a bonus from 30 series on"),
    "HARZ-6": gettext_lazy("Average, at least 6 evenings"),
    "HARZ-12": gettext_lazy("Average per evening, at least 12 evenings"),
}
"""The names of the presets of ``scoring.seasons.rules``, by their keys."""

PROBLEM_TEXT: Mapping[RuleProblem, Promise] = {
    RuleProblem.BEST_BELOW_ONE: gettext_lazy("At least one result has to count."),
    RuleProblem.BEST_ABOVE_PLANNED: gettext_lazy(
        "More results would count than are planned."
    ),
    RuleProblem.MINIMUM_BELOW_ONE: gettext_lazy("A minimum below one asks nothing."),
    RuleProblem.MINIMUM_ABOVE_PLANNED: gettext_lazy(
        "The minimum is above what is planned."
    ),
    RuleProblem.MISSING_WITHOUT_MINIMUM: gettext_lazy(
        "Missing results can only count up to a minimum if there is one of that unit."
    ),
    RuleProblem.BONUS_WITHOUT_POINTS: gettext_lazy(
        "A bonus needs points and a number from which on it is given."
    ),
    RuleProblem.ABSENCE_BELOW_ZERO: gettext_lazy("Absence cannot cost less than zero."),
    RuleProblem.ROUNDS_BELOW_ONE: gettext_lazy("A list has at least one round."),
    RuleProblem.TIES_TWICE: gettext_lazy("A tie-break stands there twice."),
    RuleProblem.PER_GAME_AS_PLAYED: gettext_lazy(
        "An average per game takes lists as they were played, and none that is missing."
    ),
}

STANDING_TEXT: Mapping[SeasonStanding, Promise] = {
    SeasonStanding.RANKED: gettext_lazy("Ranked"),
    SeasonStanding.SHORT: gettext_lazy("Minimum not reached yet"),
    SeasonStanding.GUEST: gettext_lazy("Guest"),
}

SENTENCE_TEXT: Mapping[SentenceCode, Promise] = {
    SentenceCode.SUM_OF_ALL: gettext_lazy(
        "The sum of all %(units)s that were played ranks."
    ),
    SentenceCode.SUM_OF_BEST: gettext_lazy("The sum of %(best)s ranks."),
    SentenceCode.AVERAGE_OF_ALL: gettext_lazy(
        "The average of all %(units)s that count ranks."
    ),
    SentenceCode.AVERAGE_OF_BEST: gettext_lazy("The average of %(best)s ranks."),
    SentenceCode.PER_GAME_OF_ALL: gettext_lazy(
        "The average per game of all %(units)s that were played ranks."
    ),
    SentenceCode.PER_GAME_OF_BEST: gettext_lazy(
        "The average per game of %(best)s ranks."
    ),
    SentenceCode.GAMES_COUNTED: gettext_lazy(
        "All games at the table count, those as dealer too; after a change of players "
        "each has the games of their own time."
    ),
    SentenceCode.EXACT_AVERAGE: gettext_lazy(
        "It is shown with two decimals; the exact value decides about the place."
    ),
    SentenceCode.PLANNED: gettext_lazy("The season has %(count)s."),
    SentenceCode.SERIES_ONLY: gettext_lazy(
        "Series %(number)s of every evening counts."
    ),
    SentenceCode.MINIMUM: gettext_lazy("The minimum is %(count)s."),
    SentenceCode.NO_MINIMUM: gettext_lazy("There is no minimum to play."),
    SentenceCode.MISSING_NOTHING: gettext_lazy(
        "What somebody did not play is left out of the account."
    ),
    SentenceCode.MISSING_ZERO: gettext_lazy(
        "%(units)s that somebody missed count %(points)s points each."
    ),
    SentenceCode.MISSING_POINTS: gettext_lazy(
        "%(units)s that somebody missed count %(points)s points each."
    ),
    SentenceCode.MISSING_ZERO_TO_MINIMUM: gettext_lazy(
        "%(units)s missing up to the minimum count %(points)s points each."
    ),
    SentenceCode.MISSING_POINTS_TO_MINIMUM: gettext_lazy(
        "%(units)s missing up to the minimum count %(points)s points each."
    ),
    SentenceCode.BONUS: gettext_lazy(
        "A player with at least %(count)s gets %(signed)s points on top of the result."
    ),
    SentenceCode.BONUSES_ADD_UP: gettext_lazy(
        "A player who reaches several of these bonuses gets all of them."
    ),
    SentenceCode.DEDUCTION: gettext_lazy(
        "%(units)s that somebody missed cost %(points)s points each%(free)s."
    ),
    SentenceCode.FEE: gettext_lazy(
        "%(units)s that somebody missed cost a fee of %(money)s each%(free)s."
    ),
    SentenceCode.LENGTHS_SCALED: gettext_lazy(
        "Lists of another length are converted to %(number)s rounds."
    ),
    SentenceCode.THREES_AS_FOURS: gettext_lazy(
        "A list of a table of three counts times 4/3: 36 games as 48. That is a rule "
        "of the club, not of the federation."
    ),
    SentenceCode.LENGTHS_AS_PLAYED: gettext_lazy(
        "Lists of every length count as they were played."
    ),
    SentenceCode.GUESTS_AMONG: gettext_lazy("Guests are ranked among the members."),
    SentenceCode.GUESTS_APART: gettext_lazy(
        "Guests are listed apart and take no place."
    ),
    SentenceCode.TIES: gettext_lazy(
        "Between equal results decide, in turn: %(steps)s."
    ),
    SentenceCode.NO_TIES: gettext_lazy("Equal results share the place."),
}


BEST_ONE: Mapping[Unit, Promise] = {
    Unit.LIST: pgettext_lazy("of", "the best list"),
    Unit.SERIES: pgettext_lazy("of", "the best series"),
    Unit.EVENING: pgettext_lazy("of", "the best evening"),
}


def best_text(unit: Unit, count: int) -> str:
    """Return what is taken out of all units: "the best 4 evenings"."""
    if count == 1:
        return str(BEST_ONE[unit])
    return pgettext("of", "the best %(count)s") % {"count": unit_count(unit, count)}


def shortfall_text(row: SeasonRow) -> str:
    """Return what is missing for the minimum: "3 evenings"."""
    return unit_count(row.short_of, row.short_by)


def guests_heading(people: int) -> str:
    return npgettext("heading", "Guest", "Guests", people)


def sentence_text(sentence: Sentence) -> str:
    unit, count = sentence.unit, sentence.number
    free = ""
    if count and sentence.code in (SentenceCode.DEDUCTION, SentenceCode.FEE):
        free = ngettext(", %(count)s is free", ", %(count)s are free", count)
        free %= {"count": count}
    text = str(SENTENCE_TEXT[sentence.code]) % {
        "units": str(dict(UnitChoice.choices).get(unit or "", "")),
        "count": unit_count(unit, count) if unit and count else "",
        "best": best_text(unit, count) if unit and count else "",
        "number": number(count),
        "points": number(sentence.points or 0),
        "signed": signed(sentence.points),
        "money": money(sentence.cents),
        "free": free,
        "steps": steps_text(sentence.steps),
    }
    return capfirst(text)


def lot_text(names: Sequence[str]) -> str:
    """Return the order of a draw: "Anna before Bernd before Carla"."""
    return reduce(
        lambda first, second: (
            pgettext("lot", "%(first)s before %(second)s")
            % {"first": first, "second": second}
        ),
        names,
    )


def incomplete_text(played: SeasonLists, *, is_public: bool) -> str:
    """Return a note if this reader, or visitors, see only part of the lists."""
    if played.is_partial:
        return _("Only published evenings count here; more were played.")
    if not (is_public and played.unpublished):
        return ""
    names = "; ".join(evening.dated_name for evening in played.unpublished)
    text = _("Visitors see this table without what is not published:")
    return f"{text} {names}"


def season_note(played: SeasonLists, *, is_public: bool) -> str:
    """Return what files and papers of a season say of its numbers."""
    notes = [
        provisional_text(played.provisional),
        incomplete_text(played, is_public=is_public),
    ]
    if played.has_unknown:
        text = _(
            "Nobody has counted the lists of some results. They count only where whole "
            "evenings count."
        )
        notes.append(text)
    if played.lacks_games:
        text = _(
            "Nobody has counted the games of some results. They count neither per game "
            "nor for a minimum of games."
        )
        notes.append(text)
    return " ".join(filter(None, notes))


def tie_break_text(rule: SeasonRule, decided_by: int) -> str:
    """Return the tie-break that decided a place; empty if there was none.

    The rule book orders sums of all series; for averages it has no tie-breaks.
    """
    if not decided_by:
        return ""
    label = str(CriterionChoice(rule.ties[decided_by - 1]).label)
    if rule.measure is not Measure.SUM:
        return label
    return with_rule(label, tie_rule((Criterion.TOTAL, *rule.ties), decided_by))


def ranking_value_text(value: Fraction, rule: SeasonRule) -> str:
    """Return the ranking value: an average with two decimals, a sum without."""
    return exact(value) if rule.measure is Measure.SUM else mean(value)


def distance_text(
    place: int, other: int, name: str, difference: Fraction, rule: SeasonRule
) -> str:
    """Return the distance to the next place, or the lead of the first."""
    if not difference:
        return _("Level with %(name)s.") % {"name": name}
    words = {
        "place": other,
        "name": name,
        "points": ranking_value_text(difference, rule),
    }
    if place == 1:
        return _("%(points)s points ahead of %(name)s.") % words
    return _("%(points)s points short of place %(place)s (%(name)s).") % words


def move_text(places: int | None) -> str:
    """Return a move in words, as the arrow beside a place shows it."""
    if places is None:
        return pgettext("import", "new")
    if places > 0:
        return ngettext("%(count)s place up", "%(count)s places up", places) % {
            "count": places
        }
    if places < 0:
        text = ngettext("%(count)s place down", "%(count)s places down", -places)
        return text % {"count": -places}
    return pgettext("move", "unchanged")


def move_sign(places: int | None) -> str:
    """Return a move as an arrow and a number.

    >>> move_sign(2), move_sign(-1), move_sign(0)
    ('▲ 2', '▼ 1', '–')
    """
    if places is None:
        return pgettext("import", "new")
    return f"▲ {places}" if places > 0 else f"▼ {-places}" if places < 0 else "–"
