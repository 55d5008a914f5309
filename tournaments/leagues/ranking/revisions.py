"""Finding out cheaply whether anything in a league has changed."""

from tournaments.events.models import Adjustment, Entry, Event, Series, Swap
from tournaments.events.results.revisions import (
    FINISHED_LISTS,
    WITHHELD,
    moments,
    revision_word,
)
from tournaments.leagues.models import (
    Division,
    HostCode,
    League,
    LeaguePlayer,
    LeagueTeam,
    MatchDay,
    MatchGroup,
)
from tournaments.organisations.models import Organisation
from tournaments.people.models import Club, Player
from tournaments.scope.scope import organisation_in_scope
from tournaments.sheets.models import ScoreSheet

WITH_HISTORY = (Division, LeagueTeam, LeaguePlayer, MatchDay, MatchGroup, Entry)
OWNED = (League, Event, Club, Player)
LAST_CHANGES = ", ".join(
    f"(SELECT MAX(history_id) FROM {model.history.model._meta.db_table} {where})"
    for models, where in [
        (WITH_HISTORY, ""),
        (OWNED, "WHERE organisation_id = %s"),
        ([Organisation], "WHERE id = %s"),
    ]
    for model in models
)
LAST_NOTES = ", ".join(
    f"(SELECT MAX(id) FROM {model._meta.db_table})"
    for model in (Adjustment, Swap, HostCode)
)
CODES_ENDED = f"(SELECT COUNT(revoked_at) FROM {HostCode._meta.db_table})"
REVISION_SQL = f"""
    SELECT COUNT(sheet.id), MAX(sheet.id), {FINISHED_LISTS},
           COUNT(part.closed_at), MAX(part.closed_at), {LAST_CHANGES}, {LAST_NOTES},
           {CODES_ENDED}, {WITHHELD.format(series="part")},
           {{lists}}
    FROM {MatchGroup._meta.db_table} match_group
    JOIN {MatchDay._meta.db_table} match_day ON match_day.id = match_group.match_day_id
    JOIN {Series._meta.db_table} part
        ON part.event_id = match_group.event_id
    LEFT JOIN {ScoreSheet._meta.db_table} sheet ON sheet.series_id = part.id
"""
# A match shows the progress and seats of each list; divisions and teams do not.
ALL_LISTS = "SUM(sheet.revision)"
FINISHED_ALONE = "0"
OF_DIVISION = "WHERE match_day.division_id = %s"
OF_GROUP = "WHERE match_group.id = %s"
OF_TEAM = f"""
    WHERE match_day.division_id =
        (SELECT division_id FROM {LeagueTeam._meta.db_table} WHERE id = %s)
"""


def division_revision(pk: int) -> str | None:
    """Return a text that changes whenever a page of division ``pk`` does. One query.

    Finished lists count their writes, decisions and swaps are never changed, and
    everything else has a history. It is plain SQL like that of the standings.
    """
    return league_part_revision(OF_DIVISION, pk)


def team_revision(pk: int) -> str | None:
    """Return a text that changes whenever the page of team ``pk`` does. One query."""
    return league_part_revision(OF_TEAM, pk)


def group_revision(pk: int) -> str | None:
    """Return a text that changes whenever a page of match ``pk`` does. One query."""
    return league_part_revision(OF_GROUP, pk, lists=ALL_LISTS)


def league_part_revision(part: str, pk: int, lists: str = FINISHED_ALONE) -> str | None:
    """Return the state of the lists in part of a league, and of all histories."""
    organisations = [organisation_in_scope()] * LAST_CHANGES.count("%s")
    sql = REVISION_SQL.format(lists=lists) + part
    return revision_word(pk, sql, [*organisations, *moments(), pk])
