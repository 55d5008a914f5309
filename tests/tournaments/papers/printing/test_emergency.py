"""The emergency pack: continuing an event without a computer, and returning to one."""

import re
from io import BytesIO

import pytest
from django.urls import reverse
from pypdf import PdfReader

from scoring.lists.systems import System
from tests.factories import make_owner
from tests.tournaments.papers.events import make_event
from tests.tournaments.papers.pdf import pdf_of, reader_of
from tournaments.events.models import Event
from tournaments.files.codes.codes import codes_of, content_of_codes, event_codes
from tournaments.files.event.reading.reading import read_event
from tournaments.files.event.writing import event_text
from tournaments.files.event_store.services import import_event
from tournaments.papers.event.codes import EventCodesDocument, code_lines
from tournaments.papers.lists.formulas import FormulasDocument
from tournaments.papers.printing.kinds import PaperKind
from tournaments.people.models import Player
from tournaments.sheets.models import ScoreSheet
from tournaments.sheets.seats.many import delete_lists

pytestmark = pytest.mark.django_db
CODES_URL = "files:import-codes"


@pytest.fixture
def erika(client):
    erika = make_owner("erika")
    client.force_login(erika, backend="django.contrib.auth.backends.ModelBackend")
    return erika


def pack(client, event):
    url = reverse("papers:paper", args=[event.pk, "emergency"])
    reader = PdfReader(BytesIO(client.get(url).content))
    return [page.extract_text() for page in reader.pages]


LINE = re.compile(
    r"SKAT1:\d+:\d+:[A-Z2-7]{8}:"
    r"|\d+\s+(?P<letters>[A-Z2-7]{1,10}(\s+[A-Z2-7]{1,10})*)"
    r"|:[A-Z2-7]{7}"
)


def letters_on(pages):
    """Return the codes as typed from the pages of a pack."""
    lines = [line.strip() for page in pages for line in page.splitlines()]
    read = filter(None, map(LINE.fullmatch, lines))
    return "\n".join(found["letters"] or found[0] for found in read)


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
    assert "Code 1 von" in pages[10]


def test_an_event_typed_from_paper_is_the_same_to_the_letter(client, erika):
    event = make_event(erika)
    before = event_text(event)
    typed = letters_on(pack(client, event))
    wipe(event)

    preview = client.post(reverse(CODES_URL), {"codes": typed})
    token = re.search(r'name="token" value="([\w-]+)"', preview.text)[1]
    client.post(reverse(CODES_URL), {"token": token, "confirm": "1"})

    assert event_text(Event.objects.get()) == before


@pytest.mark.usefixtures("standing_clock")
def test_an_event_that_came_back_prints_the_same_bytes(client, erika):
    event = make_event(erika, tables=2)
    # A start card has the address of the door, which has the number of the event.
    kinds = [kind for kind in PaperKind.values if kind != PaperKind.START_CARDS]
    query = {"papers": kinds, "copies_4": 1}
    before = client.get(reverse("papers:printed", args=[event.pk]), query)
    content = " ".join(event_codes(event))
    wipe(event)

    back = import_event(event=read_event(content_of_codes(content))).event

    after = client.get(reverse("papers:printed", args=[back.pk]), query)
    assert before["Content-Type"] == "application/pdf"
    assert before.content == after.content


def test_nothing_is_stored_before_it_was_looked_at(client, erika):
    event = make_event(erika)
    codes = " ".join(event_codes(event))
    wipe(event)

    client.post(reverse(CODES_URL), {"codes": codes})

    assert not Event.objects.exists()


def test_missing_codes_are_named_and_what_was_typed_stays(client, erika):
    codes = codes_of(bytes(range(256)) * 40)

    answer = client.post(reverse(CODES_URL), {"codes": codes[0][:40]})

    assert answer.status_code == 422
    assert "Code 1 ist unvollständig" in answer.text
    assert codes[0][:40] in answer.text


def test_a_file_that_is_no_event_is_refused(client, erika):
    answer = client.post(reverse(CODES_URL), {"codes": codes_of(b"Skat")[0]})

    assert answer.status_code == 422
    assert "errorlist" in answer.text or "error" in answer.text


def test_an_empty_field_asks_for_a_code(client, erika):
    answer = client.post(reverse(CODES_URL), {"codes": ""})

    assert answer.status_code == 422
    assert "Noch ist kein Code vollständig." in answer.text


def test_a_large_event_has_codes_without_letters():
    few, many = (
        EventCodesDocument(event="Herbstpreis", codes=["SKAT1:1:1:A:B:C"] * count)
        for count in (24, 25)
    )

    assert (few.is_typed, many.is_typed) == (True, False)
    assert len(reader_of(few).pages) == 8
    assert len(reader_of(many).pages) == 3
    assert pdf_of(many) == pdf_of(many)


def test_a_code_is_cut_into_lines():
    assert code_lines(f"SKAT1:1:2:W:{'A' * 60}:SUM") == (
        "SKAT1:1:2:W:",
        "A" * 50,
        "A" * 10,
        ":SUM",
    )


@pytest.mark.parametrize(
    ("system", "rows"),
    [
        (System.SEEGER_FABIAN, ("+40", "+30", "+30")),
        (System.SEEGER, ("+0", "+0", "+0")),
        (System.PLAIN, ("+0", "+0", "+0")),
    ],
)
def test_the_formulas_have_the_rates_of_the_system(system, rows):
    document = FormulasDocument(event="Herbstpreis", system=system)

    assert document.rows()[-1][1:] == rows
    assert len(reader_of(document).pages) == 1


def test_the_checks_of_the_formulas_are_those_of_the_rules():
    lines = FormulasDocument(event="Herbstpreis").closing_lines()

    assert "50 × gewonnene Spiele + 30 × verlorene Spiele" in lines[2]
    assert "50 × gewonnene Spiele + 40 × verlorene Spiele" in lines[3]
