"""What the invented club says of itself, and its logo. There is no such place."""

from datetime import date
from io import BytesIO

from django.utils.translation import gettext as _
from PIL import Image, ImageDraw

from tournaments.organisations.models import Organisation
from tournaments.organisations.selectors import own_organisation
from tournaments.organisations.services import save_organisation
from tournaments.words.choices import Rhythm
from tournaments.words.felts import Felt

PLACE = "Gasthaus Zum Grünen Baum"
TOWN = "Nebelhausen"
IVORY, DRAWN = "#fffdf6", 1200
# The three leaves of a club, as the circle's middle and radius in thousandths.
LEAVES = ((500, 340, 140), (345, 545, 140), (655, 545, 140), (500, 480, 90))
STEM = ((488, 520), (512, 520), (575, 775), (425, 775))


def introduce_club(*, today: date) -> Organisation | None:
    """Let the club at home say where and when it plays: every other week, as today."""
    own = own_organisation()
    if own is None:
        return None
    own.rhythm = Rhythm.FORTNIGHTLY
    own.weekday, own.start_time = today.weekday(), "19:00"
    own.place, own.address = PLACE, "Lindenplatz 3, 99999 Nebelhausen"
    own.town = TOWN
    own.welcome = _("Guests are welcome")
    own.email, own.phone = "vorstand@kreuzbube.example", "09999 181920"
    own.imprint = _(
        "Hannelore Pfefferkorn (chair)\nLindenplatz 3\n"
        "99999 Nebelhausen\n\nThis club is invented, and so is its address."
    )
    own.privacy = _("The chair answers what you want to know, and deletes on request.")
    return save_organisation(organisation=own, logo=emblem())


def emblem() -> bytes:
    """Return the logo: the suit of clubs on a round felt, as PNG."""
    picture = Image.new("RGBA", (DRAWN, DRAWN))
    pen = ImageDraw.Draw(picture)
    pen.ellipse((0, 0, DRAWN - 1, DRAWN - 1), fill=IVORY)
    pen.ellipse(scaled(circle(500, 500, 478)), fill=Felt.GREEN.hex)
    for x, y, radius in LEAVES:
        pen.ellipse(scaled(circle(x, y, radius)), fill=IVORY)
    pen.polygon(scaled([each for corner in STEM for each in corner]), fill=IVORY)
    picture.save(out := BytesIO(), "PNG")
    return out.getvalue()


def circle(x: int, y: int, radius: int) -> list[int]:
    """Return the box around a circle."""
    return [x - radius, y - radius, x + radius, y + radius]


def scaled(thousandths: list[int]) -> list[float]:
    """Return lengths in the pixels of the drawing."""
    return [each * DRAWN / 1000 for each in thousandths]
