"""The codes on paper: QR codes, and the addresses in them as phones reach the site."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from urllib.parse import urlencode, urljoin

from django.urls import reverse

from skatclub.machine.qr_codes import rows_of, runs_of


@dataclass(frozen=True, slots=True)
class Addresses:
    """Absolute addresses; ``root`` is like "http://192.168.1.20:8000/".

    ``keys`` are the codes with which tables write their lists, by the code of the list;
    only papers of readers who may write have any.
    """

    root: str
    keys: Mapping[str, str] = field(default_factory=dict, compare=False)

    def table_entry(self, code: str) -> str:
        """Return the address for writing a list on a phone, empty without a key.

        The key follows the #, so no server logs it.
        """
        key = self.keys.get(code)
        return f"{self._absolute('table:enter')}#{key}" if key else ""

    def table_key(self, code: str) -> str:
        """Return the key of a table as it is typed, empty if it has none."""
        key = self.keys.get(code, "")
        return f"{key[:4]}-{key[4:]}" if key else ""

    def sheet(self, code: str) -> str:
        """Return the address that opens the list with that code."""
        return self._absolute("sheets:find", code=code)

    def evening(self, event: int, number: int) -> str:
        """Return the address of a player's evening, by their start number."""
        return self._absolute("events:my-evening", event, number)

    def seat(self, code: str, place: int) -> str:
        """Return the address of a player's evening, by their place on a list."""
        return self._absolute("events:my-seat", code, place)

    def _absolute(self, name: str, *arguments: object, **query: object) -> str:
        path = reverse(name, args=arguments)
        return urljoin(self.root, f"{path}?{urlencode(query)}".rstrip("?"))


@lru_cache(maxsize=1024)
def qr_ink(text: str) -> tuple[int, str]:
    """Return the modules per row of a QR code, and its rectangles for PDF."""
    height = len(rows_of(text))
    return height, " ".join(
        f"{start} {height - 1 - row} {length} 1 re"
        for row, start, length in runs_of(text)
    )
