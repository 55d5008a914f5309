"""Pages that visitors print as they stand, without asking for the PDF."""

import io
import re

import pytest
from django.template.loader import render_to_string
from pypdf import PdfReader

from scoring.game.written_games import Contract
from skatclub.release.bundles import bundle

pytestmark = pytest.mark.django_db(transaction=True)
LINE = "Text über dem, was gedruckt wird."
HEAD = "Mindestzahl"


@pytest.fixture
def printed(page):
    """Return a function that prints something in the look of the site."""
    look = bundle("css/site.css").read_text(encoding="utf-8")

    def print_it(body, **options):
        main = f'<div class="wrap page"><main>{body}</main></div>'
        page.set_content(f"<style>{look}</style>{main}")
        paper = page.pdf(format="A4", prefer_css_page_size=True, **options)
        return PdfReader(io.BytesIO(paper)).pages

    return print_it


def table(columns, rows=4):
    cells = range(1, columns + 1)
    head = "".join(f'<th class="num">{each}. Okt.</th>' for each in cells)
    row = "".join(f'<td class="num">{1000 + each}</td>' for each in cells)
    body = f'<tr><th scope="row" class="person">Wer</th>{row}</tr>' * rows
    return f"<thead><tr><th>Name</th>{head}</tr></thead><tbody>{body}</tbody>"


def test_no_head_stands_alone_at_the_foot_of_a_page(printed):
    scroll = f'<div class="scroll"><table>{table(3)}</table></div>'
    sizes = range(25, 45)
    pages = printed(
        "".join(
            f'<p style="break-before: page">Von {lines}</p>'
            + f"<p>{LINE}</p>" * lines
            + f"<h2>{HEAD} {lines}</h2>{scroll}"
            for lines in sizes
        )
    )
    said = [page.extract_text() for page in pages]

    alone, breaks = [], set()
    for lines in sizes:
        (start,) = [at for at, text in enumerate(said) if f"Von {lines}" in text]
        (head,) = [at for at, text in enumerate(said) if f"{HEAD} {lines}" in text]
        breaks.add(head - start)
        if "1001" not in said[head]:
            alone.append(lines)

    assert breaks == {0, 1}
    assert alone == []


def test_columns_and_points_are_printed_whole(printed):
    a_column_for_each_evening_is_printed(printed)

    card = {"place": 1, "suit": Contract.CLUBS, "note": "Kreuzbube", "points": "3219"}
    podium = [card | {"name": f"Böllerstorff-Oehlschläger {place}"} for place in "123"]
    cards = render_to_string("components/podium.html", {"podium": podium})
    [page] = printed(f'<div class="home"><div>{cards}</div><div>Saison</div></div>')
    assert re.findall(r"\b3219\b", page.extract_text()) == ["3219"] * 3


def a_column_for_each_evening_is_printed(printed):
    results = (
        f'<div class="scroll"><table class="all-results">{table(33)}</table></div>'
    )

    pages = printed(f"<h1>Alle Ergebnisse</h1>{results}")

    width = pages[0].mediabox.width
    ends = []

    def note_end(_text, matrix, of_text, *_font):
        ends.append(matrix[0] * of_text[4] + matrix[4])

    said = pages[0].extract_text(visitor_text=note_end)
    assert width > pages[0].mediabox.height
    assert {str(1000 + each) for each in range(1, 34)} <= {*said.split()}
    assert width / 2 < max(ends) < width - 34  # a margin of 12 mm
