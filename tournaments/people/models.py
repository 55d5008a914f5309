"""Clubs, players and their names, and accounts."""

import uuid
from functools import cache
from typing import Any, ClassVar, cast

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import AbstractUser, UserManager
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.contrib.sessions.backends import db
from django.contrib.sessions.base_session import AbstractBaseSession
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.module_loading import import_string
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.people.names.mentions import TypedLine
from tournaments.people.names.names import (
    PersonName,
    club_number,
    fold,
    read_parts,
    search_key,
)
from tournaments.scope.models import (
    ExtensionsField,
    Logged,
    Logs,
    Owned,
    Part,
    ScopedManager,
    account_column,
    check,
    choice_column,
    number_column,
    once,
    optional_link,
    unique,
)
from tournaments.scope.scope import is_public
from tournaments.web.access import OwnRows
from tournaments.words.choices import Gender, LogKind, Privacy
from tournaments.words.rights import ROLES, Right, Role


class Club(Logged, Owned):
    """A Skat club: the home club or one that guests come from."""

    logs = Logs(LogKind.PEOPLE)

    public = ("name", "number")

    name = TypedLine(_("Name"), max_length=120)
    number = models.CharField(
        _("Club number"),
        max_length=7,
        blank=True,
        validators=[
            RegexValidator(
                r"^\d{7}$", _("A club number has seven digits, such as 04.43.006.")
            )
        ],
    )
    is_home = models.BooleanField(_("Our club"), default=False)

    class Meta:
        verbose_name = _("Club")
        verbose_name_plural = pgettext_lazy("several", "Clubs")
        ordering = ["name"]
        constraints = [
            once(
                "one_club_per_name",
                "name",
                said=_(
                    "There is a club of this name: “Members and guests” shows it under "
                    "“Clubs”, where it can be given another name."
                ),
            ),
            unique(
                "one_club_is_at_home",
                "organisation",
                said=_("The club has been set up already."),
                condition=Q(is_home=True),
            ),
        ]

    def __str__(self):
        return self.name

    @property
    def dotted_number(self):
        return club_number(self.number)


LONGEST_QUERY = 100


class PlayerQuerySet(OwnRows):
    def active(self):
        return self.filter(is_active=True)

    def inactive(self):
        return self.filter(is_active=False)

    def members(self):
        return self.filter(is_guest=False)

    def guests(self):
        return self.filter(is_guest=True)

    def matching(self, text):
        """Return players whose name has words beginning with each word of ``text``.

        The text is cut because databases limit the number of conditions.
        """
        people = self
        for word in fold(text[:LONGEST_QUERY]).split():
            people = people.filter(search_key__contains=f" {word}")
        return people


PlayerManager = ScopedManager.from_queryset(PlayerQuerySet)


class KnownPlayers(PlayerManager):
    """All players except entries that were merged into others."""

    def get_queryset(self):
        return super().get_queryset().filter(joined_into__isnull=True)


MOST_GROUP = 99


