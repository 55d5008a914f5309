"""Formats and words as filters and tags of templates; there is no logic here."""

from html import unescape

from django import template
from django.utils.html import format_html

from scoring.lists.tallies import knows_games
from tournaments.events.teams import selectors as team_labels
from tournaments.leagues import selectors as league_labels
from tournaments.organisations import words as club_labels
from tournaments.organisations.hosts import is_hosted
from tournaments.people.names.names import short_name
from tournaments.seasons import words as season_labels
from tournaments.web.access import address_in_edition, current_edition
from tournaments.web.help import help_address
from tournaments.words import citations, decks, formats, slips
from tournaments.words import habits as habit_labels
from tournaments.words import problems as labels

register = template.Library()

for function in (
    formats.number,
    formats.signed,
    formats.money,
    formats.exact,
    formats.mean,
    formats.ordinal,
    formats.long_date,
    formats.short_date,
    formats.weekday_date,
    formats.clock_time,
    formats.enumeration,
    formats.struck_out,
    habit_labels.usual_text,
    habit_labels.share_percent,
    habit_labels.course_text,
    decks.contract_name,
    decks.suit_face,
    citations.fact_rule,
    citations.value_rules,
    labels.line_text,
    labels.explanation_text,
    labels.problem_text,
    labels.notation_error_text,
    labels.failure_text,
    labels.history_text,
    club_labels.welcome_with_language,
    league_labels.pair,
    season_labels.lot_text,
    season_labels.sentence_text,
    slips.scored_game_text,
    short_name,
    team_labels.series_text,
    team_labels.spell_text,
    team_labels.team_rule,
    knows_games,
):
    register.filter(function.__name__, function)


@register.simple_block_tag
def page_title(content: str) -> str:
    """Write what a page is called, for browsers and for messengers."""
    title = " ".join(unescape(content).split())
    line = '<title>{0}</title>\n  <meta property="og:title" content="{0}">'
    return format_html(line, title)


@register.simple_block_tag
def scrolled_table(
    content: str, caption: str, look: str, caption_class: str = "visually-hidden"
) -> str:
    """Write a table that is moved sideways where there is no room for it."""
    return format_html(
        '<div class="scroll" role="region" tabindex="0" aria-label="{0}">'
        '<table class="{1}"><caption class="{2}">{0}</caption>{3}</table></div>',
        *(caption, look, caption_class, content),
    )


register.simple_tag(help_address, takes_context=True)
register.simple_tag(club_labels.club_language_attribute)
register.simple_tag(decks.deck_name)
register.simple_tag(is_hosted)
register.simple_tag(current_edition, name="public_edition")
register.simple_tag(address_in_edition, takes_context=True)
register.simple_tag(lambda: decks.Deck.choices, name="deck_choices")
