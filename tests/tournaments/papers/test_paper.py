from io import BytesIO

import polib
import pytest
from django.conf import settings
from pypdf import PdfReader
from reportlab.platypus import PageBreak, Paragraph

from tournaments.web import canvas as canvas
from tournaments.web import faces, shapes
from tournaments.web.shapes import Ruled, Space
from tournaments.words.decks import Deck, showing

CATALOGUE = settings.LOCALE_PATHS[0] / "de" / "LC_MESSAGES" / "django.po"


def read(story, *, title, note=""):
    """Return a reader of the PDF of a document."""

    def draw(page):
        shapes.flow(page, story, note=note)

    return PdfReader(BytesIO(shapes.pdf_bytes(draw, title=title)))


def test_every_face_shows_every_letter_of_the_catalogue_and_names_of_all_europe():
    texts = [
        text
        for entry in polib.pofile(CATALOGUE)
        for text in (entry.msgid, entry.msgstr, *entry.msgstr_plural.values())
    ]
    shown = "♣♠♥♦ ✓ − … ÄÖÜß Łódź € Nguyễn Thị Hồng, Оксана Шевченко, Γιώργος "
    shown += "Παπαδόπουλος, Țîrlea Ștefan"

    letters = {ord(one) for one in "".join([shown, *texts]) if one.isprintable()}
    for face in faces.FACES:
        assert letters <= face.characters, face.fontName
    assert faces.printable_text(shown) == shown
    assert faces.printable_text("Emil 😀") == "Emil □"


def test_suits_and_arrows_are_taken_from_the_font_of_signs():
    text = "Tisch 3 → ♥ und ♠"

    assert list(faces.FACES[0].runs(text)) == [
        (0, "Tisch 3 "),
        (1, "→"),
        (0, " "),
        (1, "♥"),
        (0, " und "),
        (1, "♠"),
    ]


def test_a_paragraph_and_a_table_show_text_and_signs_in_their_own_fonts():
    body = shapes.styles()["Body"]
    rows = [("Karo ♦", "Ŧ →"), ("1", "2")]
    story = [
        Paragraph("Trumpf ♥, Łódź", body),
        Ruled(rows=rows, spaces=[Space(40), Space(20)]).table(10),
    ]

    (page,) = read(story, title="T").pages

    shown = page.extract_text()
    assert "Trumpf ♥, Łódź" in shown
    assert "Karo ♦" in shown
    assert "Ŧ →" in shown
    used = [font.get_object() for font in page["/Resources"]["/Font"].values()]
    fonts = {font["/BaseFont"].split("+")[1] for font in used}
    assert {"SkatSans-Regular", "SkatSans-Bold", "DejaVuSans"} <= fonts


def test_a_text_is_as_wide_as_its_runs_together():
    whole = canvas.width_of("Karo ♦!", 10)

    parts = (("Karo ", "Skatclub"), ("♦", "Skatclub-Signs"), ("!", "Skatclub"))
    assert whole == pytest.approx(sum(canvas.width_of(t, 10, f) for t, f in parts))


def test_a_fitted_text_is_never_wider_than_its_cell():
    for width in (0, 1, 5, 20, 100):
        text = canvas.fitted_text("Bernd von und zu Musterstadt", width, 9)
        assert text == "…" or canvas.width_of(text, 9) <= width


def test_every_page_says_whose_it_is_and_when_it_was_printed():
    body = shapes.styles()["Body"]
    name = "<b>Skat</b> & <img src='x'>"  # markup in a name is text
    first = Paragraph(shapes.escape(name), body)
    story = [first, PageBreak(), Paragraph("zwei", body)]
    frame = canvas.PageFrame(club="Skatclub Pik Sieben", printed="gedruckt am 1.2.")

    with canvas.drawing_inside(frame):
        reader = read(story, title="Herbstpokal", note="Stand 20.11.")

    for number, page in enumerate(reader.pages, start=1):
        assert "Stand 20.11." in page.extract_text()
        assert f"Seite {number} von 2" in page.extract_text()
        assert "Skatclub Pik Sieben" in page.extract_text()
        assert "gedruckt am 1.2. · Seite" in page.extract_text()
    assert reader.metadata.author == "Skatclub Pik Sieben"
    assert name in reader.pages[0].extract_text()


@pytest.mark.parametrize("deck", Deck)
def test_the_suits_of_a_head_are_those_of_the_readers_deck(deck):
    with showing(deck):
        drawn = [canvas.suit_drawing(suit, 0, 0, 10) for suit in canvas.SUITS]

    assert len(set(drawn)) == 4
    assert all(" f* Q" in each for each in drawn)


def test_a_long_name_goes_on_in_a_second_line_in_the_same_size():
    long = "Hans-Joachim von der Heide-Osterkamp zu Schwartau-Rensefeld"
    rows = [("Name", "Punkte"), ("Anna", "1"), (long, "2")]

    table = Ruled(rows=rows, spaces=[Space(40), Space(20, "right")]).table(11)

    lines = table._cellvalues[2][0].split("\n")
    assert len(lines) > 1
    assert "".join(lines).replace(" ", "") == long.replace(" ", "")
    assert {style.fontsize for style in table._cellStyles[2]} == {11}


@pytest.mark.parametrize("width", [5, 30, 60, 200])
def test_a_folded_text_is_whole_and_no_line_is_wider_than_its_cell(width):
    text = "Maximiliane Charlotte Freifrau von Bodelschwingh-Hohenlohe"

    lines = canvas.text_lines(text, width, 10)

    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(canvas.width_of(line, 10) <= width or len(line) == 1 for line in lines)
