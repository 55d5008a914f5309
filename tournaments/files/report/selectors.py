"""The yearly report to a federation: the tables of seasons and leagues as one file.

Documented in ``docs/federation-report.md`` and ``docs/report.schema.json``. It holds
what visitors may read, and the pass numbers of people who are named in full.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from tournaments.files.event.sections import Row, moment_text, without_empty
from tournaments.files.report.shape import (
    FORMAT,
    SEASON_NUMBERS,
    SINGLE_NUMBERS,
    TEAM_NUMBERS,
    VERSION,
)
from tournaments.leagues.models import Division, League
from tournaments.leagues.ranking import (
    division_table,
    league_single_ranking,
)
from tournaments.people.models import Player
from tournaments.people.names.mentions import reader_mentions
from tournaments.people.names.names import Audience, shown_to
from tournaments.people.selectors import home_club
from tournaments.scope.withheld import read_by_visitors
from tournaments.seasons.models import Season
from tournaments.seasons.selectors import season_table, seasons_for
from tournaments.words.choices import Privacy
from tournaments.words.formats import whole_or_hundredths

VISITOR = AnonymousUser()


def years_to_report() -> dict[int, list[str]]:
    """Return the seasons and leagues of each year, the last year first. Two queries.

    A season belongs to the year it ends in, so a current one may belong to the next.
    """
    seasons = seasons_for(VISITOR).order_by("first_date", "name", "pk")
    ends = seasons.values_list("last_date__year", "name")
    leagues = League.objects.visible_to(VISITOR).order_by("name", "season", "pk")
    active = leagues.filter(divisions__match_days__isnull=False)
    days = active.values_list("divisions__match_days__date__year", "name").distinct()
    years: dict[int, list[str]] = {}
    shown = reader_mentions().public_text
    for year, name in (*ends, *days):
        years.setdefault(year, []).append(shown(name))
    return dict(sorted(years.items(), reverse=True))


def federation_report(year: int) -> Row:
    """Return the report of a year. Queries for each season and each division."""
    now = timezone.now()
    with read_by_visitors(now), shown_to(Audience.PUBLIC):
        home = home_club()
        club = {"name": home.name, "number": home.number} if home else {}
        return without_empty(
            {
                "format": FORMAT,
                "version": VERSION,
                "year": year,
                "made_at": moment_text(now),
                "club": without_empty(club) or None,
                "seasons": [season_part(season) for season in seasons_in(year)],
                "leagues": [league_part(league) for league in leagues_in(year)],
            }
        )


def seasons_in(year: int) -> Iterable[Season]:
    """Return the seasons that end in a year."""
    ended = seasons_for(VISITOR).filter(last_date__year=year)
    return ended.order_by("first_date", "name", "pk")


def leagues_in(year: int) -> Iterable[League]:
    """Return the leagues that have a match day in a year."""
    leagues = League.objects.visible_to(VISITOR)
    active = leagues.filter(divisions__match_days__date__year=year)
    return active.distinct().order_by("name", "season", "pk")


def season_part(season: Season) -> Row:
    """Return a season table with everybody in it, also those without a place."""
    table = season_table(season, user=VISITOR, today=timezone.localdate())
    people = people_by_key(line.player_id for line in table.lines)
    return {
        "name": season.name,
        "first_date": season.first_date.isoformat(),
        "last_date": season.last_date.isoformat(),
        "is_over": table.is_over,
        "table": [
            {
                **person_part(people[line.player_id]),
                **place_part(line.row.place),
                "standing": line.row.standing.value,
                **numbers_part(line.row, SEASON_NUMBERS),
            }
            for line in table.lines
        ],
    }


def league_part(league: League) -> Row:
    divisions = league.divisions.order_by("order", "name", "pk")
    return without_empty(
        {
            "name": league.name,
            "season": league.season,
            "federation": league.federation,
            "divisions": [division_part(division) for division in divisions],
        }
    )


def division_part(division: Division) -> Row:
    """Return the league table and the individual ranking of a division."""
    table = division_table(division, user=VISITOR)
    return {
        "name": division.name,
        "is_provisional": table.is_provisional,
        "is_partial": table.is_partial,
        "table": [
            {
                "team": line.team.name,
                **place_part(line.row.place),
                **numbers_part(line.row, TEAM_NUMBERS),
            }
            for line in table.lines
        ],
        "people": list(single_rows(division)),
    }


def single_rows(division: Division) -> Iterator[Row]:
    """Give the lines of the individual ranking of a division."""
    lines = league_single_ranking(division, user=VISITOR).lines
    people = people_by_key(line.player.pk for line in lines)
    for line in lines:
        yield {
            **person_part(people[line.player.pk]),
            **place_part(line.row.place),
            "teams": [team.name for team in line.teams],
            **numbers_part(line.row, SINGLE_NUMBERS),
        }


def people_by_key(keys: Iterable[int]) -> dict[int, Player]:
    """Return people with their clubs, by key. One query."""
    return Player.every.select_related("club").in_bulk(list(keys))


def person_part(player: Player) -> Row:
    """Return the public name of a person, with pass and club if it is the full name."""
    is_named = player.privacy == Privacy.FULL
    club = player.club if is_named else None
    return {"name": player.name} | without_empty(
        {
            "member_number": player.member_number if is_named else None,
            "club": club.name if club else None,
            "club_number": club.number if club else None,
        }
    )


def place_part(place: int | None) -> Row:
    """Return the place under its key; nothing without a place."""
    return {} if place is None else {"place": place}


def numbers_part(row: object, names: Iterable[str]) -> Row:
    """Return numbers of a line of a table by name."""
    return {name: number_or_text(getattr(row, name)) for name in names}


def number_or_text(value: Fraction) -> int | str:
    """Return a whole number as it is, anything else as text with two decimals.

    >>> number_or_text(Fraction(7)), number_or_text(Fraction(5, 2))
    (7, '2.50')
    """
    rounded = whole_or_hundredths(value)
    return rounded if isinstance(rounded, int) else str(rounded)
