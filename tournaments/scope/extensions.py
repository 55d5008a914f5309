"""Data that other programs store with a row, carried along but never read here."""

import json
from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

EXTENSIONS = "extensions"
MOST_BYTES = 16_000
MOST_LEVELS = 32


class ExtensionsField(models.TextField):
    """The extensions of a row by namespace, as canonical JSON, empty for none.

    It is a text because a JSON column would change the notation of some numbers.
    """

    def __init__(self, *arguments: Any, **named: Any):
        usual: dict[str, Any] = {
            "verbose_name": _("extensions of other programs"),
            **{"blank": True, "default": "", "editable": False},
        }
        super().__init__(*arguments, **(usual | named))


def canonical_json(value: Any) -> str:
    """Return the canonical JSON of a value. Raises ``ValueError`` for NaN and infinity.

    >>> canonical_json({"b": [1.0, None], "a": "Ä"})
    '{"a":"Ä","b":[1.0,null]}'
    """
    return json.dumps(
        value,
        sort_keys=True,
        separators=(",", ":"),
        ensure_ascii=False,
        allow_nan=False,
    )


def nesting_depth(value: Any) -> int:
    """Return the depth of the innermost part of a value.

    >>> nesting_depth({"a": [1, {}], "b": 2})
    3
    """
    if not isinstance(value, dict | list):
        return 0
    inner = value.values() if isinstance(value, dict) else value
    return 1 + max(map(nesting_depth, inner), default=0)
