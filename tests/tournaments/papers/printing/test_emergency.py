"""The emergency pack: continuing an event without a computer."""

import pytest
from django.urls import reverse

from scoring.house.rules import OFFICIAL, PRESETS, HouseRules
from scoring.lists.sheets import System
from tests.factories import make_evening, make_owner
from tests.tournaments.files.event.test_import import read_file, wipe
from tests.tournaments.papers.events import make_event
from tests.tournaments.papers.pdf import read, reader_of
from tournaments.files.event.services import import_event
from tournaments.files.event.writing import event_text
from tournaments.papers.event.rules import bonus_rows, formulas, formulas_paper
from tournaments.papers.orders import PaperKind


@pytest.fixture
def erika(client, db):
    client.force_login(erika := make_owner("erika"))
    return erika


def test_a_pack_has_all_that_an_event_needs(client, erika):
    url = reverse("papers:paper", args=[make_event(erika).pk, "emergency"])
    pages = read(client.get(url))

    assert "Rangliste" in pages[0] or "Gesamt" in pages[0]
    assert "Serie 2" in pages[1]
    assert "Anna Meier" in pages[2]
    assert "Liste von Hand abschließen" in pages[9]
    assert len(pages) == 10


@pytest.mark.usefixtures("standing_clock")
def test_an_event_that_came_back_prints_the_same_bytes(client, erika):
    event = make_event(erika, tables=2)
    # A start card has the address of the door, which has the number of the event.
    kinds = [kind for kind in PaperKind.values if kind != PaperKind.START_CARDS]
    query = {"papers": kinds, "copies_4": 1}
    before = client.get(reverse("papers:printed", args=[event.pk]), query)
    content = event_text(event)
    wipe(event)

    back = import_event(document=read_file(content)).event

    after = client.get(reverse("papers:printed", args=[back.pk]), query)
    assert before["Content-Type"] == "application/pdf"
    assert before.content == after.content


@pytest.mark.django_db
def test_the_formulas_have_the_rates_of_the_system_on_one_page():
    none = ("+0", "+0", "+0")
    rates = {System.SEEGER_FABIAN: ("+40", "+30", "+30")}
    for system in System:
        evening = make_evening(system=system)
        rows = bonus_rows(HouseRules(system=system))
        assert rows[-1][1:] == rates.get(system, none)
        assert len(reader_of(formulas_paper(evening)).pages) == 1
    # No values where none count.
    for preset in ("marks", "target"):
        assert dict(formulas(PRESETS[preset]))["Wert eines Spiels"] == ()
        assert bonus_rows(PRESETS[preset])[1][1:] == none


def test_the_checks_of_the_formulas_are_those_of_the_rules():
    lines = dict(formulas(OFFICIAL))["Abschluss"]

    assert "50 × gewonnene Spiele + 30 × verlorene Spiele" in lines[2]
    assert "50 × gewonnene Spiele + 40 × verlorene Spiele" in lines[3]
