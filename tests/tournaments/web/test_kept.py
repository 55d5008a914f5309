"""Pages are drawn once for many readers, parts of templates once for their values."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.core.cache import caches
from django.template import Context, Template, TemplateSyntaxError
from django.utils import translation

from tournaments.templatetags import kept
from tournaments.web.access import Edition, inside_edition
from tournaments.web.kept_pages import draw_once
from tournaments.web.kept_pages import kept as kept_page
from tournaments.words import decks


def drawn(template, **values):
    return template.render(Context(values))


def test_the_same_values_draw_the_same_without_drawing_again():
    template = Template(
        "{% load kept %}{% kept line=number %}{% cycle 'a' 'b' as turn %}{{ line }}"
        "{% endkept %}"
    )
    drawings = template.nodelist.get_nodes_by_type(kept.Kept)[0].renderings

    assert [drawn(template, number=number) for number in (1, 2, 1)] == [
        "a1",
        "a2",
        "a1",
    ]
    assert len(drawings) == 2


def test_nothing_else_is_known_inside():
    template = Template(
        "{% load kept %}{% kept line=text %}{% csrf_token %}{{ user }}{{ line }}"
        "{% endkept %}{{ user }}"
    )

    told = drawn(template, user="Erika", csrf_token="secret", text="<b>")
    assert told == "&lt;b&gt;Erika"


def test_each_reader_gets_language_deck_and_edition_of_their_own():
    template = Template(
        "{% load i18n kept skat %}{% kept %}{% translate 'Sign in' %} {% deck_name %} "
        "{% url 'seasons:list' %}{% endkept %}"
    )
    assert drawn(template).startswith("Anmelden french")
    with translation.override("en"):
        assert drawn(template).startswith("Sign in french")
    with decks.showing(decks.Deck.GERMAN):
        assert drawn(template).startswith("Anmelden german")
    with inside_edition(Edition("de")):
        assert "/de/" in drawn(template)
    assert drawn(template).startswith("Anmelden french")
    assert "/de/" not in drawn(template)


def test_drawings_do_not_pile_up(monkeypatch):
    monkeypatch.setattr(kept, "MOST", 3)
    template = Template("{% load kept %}{% kept a=number %}{{ a }}{% endkept %}")
    [node] = template.nodelist.get_nodes_by_type(kept.Kept)

    assert [drawn(template, number=number) for number in range(10)] == [
        str(number) for number in range(10)
    ]
    assert len(node.renderings) <= 3


def test_values_have_names():
    with pytest.raises(TemplateSyntaxError):
        Template("{% load kept %}{% kept number %}{% endkept %}")


@pytest.mark.django_db
def test_many_readers_at_once_cause_one_drawing():
    together = Barrier(16)
    drawings = []

    def draw():
        drawings.append("drawn")
        return "page"

    def read(_reader):
        together.wait()
        return kept_page(draw, "page")

    with ThreadPoolExecutor(max_workers=16) as readers:
        pages = list(readers.map(read, range(16)))

    assert pages == ["page"] * 16
    assert len(drawings) == 1


@pytest.mark.django_db
def test_a_drawing_that_fails_is_tried_again_by_the_next_and_not_too_many_are_kept():
    with pytest.raises(ZeroDivisionError):
        draw_once(lambda: 1 // 0, "revision 1")

    assert draw_once(lambda: "page", "revision 1") == "page"
    for number in range(600):
        draw_once(lambda: "page", number)
    assert len(caches["drawn"]._cache) <= 500


@pytest.mark.django_db
def test_every_revision_language_and_deck_is_drawn_for_itself():
    drawings = iter(range(9))

    def draw():
        return f"page {next(drawings)}"

    pages = {draw_once(draw, "revision 1"), draw_once(draw, "revision 2")}
    with translation.override("en"):
        pages.add(draw_once(draw, "revision 1"))
    with decks.showing(decks.Deck.GERMAN):
        pages.add(draw_once(draw, "revision 1"))

    assert len(pages) == 4
    assert draw_once(draw, "revision 1") in pages