class Player(Logged, Owned):
    """A person who plays: a member of the club, or a guest.

    ``public_id`` identifies the person everywhere and is part of event files.
    ``cover_number`` stands for a hidden person and never changes; ``namesake_number``
    distinguishes equal short names or first names. Neither reveals the name.
    """

    logs = Logs(LogKind.PEOPLE, {"person": "pk"})

    public = (
        *("public_id", "joined", "first_name", "last_name", "club", "is_guest"),
        *("is_active", "gender"),
    )

    public_id = models.UUIDField(default=uuid.uuid4, editable=False)
    first_name = models.CharField(_("First name"), max_length=200, blank=True)
    last_name = models.CharField(_("Family name"), max_length=200)
    name_key = models.CharField(max_length=450, editable=False, db_index=True)
    search_key = models.CharField(max_length=900, editable=False)
    club = optional_link(Club, models.PROTECT, "players", verbose_name=_("Club"))
    is_guest = models.BooleanField(_("Guest"), default=False)
    is_active = models.BooleanField(_("Active"), default=True)
    member_number = models.CharField(_("Member number"), max_length=20, blank=True)
    gender = models.CharField(_("Gender"), max_length=8, choices=Gender, blank=True)
    birth_date = models.DateField(_("Date of birth"), null=True, blank=True)
    privacy = choice_column(_("Name in public"), Privacy.FULL, max_length=10)
    group = number_column(_("Strength group"), 1, MOST_GROUP, null=True)
    cover_number = models.PositiveIntegerField(null=True, blank=True, editable=False)
    namesake_number = models.PositiveIntegerField(null=True, blank=True, editable=False)
    removed_at = models.DateTimeField(null=True, blank=True, editable=False)
    joined_into = optional_link("self", models.PROTECT, "joined", editable=False)
    extensions = ExtensionsField()
    created_at = models.DateTimeField(auto_now_add=True)
    every = ScopedManager()

    objects: ClassVar[KnownPlayers] = KnownPlayers()

    class Meta:
        verbose_name = _("Player")
        verbose_name_plural = _("Players")
        default_manager_name = "objects"
        ordering = ["name_key", "pk"]
        constraints = [
            once("one_person_per_public_id", "public_id"),
            once("one_person_per_cover_number", "cover_number"),
            check("a_player_has_a_name", ~Q(last_name="")),
            check("privacy_is_known", Q(privacy__in=Privacy.values)),
            check(
                "a_hidden_player_has_a_number",
                ~Q(privacy=Privacy.HIDDEN) | Q(cover_number__isnull=False),
            ),
        ]

    def __str__(self):
        return self.name

    @property
    def log_label(self):
        return self.full_name

    def get_absolute_url(self):
        return reverse("people:detail", args=[self.pk])

    @property
    def person_name(self):
        return PersonName(first=self.first_name, last=self.last_name)

    @property
    def given_name(self):
        """The first name without titles."""
        return self.person_name.given

    @property
    def full_name(self):
        """The name itself, for storing and for signed-in users."""
        return f"{self.first_name} {self.last_name}".strip()

    @property
    def public_name(self):
        if self.privacy == Privacy.FULL:
            return self.full_name
        if self.is_covered:
            return gettext("Player %(number)s") % {"number": self.cover_number}
        return name_with_number(self.bare_public_name, self.namesake_number)

    @property
    def is_covered(self):
        """Whether a number stands for the name; a single name cannot be shortened."""
        return self.privacy == Privacy.HIDDEN or (
            self.privacy != Privacy.FULL and not self.given_name
        )

    @property
    def bare_public_name(self):
        """The short name or first name, without the number of namesakes."""
        if self.privacy == Privacy.SHORT:
            return f"{self.given_name} {self.last_name[:1]}."
        return self.given_name

    @property
    def name(self):
        return self.public_name if is_public() else self.full_name

    @property
    def sorted_name(self):
        if is_public() and self.privacy != Privacy.FULL:
            return self.public_name
        if not self.first_name:
            return self.last_name
        return f"{self.last_name}, {self.first_name}"

    @property
    def has_page(self):
        """Whether the reader may see a page about this person.

        Its address contains the key. As people are often added in alphabetical order,
        the key of a hidden person would reveal the beginning of the name.
        """
        return not (is_public() and self.is_covered)

    @property
    def name_in_team(self):
        """The name beside a team, whose own name may be that of a club.

        There the number of a hidden person would tell whose club it is.
        """
        return self.name if self.has_page else gettext("Player")

    @property
    def sort_key(self):
        """The key for sorting, which must not reveal a hidden name by its position."""
        if is_public() and self.privacy != Privacy.FULL:
            return fold(self.public_name)
        return self.name_key

    def clean(self):
        self.spell_name()

    def spell_name(self):
        """Tidy the name and fold it; services call this before every save."""
        name = read_parts(self.first_name, self.last_name)
        self.first_name, self.last_name, self.name_key = name.first, name.last, name.key
        # The leading space makes the search for beginnings of words find the first one.
        self.search_key = f" {search_key(self.full_name)}"[:900]


def name_with_number(name, number):
    """Return a name with the number that distinguishes it from an equal one.

    >>> name_with_number("Anna K.", None), name_with_number("Anna K.", 2)
    ('Anna K.', 'Anna K. (2)')
    """
    return name if number is None else f"{name} ({number})"


