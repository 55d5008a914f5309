"""Writing an event file. The same event gives the same bytes."""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from django.db.models import Model, Q, QuerySet

from scoring.lists.takeovers import read_takeover, with_key
from tournaments.events.models import (
    Adjustment,
    Entry,
    Event,
    Payment,
    Reopening,
    ReopeningPlace,
    Swap,
)
from tournaments.files.event.columns import Json, Row, file_row, without_empty
from tournaments.files.event.lines import game_item
from tournaments.files.event.links import Names, linked_row, rows_by_parent
from tournaments.files.event.order import sorted_section
from tournaments.files.event.shape import FORMAT, SEAL, SIGNATURES, VERSION
from tournaments.files.event.team_rows import (
    contest_rows,
    log_rows,
    lot_rows,
)
from tournaments.people.models import Player
from tournaments.people.selectors import home_club
from tournaments.scope.extensions import EXTENSIONS, canonical_json
from tournaments.sheets.models import (
    Change,
    Confirmation,
    Game,
    ListVersion,
    Result,
    ScoreSheet,
    Seat,
    SecondList,
    Substitution,
    Verdict,
)
from tournaments.words.choices import TAKEOVERS


def event_text(event: Event) -> str:
    """Return the event file of ``event``, with one row of a list on each line.

    Some twenty-five queries, however large the event.
    """
    return sealed_text(event_document(event))


def file_text(document: Row) -> str:
    """Return a document as the text of a file."""
    return "".join(pretty_json(document, "")) + "\n"


def sealed_text(document: Row) -> str:
    """Return a document as the text of a file, sealed against changes."""
    return file_text({**document, SEAL: seal_of(document)})


def seal_of(document: Row) -> str:
    """Return the hash of a document without its seal."""
    return hashlib.sha256(file_text(document).encode()).hexdigest()


def event_document(event: Event) -> Row:
    """Return everything about ``event`` as the event file has it."""
    people = event_people(event)
    names: Names = {
        Player: {player.pk: str(player.public_id) for player in people},
        Entry: dict(event.entries.values_list("pk", "start_number")),
    }
    home = home_club()
    clubs = {player.club for player in people if player.club}
    clubs |= {home} if home else set()
    document: Row = {
        "format": FORMAT,
        "version": VERSION,
        "event": file_row(event, id=str(event.public_id)),
        "house_rules": event.rule_set and file_row(event.rule_set),
        "home_club": home.name if home else None,
        "clubs": linked_rows("clubs", clubs),
        "people": sorted_section("people", [person_row(player) for player in people]),
        "loss_steps": linked_rows("loss_steps", event.loss_steps.all()),
        "prizes": linked_rows("prizes", event.prizes.select_related("contest")),
        **entry_rows(event, names),
        "draws": sorted_section("draws", draw_rows(event, names)),
        "series": sorted_section("series", series_rows(event, names)),
        **money_rows(event, names),
        SIGNATURES: linked_rows(SIGNATURES, event.signatures.all()),
    }
    return without_empty(document)


def linked_rows(section: str, rows: Iterable[Model]) -> list[Row]:
    """Return the rows of a section whose links need no ``names``."""
    return sorted_section(section, map(linked_row, rows))


def event_people(event: Event) -> list[Player]:
    """Return everybody in the event, also those only in its history. Two queries."""
    of_event = {"series__event": event}
    rows = (
        event.entries.values("player"),
        Seat.objects.filter(**of_event).values("player"),
        Result.objects.filter(**of_event).values("player"),
        Substitution.objects.filter(sheet__series__event=event).values("player"),
        Adjustment.objects.filter(**of_event).values("player"),
        Swap.objects.filter(**of_event).values("first"),
        Swap.objects.filter(**of_event).values("second"),
        ReopeningPlace.objects.filter(reopening__series__event=event).values("player"),
    )
    is_in_event = Q(pk__in=keys_in_takeovers({"sheet__series__event": event}))
    for keys in rows:
        is_in_event |= Q(pk__in=keys)
    return list(Player.objects.filter(is_in_event).select_related("club"))


