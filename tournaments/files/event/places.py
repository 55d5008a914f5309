"""Places inside a file in the words of the club: "Series 2, table 3: typed by"."""

from django.apps import apps
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from tournaments.files.event.checking import Path

ROWS: dict[str | int, Promise] = {
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


def place_text(path: Path) -> str:
    """Return a place inside a file in words, counted as people do, from one."""
    words = []
    steps = list(path)
    while steps:
        step = steps.pop(0)
        if steps and step in ROWS and isinstance(steps[0], int):
            words.append(str(ROWS[step]) % {"number": int(steps.pop(0)) + 1})
        elif isinstance(step, int):
            words.append(str(step + 1))
        else:
            words.append(capfirst(column_words().get(step, step)))
    return ", ".join(words)


def column_words() -> dict[str, str]:
    """Return what columns are called, by their names in a file."""
    models = apps.get_app_config("tournaments").get_models()
    return {
        column.name: str(column.verbose_name)
        for model in models
        for column in model._meta.concrete_fields
    }
