"""The versions of a list: a new one whenever it is finished with other contents."""

from collections.abc import Iterable
from datetime import datetime

from scoring.lists.check_codes import (
    ListFacts,
    PlaceResult,
    canonical_text,
    check_code,
    former_code_in,
)
from scoring.notation.grammar import Spelling
from scoring.notation.reading import NotedLine
from scoring.notation.writing import write_line
from tournaments.sheets.ledger import Ledger
from tournaments.sheets.models import ListVersion, Result
from tournaments.words.choices import Action


def keep_version(ledger: Ledger, results: Iterable[Result], at: datetime) -> None:
    """Store a version of the list that is being finished, unless it has not changed.

    Two queries; three if the list was finished before.
    """
    sheet = ledger.sheet
    facts = check_code_facts(ledger, results)
    last = ListVersion.objects.filter(sheet=sheet.pk).order_by("-number").first()
    former = last.code if last else ""
    if last and last.text == canonical_text(facts, former=former_code_in(last.text)):
        return
    text = canonical_text(facts, former=former)
    ListVersion.objects.create(
        sheet=sheet,
        number=last.number + 1 if last else 1,
        code=check_code(text),
        at=at,
        reason=reopening_reason(ledger) if last else "",
        text=text,
    )


def reopening_reason(ledger: Ledger) -> str:
    """Return the reason for which the list was last reopened."""
    change = ledger.sheet.changes.filter(action=Action.REOPEN).order_by("pk").last()
    return change.reason if change else ""


def check_code_facts(ledger: Ledger, results: Iterable[Result]) -> ListFacts:
    """Return the facts that the check code of a list stands for. No query."""
    sheet, event = ledger.sheet, ledger.sheet.series.event
    people = {seat.player_id: seat.player for seat in ledger.seats}
    people |= {change.player_id: change.player for change in ledger.substitutions}
    return ListFacts(
        event=str(event.public_id),
        series=sheet.series.number,
        table=sheet.table_number,
        code=sheet.code,
        players=sheet.table_size,
        rounds=sheet.rounds,
        system=sheet.system,
        rules=event.rule_set.options if event.rule_set else "",
        is_struck=sheet.cut_short,
        lines=[
            write_line(NotedLine(entry=game.as_entry()), Spelling.LETTERS)
            for game in ledger.games
        ],
        results=[
            PlaceResult(
                place=result.place,
                first=result.first_game,
                last=result.last_game,
                person=str(people[result.player_id].public_id),
                points=result.game_points,
                won=result.won,
                lost=result.lost,
                others_lost=result.others_lost,
                total=result.total,
            )
            for result in results
        ],
    )
