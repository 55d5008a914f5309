"""Parts of a template that are the same for the same values: rendered once.

    {% load kept %}
    {% kept sheet=sheet.pk %}<a href="{% url 'sheets:paste' sheet %}">…</a>{% endkept %}

Only these values can be used inside, so that no token, name or right of one reader can
get into what another reader sees; language, deck and edition are those of the reader.
"""

from collections.abc import Mapping

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token, token_kwargs
from django.template.context import Context
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tournaments.web.edition import edition_in_use
from tournaments.words.decks import deck_shown

register = template.Library()

MOST = 1000  # renderings of one part; then it starts afresh


class Kept(template.Node):
    """A part of a template, the values it depends on and its renderings so far."""

    def __init__(self, nodelist: NodeList, values: Mapping[str, FilterExpression]):
        self.nodelist = nodelist
        self.values = values
        self.renderings: dict[tuple[object, ...], SafeString] = {}

    def render(self, context: Context) -> SafeString:
        values = {
            name: expression.resolve(context)
            for name, expression in self.values.items()
        }
        key = (get_language(), deck_shown.get(), edition_in_use.get(), *values.values())
        rendering = self.renderings.get(key)
        if rendering is None:
            rendering = self.nodelist.render(context.new(values))
            if len(self.renderings) >= MOST:
                self.renderings.clear()
            self.renderings[key] = rendering
        return rendering


@register.tag
def kept(parser: Parser, token: Token) -> Kept:
    """Render a part once for its values: numbers, words or booleans."""
    _name, *bits = token.split_contents()
    values = token_kwargs(bits, parser)
    if bits:
        raise template.TemplateSyntaxError("kept wants name=value")
    nodelist = parser.parse(("endkept",))
    parser.delete_first_token()
    return Kept(nodelist, values)
