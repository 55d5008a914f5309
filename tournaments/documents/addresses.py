"""What a code on paper says: addresses of this site, as the reader sees it."""

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

    def check_in(self, competition: int, number: int) -> str:
        """Return what lets the person with that start number in."""
        return self._absolute("competitions:check_in", competition, number=number)

    def _absolute(self, name: str, *arguments: int, **query: object) -> str:
        path = reverse(name, args=arguments)
        return urljoin(self.root, f"{path}?{urlencode(query)}")
