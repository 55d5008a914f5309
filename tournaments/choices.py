"""The enums of ``scoring`` as Django choices, and the words of the club.

``scoring`` owns the values of a game; here they only get labels. A test keeps the two
in step. Stored values never change.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.contracts import Contract, ResultKind
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
