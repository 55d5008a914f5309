"""Numbers of a file that contradict its games: reported, but not refused.

Announced results stay as they were, whatever rule came later, and the foot of a list
is what the paper says. Before importing a file one should know where they differ from
its lines.
"""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _

from scoring.lists.sheets import StintTotal, close_stints
from scoring.lists.systems import System
from tournaments.files.event.checking import house_rules_in
from tournaments.files.event.columns import Row, full_name_in, lists_in
from tournaments.files.event.lines import read_game
from tournaments.programme.models import RuleSet, rules_in
from tournaments.sheets.ledger import play_of
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
    """Return the words of a contradiction."""
    return {"name": name, "said": number(stated), "sum": number(computed)}


def stint_totals(table: Row, rule_set: RuleSet | None) -> tuple[StintTotal, ...]:
    """Return the totals of each stint by the games of a list."""
    players = len(table["seats"])
    rules = rules_in(rule_set, System(table["system"]))
    games = tuple(read_game(item).noted.entry for item in table.get("games", ()))
    return close_stints(
        play_of(games, rules, players).lines,
        players=players,
        system=rules.list_system,
        changes=[
            (change["place"], change["from_game"])
            for change in table.get("substitutions", ())
        ],
    )
