"""The value types of the history: kinds, subjects with a page, and its sources."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.db.models import Model, Q, TextChoices
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.events.models import Event
from tournaments.leagues.models import League, LeagueTeam
from tournaments.people.models import Player, User
from tournaments.programme.models import RuleSet
from tournaments.seasons.models import Season
from tournaments.words.rights import Right

Path = str | Callable[[Any], str]
Detail = tuple[Path, Promise | str]
ITSELF = "id"
BY_ITSELF = _("Skatclub by itself")


@cache
def history_of(model: type[Model]) -> Any:
    """Return the history model of ``model``; looking it up each time is slow."""
    return model.history.model  # type: ignore[attr-defined]


class HistoryKind(TextChoices):
    """The kinds of history lines between which a reader chooses."""

    EVENTS = "events", _("Events: settings and course")
    ENTRIES = "entries", pgettext_lazy("history", "Who takes part")
    SEATS = "seats", _("Seats and draws")
    TEAMS = "teams", _("Teams")
    MONEY = "money", _("Money")
    PEOPLE = "people", _("Members and guests")
    SEASONS = "seasons", _("Seasons")
    LEAGUES = "leagues", _("Leagues")
    RULES = "rules", _("House rules")
    ACCOUNTS = "accounts", _("Accounts and roles")
    SIGN_INS = "sign-ins", _("Sign-ins")
    FILES = "files", _("Files taken along")
    CLUB = "club", _("The club itself")


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A kind of row with a history page, open to accounts with ``right``.

    ``search_field`` is the column in which a search for a name looks.
    """

    word: str
    model: type[Model]
    search_field: str = "name"
    right: Right = Right.READ


SUBJECTS = (
    Subject(word="event", model=Event),
    Subject(word="person", model=Player, search_field="search_key", right=Right.PEOPLE),
    Subject(word="season", model=Season),
    Subject(word="league", model=League),
    Subject(word="team", model=LeagueTeam),
    Subject(word="rules", model=RuleSet),
    Subject(word="account", model=User, search_field="username", right=Right.CLUB),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A table whose rows appear in the history.

    ``ways`` are the lookups to the subjects in whose histories its rows appear; the
    first leads to the subject named beside a line. ``act`` names what was done, or the
    column that does, and ``details`` are paths to further values with their wording.
    For a model with a history of its own ``act`` replaces the name of the model.
    """

    model: type[Model]
    kind: HistoryKind
    ways: Mapping[str, str] = field(default_factory=dict)
    condition: Q = field(default_factory=Q)
    hidden_columns: frozenset[str] = frozenset()
    act: Promise | str = ""
    at: str = "at"
    by: str = "by"
    details: Sequence[Detail] = ()
    prefetch: tuple[str, ...] = ()
    nobody: Promise = BY_ITSELF
    """The text shown where no account is responsible."""

    @property
    def has_history(self) -> bool:
        return hasattr(self.model, "history")


def bare_details(*paths: Path) -> tuple[Detail, ...]:
    """Return paths whose values are shown without a label."""
    return tuple((path, "%(value)s") for path in paths)
