"""What holds for every paper there is: its edges, fonts, title, language and date."""

from datetime import timedelta
from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader
from pypdf.generic import IndirectObject
from reportlab.lib.units import mm

from scoring.house.rules import PRESETS
from tests.factories import make_owner, make_rule_set
from tests.tournaments.leagues.matches import make_division, make_teams, plan, set_up
from tests.tournaments.papers.events import make_event
from tests.tournaments.papers.marks import marks_on
from tests.tournaments.seasons.seasons import make_season
from tournaments.events.models import Event
from tournaments.leagues.models import Division, MatchGroup
from tournaments.papers.orders import PaperKind
from tournaments.people.models import Club, User
from tournaments.seasons.models import Season
from tournaments.sheets.models import ScoreSheet

pytestmark = pytest.mark.django_db

LONG = "Internationaler Großer Preis von Oberammergau"
LONG_NAME = "Maximiliane Schmidt-Hohenleitner-Ot"
KINDS, WEIGHTS = ("Sans", "Serif"), ("Regular", "Bold")
OUR_FACES = {f"Skat{kind}-{weight}" for kind in KINDS for weight in WEIGHTS}
OUR_FACES |= {"DejaVuSans"}
SIDE, FOOT = 6 * mm - 0.1, 12 * mm - 0.1


@pytest.fixture(scope="module")
def club(module_db):
    owner = make_owner("erika")
    make_event(owner, tables=3, names=[LONG_NAME, "Bo Ott", "Carla Łucki", "Ida Groß"])
    rules = make_rule_set(name="Freitag", rules=PRESETS["friday"])
    until = {"open_until": timezone.now() + timedelta(days=1), "is_published": True}
    Event.objects.update(name=LONG, place=LONG, rule_set=rules, **until)
    Club.objects.update(name=LONG)
    make_season()
    division = make_division()
    teams = make_teams(division, people=4)
    set_up(plan(division, teams), teams, by=owner)


@pytest.fixture(scope="module")
def printed(club):
    """Return every paper by its address."""
    client = Client()
    client.force_login(User.objects.get())
    papers = {}
    for address in addresses():
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert answer["Content-Type"] == "application/pdf", address
        papers[address] = PdfReader(BytesIO(answer.content))
    return papers


def addresses():
    event, season = Event.objects.get(name=LONG).pk, Season.objects.get().pk
    copies = "?copies_3=1&copies_4=1&copies_5=1&text=Gut+Blatt"
    yield from (
        reverse("papers:paper", args=[event, kind]) + copies for kind in PaperKind
    )
    for name in ("sheets", "standings", "rules"):
        yield reverse(f"papers:{name}", args=[event])
    for name in ("season", "season-results", "season-rule"):
        yield reverse(f"papers:{name}", args=[season])
    for name in ("division", "division-players"):
        yield reverse(f"papers:{name}", args=[Division.objects.get().pk])
    yield reverse("papers:match-report", args=[MatchGroup.objects.get().pk])
    yield reverse("papers:sheet", args=[ScoreSheet.objects.first().pk])
    yield reverse("papers:all-time")
    yield reverse("papers:blank") + "?players=5"


def test_black_keeps_away_from_what_printers_leave_blank(printed):
    outside = {}
    for address, reader in printed.items():
        for number, page in enumerate(reader.pages, start=1):
            x, y = page.mediabox.width - SIDE, page.mediabox.height - SIDE
            marks = list(marks_on(page))
            assert marks, (address, number)
            far = [
                at for at in marks if not (SIDE <= at[0] <= x and FOOT <= at[1] <= y)
            ]
            if far:
                outside[address, number] = far[:3]

    assert outside == {}


def test_no_paper_cuts_a_long_name(printed):
    for address, reader in printed.items():
        for page in reader.pages:
            assert "…" not in page.extract_text(), address


def test_every_paper_says_what_it_is_in_which_language_and_from_when(printed):
    for address, reader in printed.items():
        about = reader.metadata
        assert about.title, address
        assert about.subject, address
        assert reader.root_object["/Lang"] == "de", address
        assert reader.root_object["/ViewerPreferences"]["/DisplayDocTitle"], address
        made = timezone.now() - about.creation_date
        assert abs(made.total_seconds()) < 600, address


def test_every_font_is_ours_and_embedded(printed):
    for address, reader in printed.items():
        fonts = fonts_of(reader)
        assert fonts, address
        for font in fonts:
            # Without its subset prefix.
            assert font["/BaseFont"].split("+")[1] in OUR_FACES, address
            assert "/FontFile2" in font["/FontDescriptor"], address


def fonts_of(reader):
    """Return the base font of every font object in the file."""
    objects = (
        reader.get_object(IndirectObject(number, 0, reader))
        for number in range(1, int(reader.trailer["/Size"]))
    )
    return [
        thing
        for thing in objects
        if isinstance(thing, dict) and thing.get("/Type") == "/Font"
    ]
