"""Rendering once for many readers."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.core.cache import caches
from django.utils import translation

from tournaments.web.caching.kept_pages import draw_once, kept
from tournaments.words.decks import Deck, showing

READERS = 16
pytestmark = pytest.mark.django_db


def test_many_readers_at_once_cause_one_drawing():
    together = Barrier(READERS)
    drawings = []

    def draw():
        drawings.append("drawn")
        return "page"

    def read(_reader):
        together.wait()
        return kept(draw, "page")

    with ThreadPoolExecutor(max_workers=READERS) as readers:
        pages = list(readers.map(read, range(READERS)))

    assert pages == ["page"] * READERS
    assert len(drawings) == 1


def test_a_drawing_that_fails_is_tried_again_by_the_next():
    with pytest.raises(ZeroDivisionError):
        draw_once(lambda: 1 // 0, "revision 1")

    assert draw_once(lambda: "page", "revision 1") == "page"


def test_every_revision_language_and_deck_is_drawn_for_itself():
    drawings = iter(range(9))

    def draw():
        return f"page {next(drawings)}"

    pages = {draw_once(draw, "revision 1"), draw_once(draw, "revision 2")}
    with translation.override("en"):
        pages.add(draw_once(draw, "revision 1"))
    with showing(Deck.GERMAN):
        pages.add(draw_once(draw, "revision 1"))

    assert len(pages) == 4
    assert draw_once(draw, "revision 1") in pages


def test_no_more_than_five_hundred_drawings_are_kept():
    for number in range(600):
        draw_once(lambda: "page", number)

    assert len(caches["drawn"]._cache) <= 500
