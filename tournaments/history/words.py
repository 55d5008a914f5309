"""The words of the history: every sentence about a change is made here."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.db.models import Field, ForeignKey, Model
from django.utils.text import Truncator, capfirst
from django.utils.translation import gettext as _

from scoring.house.options import UnknownOption, read_options
from scoring.seasons.rules import Unit
from tournaments.events.models import Event, LossStep, Prize, Series
from tournaments.history.shapes import (
    ITSELF,
    NAMED_AFTER,
    NAMED_WITH,
    Path,
    Shelf,
    Source,
    as_it_was,
    history_of,
)
from tournaments.scope.withheld import DRAW, RESULTS, UNTIL_RELEASED
from tournaments.seasons.models import SeasonBonus, SeasonEvent
from tournaments.seasons.words import unit_count
from tournaments.words.formats import clock_time, money, number, short_date, signed
from tournaments.words.house.options import house_rules_text
from tournaments.words.ties import ties_words

ADDED, CHANGED, REMOVED = "+", "~", "-"
LONGEST = 120
CENTS = frozenset(
    {"entry_fee", "passed_in_fee", "prize_rounding", "absence_cents"}
    | {"amount", "counted", "expected"}
)


def house_rules_words(options: str) -> str:
    """Return house rules in short, or the stored text if it has unknown options."""
    try:
        return house_rules_text(read_options(options)) or _("as in the ISkO")
    except UnknownOption:
        return options


def visibility_text(moment: datetime | None) -> str:
    """Return the time from which visitors see something."""
    if moment is None:
        return _("at once")
    if moment == UNTIL_RELEASED:
        return _("after the release")
    return _("from %(time)s") % {"time": plain_text(moment)}


# Columns of which even an empty value has words.
VISIBILITY_COLUMNS = frozenset({DRAW, RESULTS})
# Columns whose values have words of their own.
TEXT_OF_COLUMN: dict[str, Callable[[Any], str]] = {
    **dict.fromkeys(CENTS, money),
    "tie_chain": ties_words,
    "ties": ties_words,
    "options": house_rules_words,
}


def tracked_fields(source: Source) -> list[Field]:
    """Return the columns whose changes are shown: those that people fill in.

    Columns that lead to the subject beside the sentence would only repeat it.
    """
    ways = {way.partition("__")[0] for way in source.ways.values()}
    stored = {column.name for column in history_of(source.model)._meta.fields}
    return [
        column
        for column in source.model._meta.concrete_fields
        if (column.editable or column.name in ALSO_TRACKED)
        and not column.primary_key
        and column.name in stored
        and column.name not in ways | source.hidden_columns
    ]


ALSO_TRACKED = frozenset(
    {"password_set_at", "entry_code_at", "entered_by", "confirmed_by"}
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """What was done and to which row; equal texts are joined to one sentence."""

    text: str
    name: str = ""
    separator: str = ": "


def change_sentences(
    source: Source, row: Any, earlier: Any, shelf: Shelf
) -> Iterator[Sentence]:
    """Yield what was done to a row: added, removed, or each column that changed."""
    name = row_name(source.model, row, shelf)
    if source.model is Series and row.history_type == CHANGED:
        # The first series are created with their event and have no earlier row.
        earlier = earlier or Series(number=row.number)
        name = _("Series %(value)s") % {"value": name}
    if row.history_type in (ADDED, REMOVED) or earlier is None:
        act = capfirst(str(source.act or source.model._meta.verbose_name))
        yield Sentence(change_template(row.history_type) % {"what": act}, name)
        return
    is_named_beside = ITSELF in source.ways.values()
    for column in tracked_fields(source):
        if getattr(row, column.attname) != getattr(earlier, column.attname):
            old = column_text(column, earlier, shelf)
            new = column_text(column, row, shelf)
            text = change_text(column, old, new)
            yield Sentence(text, "" if is_named_beside else name, " – ")


def change_template(history_type: str) -> str:
    """Return the sentence for a row that was added, removed or not tracked before."""
    if history_type == ADDED:
        return _("%(what)s added")
    return _("%(what)s removed") if history_type == REMOVED else _("%(what)s changed")


def joined_sentences(sentences: Iterable[Sentence]) -> Iterator[str]:
    """Yield sentences as texts, joining neighbours that differ only in the name."""
    by_text = groupby(sentences, key=attrgetter("text", "separator"))
    for (text, separator), group in by_text:
        names = dict.fromkeys(sentence.name for sentence in group if sentence.name)
        yield separator.join(filter(None, (text, ", ".join(names))))


def change_text(column: Field, old: str, new: str) -> str:
    """Return "Rounds per series: 12 instead of 16"; for a yes or no only the new."""
    words = {
        "field": capfirst(str(column.verbose_name)),
        "new": new or _("empty"),
        "old": old,
    }
    if old and column.get_internal_type() != "BooleanField":
        return _("%(field)s: %(new)s instead of %(old)s") % words
    return _("%(field)s: %(new)s") % words


def act_sentence(source: Source, row: Any) -> Sentence:
    """Return what was done with its details: "Tables drawn: series 2"."""
    act = source.act
    if isinstance(act, str):
        act = column_text(source.model._meta.get_field(act), row, None)
    details = [
        str(words) % {"value": text}
        for path, words in source.details
        if (text := detail_text(row, path))
    ]
    return Sentence(": ".join(filter(None, (capfirst(str(act)), ", ".join(details)))))


def detail_text(row: Any, path: Path) -> str:
    """Return the value at the end of a path of attributes; empty if there is none."""
    if callable(path):
        return path(row)
    *way, name = path.split(".")
    for step in way:
        row = getattr(row, step)
        if row is None:
            return ""
    return column_text(type(row)._meta.get_field(name), row, None)


def column_text(column: Any, row: Any, shelf: Shelf | None) -> str:
    """Return the value of a column in words; empty if there is none.

    ``shelf`` has the rows to which history rows refer by their keys.
    """
    value = getattr(row, column.attname)
    if column.name in VISIBILITY_COLUMNS:
        return visibility_text(value)
    if value is None or value == "":
        return ""
    if isinstance(column, ForeignKey):
        return reference_text(column, row, shelf)
    if column.name in TEXT_OF_COLUMN:
        return TEXT_OF_COLUMN[column.name](value)
    if column.choices:
        return str(dict(column.flatchoices).get(value, value))
    return plain_text(value)


def reference_text(column: ForeignKey, row: Any, shelf: Shelf | None) -> str:
    """Return the name of the row that a column refers to."""
    if shelf is None:
        return str(getattr(row, column.name))
    model: Any = getattr(row, "instance_type", type(row))
    return display_name(shelf.at_end(model, row, column.name))


def plain_text(value: Any) -> str:
    """Return a yes or no, a moment, a day, a number or a text in words."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, datetime):
        return f"{short_date(value)}, {clock_time(value)}"
    if isinstance(value, date):
        return short_date(value)
    if isinstance(value, int):
        return number(value)
    return Truncator(" ".join(str(value).split())).chars(LONGEST)


