"""The rows of rankings: a person, a team, a single list, a footnote."""

from dataclasses import dataclass

from django.utils.crypto import salted_hmac

from tournaments.events.models import Adjustment, TeamContest
from tournaments.words.choices import Ranking


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedRow:
    """The columns common to the rows of all rankings.

    ``per_series`` is in the order of the series, ``notes`` are the numbers of the
    footnotes.
    """

    name_key: str
    total: int
    won: int
    lost: int
    club: str = ""
    per_series: tuple[int | None, ...] = ()
    lists: int = 1
    notes: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        """The name of the person or team."""
        raise NotImplementedError

    @property
    def owner(self) -> int:
        """The key of the person or team."""
        raise NotImplementedError

    @property
    def lists_counted(self) -> int:
        """The number of lists in the total."""
        return self.lists

    @property
    def anchor(self) -> str:
        """Where the row stands on the page; keys would tell who was added when."""
        return "p" + salted_hmac("row of a ranking", str(self.owner)).hexdigest()[:8]


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRow(RankedRow):
    """A row of one person. Hidden people have no page for visitors."""

    player_id: int
    player: str
    has_page: bool

    @property
    def name(self) -> str:
        return self.player

    @property
    def owner(self) -> int:
        return self.player_id


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingRow(PersonRow):
    """The result of one person in an event.

    ``classes`` are the rankings the person belongs to beside the single one;
    ``until_series`` is the last series of somebody who left before the end.
    """

    is_guest: bool
    game_points: int
    best_list: int
    last_series: int = 0
    until_series: int | None = None
    lot: int = 0
    classes: tuple[Ranking, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRow(PersonRow):
    """The result of one person in one series."""

    series: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRow(RankedRow):
    """The result of a team; ``best_list`` is the best series of the whole team.

    ``counted`` lists are in the total; a scaled team has as many as a full one.
    ``scaled`` are the series in which a short team counts as a full one.
    ``names_members``: the name of the team consists of the names of its members.
    """

    team_id: int
    team: str
    members: tuple[str, ...]
    game_points: int
    best_list: int
    last_series: int
    lot: int = 0
    names_members: bool
    counted: int
    scaled: tuple[int, ...]

    @property
    def name(self) -> str:
        return self.team

    @property
    def owner(self) -> int:
        return self.team_id

    @property
    def lists_counted(self) -> int:
        return self.counted

    @property
    def unnamed(self) -> tuple[str, ...]:
        """Return the members to show beside the team, unless its name has them."""
        return () if self.names_members else self.members


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A footnote with a decision of the referee."""

    number: int
    adjustment: Adjustment


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingChoice:
    """An available ranking: its word in addresses, its name, its team contest."""

    word: str
    label: str
    contest: TeamContest | None = None
