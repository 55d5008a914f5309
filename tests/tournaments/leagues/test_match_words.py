"""Papers and press texts of a match: match points decide, the host invites."""

import copy

import pytest
from django.urls import reverse

from tests.tournaments.leagues.matches import (
    make_division,
    make_teams,
    plan,
    play_series,
    secretary,
    set_up,
)
from tests.tournaments.leagues.pages import pdf_text, text_of
from tests.tournaments.papers.pdf import reader_of
from tournaments.events.standings.selectors import standings_of
from tournaments.papers.event.certificates import Certificate, certificates_paper
from tournaments.papers.event.press import press_text
from tournaments.people.models import Club

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def match(module_db):
    erika = secretary()
    division = make_division(series_per_day=2)
    teams = make_teams(division)
    teams[2].club = Club.objects.create(name="Skatfreunde Gastgeber")
    teams[2].save()
    group = set_up(plan(division, teams, host=teams[2]), teams, by=erika)
    play_series(group, {"A": 8, "B": 1}, by=erika, series=1)
    play_series(group, {"B": 2, "C": 1, "D": 1}, by=erika, series=2, close=False)
    return group.event


@pytest.fixture
def event(match, erika):
    """A match in which A has more game points and B more match points."""
    return copy.deepcopy(match)


def test_the_press_ranks_teams_by_match_points_and_names_the_host(event):
    text = press_text(event)

    assert (
        "Wertungspunkte und Spielpunkte der Mannschaften: 1. B 5:1 (144); "
        "2. A 3:3 (384); 3. C 2:4 (48); 3. D 2:4 (48)."
    ) in text
    assert "Mannschaftswertung" not in text
    assert "Veranstalter: Skatfreunde Gastgeber." in text


def test_the_event_of_a_match_ranks_no_teams_by_game_points(client, event):
    words = {choice.word for choice in standings_of(event).choices}
    by_game_points = reverse("events:ranking", args=[event.pk, "teams"])
    page = text_of(client.get(reverse("events:standings", args=[event.pk])))

    assert words == {"single", "lists"}
    assert client.get(by_game_points).status_code == 404
    assert event.league_match.get_absolute_url() in page


def test_certificates_of_teams_follow_match_points(event):
    found = certificates_paper(event, places=1, ranking="teams")

    assert "Skatfreunde Gastgeber" in reader_of(found).pages[0].extract_text()
    assert list(found.sheets) == [
        Certificate(
            name="B",
            club="B1, B2, B3 und B4",
            place="1. Platz",
            achievement="mit 5:1 Wertungspunkten und 144 Spielpunkten",
        )
    ]


def test_the_paper_of_the_teams_of_a_match_is_its_report(client, event):
    address = reverse("papers:paper", args=[event.pk, "standings"])

    paper = pdf_text(client.get(address, {"ranking": "teams"}))

    assert "Spielbericht" in paper
