"""``manage.py bench``: how fast and how good everything is, measured in one run.

Each part is a module with one function that takes a ``Scale`` and a seed and yields
rows. Nothing here is a test: a slow machine is no mistake.
"""

from collections.abc import Callable, Iterable, Mapping

from tests.bench import journeys, pages, proof, saving, scoring
from tests.bench.rows import Row, Scale

Part = Callable[[Scale, int], Iterable[Row]]

PARTS: Mapping[str, Part] = {
    "scoring": scoring.measure_scoring,
    "pages": pages.measure_pages,
    "saving": saving.measure_saving,
    "journeys": journeys.measure_journeys,
    "proof": proof.measure_proof,
}

STARTING_PROGRAMS = frozenset({"pages", "saving", "journeys"})
"""Parts that start servers or browsers: not in half a minute."""
