"""Parts of a template that say the same for the same values: drawn once.

    {% load kept %}
    {% kept sheet=sheet.pk %}<a href="{% url 'sheets:paste' sheet %}">…</a>{% endkept %}

Nothing but these values is known inside, so that no token, name or right of one reader
can come into what another one gets; language, deck and edition are those of the reader.
"""

from collections.abc import Mapping

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token, token_kwargs
from django.template.context import Context
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tournaments.web.kept.edition import edition_shown
from tournaments.words.decks import deck_name

register = template.Library()

MOST = 1000  # drawings of one part; then it begins anew


class Kept(template.Node):
    """A part with the values it is made of, and what was drawn so far."""

    def __init__(self, nodelist: NodeList, values: Mapping[str, FilterExpression]):
        self.nodelist = nodelist
        self.values = values
        self.drawn: dict[tuple[object, ...], SafeString] = {}

    def render(self, context: Context) -> SafeString:
        values = {name: each.resolve(context) for name, each in self.values.items()}
        key = (get_language(), deck_name(), edition_shown(), *values.values())
        drawn = self.drawn.get(key)
        if drawn is None:
            drawn = self.nodelist.render(context.new(values))
            if len(self.drawn) >= MOST:
                self.drawn.clear()
            self.drawn[key] = drawn
        return drawn


@register.tag
def kept(parser: Parser, token: Token) -> Kept:
    """Draw a part once for its values, which are numbers, words or truths."""
    _name, *bits = token.split_contents()
    values = token_kwargs(bits, parser)
    if bits:
        raise template.TemplateSyntaxError("kept wants name=value")
    nodelist = parser.parse(("endkept",))
    parser.delete_first_token()
    return Kept(nodelist, values)
