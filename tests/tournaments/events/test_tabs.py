"""The tabs of an event: few in one row, what belongs to each below them."""

import pytest
from django.contrib.auth.models import AnonymousUser

from tests.factories import make_evening, make_secretary, make_user
from tournaments.events.tabs import tabs_of
from tournaments.words.choices import EventKind

pytestmark = pytest.mark.django_db


def labels(event, user, shown="detail"):
    return [tab.label for tab in tabs_of(event, user, shown)]


def pages(event, user, shown):
    """Return the pages beside the one shown; the shown one in stars."""
    own = next(tab for tab in tabs_of(event, user, shown) if tab.is_shown)
    return [f"*{page.label}*" if page.is_shown else page.label for page in own.pages]


def test_a_secretary_has_six_tabs():
    tabs = labels(make_evening(), make_secretary())

    assert tabs == ["Tische", "Rangliste", "Leute", "Ablauf", "Geld", "Papier"]


def test_a_visitor_has_three_tabs():
    assert labels(make_evening(), AnonymousUser()) == ["Tische", "Rangliste", "Ablauf"]


def test_a_reader_has_no_tab_of_money_and_paper():
    tabs = labels(make_evening(), make_user())

    assert tabs == ["Tische", "Rangliste", "Teilnehmer", "Ablauf"]


def test_a_tab_of_one_page_is_called_like_the_page():
    tournament = make_evening(kind=EventKind.TOURNAMENT)

    assert labels(tournament, AnonymousUser(), "teams")[2] == "Mannschaften"


def test_visitors_find_the_draw_and_the_rules_behind_the_course():
    assert pages(make_evening(), AnonymousUser(), "rules") == [
        "Auslosung",
        "Mein Abend",
        "*Regeln*",
        "Uhr",
        "Saal",
    ]


def test_a_page_without_a_tab_marks_the_one_it_belongs_to():
    erika = make_secretary()
    evening = make_evening()

    assert "*Kasse*" in pages(evening, erika, "count-cash")
    assert "*Teilnehmer*" in pages(evening, erika, "register")
    assert pages(evening, erika, "series-standings") == ["*Rangliste*"]


def test_tabs_cost_nothing_for_an_evening(django_assert_num_queries):
    erika = make_secretary()
    evening = make_evening()

    with django_assert_num_queries(0):
        tabs_of(evening, erika, "detail")
