"""The invented club: an archive like any other, its days moved to today.

The name of the archive says on which day it was written, when its last evening was
being played. After a change of the format, ``manage.py demo`` says what is wrong in it:
unpack it, change its JSON, pack it again. Then this writes it anew, in an empty data
folder, and the old one goes::

    python3 manage.py demo
    python3 manage.py export_club skatclub-kreuzbube-$(date +%F).zip
"""

import json
import re
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

from tournaments.files.club.reading import CLUB, LOGO, event_name, open_archive
from tournaments.files.club.services import import_club
from tournaments.files.event.sections import Row
from tournaments.sheets.tallies import postponed_years

DAY = re.compile(r"\d{4}-\d\d-\d\d")
YEARS = re.compile(r"\d{4}(/\d\d)?")


@postponed_years()
def build_sample_club(*, today: date, weeks: int | None = None) -> None:
    """Fill the home club, as if its archive had been written ``today``.

    With ``weeks`` only the evenings, seasons and leagues since then come in.
    """
    with TemporaryDirectory() as folder:
        moved = Path(folder, "club.zip")
        with ZipFile(archive_path()) as source, ZipFile(moved, "w") as target:
            for name, content in moved_files(source, today, weeks):
                target.writestr(name, content)
        with open_archive(moved) as archive:
            for _report in import_club(archive):
                pass


def archive_path() -> Path:
    """Return the archive that lies beside this module."""
    (path,) = Path(__file__).parent.glob("*.zip")
    return path


def moved_files(
    source: ZipFile, today: date, weeks: int | None
) -> Iterator[tuple[str, str | bytes]]:
    """Give the files of the archive as they would be if it were written today."""
    by = today - date.fromisoformat(DAY.findall(archive_path().stem)[-1])

    def moved(text: str) -> str:
        return DAY.sub(lambda day: str(date.fromisoformat(day[0]) + by), text)

    document = json.loads(source.read(CLUB))
    events = {row["id"]: source.read(event_name(row)) for row in document["events"]}
    document = json.loads(moved(json.dumps(document)))
    if weeks is not None:
        forget_earlier(document, today - timedelta(weeks=weeks))
    document["organisation"]["weekday"] = today.weekday()
    for season in document["seasons"]:
        begin_with_a_month(season)
    for league in document["leagues"]:
        league["season"] = min(days_in(league))[:4]
    yield CLUB, json.dumps(document)
    yield LOGO, source.read(LOGO)
    for row in document["events"]:
        yield event_name(row), moved(events[row["id"]].decode())


def forget_earlier(document: Row, first: date) -> None:
    """Leave out what was over before a day; matches stay with their league."""
    for section in ("leagues", "seasons"):
        document[section] = [row for row in document[section] if lasts_to(row, first)]
    matches = json.dumps(document["leagues"])
    document["events"] = [
        row
        for row in document["events"]
        if lasts_to(row, first) or row["id"] in matches
    ]


def lasts_to(row: Row, first: date) -> bool:
    """Tell whether a row names a day from ``first`` on."""
    return max(days_in(row)) >= str(first)


def days_in(row: Row) -> list[str]:
    """Return the days that a row names, without those of its moments."""
    return re.findall(rf'"({DAY.pattern})[-"]', json.dumps(row))


def begin_with_a_month(season: Row) -> None:
    """Let a season and the next begin with a month, and bear their years."""
    first, last = (
        date.fromisoformat(season[f"{end}_date"]) for end in ("first", "last")
    )
    first = first.replace(day=1)
    last = (last + timedelta(days=1)).replace(day=1) - timedelta(days=1)
    years = f"{first:%Y}" if first.year == last.year else f"{first:%Y}/{last:%y}"
    season["first_date"], season["last_date"] = str(first), str(last)
    season["name"] = YEARS.sub(years, season["name"])
