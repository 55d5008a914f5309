"""Writing an event file, and proving one: the same event gives the same bytes."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from operator import itemgetter
from typing import Any

from django.db.models import Model, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.lists import check_codes
from scoring.lists.sheets import StintTotal, System, close_stints, read_takeover
from scoring.notation.documents import write_line
from scoring.notation.grammar import Spelling
from scoring.notation.reading import NotedLine
from tournaments.events import models as events
from tournaments.files.event.schema import (
    FORMAT,
    SEAL,
    VERSION,
    game_item,
    house_rules_in,
    read_game,
)
from tournaments.files.event.sections import (
    COLUMNS_BY_KEY,
    EVENT_FILE,
    EVENT_HEAD,
    EVENT_SECTIONS,
    SHEET,
    Json,
    Names,
    Row,
    Section,
    Sections,
    file_row,
    file_value,
    full_name_in,
    keys_linking_to,
    linked_row,
    links_of,
    lists_in,
    relations_of,
    with_takeover,
    with_values,
    without_empty,
)
from tournaments.people.models import Player, User
from tournaments.people.names.mentions import mentions_of
from tournaments.people.selectors import home_club, ids_joined_into
from tournaments.scope.models import EXTENSIONS, canonical_json
from tournaments.scope.scope import DRAW, RESULTS, is_for_visitors
from tournaments.sheets import models as sheets
from tournaments.sheets.ledger import play_of
from tournaments.sheets.models.programme import RuleSet, rules_in
from tournaments.words.choices import TAKEOVERS, Privacy, Proof, SheetState
from tournaments.words.formats import number

# The path from a table to its event, where it is not "event".
EVENT_PATHS: Mapping[type[Model], str] = {events.Adjustment: "series__event"}


def event_text(event: events.Event) -> str:
    """Return the event file of ``event``, with one row of a list on each line."""
    return sealed_text(event_document(event))


def file_text(document: Row) -> str:
    return "".join(pretty_json(document, "")) + "\n"


def sealed_text(document: Row) -> str:
    """Return a document as the text of a file, sealed against changes."""
    return file_text({**document, SEAL: seal_of(document)})


def seal_of(document: Row) -> str:
    """Return the hash of a document without its seal."""
    return hashlib.sha256(file_text(document).encode()).hexdigest()


def event_document(event: events.Event) -> Row:
    """Return everything about ``event`` as the event file has it."""
    people = event_people(event)
    adjustments = events.Adjustment.objects.filter(series__event=event)
    names: Names = {
        Player: {player.pk: str(player.public_id) for player in people},
        events.Entry: dict(event.entries.values_list("pk", "start_number")),
        events.Adjustment: positions_of(adjustments),
        events.Payment: positions_of(event.payments.all()),
    }
    home = home_club()
    # Check codes of lists name people by the ids they had before entries were joined.
    joined = ids_joined_into(player.pk for player in people)
    rows = [linked_row(player, joined=joined.get(player.pk)) for player in people]
    clubs = {player.club for player in people if player.club}
    clubs |= {home} if home else set()
    document: Row = {
        "format": FORMAT,
        "version": VERSION,
        "event": file_row(event),
        "house_rules": event.rule_set and file_row(event.rule_set),
        "home_club": home.name if home else None,
        "clubs": EVENT_HEAD["clubs"].in_order(map(linked_row, clubs)),
        "people": EVENT_HEAD["people"].in_order(rows),
    }
    for name, section in EVENT_SECTIONS.items():
        path = EVENT_PATHS.get(section.model, "event")
        pairs = section_rows(section, names, {path: event})
        document[name] = section.in_order(item for _row, item in pairs)
    return without_empty(document)


def positions_of(rows: QuerySet[Model]) -> dict[int, int]:
    """Return the positions of rows in their section, from 1. One query."""
    keys = rows.order_by("pk").values_list("pk", flat=True)
    return {pk: position for position, pk in enumerate(keys, 1)}


def event_people(event: events.Event) -> list[Player]:
    """Return everybody in the event, also those only in its history. Two queries."""
    is_in_event = Q(pk__in=keys_in_takeovers({"sheet__series__event": event}))
    for section in EVENT_SECTIONS.values():
        path = EVENT_PATHS.get(section.model, "event")
        for keys in people_below(section, path, event):
            is_in_event |= Q(pk__in=keys)
    return list(Player.objects.filter(is_in_event).select_related("club"))


def people_below(
    section: Section, path: str, root: Model | int
) -> Iterator[QuerySet[Any, Any]]:
    """Give the keys of the people to whom rows below ``root`` refer. No query.

    ``path`` leads from a row of the section to ``root``.
    """
    rows = section.model._default_manager.filter(**{path: root})
    for link in links_of(section.model).values():
        if link.related_model is Player:
            yield rows.values(link.name)
    for part in section.parts.values():
        key = parent_key(part.model, section.model)
        yield from people_below(part, f"{key}__{path}", root)


def keys_in_takeovers(on_lists: Mapping[str, Model]) -> set[int]:
    """Return the keys of people in the histories of some lists. One query."""
    changes = sheets.Change.objects.filter(**on_lists, action__in=TAKEOVERS)
    texts = (text for pair in changes.values_list("before", "after") for text in pair)
    return {takeover.number for text in texts if (takeover := read_takeover(text))}


NO_CONDITION: Mapping[str, Any] = {}


def section_rows(
    section: Section,
    names: Names,
    condition: Mapping[str, Any] = NO_CONDITION,
    rows: QuerySet[Any] | None = None,
) -> Iterator[tuple[Any, Json]]:
    """Give the rows that meet a condition, each with what the file has of it.

    ``rows`` are those of the section, where they are not all. One query for each table.
    """
    if rows is None:
        rows = section.model._default_manager.filter(**condition)
    links = section.links.values()
    asked = [link.name for link in links if link.related_model not in names]
    found = list(rows.select_related(*asked))
    parts = parts_of(section, names, condition) if found else {}
    make_row = ROW_MAKERS.get(section.model, linked_row)
    for row in found:
        own = {name: file_value(row, name, names) for name in section.also}
        own |= {name: items.get(row.pk) for name, items in parts.items()}
        item = make_row(row, names, **own)
        yield row, {key: item[key] for key in section.only} or item


def parts_of(
    section: Section, names: Names, condition: Mapping[str, Any]
) -> dict[str, dict[int, Json]]:
    """Return what stands below the rows that meet a condition, by name and row."""
    parts: dict[str, dict[int, Json]] = {}
    for name, part in section.parts.items():
        parent = parent_key(part.model, section.model)
        below = {f"{parent}__{path}": value for path, value in condition.items()}
        items = defaultdict(list)
        for row, item in section_rows(part, names, below):
            items[getattr(row, f"{parent}_id")].append(item)
        parts[name] = {
            key: rows[0] if part.is_single else part.in_order(rows)
            for key, rows in items.items()
        }
    return parts


def parent_key(model: type[Model], above: type[Model]) -> str:
    """Return the foreign key by which a row is below one of another table."""
    relations = relations_of(model).items()
    return next(key for key, field in relations if field.related_model is above)


def change_row(change: sheets.Change, names: Names) -> Row:
    """Return a change; the person it seats is named by public id."""
    row = linked_row(change, names)
    return row | with_takeover(row, lambda key: names[Player].get(int(key), ""))


# What the file has of the rows of a table, instead of ``linked_row``.
ROW_MAKERS: Mapping[type[Model], Callable[..., Json]] = {
    RuleSet: lambda rule_set, _names, **links: file_row(rule_set, **links),
    events.ApartPair: lambda pair, names: sorted(
        names[events.Entry][key] for key in (pair.first_id, pair.second_id)
    ),
    sheets.Change: change_row,
    sheets.Game: lambda game, _names: game_item(game),
}


def list_document(sheet: sheets.ScoreSheet) -> Row:
    """Return one list as the event file has it, with the people on it."""
    people = list(list_people(sheet))
    names: Names = {Player: {player.pk: str(player.public_id) for player in people}}
    ((_sheet, row),) = section_rows(SHEET, names, {"pk": sheet.pk})
    return {
        "people": EVENT_HEAD["people"].in_order(map(linked_row, people)),
        "series": [{"number": sheet.series.number, "tables": [row]}],
    }


def list_people(sheet: sheets.ScoreSheet) -> QuerySet[Player]:
    """Return the people who sit at the table or have sat there."""
    is_on_list = Q(pk__in=keys_in_takeovers({"sheet": sheet}))
    for keys in people_below(SHEET, "pk", sheet.pk):
        is_on_list |= Q(pk__in=keys)
    return Player.objects.filter(is_on_list).select_related("club")


def pretty_json(value: Json, margin: str) -> Iterator[str]:
    """Give ``value`` as JSON, with a line for every object without inner ones.

    Extensions are JSON text already, unless they come straight from a file. A number
    with decimals is a text.

    >>> print("".join(pretty_json({"a": [{"b": 1, "c": "ü"}, "2k2"]}, "")))
    {
     "a": [
      {"b": 1, "c": "ü"},
      "2k2"
     ]
    }
    """
    if not spans_lines(value):
        yield json.dumps(value, ensure_ascii=False, default=str)
        return
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    inner = f"{margin} "
    separator = f"{opening}\n{inner}"
    items = value.items() if isinstance(value, dict) else ((None, i) for i in value)
    for key, item in items:
        yield separator
        if key is not None:
            yield f"{json.dumps(key)}: "
        if key == EXTENSIONS:
            yield item if isinstance(item, str) else canonical_json(item)
        else:
            yield from pretty_json(item, inner)
        separator = f",\n{inner}"
    yield f"\n{margin}{closing}"


def spans_lines(value: Json) -> bool:
    if isinstance(value, list):
        return bool(value) and not isinstance(value[0], int)
    if isinstance(value, dict):
        inner = value.values()
        return EXTENSIONS in value or any(isinstance(i, dict | list) for i in inner)
    return False


# Names in these sections are public, even if they hold a hidden person's last name.
PUBLIC_NAME_SECTIONS = frozenset({"people", "clubs", "home_club", "event"})
# A list whose results are withheld looks like one that has not been begun.
SHOWN_LIST_PARTS = frozenset({"table_number", "code", "system", "rounds", "seats"})
SHOWN_SEAT_PARTS = ("person", "place")
NOT_BEGUN: Row = {
    "state": SheetState.EMPTY,
    "proof": Proof.NONE,
    "revision": 0,
    "totals_only": False,
    "cut_short": False,
}
# Names of accounts are private, too; the copy only says that an account acted.
ANY_ACCOUNT = "skatclub"


def public_event_text(event: events.Event) -> str:
    """Return the event file of ``event`` without what is private.

    People have their public names; only columns that their models name as public are
    in it, and no account. The ids of people stay, so that a site
    which has the event already recognises them. Some thirty queries.
    """
    return sealed_text(public_document(event_document(event), event_people(event)))


def public_document(document: Row, people: Iterable[Player]) -> Row:
    """Return the public copy of a document; ``people`` are those to be shortened."""
    people = list(people)
    shy = [player for player in people if player.privacy != Privacy.FULL]
    names = {str(player.public_id): player.public_name for player in shy}
    head = ("format", "version", "home_club")
    copy = public_parts(EVENT_FILE, document)
    copy |= {key: document[key] for key in head if key in document}
    if people_rows := copy.get("people"):
        for row in people_rows:
            if name := names.get(row["id"]):
                row.pop("first_name", None)
                row["last_name"] = name
        copy["people"] = EVENT_HEAD["people"].in_order(people_rows)
    if is_for_visitors():
        withhold_results(copy.get("series", ()))
    # A reason may name a person who is not in the event.
    hideable = {*people, *Player.objects.exclude(privacy=Privacy.FULL)}
    by_full_name = mentions_of(hideable)
    by_last_name = mentions_of(hideable, {player.pk for player in people})
    parts = {
        key: (
            by_full_name if key in PUBLIC_NAME_SECTIONS else by_last_name
        ).public_copy(part)
        for key, part in copy.items()
    }
    return dict(with_values(parts, public_account))


def public_account(key: str, value: Json, _row: Row) -> Json:
    return ANY_ACCOUNT if key in keys_linking_to(User) else value


def withhold_results(series: Iterable[Row]) -> None:
    """Reduce the lists of withheld series to their seats.

    Visitors find no rows of games and results anyway, but the foot and the progress of
    a list are columns of the list and its seats. Reopenings go from every series: they
    tell places and totals of the whole event.
    """
    withheld = [row for row in series if is_withheld(row)]
    for row in series if withheld else ():
        row.pop("reopenings", None)
    for table in (table for row in withheld for table in row.get("tables", ())):
        for part in table.keys() - SHOWN_LIST_PARTS:
            del table[part]
        table.update(NOT_BEGUN)
        table["seats"] = [
            {key: seat[key] for key in SHOWN_SEAT_PARTS} for seat in table["seats"]
        ]


def is_withheld(series: Row) -> bool:
    """Return whether the results of a series are to be published later."""
    moments = [series[name] for name in (DRAW, RESULTS) if series.get(name)]
    return any(datetime.fromisoformat(moment) > timezone.now() for moment in moments)


def public_parts(sections: Sections, row: Row) -> Row:
    """Return the sections of ``row`` that have public columns, reduced to these."""
    return {
        key: public_row(section, row[key])
        for key, section in sections.items()
        if getattr(section.model, "public", ()) and key in row
    }


def public_row(section: Section, row: Json) -> Json:
    """Return a row, or all, with the public columns of its model and its parts."""
    if isinstance(row, list):
        return [public_row(section, each) for each in row]
    if not isinstance(row, dict):
        return row
    public = getattr(section.model, "public", ())
    columns = {
        key: value
        for key, value in row.items()
        if COLUMNS_BY_KEY.get(key, key) in public and key not in section.parts
    }
    return columns | public_parts(section.parts, row)


# Numbers of a file that contradict its games: reported, but not refused. Announced
# results stay as they were, whatever rule came later, and the foot of a list is what
# the paper says; before importing a file one should know where they differ.
FOOT_COLUMNS = {
    "paper_points": "game_points",
    "paper_won": "won",
    "paper_lost": "lost",
    "paper_total": "total",
}


def contradictions(document: Row) -> Iterator[str]:
    """Give a sentence for each number of a checked file that its games disprove."""
    rule_set = house_rules_in(document)
    names = {row["id"]: full_name_in(row) for row in document.get("people", ())}
    for series, table in lists_in(document):
        # A list of totals has no games; an unfinished one is not added up yet.
        if table.get("results") and not table.get("totals_only"):
            words = {"series": series["number"], "table": table["table_number"]}
            where = _("Series %(series)s, table %(table)s") % words
            for contradiction in list_contradictions(table, rule_set, names):
                yield f"{where}: {contradiction}"


def list_contradictions(
    table: Row, rule_set: RuleSet | None, names: Mapping[str, str]
) -> Iterator[str]:
    """Give a sentence for each number that the games of a finished list disprove."""
    stints = stint_totals(table, rule_set)
    by_start = {(stint.place, stint.first): stint.total.total for stint in stints}
    for row in table["results"]:
        computed = by_start.get((row["place"], row["first_game"]), 0)
        if row["total"] != computed:
            yield _(
                "%(said)s points were announced for %(name)s, but the games add up to "
                "%(sum)s"
            ) % contradiction_words(names[row["person"]], row["total"], computed)
    if table.get("mismatch_reason"):
        return  # The difference was known and explained.
    for seat in table["seats"]:
        totals = [stint.total for stint in stints if stint.place == seat["place"]]
        for column, attribute in FOOT_COLUMNS.items():
            computed = sum(getattr(total, attribute) for total in totals)
            if column in seat and seat[column] != computed:
                yield _(
                    "the foot of the paper says %(said)s of %(name)s, by the games it "
                    "is %(sum)s"
                ) % contradiction_words(names[seat["person"]], seat[column], computed)


def contradiction_words(name: str, stated: int, computed: int) -> dict[str, str]:
    return {"name": name, "said": number(stated), "sum": number(computed)}


def stint_totals(table: Row, rule_set: RuleSet | None) -> tuple[StintTotal, ...]:
    """Return the totals of each stint by the games of a list."""
    players = len(table["seats"])
    rules = rules_in(rule_set, System(table["system"]))
    games = tuple(read_game(item).entry for item in table.get("games", ()))
    return close_stints(
        play_of(games, rules, players=players).lines,
        players=players,
        system=rules.list_system,
        changes=[
            (change["place"], change["from_game"])
            for change in table.get("substitutions", ())
        ],
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ProvedList:
    """A list of a file: its check code, and the changes since that was issued."""

    name: str
    code: str = ""
    is_sound: bool = True
    changes: list[tuple[str, str]] = field(default_factory=list)


def is_unaltered(content: bytes) -> bool:
    """Return whether every byte of a sealed file is as it was written."""
    try:
        document = json.loads(content)
        seal = document.pop(SEAL)
        sealed = file_text({**document, SEAL: seal}).encode()
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        return False
    return bool(sealed == content and seal == seal_of(document))


def proved_lists(document: Row) -> Iterator[ProvedList]:
    """Compare each finished list of a checked file with its recorded versions."""
    for series, table in lists_in(document):
        if table.get("results"):
            yield proved_list(document, series, table)


def proved_list(document: Row, series: Row, table: Row) -> ProvedList:
    """Compare a list with its last version, and check the chain of versions."""
    name = f"{table['code']} ({series['number']}/{table['table_number']})"
    versions = sorted(table.get("versions", ()), key=itemgetter("number"))
    if not versions:
        return ProvedList(name=name)
    previous, is_sound = "", True
    for version in versions:
        is_sound &= version["code"] == check_codes.check_code(version["text"])
        is_sound &= version["text"].endswith(f"\nreplaces {previous}\n")
        previous = version["code"]
    text = check_codes.canonical_text(list_facts_in(document, series, table))
    # Before entries were joined, people had other ids.
    joined = {
        former: row["id"]
        for row in document.get("people", ())
        for former in row.get("joined", ())
    }
    changes = check_codes.changed_lines(versions[-1]["text"], text, joined)
    return ProvedList(
        name=name,
        code=versions[-1]["code"],
        is_sound=is_sound and not changes,
        changes=changes,
    )


def list_facts_in(document: Row, series: Row, table: Row) -> Row:
    """Return the facts from which the check code of a list is made."""
    entries = (read_game(item).entry for item in table.get("games", ()))
    return table | {
        "event": document["event"]["id"],
        "series": series["number"],
        "players": len(table["seats"]),
        "rules": (document.get("house_rules") or {}).get("options", ""),
        "lines": [
            write_line(NotedLine(entry=entry), Spelling.LETTERS) for entry in entries
        ],
    }
