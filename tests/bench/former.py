"""Thirty years of a club brought in from its folder, and once more."""

from collections.abc import Iterator
from time import perf_counter

from tests.bench.old_folders import works_folder
from tests.bench.rows import Row, Scale
from tournaments.files.foreign.tables import former_tables
from tournaments.files.former.previews import Answers, look_at
from tournaments.files.former.services import ImportOptions, import_former_results

MOST_SECONDS = 600


def measure_former(scale: Scale, seed: int) -> Iterator[Row]:
    """Bring a file for each year in, twice; the second time changes nothing."""
    folder = works_folder(
        seed, years=scale.club_seasons, evenings=scale.club_evenings, people=16
    )
    for what, expected in (("a folder comes in", folder.results), ("… once more", 0)):
        began = perf_counter()
        results = 0
        for file in folder.files:
            for table in former_tables(file.content):
                look = look_at(table, Answers(), file.name)
                way = ImportOptions(
                    source=file.name, shape=look.layout.shape, lists=look.lists
                )
                results += import_former_results(
                    preview=look.preview, options=way
                ).results
        seconds = perf_counter() - began
        yield Row(
            what=what,
            sizes=f"{scale.club_seasons} years, {folder.results} results",
            measured=f"{seconds:.0f} s, {results} new",
            target="10 minutes",
            is_met=seconds <= MOST_SECONDS and results == expected,
        )
