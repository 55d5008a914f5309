"""What the writer of a form saw, for noticing what others change meanwhile."""

from typing import Any
from zlib import crc32

from django.utils.choices import flatten_choices
from django.utils.translation import gettext as _


def seen_values(form: Any) -> str:
    """Return the names of all fields, each with a check number of its stored value."""
    values = {name: stored_value(form, name) for name in form.fields}
    return " ".join(f"{name}:{crc32(str(values[name]).encode()):x}" for name in values)


def check_numbers(seen: str) -> dict[str, str]:
    """Return the check numbers in a text of ``seen_values`` by their fields."""
    parts = (word.partition(":") for word in seen.split())
    return {name: check for name, _colon, check in parts}


def stored_value(form: Any, name: str) -> Any:
    """Return the value with which a field is opened."""
    field = form.fields[name]
    value = field.prepare_value(form.get_initial_for_field(field, name))
    return "" if value is None else value


def shown_value(form: Any, name: str) -> str:
    """Return the stored value of a field as a reader sees it."""
    field, value = form.fields[name], stored_value(form, name)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    choices: Any = getattr(field, "choices", None)
    if choices is None:
        text = field.widget.format_value(value)
        return str(text or _("nothing"))
    values = value if isinstance(value, list | tuple | set) else [value]
    wanted = set(map(str, values))
    pairs: Any = flatten_choices(choices)
    labels = [str(label) for key, label in pairs if str(key) in wanted]
    return ", ".join(labels) or _("nothing")
