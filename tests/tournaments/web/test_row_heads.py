"""Tables as a screen reader hears them on a phone."""

import re

from django.conf import settings

from tournaments.careers import tables as careers
from tournaments.events.standings import tables as standings
from tournaments.leagues import tables as leagues
from tournaments.seasons import tables as seasons
from tournaments.web.tables import LeanTable
from tournaments.words import formats


def test_a_column_that_phones_hide_goes_with_its_head():
    for path in (settings.BASE_DIR / "templates").rglob("*.html"):
        for table in re.findall(r"<table .*?</table>", path.read_text(), re.DOTALL):
            head, _, body = table.partition("</thead>")
            hidden = [('class="num minor"' in part) for part in (head, body)]
            assert hidden[0] == hidden[1], path
    for module in (careers, standings, leagues, seasons):
        for table in vars(module).values():
            for name, column in getattr(table, "base_columns", {}).items():
                head, cell = (column.attrs.get(tag, {}) for tag in ("th", "td"))
                is_hidden = "minor" in cell.get("class", "")
                assert ("minor" in head.get("class", "")) == is_hidden, name


# Rows of a log, a row of fields, rows of a strange table, the state below a row
WITHOUT_A_NAME = {"history.html", "_people.html", "preview.html", "_seats.html"}


def test_the_rows_of_tables_in_templates_have_a_head():
    nameless = set()
    for path in (settings.BASE_DIR / "templates/tournaments").rglob("*.html"):
        for table in re.findall(r"<table .*?</table>", path.read_text(), re.DOTALL):
            body = table.partition("<tbody")[2]
            for row in re.findall(r"<tr\b.*?</tr>", body, re.DOTALL):
                if "<td" in row and not re.search(r'scope="row"|<td colspan', row):
                    nameless.add(path.name)

    assert nameless <= WITHOUT_A_NAME


def test_what_is_struck_says_so_in_words():
    for path in (settings.BASE_DIR / "templates").rglob("*.html"):
        for word in path.read_text().split("</s>")[1:]:
            assert re.search(r'translate "(withdrawn|struck)"|withdrawn_reason', word)
    assert formats.struck_out(45, "nicht gedeckt") == (
        '<s>45</s><span class="visually-hidden"> nicht gedeckt</span>'
    )


def test_a_ranked_row_is_named_by_whoever_it_tells_of():
    tables = (
        standings.RankingTable,
        seasons.SeasonPeopleTable,
        seasons.EveningsTable,
        seasons.LabTable,
        leagues.RankedTeams,
        leagues.LeaguePeopleTable,
    )

    for table in tables:
        assert issubclass(table, LeanTable)
        named = [
            name
            for name, column in table.base_columns.items()
            if column.attrs.get("td", {}).get("class") == "person"
        ]
        assert len(named) == 1, table
