"""The rows of ``club.json``: all of a club but its events. Some thirty queries."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Model, Prefetch

from tournaments.careers.joins.selectors import EVENT_TABLE
from tournaments.events.models import Event
from tournaments.files.club.shape import FORMAT, VERSION
from tournaments.files.event.columns import (
    Row,
    file_row,
    moment_text,
    without_empty,
)
from tournaments.files.event.links import linked_row
from tournaments.files.event.order import sorted_section
from tournaments.files.event.writing import linked_rows, person_row
from tournaments.leagues.models import (
    Division,
    GroupTeam,
    League,
    LeaguePlayer,
    LeagueTeam,
    MatchGroup,
)
from tournaments.organisations.models import Organisation, SigningKey
from tournaments.organisations.selectors import own_organisation
from tournaments.people.models import Club, Join, JoinedRow, Player
from tournaments.people.selectors import home_club
from tournaments.seasons.models import Season, SeasonDraw, SeasonEvent, SeasonLot
from tournaments.sheets.models import ArrivedList
from tournaments.sheets.selectors import rule_sets

SEASON_ORDER = ("first_date", "name", "pk")
LEAGUE_ORDER = ("season", "name")


@dataclass(frozen=True, slots=True)
class Names:
    """How the file refers to people, and which joins moved a row."""

    people: Mapping[int, str]
    joins_by_row: Mapping[tuple[str, int], list[int]]

    def moved_by(self, row: Model) -> list[int]:
        """Return the joins that moved a row, as positions in the file."""
        return self.joins_by_row.get((type(row).__name__, row.pk), [])


def club_document() -> Row:
    """Return everything the club keeps, its events only by id and slug."""
    home = home_club()
    people = list(
        Player.every.select_related("club", "joined_into", "mail_address__recorded_by")
    )
    joins = list(
        Join.objects.select_related("kept", "gone", "by", "parted_by").order_by(
            "at", "gone__public_id"
        )
    )
    names = Names(
        {player.pk: str(player.public_id) for player in people}, joins_by_row(joins)
    )
    events = Event.objects.order_by("slug").values_list("public_id", "slug")
    return without_empty(
        {
            "format": FORMAT,
            "version": VERSION,
            "home_club": home.name if home else None,
            "organisation": organisation_row(own_organisation()),
            "signing_keys": linked_rows("signing_keys", SigningKey.objects.all()),
            "clubs": linked_rows("clubs", Club.objects.all()),
            "people": sorted_section(
                "people", [club_person_row(player) for player in people]
            ),
            "joins": list(join_rows(joins)),
            "rule_sets": [
                file_row(rules, club=rules.club and rules.club.name)
                for rules in rule_sets().select_related("club")
            ],
            "events": [{"id": str(key), "slug": slug} for key, slug in events],
            "arrived_lists": arrived_list_rows(),
            "seasons": list(season_rows(names)),
            "leagues": list(league_rows(names)),
        }
    )


def organisation_row(organisation: Organisation | None) -> Row | None:
    """Return the row of an organisation; None where it has no details yet.

    Its logo is a file of its own in the archive.
    """
    if organisation is None:
        return None
    row = file_row(organisation)
    has_details = organisation.logo_digest or row != file_row(Organisation())
    return row if has_details else None


def club_person_row(player: Player) -> Row:
    """Return a person with the columns that an event file leaves out."""
    other = player.joined_into
    mail = getattr(player, "mail_address", None)
    return person_row(player) | without_empty(
        {
            "namesake_number": player.namesake_number,
            "removed_at": moment_text(player.removed_at),
            "joined_into": str(other.public_id) if other else None,
            "mail": linked_row(mail) if mail else None,
        }
    )


def joins_by_row(joins: list[Join]) -> dict[tuple[str, int], list[int]]:
    """Return the joins, counted from one, by the row they moved. One query.

    Rows of an event are not in it: the event file has them.
    """
    positions = {join.pk: position for position, join in enumerate(joins, 1)}
    positions_by_row = defaultdict(list)
    tables = (LeaguePlayer.__name__, SeasonLot.__name__)
    for row in JoinedRow.objects.filter(table__in=tables).order_by("join__at", "pk"):
        positions_by_row[row.table, row.row].append(positions[row.join_id])
    return positions_by_row


def join_rows(joins: list[Join]) -> Iterator[Row]:
    """Give the joins with the events of the second entry. Two queries."""
    ids = {pk: str(key) for pk, key in Event.objects.values_list("pk", "public_id")}
    events = defaultdict(list)
    for row in JoinedRow.objects.filter(table=EVENT_TABLE):
        if row.row in ids:
            events[row.join_id].append(ids[row.row])
    for join in joins:
        yield linked_row(join, events=sorted(events[join.pk]))


def arrived_list_rows() -> list[Row]:
    """Return the arrived lists that await a decision. One query."""
    waiting = ArrivedList.objects.waiting().select_related("event", "by")
    return linked_rows("arrived_lists", waiting)


def season_rows(names: Names) -> Iterator[Row]:
    """Give the seasons with their rules, evenings and lots. Five queries."""
    seasons = Season.objects.select_related("club").prefetch_related(
        "bonuses",
        Prefetch("members", SeasonEvent.objects.select_related("event")),
        Prefetch(
            "draws", SeasonDraw.objects.select_related("drawn_by", "taken_back_by")
        ),
        "draws__lots",
    )
    for season in seasons.order_by(*SEASON_ORDER):
        yield season_row(season, names)


def season_row(season: Season, names: Names) -> Row:
    """Return one season, prefetched by ``season_rows``."""
    draws = [
        linked_row(draw, drawn=movable_rows("drawn", draw.lots.all(), names))
        for draw in season.draws.all()
    ]
    return linked_row(
        season,
        bonuses=linked_rows("bonuses", season.bonuses.all()),
        evenings=linked_rows("evenings", season.members.all()),
        lot_draws=draws,
    )


def movable_rows(section: str, rows: Iterable[Model], names: Names) -> list[Row]:
    """Return rows outside of events that joins of their people may have moved."""
    return sorted_section(
        section,
        [
            linked_row(row, {Player: names.people}, moved_by=names.moved_by(row))
            for row in rows
        ],
    )


def league_rows(names: Names) -> Iterator[Row]:
    """Give the leagues with their divisions, teams and match days. Eight queries."""
    groups = MatchGroup.objects.select_related(
        "host", "event", "entered_by", "confirmed_by"
    )
    leagues = League.objects.prefetch_related(
        "divisions",
        Prefetch("divisions__teams", LeagueTeam.objects.select_related("club")),
        "divisions__teams__line_up",
        "divisions__match_days",
        Prefetch("divisions__match_days__groups", groups),
        Prefetch(
            "divisions__match_days__groups__sides",
            GroupTeam.objects.select_related("team", "event_team"),
        ),
        "divisions__match_days__groups__reopenings__by",
    )
    for league in leagues.order_by(*LEAGUE_ORDER):
        yield league_row(league, names)


def league_row(league: League, names: Names) -> Row:
    """Return one league, prefetched by ``league_rows``."""
    divisions = [division_row(division, names) for division in league.divisions.all()]
    return file_row(league, divisions=sorted_section("divisions", divisions))


def division_row(division: Division, names: Names) -> Row:
    teams = [
        linked_row(team, line_up=movable_rows("line_up", team.line_up.all(), names))
        for team in division.teams.all()
    ]
    days = [
        file_row(day, groups=[group_row(group) for group in day.groups.all()])
        for day in division.match_days.all()
    ]
    return file_row(division, teams=sorted_section("teams", teams), match_days=days)


def group_row(group: MatchGroup) -> Row:
    """Return a group of a match day with its teams and reopenings."""
    return linked_row(
        group,
        sides=linked_rows("sides", group.sides.all()),
        reopenings=linked_rows("reopenings", group.reopenings.all()),
    )
