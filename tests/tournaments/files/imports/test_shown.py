"""Tables are shown on the page as they are read: one file for each trouble."""

import re
from html import unescape
from pathlib import Path

import pytest
from django.utils.html import strip_tags

from tests.factories import make_player, make_sheet
from tests.tournaments.files.imports import tables
from tests.tournaments.files.imports.test_corpus import bytes_of
from tournaments.people.models import Club
from tournaments.people.names.names import Audience, shown_to

pytestmark = pytest.mark.usefixtures("erika")
ADDRESSES = {
    "people": "/downloads/people/import/",
    "former": "/downloads/former/",
    "results": "/downloads/results/",
}
ABOVE = re.compile(r"(home|known): (.*)\n")
FOLDER = Path(__file__).parents[3] / "files/pages"
CASES = sorted(FOLDER.glob("*.txt"))


def make_known(line):
    """Make the person of a line, with what stands behind the name."""
    name, *more = line.split("; ")
    fields = dict(each.split("=") for each in more)
    if club := fields.pop("club", ""):
        fields["club"] = Club.objects.get_or_create(name=club)[0]
    make_player(name, **fields)


def said_of(each):
    """Return what becomes of a row, in the words of the corpus."""
    name = ", ".join(filter(None, (each.name.last, each.name.first)))
    if not hasattr(each, "twins"):
        said = [getattr(each, "when", ""), each.numbers, str(each.text)]
    elif each.is_no_name:
        name, said = each.text, ["nobody"]
    else:
        said = [
            *(each.club, "guest" * each.is_guest, "passive" * (not each.is_active)),
            *(each.number, each.gender, str(each.born or "")),
            f"here {each.player}" * (each.player is not None),
            f"perhaps {', '.join(map(str, each.twins))}" * each.needs_answer,
            *(each.problem, "turned?" * each.is_doubtful),
            each.doubt and f"check {each.doubt}",
            each.rest and f"not read {each.rest}",
            each.other_details and f"not taken {', '.join(each.other_details)}",
        ]
    return " | ".join([f"{each.row} {each.fate} {name}", *filter(None, said)])


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_table_is_shown_as_it_is_read(client, path):
    head, _newline, rest = path.read_text("utf-8").partition("\n")
    purpose, *more = head.split()
    fields = dict(option.split("=", 1) for option in more)
    table, _line, expected = rest.partition("\n===\n")
    while match := ABOVE.match(table):
        if match[1] == "home":
            Club.objects.create(name=match[2], is_home=True)
        else:
            make_known(match[2])
        table = table.removeprefix(match[0])
    address = ADDRESSES[purpose]
    if purpose == "results":
        address += f"{make_sheet(rounds=2).series.event.pk}/import/"

    content = bytes_of(table, fields) if "as" in fields else table
    preview = tables.look_at(client, address, content, **fields)

    parts = (preview.text, unescape(strip_tags(preview.text)))
    page = " ".join(" ".join(parts).split())
    lines = [*filter(None, expected.split("\n"))]
    for word, _blank, text in (line.partition(" ") for line in lines):
        assert word not in ("says", "not") or (text in page) == (word == "says"), text
    rows = [line for line in lines if not line.startswith(("says ", "not "))]
    with shown_to(Audience.CLUB):
        assert rows == [*map(said_of, preview.context["form"].preview)]
