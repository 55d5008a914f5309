"""Pictures are refused before decompression, or where no camera writes such."""

from io import BytesIO

import pytest
from PIL import Image

from tournaments.web.pictures import SCAN, NoPicture, TooManyPixels, read_picture


def jpeg(size, **how):
    Image.new("RGB", size, "white").save(out := BytesIO(), "JPEG", **how)
    return out.getvalue()


@pytest.mark.parametrize(("ours", "of_pillow"), [(1_000, 2_000), (2_000, 500)])
def test_what_would_unfold_into_too_much_is_not_unpacked(monkeypatch, ours, of_pillow):
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", of_pillow)

    with pytest.raises(TooManyPixels):
        read_picture(jpeg((60, 20)), mode="L", most_pixels=ours)


def drawn_often():
    """Return a picture that says its last lines a hundred times."""
    content = jpeg((60, 20), progressive=True)
    last = content[content.rindex(SCAN) : -2]
    return content[:-2] + last * 100 + content[-2:]


@pytest.mark.parametrize(
    "content", [b"", b"GIF89a", jpeg((60, 20))[:200], drawn_often()]
)
def test_what_is_broken_or_of_another_kind_is_no_picture(content):
    with pytest.raises(NoPicture):
        read_picture(content, mode="L", most_pixels=2_000)
