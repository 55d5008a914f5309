import django_tables2 as tables
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.events.standings.tables import player_link
from tournaments.seasons.words import (
    move_sign,
    move_text,
    ranking_value_text,
    shortfall_text,
    tie_break_text,
)
from tournaments.web.tables import (
    MINOR,
    NUMERIC,
    PERSON,
    PLACE,
    TOTAL,
    LeanTable,
    figure_with_word,
)
from tournaments.words.formats import (
    day_and_month,
    exact,
    mean,
    money,
    place_text,
    signed,
    struck_out,
)

MOST_STRUCK = 3  # shown one by one; the page of the person has them all
EVENINGS_ON_A_PHONE = 6

STRUCK = pgettext_lazy("season", "struck")
COUNTED = pgettext_lazy("season", "counted")
MISSING = pgettext_lazy("season", "missing")
WON, LOST = pgettext_lazy("short", "won"), pgettext_lazy("short", "lost")


class SeasonPeopleTable(LeanTable):
    """The table of a season, in ranked order; names link to the lists.

    The ranking value stands beside the name; a phone shows the rest in a second line.
    """

    place = tables.Column(pgettext_lazy("rank", "Place"), attrs=PLACE)
    player = tables.Column(_("Name"), attrs=PERSON)
    value = tables.Column(_("Result"), attrs=TOTAL)
    trend = tables.Column(_("Trend"))
    counted = tables.Column(COUNTED, attrs=figure_with_word(COUNTED))
    played = tables.Column(pgettext_lazy("season", "played"), attrs=MINOR)
    missing = tables.Column(MISSING, attrs=figure_with_word(MISSING))
    total = tables.Column(_("Points"), attrs=MINOR)
    average = tables.Column(_("Average"), attrs=MINOR)
    won = tables.Column(WON, attrs=figure_with_word(WON))
    lost = tables.Column(LOST, attrs=figure_with_word(LOST))
    struck = tables.Column(
        STRUCK, attrs={"th": {"class": "minor"}, "td": {"class": "minor"}}
    )
    extra = tables.Column(_("Bonus"), attrs=figure_with_word(_("Bonus")))
    fee = tables.Column(_("Fee"), attrs=figure_with_word(_("Fee")))
    short = tables.Column(
        _("Still needed"), attrs=figure_with_word(_("Still needed"), before=True)
    )
    decided = tables.Column(
        pgettext_lazy("rank", "Decided by"),
        attrs={"td": {"data-before": pgettext_lazy("rank", "Decided by")}},
    )

    class Meta:
        attrs = {"class": "standings season ranked-rows"}
        orderable = False

    def __init__(self, lines, *, table, caption, **kwargs):
        rows = [line.row for line in lines]
        unwanted = {
            "place": not any(row.place for row in rows),
            "trend": not any(row.place for row in rows),
            "missing": not any(row.missing for row in rows),
            "struck": not any(row.struck for row in rows),
            "extra": not any(row.bonus or row.deduction for row in rows),
            "fee": not any(row.fee_cents for row in rows),
            "short": not any(row.short_by for row in rows),
            "decided": not any(row.decided_by for row in rows),
        }
        self.caption = caption
        self.hidden = {name for name, is_unwanted in unwanted.items() if is_unwanted}
        self.rule = table.rule
        self.link = player_link("seasons:person", table.season.pk)
        super().__init__(lines, exclude=tuple(self.hidden), **kwargs)

    def cells(self, record):
        row = record.row
        texts = {
            "place": place_text(row),
            "player": self.link(record),
            "value": ranking_value_text(row.value, self.rule),
            "trend": trend_cell(record.up),
            "counted": row.counted,
            "played": row.played,
            "missing": row.missing,
            "total": exact(row.total),
            "average": mean(row.average),
            "won": row.won,
            "lost": row.lost,
            "struck": struck_text(row),
            "extra": signed(row.bonus - row.deduction),
            "fee": money(row.fee_cents),
            "short": shortfall_text(row),
            "decided": tie_break_text(self.rule, row.decided_by),
        }
        return [text for name, text in texts.items() if name not in self.hidden]


