"""The lines of the rankings: a person, a team, a single list, a footnote."""

from dataclasses import dataclass

from tournaments.events.models import Adjustment, TeamContest
from tournaments.words.choices import Ranking


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingRow:
    """What one person has in an event; ``per_series`` in the series' order.

    ``classes`` are the rankings the person belongs to beside the single one,
    ``notes`` the numbers of the footnotes. Who is hidden has no page for visitors.
    """

    player_id: int
    player: str
    name_key: str
    has_page: bool
    club: str
    is_guest: bool
    per_series: tuple[int | None, ...]
    lists: int
    game_points: int
    total: int
    won: int
    lost: int
    best_list: int
    lot: int = 0
    classes: tuple[Ranking, ...] = ()
    notes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRow:
    """The result of one person in one series."""

    player_id: int
    player: str
    name_key: str
    has_page: bool
    club: str
    series: int
    total: int
    won: int
    lost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A footnote: what the referee decided."""

    number: int
    adjustment: Adjustment


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRow:
    """What a team has; ``best_list`` is the best series of the whole team.

    ``scaled`` are the series in which a short team counts as a full one.
    ``is_called_after_them``: the name of the team says already who is in it.
    """

    team_id: int
    team: str
    name_key: str
    members: tuple[str, ...]
    per_series: tuple[int | None, ...]
    lists: int
    game_points: int
    total: int
    won: int
    lost: int
    best_list: int
    lot: int = 0
    is_called_after_them: bool = False
    notes: tuple[int, ...] = ()
    scaled: tuple[int, ...] = ()

    @property
    def unnamed(self) -> tuple[str, ...]:
        """Return who is to be named beside the team: nobody whom its name names."""
        return () if self.is_called_after_them else self.members


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingChoice:
    """A ranking one can look at: its word in addresses, its name, its teams."""

    word: str
    label: str
    contest: TeamContest | None = None
