"""Finding out cheaply whether anything in a season has changed."""

from tournaments.events.models import Adjustment, Event, Series
from tournaments.events.results.revisions import (
    FINISHED_LISTS,
    WITHHELD,
    last_change,
    moments,
    revision_word,
)
from tournaments.organisations.models import Organisation
from tournaments.people.models import Club, Player
from tournaments.scope.scope import organisation_in_scope
from tournaments.seasons.models import Season, SeasonEvent
from tournaments.sheets.models import ScoreSheet
from tournaments.words.choices import EventKind

REVISION_SQL = f"""
    WITH season AS (SELECT * FROM {Season._meta.db_table} WHERE id = %s
        AND organisation_id = %s),
    event AS (
        SELECT one.id FROM {Event._meta.db_table} one
        JOIN season ON season.organisation_id = one.organisation_id
        LEFT JOIN {SeasonEvent._meta.db_table} said
            ON said.event_id = one.id AND said.season_id = season.id
        WHERE said.belongs OR (
            said.id IS NULL AND season.takes_evenings AND one.kind = %s
            AND one.date BETWEEN season.first_date AND season.last_date
        )
    ),
    part AS (
        SELECT own.id FROM {Series._meta.db_table} own
        JOIN event ON event.id = own.event_id
    )
    SELECT season.revision,
           (SELECT COUNT(*) FROM event),
           (SELECT COUNT(*) FROM part),
           COUNT(sheet.id), MAX(sheet.id), {FINISHED_LISTS},
           {last_change(Event, "organisation_id = season.organisation_id")},
           {last_change(Player, "organisation_id = season.organisation_id")},
           {last_change(Club, "organisation_id = season.organisation_id")},
           {last_change(Organisation, "id = season.organisation_id")},
           (SELECT MAX(decision.id) FROM {Adjustment._meta.db_table} decision
            JOIN part ON part.id = decision.series_id),
           {WITHHELD.format(series="own")}
    FROM season
    LEFT JOIN {ScoreSheet._meta.db_table} sheet
        ON sheet.series_id IN (SELECT id FROM part)
    LEFT JOIN {Series._meta.db_table} own ON own.id = sheet.series_id
    GROUP BY season.revision, season.organisation_id
"""


def season_revision(pk: int) -> str | None:
    """Return a text that changes whenever the table of season ``pk`` does.

    None if there is no such season. One query, in plain SQL like that of the
    standings: finished lists and seasons count their writes; people, clubs and events
    have a history.
    """
    arguments = [pk, organisation_in_scope(), EventKind.EVENING.value, *moments()]
    return revision_word(pk, REVISION_SQL, arguments)
