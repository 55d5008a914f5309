"""Numbers of a file that contradict its games: reported, but not refused.

Announced results stay as they were, whatever rule came later, and the foot of a list
is what the paper says. Before importing a file one should know where they differ from
its lines.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from operator import itemgetter

from django.utils.translation import gettext as _

from scoring.lists.check_codes import (
    ListFacts,
    PlaceResult,
    canonical_text,
    changed_lines,
    check_code,
)
from scoring.lists.sheets import StintTotal, System, close_stints
from scoring.notation.documents import write_line
from scoring.notation.grammar import Spelling
from scoring.notation.reading import NotedLine
from tournaments.files.event.schema import SEAL, house_rules_in, read_game
from tournaments.files.event.sections import Row, full_name_in, lists_in
from tournaments.files.event.writing import file_text, seal_of
from tournaments.sheets.ledger import play_of
from tournaments.sheets.models.programme import RuleSet, rules_in
from tournaments.words.formats import number

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
        play_of(games, rules, players).lines,
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
        is_sound &= version["code"] == check_code(version["text"])
        is_sound &= version["text"].endswith(f"\nreplaces {previous}\n")
        previous = version["code"]
    text = canonical_text(list_facts_in(document, series, table))
    # Before entries were joined, people had other ids.
    joined = {
        former: row["id"]
        for row in document.get("people", ())
        for former in row.get("joined", ())
    }
    changes = changed_lines(versions[-1]["text"], text, joined)
    return ProvedList(
        name=name,
        code=versions[-1]["code"],
        is_sound=is_sound and not changes,
        changes=changes,
    )


def list_facts_in(document: Row, series: Row, table: Row) -> ListFacts:
    """Return the facts from which the check code of a list is made."""
    entries = (read_game(item).entry for item in table.get("games", ()))
    return ListFacts(
        event=document["event"]["id"],
        series=series["number"],
        table=table["table_number"],
        code=table["code"],
        players=len(table["seats"]),
        rounds=table["rounds"],
        system=table["system"],
        rules=(document.get("house_rules") or {}).get("options", ""),
        is_struck=table.get("cut_short", False),
        lines=[
            write_line(NotedLine(entry=entry), Spelling.LETTERS) for entry in entries
        ],
        results=[
            PlaceResult(
                place=row["place"],
                first=row["first_game"],
                last=row["last_game"],
                person=row["person"],
                points=row["game_points"],
                won=row["won"],
                lost=row["lost"],
                others_lost=row["others_lost"],
                total=row["total"],
            )
            for row in table["results"]
        ],
    )
