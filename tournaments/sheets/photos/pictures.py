"""The photo of a paper list as it is stored: legible, small and without metadata."""

from io import BytesIO

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from PIL import Image

from tournaments.web.pictures import MOST_PIXELS, NoPicture, TooManyPixels, read_picture

MOST_BYTES = 15 * 1024 * 1024
SIDE = 2000
STORED_BYTES = 600_000
QUALITIES = (82, 70, 55, 40)  # the first that makes it small enough is used


def redrawn_photo(content: bytes) -> bytes:
    """Return a photo as a JPEG without the place and time that cameras store.

    Raises ``ValidationError`` for a file that is no picture, broken or too large.
    """
    try:
        picture = read_picture(content, mode="RGB", most_pixels=MOST_PIXELS, side=SIDE)
    except TooManyPixels:
        raise ValidationError(
            _("The picture has more than %(most)d megapixels; send a smaller one.")
            % {"most": MOST_PIXELS // 1_000_000}
        ) from None
    except NoPicture:
        raise ValidationError(
            _("This is no picture that can be read. Please choose a PNG or JPEG file.")
        ) from None
    picture.thumbnail((SIDE, SIDE))
    content = b""
    for quality in QUALITIES:
        content = jpeg(picture, quality)
        if len(content) <= STORED_BYTES:
            break
    return content


def jpeg(picture: Image.Image, quality: int) -> bytes:
    clean = Image.new("RGB", picture.size)
    clean.paste(picture)
    clean.save(out := BytesIO(), "JPEG", quality=quality, optimize=True)
    return out.getvalue()