class Spelling(Owned):
    """A name in a list that stands for a player with another spelling.

    A user assigned it when importing the list, so that the next import does not ask.
    ``name_key`` is the folded name.
    """

    player = models.ForeignKey(Player, models.CASCADE, "spellings")
    name_key = models.CharField(max_length=450, editable=False)

    class Meta:
        constraints = [once("one_person_per_spelling", "name_key")]

    def __str__(self):
        return self.name_key


class Join(Logged, Part):
    """A merge of two entries of one person into ``kept``.

    It can be undone while the organisation is in the ``edition`` that the merge began:
    nothing was written since.
    """

    part_of = "kept"
    logs = Logs(LogKind.PEOPLE, {"person": "kept_id"}, stamps=("at",))

    kept = models.ForeignKey(Player, models.PROTECT, "+")
    gone = models.ForeignKey(Player, models.PROTECT, "+")
    at = models.DateTimeField()
    by = account_column(null=False)
    edition = models.BigIntegerField(null=True, editable=False)

    class Meta:
        ordering = ["pk"]
        constraints = [
            unique("joined_into_one_person", "gone"),
            check(
                "two_entries_are_joined",
                ~Q(kept=F("gone")),
                said=_("A person cannot be joined with themselves."),
            ),
        ]

    def __str__(self):
        return f"{self.gone} → {self.kept}"


class JoinedRow(Part):
    """One reference moved by the last merge: a table, a column and a row."""

    part_of = "join"

    join = models.ForeignKey(Join, models.CASCADE, "rows")
    table = models.CharField(max_length=60)
    column = models.CharField(max_length=60)
    row = models.PositiveBigIntegerField()

    class Meta:
        constraints = [unique("moved_once_by_a_join", "join", "table", "column", "row")]

    def __str__(self):
        return f"{self.table}.{self.column} {self.row}"


class Import(Owned):
    """A table that was brought in: whence, how many rows, and what became of them.

    ``event`` is the key of the event that the table is about, if it is about one.
    """

    purpose = models.CharField(max_length=12)
    source = models.CharField(_("Source"), max_length=120, blank=True)
    event = models.PositiveBigIntegerField(null=True, blank=True)
    at = models.DateTimeField(auto_now_add=True)
    taken = models.PositiveIntegerField()
    here = models.PositiveIntegerField()
    left = models.PositiveIntegerField()

    class Meta:
        ordering = ["-pk"]

    def __str__(self):
        return self.source

    @property
    def outcome(self):
        """What became of its rows, as far as there are any."""
        counts = {"taken": self.taken, "here": self.here, "left": self.left}
        texts = (
            gettext("%(taken)s are added"),
            gettext("%(here)s are here already"),
            gettext("%(left)s are left out"),
        )
        told = zip(texts, counts.values(), strict=True)
        return ", ".join(text % counts for text, count in told if count)


class ImportedRow(Part):
    """One row that an import made, or one column of it that it changed.

    ``state`` is a digest of the row as the import left it; ``before`` is what stood in
    the changed column.
    """

    part_of = "origin"

    origin = models.ForeignKey(Import, models.CASCADE, "rows")
    table = models.CharField(max_length=60)
    row = models.PositiveBigIntegerField()
    column = models.CharField(max_length=60, blank=True)
    before = models.CharField(max_length=60, blank=True)
    state = models.CharField(max_length=16)

    def __str__(self):
        return f"{self.table} {self.row} {self.column}".strip()


class MailAddress(Part):
    """The address of a person who agreed to get results by mail; gone with that."""

    part_of = "player"

    player = models.OneToOneField(
        Player, on_delete=models.CASCADE, related_name="mail_address"
    )
    address = models.EmailField(_("Email address"))
    agreed_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["player__name_key", "pk"]
        verbose_name = _("Email address")

    def __str__(self):
        return self.address


class AccountManager(ScopedManager["User"], UserManager["User"]):
    use_in_migrations = False

    def get_by_natural_key(self, username):
        """Return the account of a name, whose capitals do not matter at the door."""
        return self.get(username__iexact=username)

    def create_superuser(self, *arguments, **fields):
        return super().create_superuser(*arguments, **{"role": Role.OWNER, **fields})


