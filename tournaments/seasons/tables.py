"""The columns of a season's tables: on pages, on paper and in files."""

from collections import defaultdict
from decimal import Decimal
from operator import attrgetter

import django_tables2 as tables
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from tournaments.events.standings.tables import (
    games_columns,
    person_column,
    place_column,
    player_link,
)
from tournaments.seasons.words import (
    STANDING_TEXT,
    move_sign,
    move_text,
    ranking_value_text,
    shortfall_text,
    tie_break_text,
)
from tournaments.web.faces import BOLD
from tournaments.web.tables import (
    MINOR,
    NUMERIC,
    PERSON,
    PLACE,
    TOTAL,
    Column,
    LeanTable,
    Space,
    figure,
    figure_with_word,
)
from tournaments.words.formats import (
    day_and_month,
    exact,
    hundredths,
    money,
    place_text,
    signed,
    struck_out,
    whole_or_hundredths,
)

MOST_STRUCK = 3  # shown one by one; the page of the person has them all
EVENINGS_ON_A_PHONE = 6
HIDDEN = {"th": {"class": "minor"}, "td": {"class": "minor"}}
row = attrgetter("row")


def season_columns(table):
    """Return the columns of the table of a season."""
    return [
        place_column("row.")._replace(needed="row.place"),
        person_column("player", player_link("seasons:person", table.season.pk)),
        Column("standing", _("Standing"), standing_text),
        Column(
            "trend",
            _("Trend"),
            text=lambda line: move_sign(line.places_won) if line.row.place else "",
            html=lambda line: trend_cell(line.places_won),
            page={},
            paper=Space(14),
            needed="row.place",
        ),
        value_column(table.rule, width=21),
        *counting_columns(table.rule),
        *games_columns(row, width=12, is_former=table.played.may_lack_games),
        Column(
            "struck",
            pgettext("season", "struck"),
            lambda line: " ".join(
                str(whole_or_hundredths(unit.total)) for unit in line.row.struck
            ),
            text=lambda line: struck_text(line.row.struck),
            html=lambda line: struck_cell(line.row.struck),
            page=HIDDEN,
            paper=Space(28, is_struck=True),
            needed="row.struck",
        ),
        *correcting_columns(table.rule),
    ]


def standing_text(line):
    return str(STANDING_TEXT[line.row.standing])


def value_column(rule, *, width):
    return figure(
        "value",
        _("Result"),
        "row.value",
        text=lambda line: ranking_value_text(line.row.value, rule),
        page=TOTAL,
        width=width,
        font=BOLD,
    )


def counting_columns(rule):
    games = figure("games", _("Games"), "row.games", width=16)
    return [
        figure(
            "counted",
            pgettext("season", "counted"),
            "row.counted",
            text=lambda line: f"{line.row.counted} / {line.row.played}",
            html="row.counted",
            width=18,
        ),
        figure("played", pgettext("season", "played"), "row.played", page=MINOR),
        figure(
            "missing",
            pgettext("season", "missing"),
            "row.missing",
            width=14,
            needed="row.missing",
        ),
        Column("lists", _("Lists"), "row.lists"),
        *([games] if rule.counts_games else []),
        # One of the two is the result itself, unless a bonus or deduction changed it.
        figure(
            "total",
            _("Points"),
            "row.total",
            width=18,
            page=MINOR,
            needed=lambda line: line.row.total != line.row.value,
        ),
        figure(
            "average",
            _("Average"),
            lambda line: hundredths(line.row.average),
            width=20,
            page=MINOR,
            needed=lambda line: line.row.average != line.row.value,
        ),
    ]


def correcting_columns(rule):
    decided = pgettext("rank", "Decided by")
    return [
        figure(
            "extra",
            _("Bonus"),
            lambda line: line.row.bonus - line.row.deduction,
            text=lambda line: signed(line.row.bonus - line.row.deduction),
            width=15,
            needed=lambda line: line.row.bonus or line.row.deduction,
            file_head=_("Bonus and deduction"),
        ),
        figure(
            "fee",
            _("Absence fee"),
            fee_in_euros,
            text=lambda line: money(line.row.fee_cents),
            width=30,
            needed="row.fee_cents",
        ),
        Column("up", _("Places up since the last evening"), "places_won"),
        figure(
            "short",
            _("Still needed"),
            text=lambda line: shortfall_text(line.row),
            width=24,
            page=figure_with_word(_("Still needed"), before=True),
            needed="row.short_by",
        ),
        Column(
            "decided",
            decided,
            lambda line: tie_break_text(rule, line.row.decided_by),
            page={"td": {"data-before": decided}},
            paper=Space(28),
            needed="row.decided_by",
        ),
    ]


