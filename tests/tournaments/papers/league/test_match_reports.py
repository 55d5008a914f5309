"""Match reports on paper, before the match and after it."""

import pytest
from django.urls import reverse

from tests.tournaments.leagues.matches import (
    make_division,
    make_teams,
    plan,
    play_series,
    set_up,
)
from tests.tournaments.leagues.pages import pdf_text, send

pytestmark = pytest.mark.django_db


@pytest.fixture
def division(db):
    return make_division(promoted=1, relegated=1)


def test_the_report_names_line_ups_sums_and_who_signs(client, erika, division):
    teams = make_teams(division)
    group = set_up(plan(division, teams, host=teams[1]), teams, (4, 4, 3, 4), by=erika)
    play_series(group, {"A": 4, "B": 4, "C": 2, "D": 1}, by=erika)
    send(client, "group-hand-in", group.pk)

    text = pdf_text(client.get(reverse("papers:match-report", args=[group.pk])))

    assert "Spielbericht Landesliga 2026" in text
    assert "Serie 1: Summe 6:6" in text
    assert "2,5:0,5" in text
    assert "mit 3 Spielern angetreten" in text
    assert "Ausrichter: B" in text
    assert "Gast: A" in text
    assert "Eingegeben von: erika" in text
    assert "Vorläufig: noch nicht von einer zweiten Person bestätigt." in text


def test_a_report_prints_before_the_match(client, erika, division):
    teams = make_teams(division)
    group = plan(division, teams)

    address = reverse("papers:match-report", args=[group.pk])

    by_hand = pdf_text(client.get(address))
    assert "noch nicht abgegeben" in by_hand
    assert "S1 Ges. 1 2 3 4 Ersatz: Mannschaft" in by_hand
    assert all(field in by_hand for field in ("Beginn", "Ende", "Einsprüche"))
    set_up(group, teams, by=erika)
    assert "A1" in pdf_text(client.get(address))
