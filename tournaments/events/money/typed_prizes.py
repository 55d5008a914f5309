"""The text of a prize plan, which has one line for each place."""

import re
from typing import NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.web.forms import MOST_CENTS, money_input, read_money
from tournaments.words.formats import money

MOST_PRIZES = 300
LONGEST_THING = 120
# "3. …" or "4-10: …" at the beginning of a line
PLACES = re.compile(
    r"(?P<first>\d{1,3})\.?(?:\s*(?:-|–|bis|to)\s*(?P<last>\d{1,3})\.?)?[.:)]?\s+"
    r"(?=\S)"
)
# "7 x …" at the beginning of a line
TIMES = re.compile(r"(?P<times>\d{1,3})\s*[x×*]\s*(?=\S)")
UNITS = ("eur", "euro", "euros")
# "5000 x 1 €" is not a thing: the number is too high, or no word follows
COUNTED = re.compile(r"\d+\s*[x×*](?![^\W\d_])")
WORTH = re.compile(
    r"(?P<number>[\d.,]*\d(?:,--?)?)\s*(?P<unit>€|euro?\b|ct\b|cents?\b|%)?\s*"
    r"(?P<join>\+|,|;|und\b|and\b)?\s*(?P<thing>.*)",
    re.IGNORECASE,
)


# "Ham (20 €)" at the end of a line is worth 20 euros
VALUE = re.compile(
    r"(?P<thing>.*[^\W\d_].*?)\s*\(\s*(?:wert:?|worth)?\s*"
    r"(?P<value>[\d.,]+(?:-{1,2})?\s*(?:€|eur|euro))\s*\)",
    re.IGNORECASE,
)


class TypedPrize(NamedTuple):
    """A typed prize: an amount or a share, a thing and its value, or both."""

    amount: int = 0
    percent: int = 0
    text: str = ""
    value: int = 0


def read_prizes(text):
    """Return the prizes of a text by place; a ValueError has the wrong line.

    >>> read_prizes("25 €")[1].amount, read_prizes("50 % + Pokal")[1].percent
    (2500, 50)
    >>> [prize.amount for prize in read_prizes("3 x 7.50").values()]
    [750, 750, 750]
    >>> sorted(read_prizes("1. 25" + chr(10) + "4-5: 3 Flaschen Wein"))
    [1, 4, 5]
    >>> read_prizes("10 € + Schinken (Wert 24,50 €)")[1]
    TypedPrize(amount=1000, percent=0, text='Schinken', value=2450)
    """
    prizes = {}
    lines = [line.strip() for line in text.splitlines()]
    for number, line in enumerate(lines, start=1):
        if not line:
            continue
        try:
            places, rest = read_places(line, max(prizes, default=0) + 1)
            value = 0
            if with_value := VALUE.fullmatch(rest):
                value, rest = read_money(with_value["value"]), with_value["thing"]
            prize = read_worth(rest)._replace(value=value)
            if value > MOST_CENTS or (value and not prize.text):
                raise ValueError(line)
        except ValueError:
            raise ValueError(number, line) from None
        prizes |= dict.fromkeys(places, prize)
        if max(places) > MOST_PRIZES:
            raise ValueError(number, line)
    return prizes


def read_places(line, following):
    """Return the places of a line, and the rest of its text."""
    if match := TIMES.match(line):
        if not int(match["times"]):
            raise ValueError(line)
        return range(following, following + int(match["times"])), line[match.end() :]
    match = PLACES.match(line)
    # "3 bottles" begins with a number as well, but nothing marks it as a place.
    if match and (match["last"] or re.match(r"\d+\s*[.:)]", line)):
        first, last = int(match["first"]), int(match["last"] or match["first"])
        if first < following or last < first:
            raise ValueError(line)
        return range(first, last + 1), line[match.end() :]
    return range(following, following + 1), line


def read_worth(text):
    """Return the prize that the text of a line means."""
    match = WORTH.fullmatch(text)
    # "3 bottles of wine" is a thing, "3 € + wine" is not.
    if match and (match["unit"] or match["join"] or not match["thing"]):
        thing = match["thing"].strip()[:LONGEST_THING]
        if match["unit"] == "%":
            percent = int(match["number"])
            if not 0 < percent <= 100:
                raise ValueError(text)
            return TypedPrize(percent=percent, text=thing)
        amount = read_money(f"{match['number']} {match['unit'] or ''}")
        if amount > MOST_CENTS or not (amount or thing):
            raise ValueError(text)
        return TypedPrize(amount=amount, text=thing)
    is_thing = re.search(r"[^\W\d_]", text) and not COUNTED.match(text)
    if not is_thing or is_nearly_money(text) or len(text) > LONGEST_THING:
        raise ValueError(text)
    return TypedPrize(text=text)


def is_nearly_money(text):
    """Tell whether a text is an amount with transposed letters in its unit.

    >>> [is_nearly_money(text) for text in ("25 Eruo", "30 Eier", "1 Euro-Tüte")]
    [True, False, False]
    """
    unit = re.fullmatch(r"[\d.,]+\s*([^\W\d_]+)", text)
    letters = sorted(unit[1].lower()) if unit else []
    return any(letters == sorted(name) for name in UNITS)


def typed_prizes(prizes):
    """Return stored prizes as the text that ``read_prizes`` reads."""
    lines, following = [], 1
    for prize in sorted(prizes, key=lambda prize: prize.place):
        worth = f"{prize.percent} %" if prize.percent else ""
        if prize.amount:
            worth = f"{money_input(prize.amount)} €"
        line = " + ".join(filter(None, (worth, prize.thing)))
        lines.append(line if prize.place == following else f"{prize.place}. {line}")
        following = prize.place + 1
    return "\n".join(lines)


def plan_text(prizes):
    """Return typed prizes as they were read, so that a slip is noticed at once."""
    if not prizes:
        return ""
    in_money = [prize for prize in prizes if prize.amount or prize.percent]
    things = [prize.text for prize in prizes if prize not in in_money]
    total = sum(prize.amount for prize in in_money)
    text = ngettext(
        "%(count)s prize in money", "%(count)s prizes in money", len(in_money)
    ) % {"count": len(in_money)}
    if total:
        text = f"{text} ({money(total)})"
    if things:
        words = ngettext("%(count)s thing", "%(count)s things", len(things))
        text = f"{text}, {words % {'count': len(things)}} ({', '.join(things)})"
    return _("Read as: %(prizes)s.") % {"prizes": text}


class PrizesField(forms.CharField):
    """Prizes in one line for each place; the value has the typed prizes by place."""

    widget = forms.Textarea

    def __init__(self, **kwargs):
        super().__init__(max_length=20_000, required=False, **kwargs)
        self.widget.attrs |= {"rows": 5, "spellcheck": "false", "autocomplete": "off"}

    def clean(self, value):
        text = super().clean(value)
        try:
            return read_prizes(text)
        except ValueError as error:
            number, line = error.args
            text = _("Line %(line)s: “%(text)s” is neither an amount nor a thing.")
            words = {"line": number, "text": line[:60]}
            raise ValidationError(text % words) from None
