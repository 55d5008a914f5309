"""Parts of templates that are rendered once for their values."""

import pytest
from django.template import Context, Template, TemplateSyntaxError
from django.utils import translation

from tournaments.templatetags import kept
from tournaments.web.caching.edition import Edition, inside_edition
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
        "{% load kept %}{% kept line=1 %}{% csrf_token %}{{ user }}{{ line }}"
        "{% endkept %}{{ user }}"
    )

    assert drawn(template, user="Erika", csrf_token="secret") == "1Erika"


def test_what_was_typed_is_escaped():
    template = Template("{% load kept %}{% kept a=text %}{{ a }}{% endkept %}")

    assert drawn(template, text="<b>") == "&lt;b&gt;"


def test_each_reader_gets_language_deck_and_edition_of_their_own():
    template = Template(
        "{% load i18n kept skat %}{% kept %}{% translate 'Write' %} {% deck_name %} "
        "{% url 'seasons:list' %}{% endkept %}"
    )
    assert drawn(template).startswith("Eintragen french")
    with translation.override("en"):
        assert drawn(template).startswith("Write french")
    with decks.showing(decks.Deck.GERMAN):
        assert drawn(template).startswith("Eintragen german")
    with inside_edition(Edition("de")):
        assert "/de/" in drawn(template)
    assert drawn(template).startswith("Eintragen french")
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