def fee_in_euros(line):
    return Decimal(line.row.fee_cents) / 100 if line.row.fee_cents else None


def trend_cell(places):
    """Return a move as a visible arrow and as words for screen readers."""
    tone = (
        "up" if places and places > 0 else "down" if places and places < 0 else "same"
    )
    return format_html(
        '<span class="move move-{}"><span aria-hidden="true">{}</span>'
        '<span class="visually-hidden">{}</span></span>',
        tone,
        move_sign(places),
        move_text(places),
    )


def struck_text(struck):
    first = ", ".join(exact(unit.total) for unit in struck[:MOST_STRUCK])
    rest = len(struck) - MOST_STRUCK
    return f"{first} +{rest}" if rest > 0 else first


def struck_cell(struck):
    texts = ((exact(unit.total),) for unit in struck[:MOST_STRUCK])
    first = format_html_join(" ", "<s>{}</s>", texts)
    rest = len(struck) - MOST_STRUCK
    return format_html("{} +{}", first, rest) if rest > 0 else first


def evenings_played(table):
    played = {unit.evening for line in table.lines for unit in line.row.units}
    return [each for each in table.played.evenings if each.number in played]


def results_columns(table):
    """Return the columns of all results; those that do not count are marked.

    A phone shows the last evenings; all of them are on the page of the person.
    """
    evenings = evenings_played(table)
    last = evenings[-EVENINGS_ON_A_PHONE:]
    units = defaultdict(list)
    for line in table.lines:
        for unit in line.row.units:
            units[line.player_id, unit.evening].append(unit)
    return [
        place_column("row."),
        person_column("name", player_link("seasons:person", table.season.pk), width=54),
        value_column(table.rule, width=20),
        *(evening_column(each, units, minor=each not in last) for each in evenings),
    ]


def evening_column(evening, units, *, minor):
    """Return the column of an evening; ``units`` are the results of each on each."""
    day = day_and_month(evening.date)

    def text(line):
        return " ".join(map(unit_text, units[line.player_id, evening.number]))

    def html(line):
        cells = map(unit_cell, units[line.player_id, evening.number])
        return format_html_join(" · ", "{}", ((cell,) for cell in cells))

    page = figure_with_word(day, before=True, minor=minor)
    name, paper = f"evening_{evening.number}", Space(0, "right")
    return Column(name, day, text=text, html=html, page=page, paper=paper)


def unit_text(unit):
    """Return a result; one that does not count is in brackets."""
    return f"({exact(unit.total)})" if unit.struck else exact(unit.total)


def unit_cell(unit):
    """Return a result; one that does not count says so to screen readers, too."""
    text = conditional_escape(exact(unit.total))
    return struck_out(text, pgettext("season", "struck")) if unit.struck else text


class LabTable(LeanTable):
    """The places under the draft, and by how much each person moves."""

    place = tables.Column(gettext_lazy("Place now"), attrs=PLACE)
    move = tables.Column(gettext_lazy("Moves"))
    player = tables.Column(gettext_lazy("Name"), attrs=PERSON)
    value = tables.Column(gettext_lazy("New result"), attrs=TOTAL)
    before = tables.Column(gettext_lazy("Place before"), attrs=NUMERIC)
    value_before = tables.Column(gettext_lazy("Result so far"), attrs=NUMERIC)

    class Meta:
        attrs = {"class": "standings season"}
        orderable = False

    caption = gettext_lazy("Who moves")

    def __init__(self, lines, *, rule, draft, **kwargs):
        self.rule, self.draft = rule, draft
        super().__init__(lines, **kwargs)

    def row_opening(self, record):
        return '<tr class="prize">' if record.move.changes_place else "<tr>"

    def cells(self, record):
        before, after, places = (
            record.move.before,
            record.move.after,
            record.move.places_won,
        )
        change = trend_cell(places) if places is not None else ""
        if places is None and after and after.place:
            change = _("takes a place now")
        elif places is None and before and before.place:
            change = _("takes no place any more")
        return [
            place_text(after) if after else "–",
            change,
            record.player,
            ranking_value_text(after.value, self.draft) if after else "",
            place_text(before) if before else "–",
            ranking_value_text(before.value, self.rule) if before else "",
        ]
