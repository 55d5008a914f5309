"""The rows of a list as HTML: drawn when they are new, remembered while they stay."""

from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.translation import get_language

from tournaments.words.decks import deck_name

register = template.Library()


@register.simple_tag(takes_context=True)
def list_row(context: dict[str, Any], row: Any, oob: bool = False) -> str:
    """Return a row of the list; ``oob`` when it replaces itself on the page.

    A list is drawn again with each line, for everybody who looks, and all rows but
    one or two are as before.
    """
    current = context.get("current")
    has_link = bool(context.get("writable") and row.noted)
    return drawn_row(
        row,
        tuple(column.place for column in context["board"].columns),
        sheet=context["sheet"].pk if has_link else None,
        is_current=current is not None and current.number == row.number,
        oob=oob,
        language=get_language(),
        deck=deck_name(),
    )


@lru_cache(maxsize=4096)
def drawn_row(
    row: Any,
    places: tuple[int, ...],
    *,
    sheet: int | None,
    is_current: bool,
    oob: bool,
    language: str | None,
    deck: str,
) -> str:
    """Draw a row from values alone; language and deck are those that are active."""
    context = {
        "row": row,
        "places": places,
        "sheet": sheet,
        "is_current": is_current,
        "oob": oob,
    }
    return render_to_string("tournaments/sheets/_row.html", context)
