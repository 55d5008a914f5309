"""Records of a list: results, history, verdicts, versions and the second list."""

from typing import ClassVar

from django.conf import settings
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.scope.models import (
    Logged,
    Logs,
    Part,
    ScopedManager,
    account_column,
    between,
    check,
    unique,
)
from tournaments.scope.scope import DRAW, RESULTS, moment_lookups
from tournaments.sheets.models.lists import PLACE, TIMES, ScoreSheet
from tournaments.sheets.models.programme import MOST_GAMES
from tournaments.words.choices import (
    Action,
    ArrivalDecision,
    ArrivalRoute,
    ArrivalState,
    ConfirmedOn,
    LogKind,
)

STEP = between(1, 1_000_000)
POINTS = between(-1_000_000, 1_000_000)


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

    sheet = models.ForeignKey(ScoreSheet, models.CASCADE, "results")
    series = models.ForeignKey("tournaments.Series", models.PROTECT, "results")
    player = models.ForeignKey("tournaments.Player", models.PROTECT, "results")
    place = models.PositiveSmallIntegerField(validators=PLACE)
    first_game = models.PositiveSmallIntegerField(validators=between(1, MOST_GAMES))
    last_game = models.PositiveSmallIntegerField(validators=between(0, 200))
    game_points = models.IntegerField(validators=POINTS)
    won = models.PositiveSmallIntegerField()
    lost = models.PositiveSmallIntegerField()
    others_lost = models.PositiveSmallIntegerField()
    total = models.IntegerField(validators=POINTS)

    class Meta:
        ordering = ["sheet", "place", "first_game"]
        constraints = [
            unique("one_result_per_stint", "sheet", "place", "first_game"),
            check(
                "stints_run_forward",
                Q(last_game__gte=F("first_game") - 1),
                said=_("The end lies before the beginning."),
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
    logs = Logs(
        LogKind.EVENTS,
        {"event": "sheet.series.event_id"},
        stamps=("at",),
        only={"action": (Action.SEATS, Action.REOPEN)},
    )
    withheld_until = moment_lookups("sheet__series", DRAW, RESULTS)

    sheet = models.ForeignKey(ScoreSheet, models.PROTECT, "changes")
    step = models.PositiveIntegerField(validators=STEP)
    reverts = models.PositiveIntegerField(null=True, blank=True, validators=STEP)
    at = models.DateTimeField()
    by = account_column()
    action = models.CharField(max_length=12, choices=Action)
    number = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=between(1, 200)
    )
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

    sheet = models.ForeignKey(ScoreSheet, models.CASCADE, "verdicts")
    revision = models.PositiveIntegerField(validators=TIMES)
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

    sheet = models.ForeignKey(ScoreSheet, models.CASCADE, "confirmations")
    player = models.ForeignKey("tournaments.Player", models.PROTECT, "+")
    place = models.PositiveSmallIntegerField(validators=PLACE)
    revision = models.PositiveIntegerField(validators=TIMES)
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

    sheet = models.ForeignKey(ScoreSheet, models.PROTECT, "versions")
    number = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=19, db_index=True)
    at = models.DateTimeField()
    reason = models.CharField(max_length=300, blank=True)
    text = models.TextField(max_length=20_000)

    class Meta:
        ordering = ["sheet", "number"]
        constraints = [unique("versions_count_from_one", "sheet", "number")]

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
    text = models.TextField(_("Lines"), max_length=20_000, blank=True)
    by = account_column()

    def __str__(self):
        return f"{self.sheet_id}"


class ArrivedListQuerySet(models.QuerySet["ArrivedList"]):
    def waiting(self):
        """Return the lists that are still to be decided."""
        return self.filter(decided_at=None).exclude(state=ArrivalState.DUPLICATE)


ArrivedListManager = ScopedManager.from_queryset(ArrivedListQuerySet)


class ArrivedList(Logged, Part):
    """A whole list as it arrived: its label, its document and the decision.

    It belongs to the event, not to a list: it may arrive before its table is drawn, and
    is found by its ``code``. ``state`` says how it compared with the list here when
    either of them changed last; the same document counts once.
    """

    part_of = "event"
    logs = Logs(LogKind.EVENTS, {"event": "event_id"}, stamps=("decided_at",))

    event = models.ForeignKey("tournaments.Event", models.CASCADE, "arrived_lists")
    code = models.CharField(max_length=8)
    series_number = models.PositiveSmallIntegerField()
    table_number = models.PositiveSmallIntegerField()
    route = models.CharField(max_length=10, choices=ArrivalRoute)
    at = models.DateTimeField()
    by = account_column(null=False)
    document = models.TextField(max_length=100_000)
    fingerprint = models.CharField(max_length=64)
    state = models.CharField(max_length=10, choices=ArrivalState)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = account_column()
    decision = models.CharField(max_length=10, choices=ArrivalDecision, blank=True)
    reason = models.CharField(_("Reason"), max_length=300, blank=True)

    objects: ClassVar[ArrivedListManager] = ArrivedListManager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            unique(
                "the_same_document_counts_once",
                "event",
                "fingerprint",
                condition=~Q(state=ArrivalState.DUPLICATE),
            ),
            check(
                "a_decision_is_somebodys",
                Q(decided_at=None, decided_by=None, decision="")
                | Q(decided_at__isnull=False, decided_by__isnull=False),
            ),
        ]

    def __str__(self):
        return f"{self.code}: {self.state}"


