"""The emergency pack: continuing an event without a computer."""

from io import BytesIO

import pytest
from django.urls import reverse
from pypdf import PdfReader

from scoring.house.rules import OFFICIAL, PRESETS, HouseRules
from scoring.lists.sheets import System
from tests.factories import make_evening, make_owner
from tests.tournaments.papers.events import make_event
from tests.tournaments.papers.pdf import reader_of
from tournaments.files.event.reading import read_event
from tournaments.files.event.writing import event_text
from tournaments.files.event_store.services import import_event
from tournaments.papers.event.rules import bonus_rows, formulas, formulas_paper
from tournaments.papers.orders import PaperKind
from tournaments.people.models import Player
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.seats import delete_lists

pytestmark = pytest.mark.django_db


@pytest.fixture
def erika(client):
    erika = make_owner("erika")
    client.force_login(erika, backend="django.contrib.auth.backends.ModelBackend")
    return erika


def pack(client, event):
    url = reverse("papers:paper", args=[event.pk, "emergency"])
    reader = PdfReader(BytesIO(client.get(url).content))
    return [page.extract_text() for page in reader.pages]


def wipe(event):
    """Remove an event and its players."""
    event.payments.all().delete()
    delete_lists(ScoreSheet.objects.filter(series__event=event))
    event.delete()
    Player.objects.all().delete()


def test_a_pack_has_all_that_an_event_needs(client, erika):
    event = make_event(erika)

    pages = pack(client, event)

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
    content = event_text(event).encode()
    wipe(event)

    back = import_event(document=read_event(content)).event

    after = client.get(reverse("papers:printed", args=[back.pk]), query)
    assert before["Content-Type"] == "application/pdf"
    assert before.content == after.content


@pytest.mark.parametrize(
    ("system", "rows"),
    [
        (System.SEEGER_FABIAN, ("+40", "+30", "+30")),
        (System.SEEGER, ("+0", "+0", "+0")),
        (System.PLAIN, ("+0", "+0", "+0")),
    ],
)
def test_the_formulas_have_the_rates_of_the_system(system, rows):
    evening = make_evening(system=system)

    assert bonus_rows(HouseRules(system=system))[-1][1:] == rows
    assert len(reader_of(formulas_paper(evening)).pages) == 1


@pytest.mark.parametrize("preset", ["marks", "target"])
def test_the_formulas_have_no_values_where_none_count(preset):
    rules = PRESETS[preset]

    assert dict(formulas(rules))["Wert eines Spiels"] == ()
    assert bonus_rows(rules)[1][1:] == ("+0", "+0", "+0")


def test_the_checks_of_the_formulas_are_those_of_the_rules():
    lines = dict(formulas(OFFICIAL))["Abschluss"]

    assert "50 × gewonnene Spiele + 30 × verlorene Spiele" in lines[2]
    assert "50 × gewonnene Spiele + 40 × verlorene Spiele" in lines[3]
