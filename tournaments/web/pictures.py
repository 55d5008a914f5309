"""Reading uploaded pictures without trusting their headers."""

import struct
from io import BytesIO

from PIL import Image, ImageOps

FORMATS = ("PNG", "JPEG", "WEBP")
MOST_PIXELS = 50_000_000  # of the camera of a phone
# The errors that Pillow raises for broken pictures and broken metadata.
BROKEN = (OSError, SyntaxError, ValueError, EOFError, TypeError, struct.error)


class NoPicture(Exception):
    """The file is not a picture of a known format, or it is broken."""


class TooManyPixels(Exception):
    """The picture is too large to be decompressed."""


def read_picture(
    content: bytes,
    *,
    mode: str,
    most_pixels: int,
    formats: tuple[str, ...] = FORMATS,
    side: int | None = None,
) -> Image.Image:
    """Return the picture in a file, rotated upright, in one of Pillow's modes.

    A JPEG is decompressed no larger than ``side`` requires. Raises ``NoPicture`` or
    ``TooManyPixels``.
    """
    try:
        with Image.open(BytesIO(content), formats=formats) as picture:
            # So far only the header was read: a few bytes may become gigabytes.
            if picture.width * picture.height > most_pixels:
                raise TooManyPixels
            if side:
                picture.draft("L" if mode == "L" else "RGB", (side, side))
            return ImageOps.exif_transpose(picture).convert(mode)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise TooManyPixels from None
    except BROKEN:
        raise NoPicture from None