WHOLE_HEIGHT = 1000  # in thousandths


class ListPhoto(Part):
    """A photo of the paper; the picture itself is a file called ``name``.

    It is shown rotated by ``turned`` degrees. ``first_line`` and ``last_line`` say
    where the first and the last game are on it, in thousandths of its height.
    """

    part_of = "sheet"

    sheet = models.OneToOneField(
        ScoreSheet, on_delete=models.CASCADE, related_name="photo"
    )
    name = models.CharField(max_length=40, unique=True)
    taken_at = models.DateTimeField()
    by = account_column(null=False)
    turned = models.PositiveSmallIntegerField(default=0)
    first_line = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MaxValueValidator(WHOLE_HEIGHT)]
    )
    last_line = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MaxValueValidator(WHOLE_HEIGHT)]
    )

    class Meta:
        ordering = ["pk"]
        constraints = [
            check("by_right_angles", Q(turned__in=[0, 90, 180, 270])),
            check(
                "lines_go_down",
                Q(first_line=None, last_line=None)
                | Q(
                    first_line__isnull=False,
                    last_line__isnull=False,
                    first_line__lt=F("last_line"),
                ),
            ),
        ]

    def __str__(self):
        return f"{self.sheet_id}: {self.name}"


LONGEST_ID = 64
LONGEST_LINE = 300


class TableKeyQuerySet(models.QuerySet["TableKey"]):
    def valid(self):
        return self.filter(revoked_at=None)


TableKeyManager = ScopedManager.from_queryset(TableKeyQuerySet)


class TableKey(Part):
    """The right to write one list, as a code that lies on the table.

    The code is stored in plain text, because the paper may be printed again. A renewed
    key is a new row; what was written with the old one stays.
    """

    part_of = "sheet"

    sheet = models.ForeignKey(ScoreSheet, models.CASCADE, "table_keys")
    code = models.CharField(max_length=8, unique=True)
    made_at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, "+", null=True)
    revoked_at = models.DateTimeField(null=True)

    objects: ClassVar[TableKeyManager] = TableKeyManager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            unique("one_valid_key_per_list", "sheet", condition=Q(revoked_at=None))
        ]

    def __str__(self):
        return f"{self.sheet_id}: {self.code}"


class TableDevice(Part):
    """A phone that was let in by the code; only a hash of its token is stored.

    ``epoch`` is that of the pen when the phone last took it, ``pen_id`` the id of that
    request. ``second_epoch`` and ``second_pen_id`` are the same for the second list.
    """

    part_of = "key"

    key = models.ForeignKey(TableKey, models.CASCADE, "devices")
    token_hash = models.CharField(max_length=64, unique=True)
    paired_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    epoch = models.PositiveIntegerField(null=True)
    pen_id = models.CharField(max_length=LONGEST_ID, blank=True)
    second_epoch = models.PositiveIntegerField(null=True)
    second_pen_id = models.CharField(max_length=LONGEST_ID, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self):
        return f"{self.key}/{self.pk}"


class ReceivedLine(Part):
    """The receipt of a line that a phone sent: its id stands for this line for ever.

    ``fingerprint`` tells the same request from another one. The line itself is on the
    list and in its history, or on the second list of the table.
    """

    part_of = "sheet"

    sheet = models.ForeignKey(ScoreSheet, models.CASCADE, "table_lines")
    device = models.ForeignKey(TableDevice, models.CASCADE, "+")
    is_second = models.BooleanField(default=False)
    line_id = models.CharField(max_length=LONGEST_ID)
    epoch = models.PositiveIntegerField()
    sequence = models.PositiveIntegerField()
    number = models.PositiveSmallIntegerField()
    fingerprint = models.CharField(max_length=64)
    score = models.IntegerField()
    at = models.DateTimeField()

    class Meta:
        ordering = ["sheet", "sequence"]
        constraints = [
            unique("an_id_means_one_line", "sheet", "line_id"),
            unique("one_line_per_sequence_number", "sheet", "sequence", "is_second"),
        ]

    def __str__(self):
        return f"{self.sheet_id}/{self.sequence}"
