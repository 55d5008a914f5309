"""The enums of the house rules as Django choices (rules 7.4, 7.5)."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.house.rules import RamschScoring, Schieberamsch, SkatGoes, Ties, WhoMarks


class RamschScoringChoice(models.TextChoices):
    """What a Ramsch pays after everybody has passed (rules 7.4)."""

    FEWEST_POINTS = (
        RamschScoring.FEWEST_POINTS.value,
        _("fewest card points earn the prize, shared if equal"),
    )
    FEWEST_WINS = (
        RamschScoring.FEWEST_WINS.value,
        _("fewest card points win a game of that value"),
    )
    WINNER = (
        RamschScoring.WINNER.value,
        _("the winner alone earns the prize, nobody if equal"),
    )
    MOST_PAYS = (
        RamschScoring.MOST_PAYS.value,
        _("most card points cost as many points"),
    )


class SchieberamschChoice(models.TextChoices):
    MINUS = (
        Schieberamsch.MINUS.value,
        _("minus card points, doubled by pushing"),
    )
    MARKS = Schieberamsch.MARKS.value, _("marks in tens, the lowest sum wins")


class WhoMarksChoice(models.TextChoices):
    LOSER = WhoMarks.LOSER.value, _("only who has most card points")
    EVERYBODY = WhoMarks.EVERYBODY.value, _("everybody his own card points")


class RamschTiesChoice(models.TextChoices):
    FULL = Ties.FULL.value, _("each the full amount")
    HALF = Ties.HALF.value, _("each half of it")


class RamschSkatChoice(models.TextChoices):
    LAST_TRICK = SkatGoes.LAST_TRICK.value, _("to the last trick")
    MOST_POINTS = SkatGoes.MOST_POINTS.value, _("to who has most card points")
    ASIDE = SkatGoes.ASIDE.value, _("to nobody")
