"""``manage.py scorelist`` from start to end, beside ``manage.py version``."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings

from tests.bench.rows import Row, Scale, ratio_row, times_of
from tests.bench.scoring import plain

MOST = 1.2


def measure_scorelist(scale: Scale, seed: int) -> Iterator[Row]:
    """Start both programs in turns; the middle and the worst of the runs."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "list.txt"
        path.write_text(plain(1, seed).lists[0], encoding="utf-8")
        version, table, as_json = times_of(
            scale.starts,
            program("version"),
            program("scorelist", str(path)),
            program("scorelist", str(path), "--json"),
        )
    for what, times in (("as a table", table), ("as JSON", as_json)):
        for how, index in (("median", scale.starts // 2), ("worst", -1)):
            own, other = sorted(times)[index], sorted(version)[index]
            yield ratio_row(
                what=f"scorelist {what}, {how}",
                sizes=f"48 games, {scale.starts} runs",
                measured=f"{own:.3f} s beside {other:.3f} s",
                ratio=own / other,
                most=MOST,
            )


def program(*arguments: str) -> Callable[[], object]:
    """Return what runs ``manage.py`` with these arguments in a process of its own."""
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), *arguments]
    return lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
