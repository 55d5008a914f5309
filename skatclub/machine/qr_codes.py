"""QR codes: their modules for paper, a drawing for pages, blocks for a terminal."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import Any

import zxingcpp

QUIET = 4  # modules around a code
BLOCKS = {(0, 0): " ", (0, 1): "▄", (1, 0): "▀", (1, 1): "█"}


def rows_of(text: str) -> list[list[bool]]:
    """Return the modules of a QR code, row by row: True is dark.

    >>> len(rows_of("K7F")), rows_of("K7F")[0][:8]
    (21, [True, True, True, True, True, True, True, False])
    """
    kind = zxingcpp.BarcodeFormat.QRCode
    code = zxingcpp.create_barcode(text, kind, ec_level="M")
    # An image of the library is a buffer, which its types do not say.
    image: Any = code.to_image(scale=1, add_quiet_zones=False)
    rows: Any = memoryview(image).tolist()
    return [[not light for light in row] for row in rows]


def runs_of(text: str) -> Iterator[tuple[int, int, int]]:
    """Yield row, start and length of each run of dark modules."""
    for index, row in enumerate(rows_of(text)):
        start = 0
        for is_dark, run in groupby(row):
            length = len(list(run))
            if is_dark:
                yield index, start, length
            start += length


@lru_cache(maxsize=64)
def drawing_of(text: str) -> str:
    """Return a QR code for a page: black on white, in the dark, too."""
    side = len(rows_of(text)) + 2 * QUIET
    path = "".join(
        f"M{start + QUIET} {row + QUIET}h{length}v1h-{length}z"
        for row, start, length in runs_of(text)
    )
    return (
        f'<svg viewBox="0 0 {side} {side}" class="qr-code">'
        f'<path fill="#fff" d="M0 0h{side}v{side}H0z"/><path d="{path}"/></svg>'
    )


def blocks_of(text: str) -> str:
    """Return a QR code for a dark terminal: light blocks, two rows in each line."""
    rows = rows_of(text)
    edge = QUIET // 2
    side = len(rows) + 2 * edge
    light = [[1] * side] * edge
    light += [[1] * edge + [not dark for dark in row] + [1] * edge for row in rows]
    light += [[1] * side] * edge + [[0] * side] * (side % 2)
    return "".join(
        "".join(BLOCKS[pair] for pair in zip(top, low, strict=True)) + "\n"
        for top, low in zip(light[::2], light[1::2], strict=True)
    )