def keys_in_takeovers(on_lists: Mapping[str, Model]) -> set[int]:
    """Return the keys of people in the histories of some lists. One query."""
    changes = Change.objects.filter(**on_lists, action__in=TAKEOVERS)
    texts = (text for pair in changes.values_list("before", "after") for text in pair)
    return {takeover.number for text in texts if (takeover := read_takeover(text))}


def person_row(player: Player) -> Row:
    return linked_row(player, id=str(player.public_id))


def entry_rows(event: Event, names: Names) -> Row:
    """Return entries, teams, lots and the pairs to sit apart. Seven queries."""
    numbers = names[Entry]
    return {
        "contests": sorted_section("contests", contest_rows(event, names)),
        "entries": [linked_row(entry, names) for entry in event.entries.all()],
        "lots": list(lot_rows(event, names)),
        "apart": sorted(
            sorted((numbers[pair.first_id], numbers[pair.second_id]))
            for pair in event.apart.all()
        ),
    }


def draw_rows(event: Event, names: Names) -> Iterator[Row]:
    """Give the draws with the places exchanged by hand. Two queries."""
    swaps = Swap.objects.filter(draw__event=event).select_related("series", "by")
    exchanges = rows_by_parent(swaps.order_by("pk"), "draw", names)
    for draw in event.draws.select_related("by"):
        row = linked_row(draw, names)
        yield row | without_empty({"exchanges": exchanges[draw.pk]})


def reopening_rows(event: Event, names: Names) -> dict[int, list[Row]]:
    """Return the reopenings by series. Two queries."""
    event_places = ReopeningPlace.objects.filter(reopening__series__event=event)
    places = rows_by_parent(event_places.order_by("pk"), "reopening", names)

    def reopening_row(reopening: Reopening, names: Names) -> Row:
        row = linked_row(reopening, names)
        return row | without_empty({"places": places[reopening.pk]})

    reopenings = Reopening.objects.filter(series__event=event).order_by("pk")
    with_people = reopenings.select_related("by", "closed_by")
    return rows_by_parent(with_people, "series", names, reopening_row)


def series_rows(event: Event, names: Names) -> Iterator[Row]:
    """Give every series with its lists. Twelve queries, however many lists."""
    reopenings = reopening_rows(event, names)
    log = log_rows(event)
    parts = list_parts({"sheet__series__event": event}, names)
    sheets = ScoreSheet.objects.filter(series__event=event)
    tables = rows_by_parent(
        sheets.select_related("typed_by", "finished_by"),
        "series",
        make_row=lambda sheet, _names: sheet_row(sheet, parts),
    )
    for series in event.series.select_related("draw"):
        yield linked_row(series, names) | without_empty(
            {
                "tables": sorted_section("tables", tables[series.pk]),
                "reopenings": reopenings[series.pk],
                "log": log[series.pk],
            }
        )


def sheet_row(sheet: ScoreSheet, parts: Mapping[str, Mapping[int, list[Json]]]) -> Row:
    """Return a list with its parts."""
    row = linked_row(sheet)
    for name, rows in parts.items():
        if sheet.pk in rows:
            row[name] = sorted_section(name, rows[sheet.pk])
    if "second_list" in row:
        (row["second_list"],) = row["second_list"]
    return row


def list_parts(
    on_lists: Mapping[str, Model], names: Names
) -> Mapping[str, Mapping[int, list[Json]]]:
    """Return the parts of the lists ``on_lists`` selects, by kind and list.

    Nine queries.
    """
    kinds: Mapping[str, tuple[QuerySet[Any], Callable[[Any, Names], Json]]] = {
        "seats": (Seat.objects.all(), linked_row),
        "substitutions": (Substitution.objects.all(), linked_row),
        "results": (Result.objects.all(), linked_row),
        "games": (Game.objects.all(), lambda game, _names: game_item(game)),
        "changes": (Change.objects.select_related("by"), change_row),
        "confirmations": (Confirmation.objects.all(), linked_row),
        "versions": (ListVersion.objects.all(), linked_row),
        "verdicts": (Verdict.objects.select_related("by"), linked_row),
        "second_list": (SecondList.objects.select_related("by"), linked_row),
    }
    return {
        name: rows_by_parent(rows.filter(**on_lists), "sheet", names, make_row)
        for name, (rows, make_row) in kinds.items()
    }


