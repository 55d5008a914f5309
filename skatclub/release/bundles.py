"""Style sheets and scripts that every page needs, each joined into one file.

In a pub each request costs half a second, and each kilobyte is felt. The parts stay
small files to work on; the joined ones are without their remarks and indentation, and
are made anew whenever a part has changed.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.contrib.staticfiles.utils import matches_patterns
from django.core.files.storage import FileSystemStorage

SOURCES = settings.BASE_DIR / "skatclub" / "static"
FOLDER = settings.DATA_DIR / "bundles"
LOOK = ("tokens", "base", "layout", "components", "face", "results")
BUNDLES = {
    "css/site.css": (*(f"css/{name}.css" for name in LOOK), "css/print.css"),
    "css/hall.css": (
        *(f"css/{name}.css" for name in LOOK),
        "css/screens.css",
        "css/print.css",
    ),
    "css/phone.css": tuple(f"css/{name}.css" for name in ("tokens", "base", "table")),
    "css/frame.css": ("css/tokens.css", "css/widget.css"),
    "js/site.js": tuple(
        f"js/{name}.js"
        for name in (
            *("confirm", "connection", "dismiss", "leave", "once"),
            *("combobox", "day", "fold", "more", "refusal", "search"),
        )
    ),
}


# A remark in a script begins its line, so no text of the script looks like one.
REMARK = {
    ".css": re.compile(r"/\*.*?\*/", re.DOTALL),
    ".js": re.compile(
        r"^[ \t]*(?://[^\n]*|/\*.*?\*/[ \t]*)$", re.DOTALL | re.MULTILINE
    ),
}
INDENTATION = re.compile(r"\s*\n\s*")
AROUND_RULES = re.compile(r"\s*([{};>])\s*|(?<=[:,])\s+")


def joined(parts: Iterable[str]) -> str:
    return "\n".join(
        enclosed(part, spoken((SOURCES / part).read_text("utf-8"), Path(part).suffix))
        for part in parts
    )


def spoken(text: str, suffix: str) -> str:
    """Return what a style sheet or a script says to the browser.

    >>> spoken("/* Why. */\\nmain {\\n  color: red;\\n}\\n", ".css")
    'main{color:red}'
    >>> spoken("// Why.\\ngo('https://x');  // now\\n", ".js")
    "go('https://x');  // now\\n"
    """
    said = REMARK[suffix].sub("", text)
    if suffix == ".css":
        return AROUND_RULES.sub(r"\1", said).replace(";}", "}").strip()
    return INDENTATION.sub("\n", said).lstrip()


def enclosed(part: str, text: str) -> str:
    """Return ``text`` so that it means the same beside others.

    Each script keeps its names to itself, as a module does.
    """
    if part.endswith(".js"):
        return f"{{\n{text}}}\n"
    return f"@media print {{\n{text}}}\n" if part == "css/print.css" else text


def bundle(name: str) -> Path:
    """Return the joined file, made anew if one of its parts is younger."""
    file: Path = FOLDER / name
    youngest = max((SOURCES / part).stat().st_mtime_ns for part in BUNDLES[name])
    if not file.exists() or file.stat().st_mtime_ns < youngest:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(joined(BUNDLES[name]), encoding="utf-8")
    return file


class BundleFinder(BaseFinder):
    """Finds the joined files, for the development server and for collecting."""

    storage = FileSystemStorage(location=FOLDER, base_url=settings.STATIC_URL)

    def check(self, **_options: Any) -> list[Any]:
        return []

    def find(self, path: str, find_all: bool = False) -> Any:
        if path not in BUNDLES:
            return []
        found = str(bundle(path))
        return [found] if find_all else found

    def list(
        self, ignore_patterns: Iterable[str] | None
    ) -> Iterator[tuple[str, FileSystemStorage]]:
        for name in BUNDLES:
            if not matches_patterns(name, ignore_patterns or []):
                bundle(name)
                yield name, self.storage
