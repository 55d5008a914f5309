"""The shapes of the history: what is asked for, what has a page, what is told."""

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

Told = tuple[str | Callable[[Any], str], Promise | str]
ITSELF = "id"
BY_ITSELF = _("Skatclub by itself")


@cache
def history_of(model: type[Model]) -> Any:
    """Return the model of the history of ``model``; asking it each time is slow."""
    return model.history.model  # type: ignore[attr-defined]


class Kind(TextChoices):
    """What a line of the history is about, as one asks for it."""

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
class Thing:
    """Something with a page of its history, open to accounts with a ``right``.

    ``sought`` is by what one finds it.
    """

    word: str
    model: type[Model]
    sought: str = "name"
    right: Right = Right.READ


THINGS = (
    Thing(word="event", model=Event),
    Thing(word="person", model=Player, sought="search_key", right=Right.PEOPLE),
    Thing(word="season", model=Season),
    Thing(word="league", model=League),
    Thing(word="team", model=LeagueTeam),
    Thing(word="rules", model=RuleSet),
    Thing(word="account", model=User, sought="username", right=Right.CLUB),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A table whose rows are told.

    ``ways`` lead to the things in whose histories they stand, the first to the one
    that is named beside them. ``what`` is the act, or the column that says it, and
    ``told`` what belongs to it, as paths with their words; where rows are kept, it is
    what their model is called.
    """

    model: type[Model]
    kind: Kind
    ways: Mapping[str, str] = field(default_factory=dict)
    only: Q = field(default_factory=Q)
    untold: frozenset[str] = frozenset()
    what: Promise | str = ""
    at: str = "at"
    by: str = "by"
    told: Sequence[Told] = ()
    fetch: tuple[str, ...] = ()
    nobody: Promise = BY_ITSELF
    """What stands for the account where none did it."""

    @property
    def is_kept(self) -> bool:
        return hasattr(self.model, "history")


def plain(*paths: str) -> tuple[Told, ...]:
    """Return paths whose values need no word beside them."""
    return tuple((path, "%(value)s") for path in paths)
