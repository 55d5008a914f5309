"""Finding out as cheaply as possible whether the standings have changed."""

from collections.abc import Sequence
from typing import Any

from django.db import connection
from django.db.models import BigIntegerField
from django.utils import timezone

from tournaments.events.models import (
    Adjustment,
    Entry,
    Event,
    LotDraw,
    Prize,
    Series,
    Team,
    TeamContest,
    TeamMember,
)
from tournaments.organisations.models import Organisation
from tournaments.people.models import Club, Player
from tournaments.scope.scope import organisation_in_scope
from tournaments.sheets.models import ScoreSheet

BIGGEST_PK = BigIntegerField.MAX_BIGINT
# Only finished lists are included, with their number of writes. A list that is being
# typed is in no ranking, so typing does not renew the page of a ranking.
FINISHED_LISTS = """
    COUNT(sheet.finished_at), MAX(sheet.finished_at),
    SUM(CASE WHEN sheet.finished_at IS NOT NULL THEN sheet.revision END)
"""
# Withheld series become visible as time passes, without anything being written.
WITHHELD = """
    SUM(CASE WHEN {series}.draw_from > %s THEN {series}.id END),
    SUM(CASE WHEN {series}.results_from > %s THEN {series}.id END)
"""
IN_CONTEST = f"""
    contest_id IN
        (SELECT id FROM {TeamContest._meta.db_table} WHERE event_id = event.id)
"""


def last_change(model: Any, where: str) -> str:
    """Return the SQL for the number of the last change to such rows of a model."""
    table = model.history.model._meta.db_table
    return f"(SELECT MAX(history_id) FROM {table} WHERE {where})"


REVISION_SQL = f"""
    SELECT event.id, COUNT(DISTINCT series.id),
           COUNT(sheet.id), MAX(sheet.id), {FINISHED_LISTS},
           {last_change(Event, "id = event.id")},
           {last_change(Player, "organisation_id = event.organisation_id")},
           {last_change(Club, "organisation_id = event.organisation_id")},
           {last_change(Organisation, "id = event.organisation_id")},
           {last_change(Entry, "event_id = event.id")},
           {last_change(Team, IN_CONTEST)},
           {last_change(TeamMember, IN_CONTEST)},
           {last_change(TeamContest, "event_id = event.id")},
           {last_change(Series, "event_id = event.id")},
           (SELECT COUNT(*) FROM {Entry._meta.db_table}
            WHERE event_id = event.id),
           (SELECT MAX(adjustment.id) FROM {Adjustment._meta.db_table} adjustment
            JOIN {Series._meta.db_table} own ON own.id = adjustment.series_id
            WHERE own.event_id = event.id),
           (SELECT SUM(place * 4096 + id) FROM {Prize._meta.db_table}
            WHERE event_id = event.id),
           (SELECT COUNT(*) + COUNT(taken_back_at) FROM {LotDraw._meta.db_table}
            WHERE event_id = event.id),
           {WITHHELD.format(series="series")}
    FROM {Event._meta.db_table} event
    LEFT JOIN {Series._meta.db_table} series ON series.event_id = event.id
    LEFT JOIN {ScoreSheet._meta.db_table} sheet ON sheet.series_id = series.id
    WHERE event.id = %s AND event.organisation_id = %s
    GROUP BY event.id
"""


def moments() -> list[str | None]:
    """Return the present time for both parameters of ``WITHHELD``."""
    return [connection.ops.adapt_datetimefield_value(timezone.now())] * 2


def standings_revision(pk: int) -> str | None:
    """Return a word that changes whenever the standings of event ``pk`` do.

    None if there is no such event. Finished lists count their writes; adjustments are
    never changed; people, clubs, entries, teams and events have a history. One query
    in plain SQL: building it from the models takes longer than everything else on an
    unchanged page.
    """
    return revision_word(pk, REVISION_SQL, [*moments(), pk, organisation_in_scope()])


def revision_word(pk: int, sql: str, arguments: Sequence[Any]) -> str | None:
    """Return the row that a query finds about the key ``pk``, as one word."""
    if pk > BIGGEST_PK:
        return None
    with connection.cursor() as cursor:
        cursor.execute(sql, arguments)
        row = cursor.fetchone()
    return None if row is None else "-".join(map(str, row))
