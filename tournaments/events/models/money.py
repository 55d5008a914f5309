"""Money: loss steps, prizes, payments and cash counts, all in whole cents."""

from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.events.models.log import Act
from tournaments.people.names.mentions import TypedLine
from tournaments.scope.models import (
    Logged,
    Logs,
    Part,
    check,
    choice_column,
    optional_link,
    unique,
)
from tournaments.words.choices import LogKind, PaymentKind, Ranking
from tournaments.words.formats import money

LONGEST_NOTE = 200


class LossStep(Logged, Part):
    """The cost of each lost game of a list from the ``from_loss``-th on (rules 5.7)."""

    part_of = "event"
    logs = Logs(LogKind.MONEY, {"event": "event_id"})
    public = ("from_loss", "amount")

    event = models.ForeignKey("tournaments.Event", models.CASCADE, "loss_steps")
    from_loss = models.PositiveSmallIntegerField(
        _("from lost game"), validators=[MinValueValidator(1)]
    )
    amount = models.PositiveIntegerField(_("Amount"))

    class Meta:
        verbose_name = _("Loss money")
        ordering = ["from_loss"]
        constraints = [unique("one_amount_per_step", "event", "from_loss")]

    def __str__(self):
        return f"{self.from_loss}: {self.amount}"

    @property
    def log_label(self):
        words = {"number": self.from_loss, "amount": money(self.amount)}
        return _("%(amount)s from lost game %(number)s on") % words


class Prize(Logged, Part):
    """A prize for a place: an amount, a share of the pot, a thing and its value.

    Without a ``contest`` it belongs to a ``ranking`` of people: the single one, that
    of a class, or (``LISTS``) that of each series.
    """

    part_of = "event"
    logs = Logs(LogKind.MONEY, {"event": "event_id"})
    public = ("place", "contest", "ranking", "amount", "percent", "text", "value")

    event = models.ForeignKey("tournaments.Event", models.CASCADE, "prizes")
    place = models.PositiveSmallIntegerField(
        pgettext_lazy("seat", "Place"), validators=[MinValueValidator(1)]
    )
    contest = optional_link(
        "tournaments.TeamContest",
        models.CASCADE,
        "prizes",
        verbose_name=_("Team ranking"),
    )
    ranking = choice_column(_("Ranking"), Ranking.SINGLE, max_length=10)
    amount = models.PositiveIntegerField(_("Amount"), default=0)
    percent = models.PositiveSmallIntegerField(_("percent of the pot"), default=0)
    text = TypedLine(_("Prize"), max_length=120, blank=True)
    value = models.PositiveIntegerField(_("value of the thing"), default=0)

    class Meta:
        verbose_name = _("Prize")
        verbose_name_plural = _("Prizes")
        ordering = ["contest_id", "ranking", "place"]
        constraints = [
            unique(
                "one_prize_per_place",
                "event",
                "ranking",
                "place",
                condition=Q(contest__isnull=True),
            ),
            unique("one_team_prize_per_place", "contest", "place"),
            check("at_most_the_whole_pot", Q(percent__lte=100)),
        ]

    def __str__(self):
        return f"{self.place}: {self.amount}"

    @property
    def log_label(self):
        place = _("Place %(number)s") % {"number": self.place}
        share = self.percent and f"{self.percent}\N{NO-BREAK SPACE}%"
        worth = (self.amount and money(self.amount), share, self.thing)
        named = f"{place}: {' + '.join(filter(None, worth))}"
        of_class = self.ranking != Ranking.SINGLE and self.get_ranking_display()
        ranking = self.contest or of_class
        return f"{ranking}, {named}" if ranking else named

    @property
    def thing(self):
        """The thing with its value, as it is written on the plan."""
        return f"{self.text} ({money(self.value)})" if self.value else self.text


class Payment(Logged, Part, Act):
    """Money that changed hands, negative if the club paid it. Never changed.

    Nor is it removed, unless the file of the event replaces it. What is paid
    ``on_credit`` moves no cash: it takes from what the person has paid ahead, or they
    owe it from then on. The kind "credit" is the cash of both: paid ahead, or paid back
    later, in the drawer of the evening that takes it in.
    """

    part_of = "event"
    logs = Logs(
        LogKind.MONEY,
        {"event": "event_id", "person": "entry.player_id"},
        stamps=("at",),
    )

    event = models.ForeignKey("tournaments.Event", models.PROTECT, "payments")
    kind = models.CharField(_("kind"), max_length=8, choices=PaymentKind)
    entry = optional_link("tournaments.Entry", models.PROTECT, "payments")
    sheet = optional_link("tournaments.ScoreSheet", models.PROTECT, "payments")
    # Of the prize of a team, with its ranking; the note keeps the name it had.
    contest = optional_link("tournaments.TeamContest", models.SET_NULL, "payments")
    team = optional_link("tournaments.Team", models.SET_NULL, "payments")
    amount = models.IntegerField(_("Amount"))
    on_credit = models.BooleanField(_("without cash"), default=False)
    note = TypedLine(_("Note"), max_length=LONGEST_NOTE, blank=True)
    reverts = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="reverted"
    )

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["event", "kind"], name="payments_by_kind")]
        constraints = [
            check(
                "credit_is_somebodys",
                Q(entry__isnull=False) | (Q(on_credit=False) & ~Q(kind="credit")),
            )
        ]

    def __str__(self):
        return f"{self.kind}: {self.amount}"


class CashCount(Logged, Part, Act):
    """Money counted in the drawer, or handed in with a list."""

    part_of = "event"
    logs = Logs(LogKind.MONEY, {"event": "event_id"}, stamps=("at",))

    event = models.ForeignKey("tournaments.Event", models.PROTECT, "cash_counts")
    sheet = optional_link("tournaments.ScoreSheet", models.PROTECT, "cash_counts")
    counted = models.IntegerField(_("counted"))
    expected = models.IntegerField(_("Expected"))
    note = TypedLine(_("Note"), max_length=LONGEST_NOTE, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self):
        return f"{self.counted} / {self.expected}"

    @property
    def difference(self):
        """The counted amount minus what was booked at that time."""
        return self.counted - self.expected

    @property
    def missing(self):
        return max(0, -self.difference)
