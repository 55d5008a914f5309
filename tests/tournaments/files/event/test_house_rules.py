"""House rules and their marks in event files."""

import json

import pytest

from scoring.house.rules import HouseRules
from tests.factories import make_evening, make_rule_set
from tests.tournaments.files.event.test_import import (
    pages_of,
    papers_of,
    read_file,
    wipe,
)
from tests.tournaments.sheets.house import house_lists as house
from tournaments.files.event.reading import FileRefused
from tournaments.files.event.services import import_event
from tournaments.files.event.writing import event_document, event_text
from tournaments.sheets.board import board_of
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.models.programme import RuleSet
from tournaments.sheets.selectors import ledger_of

pytestmark = pytest.mark.django_db

LISTS = {
    house.friday: house.FRIDAY_TOTALS,
    house.marks: house.MARKS_TOTALS,
    house.target: house.TARGET_TOTALS,
}


def event_of(sheet):
    return ScoreSheet.objects.with_event().get(pk=sheet.pk).series.event


@pytest.mark.parametrize("make", LISTS, ids=["friday", "marks", "target"])
@pytest.mark.usefixtures("standing_clock")
def test_an_event_under_house_rules_comes_back_as_it_was(client, erika, make):
    sheet = make(erika)
    finish_sheet(sheet=sheet, by=erika)
    event = event_of(sheet)
    text = event_text(event)
    pages, papers = pages_of(client, event), papers_of(client, event)

    wipe(event)
    RuleSet.objects.all().delete()
    back = import_event(document=read_file(text)).event

    assert event_text(back) == text
    assert pages_of(client, back) == pages
    assert papers_of(client, back) == papers
    (again,) = ScoreSheet.objects.with_event()
    totals = board_of(ledger_of(again)).totals
    assert [seat.total for seat in totals.seats] == LISTS[make]


def test_only_what_differs_from_the_isko_is_in_the_file(erika):
    document = event_document(event_of(house.target(erika)))

    assert document["house_rules"] == {"name": "Freitag", "options": "target=250"}
    assert "house_rules" not in event_document(make_evening("Offiziell"))
    # Options as in it may be there.
    document["house_rules"]["options"] = "target=250, no-kontra, bock-value=0"

    again = import_event(document=read_file(json.dumps(document)))
    assert not again.is_changed


def test_marks_of_other_rules_are_refused(erika):
    document = event_document(event_of(house.friday(erika)))
    document["house_rules"]["options"] = "bock-split,ramsch=most-pays"

    with pytest.raises(FileRefused, match="Kontra"):
        read_file(json.dumps(document))


def test_a_line_that_cannot_be_read_is_the_only_one_refused(erika):
    document = event_document(event_of(house.friday(erika)))
    document["series"][0]["tables"][0]["games"][0] = "9z9"

    with pytest.raises(FileRefused) as refusal:
        read_file(json.dumps(document))

    (said,) = refusal.value.messages
    assert said.startswith("series › 1 › tables › 1 › games › 1: ")


def test_the_rules_of_the_club_stay_as_they_are(erika):
    event = event_of(house.friday(erika))
    text = event_text(event)
    wipe(event)
    club_rules = RuleSet.objects.get(is_frozen=False)
    club_rules.set_rules(HouseRules())
    club_rules.save()

    back = import_event(document=read_file(text)).event

    club_rules.refresh_from_db()
    assert club_rules.as_rules() == HouseRules()
    assert back.rule_set.as_rules().kontra
    assert back.rule_set.is_frozen


def test_an_unplayed_event_uses_the_same_rules_of_the_club():
    rules = make_rule_set(name="Freitag", rules=HouseRules(kontra=True))
    event = make_evening(rule_set=rules)
    text = event_text(event)
    wipe(event)

    assert import_event(document=read_file(text)).event.rule_set == rules


def test_a_replaced_event_leaves_no_old_rules(erika):
    event = event_of(house.target(erika))
    document = event_document(event)
    document["house_rules"]["options"] = "target=300"

    import_event(document=read_file(json.dumps(document)), replace=True)

    frozen = RuleSet.objects.filter(is_frozen=True)
    assert [rule_set.options for rule_set in frozen] == ["target=300"]


@pytest.mark.parametrize("table", ["results", "standings"])
def test_downloaded_tables_name_the_rules_that_were_played(client, erika, table):
    sheet = house.friday(erika)
    finish_sheet(sheet=sheet, by=erika)
    event = event_of(sheet)

    answer = client.get(f"/downloads/{table}/{event.pk}/csv/")

    content = b"".join(answer) if answer.streaming else answer.content
    head, *lines = content.decode("utf-8-sig").splitlines()
    assert head.endswith("Hausregeln")
    assert len([line for line in lines if "Bockrunden" in line]) == 4
