import django_tables2 as tables
from django.urls import reverse
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.seasons.rules import Measure
from tournaments.seasons.words import decided_text, move_sign, move_text
from tournaments.web.tables import NUMERIC, PERSON, PLACE, TOTAL, LeanTable
from tournaments.words.formats import day_and_month, exact, mean, money, signed

MOST_STRUCK = 3  # shown one by one; the page of the person has them all


class SeasonTableOfPeople(LeanTable):
    """The table of a season; the lines come ranked. Every cell opens the lists.

    What ranks stands beside the name, where a phone shows it.
    """

    place = tables.Column(pgettext_lazy("rank", "Place"), attrs=PLACE)
    player = tables.Column(_("Name"), attrs=PERSON)
    value = tables.Column(_("Result"), attrs=TOTAL)
    trend = tables.Column(_("Trend"))
    counted = tables.Column(pgettext_lazy("season", "counted"), attrs=NUMERIC)
    played = tables.Column(pgettext_lazy("season", "played"), attrs=NUMERIC)
    missing = tables.Column(pgettext_lazy("season", "missing"), attrs=NUMERIC)
    total = tables.Column(_("Points"), attrs=NUMERIC)
    average = tables.Column(_("Average"), attrs=NUMERIC)
    won = tables.Column(pgettext_lazy("short", "won"), attrs=NUMERIC)
    lost = tables.Column(pgettext_lazy("short", "lost"), attrs=NUMERIC)
    struck = tables.Column(pgettext_lazy("season", "struck"))
    extra = tables.Column(_("Bonus"), attrs=NUMERIC)
    fee = tables.Column(_("Fee"), attrs=NUMERIC)
    short = tables.Column(_("Still needed"), attrs=NUMERIC)
    decided = tables.Column(pgettext_lazy("rank", "Decided by"))

    class Meta:
        attrs = {"class": "standings season"}
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
        self.address = person_address(table.season)
        super().__init__(lines, exclude=tuple(self.hidden), **kwargs)

    def cells(self, record):
        row = record.row
        texts = {
            "place": place_text(row),
            "player": record.player,
            "value": value_text(row, self.rule),
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
            "short": row.short_by,
            "decided": decided_text(self.rule, row.decided_by),
        }
        address = address_of(record, self.address)
        return [
            cell(name, text, address)
            for name, text in texts.items()
            if name not in self.hidden
        ]


def person_address(season):
    """Return the address of a person's lists; the number goes into the braces."""
    address = reverse("seasons:person", args=[season.pk, 0])
    return "{}".join(address.rsplit("0", 1))


def address_of(line, pattern):
    """Return where the lists behind a line are; empty where there is no page."""
    return pattern.format(line.player_id) if line.has_page else ""


def cell(name, text, address):
    """Return a cell that opens the lists behind it; the name alone takes the focus."""
    if text == "" or not address:
        return text
    if name == "player":
        return format_html('<a href="{}">{}</a>', address, text)
    return format_html('<a class="plain" tabindex="-1" href="{}">{}</a>', address, text)


def place_text(row):
    if row.place is None:
        return "–"
    return f"={row.place}." if row.shared else f"{row.place}."


def value_text(row, rule):
    """Return what ranks: an average has two decimals, a sum none."""
    return mean(row.value) if rule.measure is Measure.AVERAGE else exact(row.value)


def trend_cell(up):
    """Return where somebody moved: an arrow to see, words to hear."""
    tone = "up" if up and up > 0 else "down" if up and up < 0 else "same"
    return format_html(
        '<span class="move move-{}"><span aria-hidden="true">{}</span>'
        '<span class="visually-hidden">{}</span></span>',
        tone,
        move_sign(up),
        move_text(up),
    )


def struck_text(row):
    """Return the first struck results, and how many there are besides."""
    struck = row.struck
    shown = format_html_join(
        " ", "<s>{}</s>", ((exact(unit.total),) for unit in struck[:MOST_STRUCK])
    )
    more = len(struck) - MOST_STRUCK
    return format_html("{} +{}", shown, more) if more > 0 else shown


class EveningsTable(LeanTable):
    """Every result of every evening; what does not count is struck through."""

    place = tables.Column(pgettext_lazy("rank", "Place"), attrs=PLACE)
    player = tables.Column(_("Name"), attrs=PERSON)
    value = tables.Column(_("Result"), attrs=TOTAL)

    class Meta:
        attrs = {"class": "standings season"}
        orderable = False

    caption = _("All results")

    def __init__(self, table, **kwargs):
        played = {unit.evening for line in table.lines for unit in line.row.units}
        self.evenings = [one for one in table.played.evenings if one.number in played]
        self.rule = table.rule
        columns = [
            (
                f"evening_{evening.number}",
                tables.Column(day_and_month(evening.date), attrs=NUMERIC),
            )
            for evening in self.evenings
        ]
        self.address = person_address(table.season)
        super().__init__(table.lines, extra_columns=columns, **kwargs)

    def cells(self, record):
        address = address_of(record, self.address)
        by_evening = {}
        for unit in record.row.units:
            by_evening.setdefault(unit.evening, []).append(unit)
        return [
            cell("place", place_text(record.row), address),
            cell("player", record.player, address),
            cell("value", value_text(record.row, self.rule), address),
            *(
                self.results(address, by_evening.get(evening.number, ()), evening)
                for evening in self.evenings
            ),
        ]

    def results(self, address, units, evening):
        if not units:
            return "–"
        shown = format_html_join(" · ", "{}", ((result_text(unit),) for unit in units))
        if not address:
            return shown
        return format_html(
            '<a class="plain" tabindex="-1" href="{}#evening-{}">{}</a>',
            address,
            evening.number,
            shown,
        )


def result_text(unit):
    text = conditional_escape(exact(unit.total))
    return format_html("<s>{}</s>", text) if unit.struck else text


class LabTable(LeanTable):
    """Who stands where under the draft, and who moves by how much."""

    place = tables.Column(_("New place"), attrs=PLACE)
    move = tables.Column(_("Moves"))
    player = tables.Column(_("Name"))
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
            trend_cell(record.up) if record.up is not None else change_text(record),
            record.player,
            value_text(record.after, self.draft) if record.after else "",
            place_text(record.before) if record.before else "–",
            value_text(record.before, self.rule) if record.before else "",
        ]


def change_text(record):
    """Return what happens to somebody who has a place in one of the tables only."""
    if record.after and record.after.place:
        return _("takes a place now")
    if record.before and record.before.place:
        return _("takes no place any more")
    return ""
