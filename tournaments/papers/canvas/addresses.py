"""What a code on paper says: addresses of this site, as phones reach it."""

from dataclasses import dataclass
from urllib.parse import urlencode, urljoin

from django.urls import reverse


@dataclass(frozen=True, slots=True)
class Addresses:
    """Makes absolute addresses; ``root`` is like "http://192.168.1.20:8000/"."""

    root: str

    def list_called(self, code: str) -> str:
        """Return what opens the list with that code."""
        return self._absolute("sheets:find", code=code)

    def evening_of(self, event: int, number: int) -> str:
        """Return what shows the evening of the person with that start number."""
        return self._absolute("events:my-evening", event, number)

    def seat(self, code: str, place: int) -> str:
        """Return what shows the evening of whoever has that place on a list."""
        return self._absolute("events:my-seat", code, place)

    def _absolute(self, name: str, *arguments: object, **query: object) -> str:
        path = reverse(name, args=arguments)
        return urljoin(self.root, f"{path}?{urlencode(query)}".rstrip("?"))
