"""Pictures that somebody sends: read without trusting what their heads say."""

import struct
from io import BytesIO

from PIL import Image, ImageOps

FORMATS = ("PNG", "JPEG", "WEBP")
MOST_PIXELS = 50_000_000  # of the camera of a phone
# What Pillow raises where a picture, or what a camera noted in it, is broken.
BROKEN = (OSError, SyntaxError, ValueError, EOFError, TypeError, struct.error)


class NoPicture(Exception):
    """This file is no picture of a known format, or it is broken."""


class TooManyPixels(Exception):
    """This picture is too large to be unpacked."""


def read_picture(
    content: bytes,
    *,
    mode: str,
    most_pixels: int,
    formats: tuple[str, ...] = FORMATS,
    side: int | None = None,
) -> Image.Image:
    """Return the picture in a file as the camera was held, in a mode of Pillow's.

    A JPEG is unpacked no larger than ``side`` asks for. Raises ``NoPicture`` or
    ``TooManyPixels``.
    """
    try:
        with Image.open(BytesIO(content), formats=formats) as picture:
            # Only the head has been read: a few bytes may unfold into gigabytes.
            if picture.width * picture.height > most_pixels:
                raise TooManyPixels
            if side:
                picture.draft("L" if mode == "L" else "RGB", (side, side))
            return ImageOps.exif_transpose(picture).convert(mode)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise TooManyPixels from None
    except BROKEN:
        raise NoPicture from None
