"""Finding people by a typed name or a part of it. No query."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from tournaments.people.models import Player
from tournaments.people.names.lines import certain_name
from tournaments.people.names.names import fold, search_key
from tournaments.words.formats import enumeration

NAME_FIELD = {
    "data-combobox": "submit",
    "autocomplete": "off",
    "autocapitalize": "words",
    "spellcheck": "false",
}
LONGEST_NAME = 450
MOST_OFFERED = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatChoices:
    """The people who may be seated, by label, and the tables of those who are.

    ``waiting`` are the free people who take part; None if the event has no entries.
    """

    free: Mapping[str, Player]
    seated: Mapping[str, int] = field(default_factory=dict)
    waiting: Mapping[str, Player] | None = None


def labels_of(players: Iterable[Player]) -> dict[str, Player]:
    """Return people by their label in a choice; namesakes get different ones."""
    people = list(players)
    names = Counter(player.name for player in people)
    labels = {}
    for player in people:
        label = player.name
        if names[label] > 1:
            club = player.club.name if player.club else ""
            marks = filter(None, (club, player.member_number, f"#{player.pk}"))
            label = f"{label} ({', '.join(marks)})"
        labels[label] = player
    return labels


def labels_matching(text: str, labels: Iterable[str]) -> list[str]:
    """Return the labels equal to ``text``, or else those it may abbreviate.

    Each word of an abbreviation begins a word of the label. What surely does not
    belong to a name counts only if it stands in a label, too.

    >>> labels_matching("an mei", ["Anna Meier", "Hans Meier", "Antje Meinert"])
    ['Anna Meier', 'Antje Meinert']
    >>> labels_matching("anna meier", ["Anna Meier", "Anna Meiers"])
    ['Anna Meier']
    >>> labels_matching("1. Frau Dr. Meier", ["Anna Meier"])
    ['Anna Meier']
    """
    wanted = fold(text)
    if not wanted:
        return []
    by_key = {label: fold(label) for label in labels}
    words = wanted.replace(",", " ").split()
    same = [label for label, key in by_key.items() if key == wanted]
    found = same or [
        label
        for label in by_key
        if all(f" {word}" in f" {search_key(label)}" for word in words)
    ]
    plain = certain_name(text)
    return found if found or plain == text else labels_matching(plain, by_key)


def labels_text(labels: Sequence[str]) -> str:
    """Return the first of ``labels`` as a list in words."""
    first = labels[:MOST_OFFERED]
    return enumeration([*first, "…"] if len(labels) > len(first) else first)


def label_meant(text: str, labels: Collection[str]) -> str | None:
    """Return the label that ``text`` means, if there is one; refuse several."""
    matches = labels_matching(text, labels)
    if len(matches) > 1:
        raise ambiguous_name(text, matches)
    return matches[0] if matches else None


def unknown_name(text: str) -> ValidationError:
    """Return the refusal of a name that nobody has."""
    return ValidationError(
        _("Nobody here is called “%(text)s”."), code="unknown", params={"text": text}
    )


def ambiguous_name(text: str, labels: Sequence[str]) -> ValidationError:
    """Return the refusal of a name that may mean several people."""
    return ValidationError(
        _("“%(text)s” may be %(people)s. Please choose."),
        code="several",
        params={"text": text, "people": labels_text(labels)},
    )
