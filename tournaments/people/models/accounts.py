"""Accounts, and a record of their actions."""

from functools import cache
from typing import Any, ClassVar, cast

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import AbstractUser, UserManager
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.contrib.sessions.backends import db
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy as _

from tournaments.scope.log import Logged, Logs
from tournaments.scope.models import Owned, ScopedManager
from tournaments.words.choices import LogKind
from tournaments.words.rights import ROLES, Right, Role


class AccountManager(ScopedManager["User"], UserManager["User"]):
    use_in_migrations = False

    def get_by_natural_key(self, username):
        """Return the account of a name, whose capitals do not matter at the door."""
        return self.get(username__iexact=username)

    def create_superuser(self, *arguments, **fields):
        """Add an account from the terminal, with the role of the owner."""
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

    role = models.CharField(_("role"), max_length=10, choices=Role, default=Role.READER)
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
    entry_code_by = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        related_name="+",
        null=True,
        blank=True,
        editable=False,
    )

    objects: ClassVar[AccountManager] = AccountManager()

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        constraints = [
            models.UniqueConstraint(
                "organisation",
                Lower("username"),
                name="one_account_per_name",
                violation_error_message=_("This user name is taken."),
            ),
            models.CheckConstraint(
                condition=Q(role__in=Role.values), name="role_is_known"
            ),
            models.CheckConstraint(
                condition=Q(is_program=False) | Q(is_active=False),
                name="program_signs_in_nowhere",
            ),
        ]

    def set_password(self, raw_password):
        """Set a new password and the time, which is part of the history."""
        super().set_password(raw_password)
        self.password_set_at = timezone.now()

    @property
    def is_for_signing_in(self) -> bool:
        """Whether the account is for a person, not for a program or a host."""
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

    account = models.ForeignKey(
        User, on_delete=models.CASCADE, related_name="sessions", null=True
    )
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