def row_name(model: type[Model], row: Any, shelf: Shelf) -> str:
    """Return the name of a history row, as it was at that time."""
    if model in NAMED_AFTER:
        name = display_name(shelf.at_end(model, row, ""))
        if model is SeasonEvent and not row.belongs:
            return _("%(name)s – does not belong to it") % {"name": name}
        return name
    if model is SeasonBonus:
        return f"{unit_count(Unit(row.unit), row.at_least)}: {signed(row.points)}"
    name = display_name(as_it_was(model, row))
    way = NAMED_WITH.get(model)
    if way is None or getattr(row, f"{way}_id") is None:
        return name
    return f"{display_name(shelf.at_end(model, row, way))}, {name}"


def display_name(row: Model | None) -> str:
    """Return the name of a row, with the day of an event. No query."""
    if row is None:
        return _("something that was deleted")
    if isinstance(row, Series):
        return str(row.number)
    if isinstance(row, Event):
        day = short_date(row.date)
        return row.name if day in row.name else f"{row.name} ({day})"
    if isinstance(row, Prize):
        return f"{_('place %(value)s') % {'value': row.place}}: {worth(row)}"
    if isinstance(row, LossStep):
        words = {"number": row.from_loss, "amount": money(row.amount)}
        return _("%(amount)s from lost game %(number)s on") % words
    return str(row)


def worth(prize: Prize) -> str:
    """Return the value of a prize: money, a share of the pot, a thing."""
    share = f"{prize.percent}\N{NO-BREAK SPACE}%" if prize.percent else ""
    amount = money(prize.amount) if prize.amount else ""
    return " + ".join(filter(None, (amount, share, prize.text)))
