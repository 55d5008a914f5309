"""Tables as a screen reader hears them on a phone."""

import re
from types import SimpleNamespace

from django.conf import settings

from scoring.seasons.rules import SeasonRule
from tournaments.careers.tables import all_time_columns
from tournaments.events.standings.tables import ranking_columns
from tournaments.leagues.models import League
from tournaments.leagues.tables import division_columns, match_columns, single_columns
from tournaments.seasons.tables import results_columns, season_columns
from tournaments.web.tables import PERSON
from tournaments.words import formats
from tournaments.words.choices import Ranking

NOBODY = SimpleNamespace(
    **dict.fromkeys(("places", "lines", "chain", "days", "series"), ()),
    **dict.fromkeys(("series_numbers", "series_choices"), (1, 2)),
    **dict.fromkeys(("division", "season"), SimpleNamespace(pk=1, league=League())),
    **{"ranking": Ranking.SINGLE, "shows_clubs": False, "is_former": False},
    **{"rule": SeasonRule()},
    **{"played": SimpleNamespace(evenings=(), may_lack_games=False)},
)
OF_SEASONS = (season_columns, results_columns, all_time_columns)
OF_LEAGUES = (division_columns, single_columns, match_columns)
RANKINGS = [
    columns_of(NOBODY) for columns_of in (ranking_columns, *OF_SEASONS, *OF_LEAGUES)
]


def test_a_column_that_phones_hide_goes_with_its_head():
    for path in (settings.BASE_DIR / "templates").rglob("*.html"):
        for table in re.findall(r"<table .*?</table>", path.read_text(), re.DOTALL):
            head, _, body = table.partition("</thead>")
            hidden = [('class="num minor"' in part) for part in (head, body)]
            assert hidden[0] == hidden[1], path
    for columns in RANKINGS:
        for column in columns:
            parts = [(column.page or {}).get(part) or {} for part in ("th", "td")]
            head, cell = ("minor" in part.get("class", "") for part in parts)
            assert head == cell, column.name


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
            assert re.search(
                r'translate "(withdrawn|struck|not here)"|withdrawn_reason', word
            )
    assert formats.struck_out(45, "nicht gedeckt") == (
        '<s>45</s><span class="visually-hidden"> nicht gedeckt</span>'
    )


def test_a_ranked_row_is_named_by_whoever_it_tells_of():
    for columns in RANKINGS:
        assert len([column for column in columns if column.page == PERSON]) == 1
