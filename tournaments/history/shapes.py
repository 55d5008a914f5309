"""The value types of the history, and the rows that its lines name."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.db.models import Model, Q, TextChoices
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.events.models import Entry, Event, Prize, TeamMember
from tournaments.leagues.models import (
    League,
    LeaguePlayer,
    LeagueTeam,
    MatchDay,
    MatchGroup,
)
from tournaments.people.models import Player, User
from tournaments.programme.models import RuleSet
from tournaments.seasons.models import Season, SeasonEvent
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


# Rows named after another row: an entry after its person.
NAMED_AFTER: dict[type[Model], str] = {
    Entry: "player",
    TeamMember: "entry",
    LeaguePlayer: "player",
    SeasonEvent: "event",
}
# Rows whose name says little without that of another row.
NAMED_WITH: dict[type[Model], str] = {
    MatchDay: "division",
    MatchGroup: "match_day",
    Prize: "contest",
}
Walk = tuple[type[Model], Any, str]
"""The model of a row, the row or its history row, and the lookup from there on."""


class Shelf:
    """Rows by model and key, fetched in bulk; deleted rows as they last were."""

    def __init__(self) -> None:
        self._rows: dict[type[Model], dict[int, Model | None]] = defaultdict(dict)

    def fetch(self, walks: Iterable[Walk]) -> None:
        """Fetch all rows on these ways: one or two queries per step and model."""
        pending = list(walks)
        while pending:
            steps = [step for walk in pending if (step := first_step(*walk))]
            self._load([(model, key) for model, key, _rest in steps])
            pending = [
                (model, row, rest)
                for model, key, rest in steps
                if (row := self._rows[model][key]) is not None
            ]

    def at_end(self, model: type[Model], row: Any, way: str) -> Model | None:
        """Return the row at the end of a fetched way, None if it left no trace."""
        while step := first_step(model, row, way):
            model, key, way = step
            row = self._rows[model].get(key)
            if row is None:
                return None
        return row

    def _load(self, wanted: Iterable[tuple[type[Model], int]]) -> None:
        keys = defaultdict(set)
        for model, key in wanted:
            if key not in self._rows[model]:
                keys[model].add(key)
        for model, new in keys.items():
            existing: dict[int, Model] = model._base_manager.in_bulk(new)
            gone = new - existing.keys() if hasattr(model, "history") else set()
            deleted = deleted_rows(model, gone)
            self._rows[model] |= dict.fromkeys(new) | existing | deleted


def first_step(
    model: type[Model], row: Any, way: str
) -> tuple[type[Model], int, str] | None:
    """Return the model and key of the first row on a way, and the remaining way.

    A way that has ended leads on to the row after which the last one is named.
    """
    name, _dots, rest = (way or NAMED_AFTER.get(model, "")).partition("__")
    if not name:
        return None
    if name == ITSELF:
        return model, row.id, ""
    field = model._meta.get_field(name)
    key = getattr(row, field.attname)  # type: ignore[union-attr]
    return (field.related_model, key, rest) if key else None  # type: ignore[return-value]


def deleted_rows(model: type[Model], keys: set[int]) -> dict[int, Model]:
    """Return deleted rows as they last were. One query if there are any."""
    if not keys:
        return {}
    versions = history_of(model).objects.filter(id__in=keys).order_by("history_id")
    return {row.id: as_it_was(model, row) for row in versions}


def as_it_was(model: type[Model], row: Any) -> Model:
    """Return a history row as an instance of ``model``, without untracked columns."""
    names = [field.attname for field in model._meta.concrete_fields]
    return model(**{name: getattr(row, name) for name in names if hasattr(row, name)})
