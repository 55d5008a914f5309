"""What a code on paper says: addresses of this site, as phones reach it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode, urljoin

from django.urls import reverse


@dataclass(frozen=True, slots=True)
class Addresses:
    """Makes absolute addresses; ``root`` is like "http://192.168.1.20:8000/".

    ``keys`` are the codes with which tables write their lists, by the codes of these;
    only papers of whoever may write have any.
    """

    root: str
    keys: Mapping[str, str] = field(default_factory=dict, compare=False)

    def table_entry(self, code: str) -> str:
        """Return what lets a phone write the list of that code; nothing without a key.

        The key stands behind the #, so no server logs it.
        """
        key = self.keys.get(code)
        return f"{self._absolute('table:enter')}#{key}" if key else ""

    def table_key(self, code: str) -> str:
        """Return the code of the table as it is typed; nothing where it has none."""
        key = self.keys.get(code, "")
        return f"{key[:4]}-{key[4:]}" if key else ""

    def sheet(self, code: str) -> str:
        """Return what opens the list with that code."""
        return self._absolute("sheets:find", code=code)

    def evening(self, event: int, number: int) -> str:
        """Return what shows the evening of the person with that start number."""
        return self._absolute("events:my-evening", event, number)

    def seat(self, code: str, place: int) -> str:
        """Return what shows the evening of whoever has that place on a list."""
        return self._absolute("events:my-seat", code, place)

    def _absolute(self, name: str, *arguments: object, **query: object) -> str:
        path = reverse(name, args=arguments)
        return urljoin(self.root, f"{path}?{urlencode(query)}".rstrip("?"))
