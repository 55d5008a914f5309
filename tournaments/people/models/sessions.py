"""Django's sessions, with the account they belong to."""

from typing import Any, ClassVar, cast

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.module_loading import import_string

from tournaments.people.models.accounts import User
from tournaments.scope.models import Owned, ScopedManager

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


class SessionStore(db.SessionStore):
    """Sessions in the database, shared by all processes."""

    seen_at: Any = None
    """The time of the last write, None for a new session."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def _get_session_from_db(self) -> Session | None:
        rows = Session.objects.filter(session_key=self.session_key or "").order_by()
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