class User(Logged, Owned, AbstractUser):
    """An account, with rights according to its role; players do not need one.

    It belongs to one organisation: users who work for two organisations have two
    accounts, and neither gives access to the other organisation.
    """

    logs = Logs(
        LogKind.ACCOUNTS,
        hidden=(
            *("password", "last_login", "date_joined"),
            *("first_name", "last_name", "email"),
        ),
        also=("password_set_at", "entry_code_at"),
    )

    username = models.CharField(
        AbstractUser._meta.get_field("username").verbose_name,
        max_length=150,
        help_text=AbstractUser._meta.get_field("username").help_text,
        validators=[UnicodeUsernameValidator()],
    )

    role = models.CharField(_("Role"), max_length=10, choices=Role, default=Role.READER)
    # The account of another program, which uses a key and never signs in.
    is_program = models.BooleanField(default=False, editable=False)
    password_set_at = models.DateTimeField(
        _("password set"), null=True, blank=True, editable=False
    )
    # A hash of the code for choosing a password, empty once it was used.
    entry_code = models.CharField(max_length=64, blank=True, editable=False)
    entry_code_at = models.DateTimeField(
        _("code handed out"), null=True, blank=True, editable=False
    )
    entry_code_by = optional_link("self", models.SET_NULL, "+", editable=False)

    objects: ClassVar[AccountManager] = AccountManager()

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("Accounts")
        constraints = [
            models.UniqueConstraint(
                "organisation",
                Lower("username"),
                name="one_account_per_name",
                violation_error_message=_("This name is taken."),
            ),
            check("role_is_known", Q(role__in=Role.values)),
            check("program_signs_in_nowhere", Q(is_program=False) | Q(is_active=False)),
        ]

    def set_password(self, raw_password):
        """Set a new password and the time, which is part of the history."""
        super().set_password(raw_password)
        self.password_set_at = timezone.now()

    @property
    def is_for_signing_in(self) -> bool:
        return not self.is_program and self.role != Role.HOST

    @property
    def rights(self) -> frozenset[Right]:
        """The rights of the account, none while it is closed."""
        return ROLES[self.role] if self.is_active else frozenset()


# The keys of the session data that are copied into columns.
DEVICE, SIGNED_IN_AT, IS_SHARED = "device", "signed_in_at", "is_shared"


class Session(Owned, AbstractBaseSession):
    """The session of a browser, with an account after signing in.

    ``seen_at`` is the time of the last write, at most some minutes before the last
    request. Deleting the row signs the browser out.
    """

    account = models.ForeignKey(User, models.CASCADE, "sessions", null=True)
    device = models.CharField(max_length=60, blank=True)
    signed_in_at = models.DateTimeField(null=True)
    seen_at = models.DateTimeField()
    is_shared = models.BooleanField(default=False)

    objects: ClassVar[ScopedManager["Session"]] = ScopedManager()  # type: ignore[assignment]

    class Meta(AbstractBaseSession.Meta):
        ordering = ["-seen_at"]

    @classmethod
    def get_session_store_class(cls) -> type[db.SessionStore]:
        store: type[db.SessionStore] = import_string(
            f"{settings.SESSION_ENGINE}.SessionStore"
        )
        return store

    @property
    def name(self) -> str:
        """The name used on pages, as the key itself would give access."""
        return salted_hmac("session", self.session_key).hexdigest()[:16]


@cache
def stored_sessions() -> models.QuerySet[Session, Any]:
    """Return what each request reads of its session as a queryset, built once."""
    columns = ("session_data", "expire_date", "seen_at")
    return Session.objects.order_by().values_list(*columns, named=True)


class SessionStore(db.SessionStore):
    """Sessions in the database, shared by all processes."""

    seen_at: Any = None
    """The time of the last write, None for a new session."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def _get_session_from_db(self) -> Any:
        rows = stored_sessions().filter(session_key=self.session_key or "")
        row = next(iter(rows), None)
        if row is None or row.expire_date <= timezone.now():
            self._session_key = self.seen_at = None
            return None
        self.seen_at = row.seen_at
        return row

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        row: Any = super().create_model_instance(data)
        row.account_id = data.get(SESSION_KEY)
        row.device = data.get(DEVICE, "")
        row.signed_in_at = data.get(SIGNED_IN_AT)
        row.is_shared = data.get(IS_SHARED, False)
        row.seen_at = timezone.now()
        return cast(Session, row)
