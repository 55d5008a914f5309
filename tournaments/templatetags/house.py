"""House rules in words: those of an event in one line, and those of a line."""

from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scoring.game.written_games import HouseMarks
from tournaments.words import citations, problems
from tournaments.words import house_lines as house_labels
from tournaments.words.house_options import rule_set_text
from tournaments.words.problems import mark_words

register = template.Library()

for function in (
    citations.line_rules,
    house_labels.house_text,
    house_labels.round_text,
    house_labels.triggers_text,
    house_labels.turn_text,
    problems.overbid_mark,
    problems.overbid_words,
):
    register.filter(function.__name__, function)
register.filter("house_rules", rule_set_text)


@register.simple_tag(takes_context=True)
def house_rules_note(context: dict[str, Any]) -> SafeString | str:
    """Return the house rules of the event or list that the page shows."""
    event = context.get("event")
    sheet = context.get("sheet")
    if sheet:
        event = sheet.series.event
    text = rule_set_text(getattr(event, "rule_set", None))
    return format_html('<p class="house-rules">{}</p>', text) if text else ""


@register.filter
def marks_short(marks: HouseMarks | None) -> str:
    """Return the first letter of the marks of a game, with + for more: "K+"."""
    words = list(mark_words(marks))
    return words[0][:1].upper() + "+" * (len(words) > 1) if words else ""


@register.filter
def marks_text(marks: HouseMarks | None) -> str:
    """Return the marks of a game in words: "Kontra, no Bock"."""
    return ", ".join(mark_words(marks))
