"""Finding out cheaply whether anything in a season has changed."""

from django.db import connection
from django.db.models import BigIntegerField

from tournaments.events.models import Adjustment, Event, Series
from tournaments.events.results.revisions import FINISHED_LISTS, WITHHELD, moments
from tournaments.organisations.models import Organisation
from tournaments.people.models import Club, Player
from tournaments.scope.scope import organisation_in_scope
from tournaments.seasons.models import Season, SeasonEvent
from tournaments.sheets.models import ScoreSheet
from tournaments.words.choices import EventKind

BIGGEST_PK = BigIntegerField.MAX_BIGINT
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
           (SELECT MAX(history_id) FROM {Event.history.model._meta.db_table}
            WHERE organisation_id = season.organisation_id),
           (SELECT MAX(history_id) FROM {Player.history.model._meta.db_table}
            WHERE organisation_id = season.organisation_id),
           (SELECT MAX(history_id) FROM {Club.history.model._meta.db_table}
            WHERE organisation_id = season.organisation_id),
           (SELECT MAX(history_id) FROM {Organisation.history.model._meta.db_table}
            WHERE id = season.organisation_id),
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
    if pk > BIGGEST_PK:
        return None
    with connection.cursor() as cursor:
        arguments = [pk, organisation_in_scope(), EventKind.EVENING.value, *moments()]
        cursor.execute(REVISION_SQL, arguments)
        row = cursor.fetchone()
    return None if row is None else "-".join(map(str, row))
