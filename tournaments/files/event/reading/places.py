"""Places inside a file in the words of the club, such as "Series 2, Table 3"."""

from django.apps import apps
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.files.event.checking import Path
from tournaments.programme.models import Event

EVENT = "event"
ROW_TEXTS: dict[str | int, Promise] = {
    "series": _("Series %(number)s"),
    "tables": _("Table %(number)s"),
    "seats": _("Place %(number)s"),
    "games": _("Game %(number)s"),
    "draws": _("Draw %(number)s"),
    "people": _("Person %(number)s"),
    "entries": _("Entry %(number)s"),
    "teams": _("Team %(number)s"),
    "prizes": _("Prize %(number)s"),
}

PARTS: dict[str | int, Promise] = {
    "by": pgettext_lazy("part of a file", "by whom"),
    "log": pgettext_lazy("part of a file", "course of events"),
    "payments": pgettext_lazy("part of a file", "payments"),
    "typed_by": pgettext_lazy("part of a file", "typed by"),
    "finished_by": pgettext_lazy("part of a file", "finished by"),
    "changes": pgettext_lazy("part of a file", "changes"),
    "versions": pgettext_lazy("part of a file", "versions"),
    "contests": pgettext_lazy("part of a file", "team rankings"),
    "cash_counts": pgettext_lazy("part of a file", "cash counts"),
    "adjustments": pgettext_lazy("part of a file", "decisions of the referee"),
    "accounts": pgettext_lazy("part of a file", "accounts"),
}
"""Parts of a file that are no column, or one that no page shows."""


def path_in_words(path: Path) -> str:
    """Return a place inside a file in words, counted from one."""
    words = []
    labels: dict[str | int, object] = dict(PARTS)
    if path:
        labels.update(column_labels(path[0]))
    steps = list(path)
    while steps:
        step = steps.pop(0)
        if steps and step in ROW_TEXTS and isinstance(steps[0], int):
            words.append(str(ROW_TEXTS[step]) % {"number": int(steps.pop(0)) + 1})
        elif isinstance(step, int):
            words.append(str(step + 1))
        else:
            words.append(capfirst(str(labels.get(step, step))))
    return ", ".join(words)


def column_labels(section: str | int) -> dict[str, str]:
    """Return the labels of the event and of all columns by their names in a file.

    A column that no page shows has no label. Two tables may have a column of the same
    name; in the section of the event its own labels win.
    """
    models = list(apps.get_app_config("tournaments").get_models())
    if section == EVENT:
        models.append(Event)
    return {EVENT: str(Event._meta.verbose_name)} | {
        column.name: str(column.verbose_name)
        for model in models
        for column in model._meta.concrete_fields
        if isinstance(column.verbose_name, Promise)
    }
