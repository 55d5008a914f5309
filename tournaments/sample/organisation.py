"""The profile of the invented club and its logo. There is no such place."""

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
IVORY, SIDE = "#fffdf6", 1200
# The leaves of the suit of clubs as circles: centre and radius in thousandths.
LEAVES = ((500, 340, 140), (345, 545, 140), (655, 545, 140), (500, 480, 90))
STEM = ((488, 520), (512, 520), (575, 775), (425, 775))


def introduce_club(*, today: date) -> Organisation | None:
    """Store where and when the home club plays: every other week, on today's day."""
    club = own_organisation()
    if club is None:
        return None
    club.rhythm = Rhythm.FORTNIGHTLY
    club.weekday, club.start_time = today.weekday(), "19:00"
    club.place, club.address = PLACE, "Lindenplatz 3, 99999 Nebelhausen"
    club.town = TOWN
    club.welcome = _("Guests are welcome")
    club.email, club.phone = "vorstand@kreuzbube.example", "09999 181920"
    club.imprint = _(
        "Hannelore Pfefferkorn (chair)\nLindenplatz 3\n"
        "99999 Nebelhausen\n\nThis club is invented, and so is its address."
    )
    club.privacy = _("The chair answers what you want to know, and deletes on request.")
    return save_organisation(organisation=club, logo=emblem())


def emblem() -> bytes:
    """Return the logo: the suit of clubs on a round felt, as PNG."""
    picture = Image.new("RGBA", (SIDE, SIDE))
    pen = ImageDraw.Draw(picture)
    pen.ellipse((0, 0, SIDE - 1, SIDE - 1), fill=IVORY)
    pen.ellipse(in_pixels(circle(500, 500, 478)), fill=Felt.GREEN.hex)
    for x, y, radius in LEAVES:
        pen.ellipse(in_pixels(circle(x, y, radius)), fill=IVORY)
    corners = [length for corner in STEM for length in corner]
    pen.polygon(in_pixels(corners), fill=IVORY)
    picture.save(out := BytesIO(), "PNG")
    return out.getvalue()


def circle(x: int, y: int, radius: int) -> list[int]:
    """Return the box around a circle."""
    return [x - radius, y - radius, x + radius, y + radius]


def in_pixels(thousandths: list[int]) -> list[float]:
    """Convert lengths from thousandths to pixels of the drawing."""
    return [length * SIDE / 1000 for length in thousandths]
