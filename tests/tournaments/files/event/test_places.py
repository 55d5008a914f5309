"""Places inside a file are named as the club calls them."""

from django.utils.translation import override

from tournaments.files.event_store.selectors import path_in_words


@override("de")
def test_parts_that_are_no_column_have_words_too():
    paths = (("series", 0, "log", 0, "by"), ("payments",), ("contests", 0, "name"))
    assert list(map(path_in_words, paths)) == [
        "Serie 1, Verlauf, 1, Von wem",
        "Zahlungen",
        "Mannschaftswertungen, 1, Name",
    ]
