"""Words for the marks of house rules on a line: Kontra, Bock, Ramsch (rules 7)."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.game.marks import HouseMarks, Kontra, Ramsch
from tournaments.words.formats import enumeration


def kontra_text(kontra: Kontra) -> str:
    """Return the Kontra that was said; nothing if there was none."""
    words = {Kontra.KONTRA: pgettext("house", "Kontra"), Kontra.RE: _("Kontra and Re")}
    return words.get(kontra, "")


def bock_text(doublings: int) -> str:
    """Return whether Bock doubles a game: "Bock" or "no Bock"."""
    return pgettext("house", "Bock") if doublings else _("no Bock")


def mark_words(marks: HouseMarks | None) -> Iterator[str]:
    """Yield the words of all marks except Ramsch."""
    if marks is None:
        return
    if marks.kontra:
        yield kontra_text(marks.kontra)
    if marks.bock is not None:
        yield bock_text(marks.bock)


def ramsch_words(ramsch: Ramsch) -> Iterator[str]:
    """Yield the words of a Ramsch: "Ramsch 48/42/30", "pushed twice"."""
    points = "/".join(map(str, ramsch.points))
    yield " ".join([pgettext("house", "Ramsch"), points])
    if ramsch.pushes:
        yield pushes_text(ramsch.pushes)
    if ramsch.virgins:
        yield virgins_text(ramsch.virgins)
    if ramsch.march is not None:
        yield _("march of place %(place)s") % {"place": ramsch.march}


def pushes_text(pushes: int) -> str:
    """Return how often the skat was passed on unseen."""
    return ngettext("pushed once", "pushed %(count)s times", pushes) % {"count": pushes}


def virgins_text(places: Sequence[int]) -> str:
    """Return the places that took no trick."""
    return ngettext(
        "virgin on place %(places)s", "virgins on places %(places)s", len(places)
    ) % {"places": places_text(places)}


def places_text(places: Sequence[int]) -> str:
    """Return the numbers of places as an enumeration."""
    return enumeration([str(place) for place in places])