def trend_cell(up):
    """Return a move as a visible arrow and as words for screen readers."""
    tone = "up" if up and up > 0 else "down" if up and up < 0 else "same"
    return format_html(
        '<span class="move move-{}"><span aria-hidden="true">{}</span>'
        '<span class="visually-hidden">{}</span></span>',
        tone,
        move_sign(up),
        move_text(up),
    )


def struck_text(row):
    """Return the first struck results, and the number of further ones."""
    struck = row.struck
    first = format_html_join(
        " ", "<s>{}</s>", ((exact(unit.total),) for unit in struck[:MOST_STRUCK])
    )
    remaining = len(struck) - MOST_STRUCK
    return format_html("{} +{}", first, remaining) if remaining > 0 else first


class EveningsTable(LeanTable):
    """All results of all evenings; those that do not count are struck through.

    A phone shows the last evenings; all of them are on the page of the person.
    """

    place = tables.Column(pgettext_lazy("rank", "Place"), attrs=PLACE)
    player = tables.Column(_("Name"), attrs=PERSON)
    value = tables.Column(_("Result"), attrs=TOTAL)

    class Meta:
        attrs = {"class": "standings season ranked-rows all-results"}
        orderable = False

    caption = _("All results")

    def __init__(self, table, **kwargs):
        played = {unit.evening for line in table.lines for unit in line.row.units}
        self.evenings = [
            evening for evening in table.played.evenings if evening.number in played
        ]
        self.rule = table.rule
        last = self.evenings[-EVENINGS_ON_A_PHONE:]
        columns = []
        for evening in self.evenings:
            day = day_and_month(evening.date)
            attrs = figure_with_word(day, before=True, minor=evening not in last)
            columns.append(
                (f"evening_{evening.number}", tables.Column(day, attrs=attrs))
            )
        self.link = player_link("seasons:person", table.season.pk)
        super().__init__(table.lines, extra_columns=columns, **kwargs)

    @property
    def is_longer_than_a_phone(self):
        return len(self.evenings) > EVENINGS_ON_A_PHONE

    def cells(self, record):
        by_evening = {}
        for unit in record.row.units:
            by_evening.setdefault(unit.evening, []).append(unit)
        return [
            place_text(record.row),
            self.link(record),
            ranking_value_text(record.row.value, self.rule),
            *(
                evening_results(by_evening.get(evening.number, ()))
                for evening in self.evenings
            ),
        ]


def evening_results(units):
    """Return a person's results of an evening; empty if they did not play."""
    return format_html_join(" · ", "{}", ((unit_text(unit),) for unit in units))


def unit_text(unit):
    """Return a result; one that does not count says so to screen readers, too."""
    text = conditional_escape(exact(unit.total))
    return struck_out(text, STRUCK) if unit.struck else text


class LabTable(LeanTable):
    """The places under the draft, and by how much each person moves."""

    place = tables.Column(_("New place"), attrs=PLACE)
    move = tables.Column(_("Moves"))
    player = tables.Column(_("Name"), attrs=PERSON)
    value = tables.Column(_("New result"), attrs=TOTAL)
    before = tables.Column(_("Place so far"), attrs=NUMERIC)
    value_before = tables.Column(_("Result so far"), attrs=NUMERIC)

    class Meta:
        attrs = {"class": "standings season"}
        orderable = False

    caption = _("Who moves")

    def __init__(self, lines, *, rule, draft, **kwargs):
        self.rule, self.draft = rule, draft
        super().__init__(lines, **kwargs)

    def row_opening(self, record):
        return '<tr class="prize">' if record.is_moved else "<tr>"

    def cells(self, record):
        return [
            place_text(record.after) if record.after else "–",
            trend_cell(record.up)
            if record.up is not None
            else place_change_text(record),
            record.player,
            ranking_value_text(record.after.value, self.draft) if record.after else "",
            place_text(record.before) if record.before else "–",
            ranking_value_text(record.before.value, self.rule) if record.before else "",
        ]


def place_change_text(record):
    """Return the change for a person with a place in only one of the tables."""
    if record.after and record.after.place:
        return _("takes a place now")
    if record.before and record.before.place:
        return _("takes no place any more")
    return ""
