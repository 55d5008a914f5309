"""Tables are shown on the page as they are read: one file for each trouble."""

import re
from html import unescape
from pathlib import Path

import pytest
from django.utils.html import strip_tags

from tests.factories import make_evening, make_player, make_sheet
from tests.tournaments.files.imports import tables
from tests.tournaments.files.imports.test_corpus import bytes_of
from tournaments.events.entries.services import add_entry
from tournaments.people.models import Club, Player
from tournaments.scope.scope import Audience, shown_to
from tournaments.sheets.models import Result

pytestmark = pytest.mark.usefixtures("erika")
ADDRESSES = {
    "entries": "/downloads/entries/",
    "people": "/downloads/people/import/",
    "former": "/downloads/former/",
    "results": "/downloads/results/",
}
ABOVE = re.compile(r"(home|known|entered): (.*)\n")
FOLDER = Path(__file__).parents[3] / "files/pages"
CASES = sorted(FOLDER.glob("*.txt"))


def make_here(match, event):
    """Make our club, or the person of a line with what stands behind the name."""
    name, *more = match[2].split("; ")
    fields = dict(each.split("=") for each in more)
    if match[1] == "home":
        Club.objects.create(name=name, is_home=True, **fields)
        return
    if club := fields.pop("club", ""):
        fields["club"] = Club.objects.get_or_create(name=club)[0]
    player = make_player(name, **fields)
    if match[1] == "entered":
        add_entry(event=event, player=player)


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


def stored():
    """Give the people and the results that are here, in the words of the corpus."""
    for one in Player.objects.order_by("last_name", "first_name", "pk"):
        marks = ["guest" * one.is_guest, "passive" * (not one.is_active)]
        said = [one.club, *marks, one.member_number, one.gender, one.birth_date]
        count = one.results.count()
        own = ["in " + one.sorted_name, *map(str, filter(None, said))]
        own += [f"{count} results"] * bool(count)
        own += [
            f"entry {each.start_number} {each.status}" for each in one.entries.all()
        ]
        yield " | ".join(own)
    results = Result.objects.select_related("player", "sheet", "series__event")
    for each in results.order_by("series__event__date", "series__number", "-total"):
        sheet, event = each.sheet, each.series.event
        played = (each.game_points, each.won, each.lost, each.others_lost)
        place = f"place {each.place} of {sheet.table_size}, lists {sheet.stands_for}"
        said = [
            f"result {each.player.sorted_name}",
            f"{event.kind} {event.name * bool(event.source)} {event.date}",
            f"series {each.series.number}",
            f"{each.total} ({' '.join(map(str, played))})",
            *(place, sheet.mismatch_reason),
        ]
        yield " | ".join(filter(None, said))


def fields_in(text, preview):
    """Return the fields that are changed; @ stands before the name of a player."""
    fields = dict(each.split("=", 1) for each in text.split("; ") if each)
    people = {} if preview is None else {p.key: p for p in asked_in(preview)}
    for name, value in fields.items():
        if value.startswith("@"):
            (fields[name],) = (
                str(each.pk)
                for each in Player.objects.all()
                if f"{each.name} {each.member_number}".strip() == value[1:]
            )
        elif name == "take":
            fields[name] = value.split(",")
        elif value == "new":
            fields[name] = people[name.removeprefix("person-")].new_value
    return fields


def asked_in(preview):
    form = preview.context["form"]
    return form.page if form.has_ticks else [*form.asked, *getattr(form, "known", ())]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_table_is_shown_as_it_is_read(client, path):
    head, _newline, rest = path.read_text("utf-8").partition("\n")
    purpose, *more = head.split()
    table, *blocks = re.split(r"^===(.*)\n", rest, flags=re.MULTILINE)
    address, event = ADDRESSES[purpose], None
    if purpose in ("entries", "results"):
        event = make_evening(rounds=2)
        address += f"{event.pk}/import/"
    if purpose == "results":
        make_sheet(evening=event)
    while match := ABOVE.match(table):
        make_here(match, event)
        table = table.removeprefix(match[0])
    preview, form = None, fields_in("; ".join(more), None)
    with shown_to(Audience.CLUB):
        for said, expected in zip(blocks[::2], blocks[1::2], strict=True):
            button, _blank, changed = said.strip().partition(" ")
            before = [*stored()]
            if button in ("", "again"):
                content = bytes_of(table[:-1], form) if "as" in form else table[:-1]
                preview = tables.look_at(client, address, content, **form)
            else:
                sent = form | fields_in(changed, preview)
                preview = tables.send(client, address, preview, button, **sent)
            assert preview.status_code == 302 or before == [*stored()]
            lines = expected.splitlines()
            assert lines == [*told(client, preview, lines)]


def told(client, preview, lines):
    """Give what a page and what is stored say to the lines of the corpus."""
    rows = preview.context and preview.context["form"].preview
    page = preview if rows is not None else client.get(preview.url)
    text = " ".join(f"{page.text} {unescape(strip_tags(page.text))}".split())
    for line in lines:
        word, _blank, words = line.partition(" ")
        if word in ("says", "not"):
            yield f"{'says' if words in text else 'not'} {words}"
    yield from stored() if rows is None else map(said_of, rows)
