"""The words of the history: every sentence about who changed what is made here."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby
from typing import Any

from django.db.models import Field, ForeignKey, Model
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from scoring.house.options import UnknownOption, read_options
from scoring.seasons.rules import Unit
from tournaments.events.models import Event, LossStep, Prize, Series
from tournaments.history.shapes import ITSELF, Source, history_of
from tournaments.history.shelf import CALLED_LIKE, WITHIN, Shelf, as_it_was
from tournaments.scope.withheld import DRAW, RESULTS, UNTIL_RELEASED
from tournaments.seasons.models import SeasonBonus, SeasonEvent
from tournaments.seasons.words import unit_count
from tournaments.words.formats import clock_time, money, number, short_date, signed
from tournaments.words.house.short import house_rules_text
from tournaments.words.ties import ties_words

ADDED, CHANGED, REMOVED = "+", "~", "-"
LONGEST = 120
CENTS = frozenset(
    {"entry_fee", "passed_in_fee", "prize_rounding", "absence_cents"}
    | {"amount", "counted", "expected"}
)


def options_words(options: str) -> str:
    """Return house rules in short; as they stand where nobody knows them any more."""
    try:
        return house_rules_text(read_options(options)) or _("as in the ISkO")
    except UnknownOption:
        return options


def shown_words(moment: datetime | None) -> str:
    """Return from when on visitors see something."""
    if moment is None:
        return _("at once")
    if moment == UNTIL_RELEASED:
        return _("after the release")
    return _("from %(time)s") % {"time": plain_text(moment)}


# Columns of which an empty value has words, too.
SHOWN = frozenset({DRAW, RESULTS})
# Columns whose values have words of their own.
WORDED: dict[str, Callable[[Any], str]] = {
    **dict.fromkeys(CENTS, money),
    "tie_chain": ties_words,
    "ties": ties_words,
    "options": options_words,
}


def told_fields(source: Source) -> list[Field]:
    """Return the columns of which a change is told: those that somebody fills in.

    What leads to the thing beside the sentence is said already.
    """
    ways = {way.partition("__")[0] for way in source.ways.values()}
    kept = {each.name for each in history_of(source.model)._meta.fields}
    return [
        each
        for each in source.model._meta.concrete_fields
        if (each.editable or each.name in ALSO_TOLD)
        and not each.primary_key
        and each.name in kept
        and each.name not in ways | source.untold
    ]


ALSO_TOLD = frozenset(
    {"password_set_at", "entry_code_at", "entered_by", "confirmed_by"}
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """What was done, and to which row; the same of several rows is one sentence."""

    said: str
    name: str = ""
    joint: str = ": "


def change_sentences(
    source: Source, row: Any, earlier: Any, shelf: Shelf
) -> Iterator[Sentence]:
    """Give what became of a row: added, removed, or each column that is another."""
    name = row_name(source.model, row, shelf)
    if source.model is Series and row.history_type == CHANGED:
        # The first ones come with their event and are not kept by themselves.
        earlier = earlier or Series(number=row.number)
        name = _("Series %(value)s") % {"value": name}
    if row.history_type in (ADDED, REMOVED) or earlier is None:
        what = capital(str(source.what or source.model._meta.verbose_name))
        yield Sentence(sentence_for(row.history_type) % {"what": what}, name)
        return
    is_named_beside = ITSELF in source.ways.values()
    for column in told_fields(source):
        if getattr(row, column.attname) != getattr(earlier, column.attname):
            before, after = (value_text(column, each, shelf) for each in (earlier, row))
            said = difference(column, before, after)
            yield Sentence(said, "" if is_named_beside else name, " – ")


def sentence_for(history_type: str) -> str:
    """Return the sentence of a row that came, went, or was not kept before."""
    if history_type == ADDED:
        return _("%(what)s added")
    return _("%(what)s removed") if history_type == REMOVED else _("%(what)s changed")


def told_together(sentences: Iterable[Sentence]) -> Iterator[str]:
    """Give sentences as texts; neighbours that say the same of others are one."""
    for said, same in groupby(sentences, key=lambda each: (each.said, each.joint)):
        names = ", ".join(dict.fromkeys(each.name for each in same if each.name))
        yield said[1].join(filter(None, (said[0], names)))


def difference(column: Field, before: str, after: str) -> str:
    """Return "Rounds per series: 12 instead of 16"; of yes and no only what is now."""
    words = {
        "field": capital(str(column.verbose_name)),
        "new": after or _("empty"),
        "old": before,
    }
    is_told_twice = column.get_internal_type() != "BooleanField" and before
    if is_told_twice:
        return _("%(field)s: %(new)s instead of %(old)s") % words
    return _("%(field)s: %(new)s") % words


def act_sentence(source: Source, row: Any) -> Sentence:
    """Return what somebody did, and what belongs to it: "Tables drawn: series 2"."""
    what = source.what
    if isinstance(what, str):
        what = value_text(source.model._meta.get_field(what), row, None)
    told = [
        str(words) % {"value": text}
        for path, words in source.told
        if (text := told_text(row, path))
    ]
    return Sentence(": ".join(filter(None, (capital(str(what)), ", ".join(told)))))


def told_text(row: Any, path: str | Callable[[Any], str]) -> str:
    """Return the value at the end of a path of attributes; empty for none."""
    if callable(path):
        return path(row)
    *way, name = path.split(".")
    for step in way:
        row = getattr(row, step)
        if row is None:
            return ""
    return value_text(type(row)._meta.get_field(name), row, None)


def value_text(column: Any, row: Any, shelf: Shelf | None) -> str:
    """Return a value as one reads it, empty for none.

    ``shelf`` has the rows that the history names by their keys.
    """
    value = getattr(row, column.attname)
    if column.name in SHOWN:
        return shown_words(value)
    if value is None or value == "":
        return ""
    if isinstance(column, ForeignKey):
        return named_text(column, row, shelf)
    if column.name in WORDED:
        return WORDED[column.name](value)
    if column.choices:
        return str(dict(column.flatchoices).get(value, value))
    return plain_text(value)


def named_text(column: ForeignKey, row: Any, shelf: Shelf | None) -> str:
    """Return the name of the row that a column refers to."""
    if shelf is None:
        return str(getattr(row, column.name))
    model: Any = getattr(row, "instance_type", type(row))
    return name_of(shelf.at_end(model, row, column.name))


def plain_text(value: Any) -> str:
    """Return a yes or no, a moment, a day, a number or a text."""
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
    """Return what a row of a history is called, as it was then."""
    if model in CALLED_LIKE:
        name = name_of(shelf.at_end(model, row, ""))
        if model is SeasonEvent and not row.belongs:
            return _("%(name)s – does not belong to it") % {"name": name}
        return name
    if model is SeasonBonus:
        return f"{unit_count(Unit(row.unit), row.at_least)}: {signed(row.points)}"
    name = name_of(as_it_was(model, row))
    way = WITHIN.get(model)
    if way is None or getattr(row, f"{way}_id") is None:
        return name
    return f"{name_of(shelf.at_end(model, row, way))}, {name}"


def name_of(row: Model | None) -> str:
    """Return what a row is called; of an evening also the day. No query."""
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
    """Return what a prize is: money, a share of the pot, a thing."""
    share = f"{prize.percent}\N{NO-BREAK SPACE}%" if prize.percent else ""
    amount = money(prize.amount) if prize.amount else ""
    return " + ".join(filter(None, (amount, share, prize.text)))


def capital(text: str) -> str:
    """Return ``text`` with a capital at its beginning."""
    return text[:1].upper() + text[1:]
