"""The enums of ``scoring`` as Django choices, and the words of the club.

``scoring`` owns the values of a game; here they only get labels. A test keeps the two
in step. Stored values never change.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.contracts import Contract, ResultKind
from scoring.season_rules import Guests, Measure, MissingUpTo, Unit
from scoring.standings import Criterion
from scoring.systems import System


class ContractChoice(models.TextChoices):
    DIAMONDS = Contract.DIAMONDS.value, pgettext_lazy("contract", "Diamonds")
    HEARTS = Contract.HEARTS.value, pgettext_lazy("contract", "Hearts")
    SPADES = Contract.SPADES.value, pgettext_lazy("contract", "Spades")
    CLUBS = Contract.CLUBS.value, pgettext_lazy("contract", "Clubs")
    GRAND = Contract.GRAND.value, pgettext_lazy("contract", "Grand")
    NULL = Contract.NULL.value, pgettext_lazy("contract", "Null")


class ResultKindChoice(models.TextChoices):
    PLAYED = ResultKind.PLAYED.value, _("played to the end")
    CONCEDED = ResultKind.CONCEDED.value, _("conceded")
    RULE_BREAK = ResultKind.RULE_BREAK.value, _("decided by a rule break")
    REFEREE = ResultKind.REFEREE.value, _("decided by the referee")


class SystemChoice(models.TextChoices):
    PLAIN = System.PLAIN.value, _("plain points")
    SEEGER = System.SEEGER.value, _("Seeger")
    SEEGER_FABIAN = System.SEEGER_FABIAN.value, _("Seeger-Fabian")


class Role(models.TextChoices):
    SECRETARY = "secretary", _("secretary")
    READER = "reader", _("reader")


class CompetitionKind(models.TextChoices):
    EVENING = "evening", _("club evening")
    TOURNAMENT = "tournament", _("tournament")
    CHAMPIONSHIP = "championship", _("championship")


class Gender(models.TextChoices):
    """As far as a person wants to say; it decides about the women's ranking only."""

    FEMALE = "female", _("female")
    MALE = "male", _("male")
    DIVERSE = "diverse", _("diverse")


class TableRuleChoice(models.TextChoices):
    FOURS = "fours", _("tables of four, the rest in threes")
    THREES = "threes", _("tables of three where possible")
    FIVE = "five", _("five people share one table")


class TieChain(models.TextChoices):
    """What decides between equal totals (rules 5.6), in this order."""

    WON_LOST = "won,fewer-lost", _("more won, then fewer lost games")
    LOST_WON = "fewer-lost,won", _("fewer lost, then more won games")
    BEST_LIST = "best-list,won,fewer-lost", _("best list, then more won games")
    NONE = "none", _("equal is equal")


class CriterionChoice(models.TextChoices):
    """What decided a place between equal totals."""

    TOTAL = Criterion.TOTAL.value, pgettext_lazy("decided", "total")
    WON = Criterion.WON.value, pgettext_lazy("decided", "more won games")
    FEWER_LOST = (
        Criterion.FEWER_LOST.value,
        pgettext_lazy("decided", "fewer lost games"),
    )
    BEST_LIST = Criterion.BEST_LIST.value, pgettext_lazy("decided", "better best list")
    LOT = Criterion.LOT.value, pgettext_lazy("decided", "lot")


class Ranking(models.TextChoices):
    """The rankings that are made of the same lists."""

    SINGLE = "single", _("Single")
    EVERYBODY = "everybody", _("Everybody")
    TEAMS = "teams", _("Teams")
    WOMEN = "women", _("Women")
    SENIORS = "seniors", _("Seniors")
    JUNIORS = "juniors", _("Juniors")
    GUESTS = "guests", _("Guests")
    LISTS = "lists", _("Best lists")


class DrawMode(models.TextChoices):
    WISHES = "wishes", _("drawn, everybody meets new opponents")
    LOT = "lot", _("drawn by lot alone")
    STANDING = "standing", _("by standing, best with best")
    GROUPS = "groups", _("by strength groups")
    HAND = "hand", _("seated by hand")


class EntryStatus(models.TextChoices):
    REGISTERED = "registered", _("registered")
    PRESENT = "present", _("present")
    ABSENT = "absent", _("did not come")
    LEFT = "left", _("has left")


class JobState(models.TextChoices):
    RUNNING = "running", pgettext_lazy("draw", "running")
    STOPPING = "stopping", pgettext_lazy("draw", "stopping")
    DONE = "done", pgettext_lazy("draw", "done")
    FAILED = "failed", pgettext_lazy("draw", "failed")


class PrizeMode(models.TextChoices):
    LIST = "list", _("fixed amounts per place")
    FIELD = "field", _("a percentage of the field shares the pot")
    SHARES = "shares", _("shares of the pot in percent")


class PaymentKind(models.TextChoices):
    FEE = "fee", _("entry fee")
    LOSS = "loss", _("loss money")
    PRIZE = "prize", _("prize money")
    FLOAT = "float", _("change fund")
    OTHER = "other", _("other")


class SheetState(models.TextChoices):
    """How far a list has come, as the board shows it."""

    EMPTY = "empty", pgettext_lazy("list", "empty")
    TYPING = "typing", pgettext_lazy("list", "being typed")
    DIFFERS = "differs", pgettext_lazy("list", "differs")
    PROVED = "proved", pgettext_lazy("list", "proved")
    CHECKED = "checked", pgettext_lazy("list", "checked")
    FINISHED = "finished", pgettext_lazy("list", "finished")


class Proof(models.TextChoices):
    """What proves a list right."""

    NONE = "none", pgettext_lazy("proof", "not proved yet")
    TOTALS = "totals", pgettext_lazy("proof", "proved by the totals of the paper")
    VALUES = "values", pgettext_lazy("proof", "proved by a check value on every line")


class Action(models.TextChoices):
    """What a change did to a list."""

    INSERT = "insert", pgettext_lazy("change", "line added")
    REPLACE = "replace", pgettext_lazy("change", "line changed")
    DELETE = "delete", pgettext_lazy("change", "line removed")
    ACCEPT = "accept", pgettext_lazy("change", "paper is wrong here")
    FOOT = "foot", pgettext_lazy("change", "paper totals")
    REASON = "reason", pgettext_lazy("change", "reason for a difference")
    STRIKE = "strike", pgettext_lazy("change", "rest struck")
    SUBSTITUTE = "substitute", pgettext_lazy("change", "player replaced")
    MODE = "mode", pgettext_lazy("change", "way of typing")
    SEATS = "seats", pgettext_lazy("change", "players at the table")
    FINISH = "finish", pgettext_lazy("change", "finished")
    REOPEN = "reopen", pgettext_lazy("change", "reopened")


class UnitChoice(models.TextChoices):
    """What the rule of a season counts."""

    LIST = Unit.LIST.value, pgettext_lazy("unit", "lists")
    SERIES = Unit.SERIES.value, pgettext_lazy("unit", "series")
    EVENING = Unit.EVENING.value, pgettext_lazy("unit", "evenings")


class MeasureChoice(models.TextChoices):
    SUM = Measure.SUM.value, pgettext_lazy("season", "the sum")
    AVERAGE = Measure.AVERAGE.value, pgettext_lazy("season", "the average")


class MissingUpToChoice(models.TextChoices):
    MINIMUM = MissingUpTo.MINIMUM.value, _("up to the minimum")
    ALL = MissingUpTo.ALL.value, _("all that were held")


class GuestsChoice(models.TextChoices):
    AMONG = Guests.AMONG.value, _("ranked among the members")
    APART = Guests.APART.value, _("listed apart")