def list_document(sheet: ScoreSheet) -> Row:
    """Return one list as the event file has it, with the people on it.

    Fourteen queries.
    """
    people = list(list_people(sheet))
    names: Names = {Player: {player.pk: str(player.public_id) for player in people}}
    row = sheet_row(sheet, list_parts({"sheet": sheet}, names))
    return {
        "people": sorted_section("people", [person_row(player) for player in people]),
        "series": [{"number": sheet.series.number, "tables": [row]}],
    }


def list_people(sheet: ScoreSheet) -> QuerySet[Player]:
    """Return the people who sit at the table or have sat there."""
    keys = keys_in_takeovers({"sheet": sheet})
    for rows in (sheet.seats, sheet.results, sheet.substitutions):
        keys |= set(rows.values_list("player", flat=True))
    return Player.objects.filter(pk__in=keys).select_related("club")


def change_row(change: Change, names: Names) -> Row:
    """Return a change; the person it seats is named by public id."""
    row = linked_row(change, names)
    ids = names[Player]
    if change.action in TAKEOVERS:
        row |= {
            key: with_key(row[key], lambda person: ids.get(int(person), ""))
            for key in ("before", "after")
            if key in row
        }
    return row


def money_rows(event: Event, names: Names) -> Row:
    """Return payments, cash counts and deductions. Three queries."""
    payments = list(event.payments.select_related("by", "sheet").order_by("pk"))
    positions = {payment.pk: place for place, payment in enumerate(payments, 1)}
    counts = event.cash_counts.select_related("by", "sheet").order_by("pk")
    decisions = Adjustment.objects.filter(series__event=event)
    event_decisions = decisions.select_related("by", "series").order_by("pk")
    return {
        "payments": [
            linked_row(payment, {**names, Payment: positions}) for payment in payments
        ],
        "cash_counts": [linked_row(count, names) for count in counts],
        "adjustments": [linked_row(decision, names) for decision in event_decisions],
    }


def pretty_json(value: Json, margin: str) -> Iterator[str]:
    """Give ``value`` as JSON, with a line for every object without inner ones.

    Extensions are JSON text already, unless they come straight from a file.

    >>> print("".join(pretty_json({"a": [{"b": 1, "c": "ü"}, "2k2"]}, "")))
    {
     "a": [
      {"b": 1, "c": "ü"},
      "2k2"
     ]
    }
    """
    if not spans_lines(value):
        yield json.dumps(value, ensure_ascii=False)
        return
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    inner = f"{margin} "
    separator = f"{opening}\n{inner}"
    for key, item in keyed_items(value):
        yield separator
        if key is not None:
            yield f"{json.dumps(key)}: "
        if key == EXTENSIONS:
            yield item if isinstance(item, str) else canonical_json(item)
        else:
            yield from pretty_json(item, inner)
        separator = f",\n{inner}"
    yield f"\n{margin}{closing}"


def keyed_items(value: Json) -> Iterable[tuple[str | None, Json]]:
    """Return the keys and values of an object, or None and the items of a list."""
    if isinstance(value, dict):
        return value.items()
    return ((None, item) for item in value)


def spans_lines(value: Json) -> bool:
    """Return whether a value is written on several lines."""
    if isinstance(value, list):
        return bool(value) and not isinstance(value[0], int)
    if isinstance(value, dict):
        inner = value.values()
        return EXTENSIONS in value or any(isinstance(i, dict | list) for i in inner)
    return False
