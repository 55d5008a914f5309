"""Everything that is stored about one person, as one file (docs/person-file.md).

Its sections are derived from the models, so that a new table with people is in it
from the first day.
"""

import json
from collections.abc import Iterator
from typing import Any

from django.db.models import ForeignKey, Model, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.cache import never_cache

from scoring.notation.documents import write_line
from tournaments.events.models import Event, Payment, Series
from tournaments.events.references import foreign_keys, references
from tournaments.files.event.sections import Row, file_value, moment_text
from tournaments.people.audit import recording_exports
from tournaments.people.models import Join, Player, User
from tournaments.scope.models import entries_about
from tournaments.scope.scope import Audience, shown_to
from tournaments.sheets.ledger import players_by_stint
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.selectors import ledgers_of
from tournaments.web.access import page_for
from tournaments.web.spreadsheets import file_answer
from tournaments.words.choices import ExportedFile
from tournaments.words.rights import Right

FORMAT = "skatclub-person"
VERSION = 1
# Spellings derived from the name, and keys of this database.
LEFT_OUT_COLUMNS = frozenset({"id", "name_key", "search_key"})


@shown_to(Audience.CLUB)
def person_document(player: Player) -> Row:
    """Return everything about ``player``. Some forty queries.

    Other people are left out, even where the same rows refer to them.
    """
    second_entries = Player.every.filter(joined_into=player)
    is_theirs = Q(kept=player) | Q(gone=player) | Q(gone__joined_into=player)
    return {
        "format": FORMAT,
        "version": VERSION,
        "made_at": moment_text(timezone.now()),
        "person": master_data(player),
        "other_entries": [master_data(entry) for entry in second_entries],
        "history": [
            row for entry in (player, *second_entries) for row in logged_acts(entry)
        ],
        "joins": [
            {"at": moment_text(join.at), "by": join.by.username}
            for join in Join.objects.filter(is_theirs).select_related("by")
        ],
        **{
            section_name(field): rows
            for field in references()
            if (rows := rows_naming(field, player))
        },
        "payments": [
            plain_row(payment)
            for payment in Payment.objects.filter(entry__player=player).order_by("pk")
        ],
        "replies": [plain_row(reply) for reply in player.replies.order_by("pk")],
        "games": list(declared_games(player)),
    }


def master_data(player: Player) -> Row:
    """Return the person's own row, with their public name and their club."""
    club = player.club
    return {
        **column_values(player),
        "public_name": player.public_name,
        "club": club.name if club else None,
        "club_number": club.dotted_number if club else None,
    }


def logged_acts(player: Player) -> Iterator[Row]:
    """Give what was changed in the person's own row, and by whom."""
    for entry in entries_about(player).select_related("by").order_by("pk"):
        yield {
            "at": moment_text(entry.at),
            "by": entry.by.username if entry.by else None,
            "action": entry.action,
            "label": entry.label,
            "changes": entry.before_and_after,
        }


def section_name(field: ForeignKey) -> str:
    """Return the name of the section for the rows that refer to people by ``field``.

    Where a table refers to people by two columns, each has a section of its own.
    """
    name = field.model.__name__
    twins = [key for key in references() if key.model is field.model]
    return name if len(twins) == 1 else f"{name}.{field.name}"


def rows_naming(field: ForeignKey, player: Player) -> list[Row]:
    """Return the rows that refer to the person by ``field``. One query."""
    rows = field.model._base_manager.filter(**{field.name: player}).order_by("pk")
    links = [link.name for link in foreign_keys(field.model)]
    return [plain_row(row) for row in rows.select_related(*links)]


def plain_row(row: Model) -> Row:
    """Return a row with its links in words, leaving out those to other people."""
    linked: Row = {}
    for link in foreign_keys(type(row)):
        target = getattr(row, link.name)
        if target is not None and link.related_model is not Player:
            linked[link.name] = row_name(target)
    return linked | column_values(row)


def row_name(target: Model) -> Any:
    if isinstance(target, Series):
        return row_name(target.event) | {"series": target.number}
    if isinstance(target, ScoreSheet):
        return row_name(target.series) | {"table": target.table_number}
    if isinstance(target, Event):
        return {"event": target.name, "date": target.date.isoformat()}
    if isinstance(target, User):
        return target.username
    return str(target)


def column_values(row: Model) -> Row:
    """Return the columns of a row but its foreign keys, as JSON values."""
    values = {
        field.name: file_value(row, field.name)
        for field in row._meta.concrete_fields
        if not field.is_relation and field.name not in LEFT_OUT_COLUMNS
    }
    return {
        name: value if value is None or isinstance(value, bool | int) else str(value)
        for name, value in values.items()
    }


def declared_games(player: Player) -> Iterator[Row]:
    """Give every game declared by the person, in shorthand, list by list."""
    theirs = Q(seats__player=player) | Q(substitutions__player=player)
    sheets = ScoreSheet.objects.with_event().filter(theirs).distinct()
    for ledger in ledgers_of(sheets.order_by("series__event__date", "pk")):
        people = players_by_stint(ledger)
        for game in ledger.games:
            starts = [
                first
                for place, first in people
                if place == game.declarer and first <= game.number
            ]
            if starts and people[game.declarer or 0, max(starts)] == player.pk:
                line = write_line(game.as_noted())
                yield {**row_name(ledger.sheet), "number": game.number, "line": line}


@recording_exports(ExportedFile.PERSON)
@page_for(Right.PEOPLE)
@never_cache
def person_data(request: HttpRequest, pk: int) -> HttpResponse:
    people = Player.objects.editable_by(request.user).select_related("club")
    player = get_object_or_404(people, pk=pk)
    name = slugify(player.full_name) or f"person-{pk}"
    text = json.dumps(person_document(player), ensure_ascii=False, indent=1) + "\n"
    return file_answer(text.encode(), f"{name}.json", "application/json")
