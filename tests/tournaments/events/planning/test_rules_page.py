"""The rules of an event, on its page and on one sheet for the wall."""

import re
from dataclasses import replace

import pytest
from django.urls import reverse
from reportlab.platypus import Paragraph

from scoring.house.rules import (
    OFFICIAL,
    PRESETS,
    HouseRules,
    RamschScoring,
    Schieberamsch,
)
from scoring.lists.sheets import System
from tests.factories import make_evening, make_rule_set, make_secretary
from tests.scoring.game_lists import EVERYTHING
from tests.tournaments.papers.pdf import reader_of
from tournaments.events.planning.path import event_rules
from tournaments.papers.event.rules import rules_paper
from tournaments.words.choices import SystemChoice

pytestmark = pytest.mark.django_db

TO_THE_WALL = replace(
    EVERYTHING,
    ramsch=RamschScoring.FEWEST_POINTS,
    loser_points=301,
    stake_cents="1/10",
    cap_cents=500,
    grid_cents=10,
    losers_pay_pot=True,
)
"""The most rules that one sheet on the wall has to hold."""


@pytest.fixture
def evening(client):
    make_secretary()
    evening = make_evening()
    evening.is_published = True
    evening.save()
    return evening


def page(client, evening):
    return client.get(reverse("events:rules", args=[evening.pk])).text


def with_rules(evening, rules):
    evening.rule_set = make_rule_set(name="Freitag", rules=rules)
    evening.save()
    return evening


def test_a_visitor_reads_the_official_rules(client, evening):
    text = page(client, evening)

    assert "Internationale Skatordnung" in text
    assert "12 Runden: 48 Spiele am Vierertisch, 36 am Dreiertisch." in text
    assert "30 Punkte am Vierertisch, 40 am Dreiertisch" in text
    assert len(re.findall(r"<li>\d+</li>", text)) == 63
    assert "Hausregeln" not in text


def test_house_rules_are_shown_by_name_and_in_full(client, evening):
    with_rules(evening, TO_THE_WALL)
    hidden = make_evening("Geheim")

    text = page(client, evening)

    assert "Hausregeln: Freitag" in text
    assert "Schneider, solange keine Bockrunde läuft" in text
    assert "Niemand zahlt mehr als 5,00 €." in text
    assert client.get(reverse("events:rules", args=[hidden.pk])).status_code == 404


def test_without_bidding_there_are_no_bids(client, evening):
    marks = HouseRules(schieberamsch=Schieberamsch.MARKS, only_ramsch=True)

    rules = event_rules(with_rules(evening, marks))

    assert rules.bids == ()
    assert rules.values == ()
    assert rules.system == SystemChoice.PLAIN.label


@pytest.mark.parametrize(
    "rules", [OFFICIAL, TO_THE_WALL, replace(TO_THE_WALL, target=1000)]
)
def test_the_rules_fit_on_one_sheet(evening, rules):
    (sheet,) = reader_of(rules_paper(with_rules(evening, rules))).pages

    last = event_rules(evening).sections[-1].sentences[-1]
    assert last[-20:] in " ".join(sheet.extract_text().split())


def test_what_starts_bock_rounds_is_indented_and_nothing_else(evening):
    bock = HouseRules(bock_split=True, bock_schneider=True)
    story = rules_paper(with_rules(evening, bock)).story(10)

    lines = [p for p in story if isinstance(p, Paragraph) and p.bulletText]

    usual = min(each.style.leftIndent for each in lines)
    indented = [each.text for each in lines if each.style.leftIndent > usual]
    assert indented == [
        "ein Spiel, das 60 zu 60 ausgeht",
        "Schneider, solange keine Bockrunde läuft",
    ]


def test_a_target_score_shows_the_coefficients_of_the_bidding(client, evening):
    with_rules(evening, HouseRules(target=500))

    text = page(client, evening)

    assert "Faktoren für das Reizen" in text
    assert "Alle vier Buben und alle sieben Trümpfe" in text
    assert re.search(r"<td>Grundwert Grand</td><td[^>]*>24<", text)
    assert reverse("sheets:calculator") not in text  # it reckons without a target
    (paper,) = reader_of(rules_paper(evening)).pages
    for words in (
        "Kreuz-Bube ohne Pik-Buben 1",
        "mit dem Grundwert malgenommen",
        "Nur der Karo-Bube",
    ):
        assert words in " ".join(paper.extract_text().split())


def test_the_plain_system_has_no_bonus(evening):
    evening.system = System.PLAIN
    texts = [text for each in event_rules(evening).sections for text in each.sentences]

    assert "Es zählen nur die Spielpunkte." in texts
    assert not any("Vierertisch, 40" in text for text in texts)


def test_a_ramsch_says_what_its_grand_hand_and_all_tricks_count(evening):
    rules = event_rules(with_rules(evening, PRESETS["marks"]))

    text = " ".join(text for section in rules.sections for text in section.sentences)
    assert "24 × (Spitzen + 2" in text
    assert "das Doppelte dazugezählt" in text
    assert "120" in text
