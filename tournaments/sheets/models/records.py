"""Records of a list: results, history, verdicts, versions and the second list."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.scope.log import Logged, Logs
from tournaments.scope.models import Part, account_column
from tournaments.scope.withheld import DRAW, RESULTS, moment_lookups
from tournaments.sheets.models.lists import ScoreSheet
from tournaments.words.choices import Action, ArrivalRoute, ConfirmedOn, LogKind


class Result(Part):
    """The result of one person on one list; written when the list is finished.

    One row per seat, or one per person where a substitute took over.
    """

    part_of = "sheet"
    withheld_until = moment_lookups("series", DRAW, RESULTS)

    public = (
        *("player", "place", "first_game", "last_game", "game_points", "won", "lost"),
        *("others_lost", "total"),
    )

    sheet = models.ForeignKey(
        ScoreSheet, on_delete=models.CASCADE, related_name="results"
    )
    series = models.ForeignKey(
        "tournaments.Series", on_delete=models.PROTECT, related_name="results"
    )
    player = models.ForeignKey(
        "tournaments.Player", on_delete=models.PROTECT, related_name="results"
    )
    place = models.PositiveSmallIntegerField()
    first_game = models.PositiveSmallIntegerField()
    last_game = models.PositiveSmallIntegerField()
    game_points = models.IntegerField()
    won = models.PositiveSmallIntegerField()
    lost = models.PositiveSmallIntegerField()
    others_lost = models.PositiveSmallIntegerField()
    total = models.IntegerField()

    class Meta:
        ordering = ["sheet", "place", "first_game"]
        constraints = [
            models.UniqueConstraint(
                fields=["sheet", "place", "first_game"], name="one_result_per_stint"
            ),
            models.CheckConstraint(
                condition=Q(last_game__gte=F("first_game") - 1),
                name="stints_run_forward",
            ),
        ]

    def __str__(self):
        return f"{self.player}: {self.total}"


SHORTHAND = {Action.INSERT, Action.REPLACE, Action.DELETE, Action.SECOND}


class Change(Logged, Part):
    """One entry of a list's history; never changed, never removed.

    It goes only with its list (``delete_lists``): one that nobody wrote on, when its
    series is drawn again, or one that the file of an event replaces.

    Changes of one ``step`` belong together and are undone together. A step that
    undoes or redoes another one names it in ``reverts``. ``by`` is empty for what the
    table wrote itself with its key. ``route`` says how a change arrived that was not
    typed at the desk, such as a whole list from a file or a line of another program.
    """

    part_of = "sheet"
    logs = Logs(LogKind.EVENTS, {"event": "sheet.series.event_id"}, stamps=("at",))
    withheld_until = moment_lookups("sheet__series", DRAW, RESULTS)

    sheet = models.ForeignKey(
        ScoreSheet, on_delete=models.PROTECT, related_name="changes"
    )
    step = models.PositiveIntegerField()
    reverts = models.PositiveIntegerField(null=True, blank=True)
    at = models.DateTimeField()
    by = account_column()
    action = models.CharField(max_length=12, choices=Action)
    number = models.PositiveSmallIntegerField(null=True, blank=True)
    before = models.CharField(max_length=400, blank=True)
    after = models.CharField(max_length=400, blank=True)
    reason = models.CharField(max_length=300, blank=True)
    route = models.CharField(max_length=10, choices=ArrivalRoute, blank=True)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["sheet", "step"], name="changes_by_step")]

    def __str__(self):
        return f"{self.sheet_id}/{self.step}: {self.action} {self.number}"

    @property
    def is_logged(self):
        return self.action in (Action.SEATS, Action.REOPEN)

    @property
    def log_kind(self):
        return LogKind.SEATS if self.action == Action.SEATS else LogKind.EVENTS

    @property
    def is_of_a_line(self) -> bool:
        """Whether ``before`` and ``after`` are lines in shorthand."""
        return self.action in SHORTHAND


class Verdict(Part):
    """A second person's verdict on a list as it stood at ``revision``."""

    part_of = "sheet"
    withheld_until = moment_lookups("sheet__series", DRAW, RESULTS)

    sheet = models.ForeignKey(
        ScoreSheet, on_delete=models.CASCADE, related_name="verdicts"
    )
    revision = models.PositiveIntegerField()
    at = models.DateTimeField()
    by = account_column(null=False)
    is_right = models.BooleanField()
    line = models.PositiveSmallIntegerField(null=True, blank=True)
    remark = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self):
        return f"{self.sheet_id}@{self.revision}: {self.is_right}"


class Confirmation(Part):
    """What a player at the table said about the list as it stood at ``revision``.

    Nobody is signed in there: all that is known is ``on``, the kind of phone, or that
    the code of the player's start card was typed. The last confirmation of a place
    counts until the list changes.
    """

    part_of = "sheet"
    withheld_until = moment_lookups("sheet__series", DRAW, RESULTS)

    sheet = models.ForeignKey(
        ScoreSheet, on_delete=models.CASCADE, related_name="confirmations"
    )
    player = models.ForeignKey(
        "tournaments.Player", on_delete=models.PROTECT, related_name="+"
    )
    place = models.PositiveSmallIntegerField()
    revision = models.PositiveIntegerField()
    at = models.DateTimeField()
    on = models.CharField(max_length=10, choices=ConfirmedOn)
    is_right = models.BooleanField()
    remark = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self):
        return f"{self.sheet_id}/{self.place}@{self.revision}: {self.is_right}"


class ListVersion(Part):
    """A list as it was once finished: its check code and the text behind the code.

    Never changed, never removed unless the file of its event replaces the list: a list
    that is finished again with other contents gets a new version, whose text names the
    code of the one before.
    """

    part_of = "sheet"
    withheld_until = moment_lookups("sheet__series", DRAW, RESULTS)

    sheet = models.ForeignKey(
        ScoreSheet, on_delete=models.PROTECT, related_name="versions"
    )
    number = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=19, db_index=True)
    at = models.DateTimeField()
    reason = models.CharField(max_length=300, blank=True)
    text = models.TextField(max_length=20_000)

    class Meta:
        ordering = ["sheet", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["sheet", "number"], name="versions_count_from_one"
            )
        ]

    def __str__(self):
        return f"{self.sheet_id}/{self.number}: {self.code}"


class SecondList(Part):
    """The second list of the same table (Gegenliste), as it was typed (rules 4.4).

    Without ``by`` it was written on a second phone at the table.
    """

    part_of = "sheet"
    withheld_until = moment_lookups("sheet__series", DRAW, RESULTS)

    sheet = models.OneToOneField(
        ScoreSheet, on_delete=models.CASCADE, related_name="second_list"
    )
    at = models.DateTimeField()
    text = models.TextField(_("lines"), max_length=20_000, blank=True)
    by = account_column()

    def __str__(self):
        return f"{self.sheet_id}"
