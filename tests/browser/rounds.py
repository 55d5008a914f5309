"""What the tests of whole events share: tables read, lists finished, rankings read."""

import io
import re

from pypdf import PdfReader

from tournaments.sheets.finishing.foot import FootNumbers, set_totals_only, write_foot
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.models import ScoreSheet

# Everybody wins ten games and loses two: 48 games at a table of four, 36 at one of
# three. 50 (W - L) + 30 or 40 for each lost game of the others (rules 3.1).
WON, LOST = 10, 2
BONUS = {4: 50 * (10 - 2) + 30 * 3 * 2, 3: 50 * (10 - 2) + 40 * 2 * 2}


def tables_on(page):
    """Return the start numbers at the tables of the page of a drawn series."""
    cards = page.locator("article.card ol").evaluate_all(
        "lists => lists.map(list => [...list.querySelectorAll('small')]"
        ".map(one => one.textContent))"
    )
    return [[int(re.search(r"\d+", text)[0]) for text in card] for card in cards]


def draw_on(page, address, series):
    """Draw one series on its page and return its tables as the next page shows them."""
    page.goto(f"{address}draw/?series={series}")
    page.get_by_role("button", name="Tische auslosen").click()
    page.wait_for_url(f"**/draw/series/{series}/")
    return tables_on(page)


def finish_by_totals(event, series, points, *, by):
    """Finish every list of a series by its totals; ``points`` by start number."""
    numbers = dict(event.entries.values_list("player", "start_number"))
    for sheet in ScoreSheet.objects.filter(series__event=event, series__number=series):
        set_totals_only(sheet=sheet, by=by, totals_only=True)
        seats = {
            seat.place: FootNumbers(
                points=points(numbers[seat.player_id]), won=WON, lost=LOST
            )
            for seat in sheet.seats.all()
        }
        write_foot(sheet=sheet, by=by, seats=seats, passed_in=0)
        finish_sheet(sheet=sheet, by=by)


def totals_at(tables, points):
    """Return by start number what the tables of a series bring, worked out here."""
    return {
        number: points(number) + BONUS[len(table)]
        for table in tables
        for number in table
    }


def added(*series):
    """Return the sums over several series by start number."""
    numbers = {number for totals in series for number in totals}
    return {
        number: sum(totals.get(number, 0) for totals in series) for number in numbers
    }


def ranking_on(page):
    """Return place, name and total of each line of the ranking on the page."""
    rows = page.locator("table.standings tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.cells].slice(0, 3).map(cell => "
        "(cell.querySelectorAll('small, .visually-hidden')"
        ".forEach(one => one.remove()),"
        " cell.textContent.trim())))"
    )
    return [(place, name, int(re.sub(r"\D", "", total))) for place, name, total in rows]


def ranked(totals):
    """Return the lines of a ranking of different totals."""
    assert len(set(totals.values())) == len(totals)
    best = sorted(totals.items(), key=lambda line: -line[1])
    return [(f"{place}.", name, total) for place, (name, total) in enumerate(best, 1)]


def meetings(tables):
    """Return every pair of the tables, once for each time they meet."""
    return [
        frozenset((first, second))
        for table in tables
        for index, first in enumerate(table)
        for second in table[index + 1 :]
    ]


def pdf_text(page, url):
    answer = page.request.get(url)
    assert answer.headers["content-type"] == "application/pdf"
    reader = PdfReader(io.BytesIO(answer.body()))
    return "\n".join(one.extract_text() for one in reader.pages)
