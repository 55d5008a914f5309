"""``manage.py bench``: how fast and how good everything is, measured in one run.

Each part is a module with one function that takes a ``Scale`` and a seed and yields
rows. Nothing here is a test: a slow machine is no mistake.
"""

from collections.abc import Callable, Iterable, Mapping

from tests.bench import (
    detective,
    divergence,
    draw,
    drill,
    event,
    former,
    hosts,
    house,
    journeys,
    keys,
    mapped,
    notices,
    pages,
    paper,
    phones,
    proof,
    public,
    saving,
    scorelist,
    scoring,
    spreadsheets,
    typist,
    visitors,
    wear,
    writers,
    years,
)
from tests.bench.rows import Row, Scale

Part = Callable[[Scale, int], Iterable[Row]]

PARTS: Mapping[str, Part] = {
    "scoring": scoring.measure_scoring,
    "house": house.measure_house,
    "pages": pages.measure_pages,
    "saving": saving.measure_saving,
    "typist": typist.measure_typist,
    "visitors": visitors.measure_visitors,
    "public": public.measure_public,
    "notices": notices.measure_notices,
    "phones": phones.measure_phones,
    "wear": wear.measure_wear,
    "paper": paper.measure_paper,
    "spreadsheets": spreadsheets.measure_spreadsheets,
    "scorelist": scorelist.measure_scorelist,
    "journeys": journeys.measure_journeys,
    "keys": keys.measure_keys,
    "former": former.measure_former,
    "mapped": mapped.measure_mapped,
    "detective": detective.measure_detective,
    "proof": proof.measure_proof,
    "divergence": divergence.measure_divergence,
    "draw": draw.measure_draw,
    "event": event.measure_event,
    "writers": writers.measure_writers,
    "years": years.measure_years,
    "hosts": hosts.measure_hosts,
    "drill": drill.measure_drill,
}
"""What can be measured, in the order of the issues that ask for it."""

STARTING_PROGRAMS = frozenset(
    {
        "saving",
        "typist",
        "visitors",
        "public",
        "notices",
        "phones",
        "wear",
        "scorelist",
        "journeys",
        "writers",
        "years",
        "hosts",
        "drill",
    }
)
"""Parts that start servers, browsers or a club of years: not in half a minute."""
