"""Help is one link away and opens at the part about the page."""

import re

import pytest
from django.urls import reverse

from tests.factories import make_evening, make_secretary
from tournaments.people.services import settle_home_club
from tournaments.web.help import PARTS, READING, help_part

pytestmark = pytest.mark.django_db


def link_on(page):
    return re.search(r'href="(/help/[^"]*)"', page.text)[1]


def test_every_part_that_a_page_leads_to_is_there(client):
    make_secretary()
    parts = re.findall(r'<section id="(\w+)"', client.get("/help/").text)

    assert {READING, *PARTS.values()} == set(parts)


@pytest.mark.parametrize(
    ("view", "part"),
    [
        ("setup", "start"),
        ("files:import-people", "members"),
        ("events:detail", "evening"),
        ("events:draw-swap", "draw"),
        ("events:standings", "standings"),
        ("sheets:detail", "list"),
        ("papers:print", "paper"),
        ("leagues:match-day", "season"),
        ("files:import-club", "safety"),
        ("login", READING),
    ],
)
def test_a_page_of_the_secretary_has_its_part(view, part):
    assert help_part(view, writes=True) == part


def test_help_is_open_before_there_is_a_club(client):
    assert link_on(client.get("/setup/")) == "/help/#start"
    assert "Einmalcode" in client.get("/help/").text


def test_visitors_are_told_how_to_read_and_secretaries_how_to_go_on(client):
    erika = make_secretary()
    draw = reverse("events:draw", args=[make_evening().pk])

    visitor = client.get("/events/")
    client.force_login(erika)

    assert link_on(visitor) == "/help/#reading"
    assert link_on(client.get("/nirgends/")) == "/help/"
    assert link_on(client.get("/events/")) == "/help/#evening"
    assert link_on(client.get(draw)) == "/help/#draw"


def test_what_only_the_club_does_is_folded_for_visitors(client):
    folded = "<details>"
    erika = make_secretary()
    settle_home_club("Skatclub Kreuzbube")

    visitor = client.get("/help/").text
    client.force_login(erika)

    assert folded in visitor
    assert visitor.index("Wo stehe ich?") < visitor.index(folded)
    assert folded not in client.get("/help/").text


def test_the_help_has_order_and_value_of_the_cards(client):
    """Each number is a row of the contradictions (rules 10)."""
    make_secretary()
    page = client.get("/help/").text

    for said in (
        "Ass, 10, König, Dame, 9, 8, 7",  # C2
        "Ass 11, Zehn 10, König 4, Dame 3, Bube 2",  # C7, C16
    ):
        assert said in page, said
