import pytest

from scoring.lists.sheets import Takeover, read_takeover, with_key

BERND = Takeover(game=13, person="5", name="Bernd")


@pytest.mark.parametrize(
    "takeover",
    [
        BERND,
        Takeover(game=1, person="", name="Emil"),
        Takeover(game=2, person="c0ffee", name="Anna: die Zweite"),
    ],
)
def test_a_takeover_survives_writing_and_reading(takeover):
    assert read_takeover(str(takeover)) == takeover


def test_an_empty_text_means_nobody():
    assert read_takeover("") is None
    assert with_key("", str.upper) == ""


@pytest.mark.parametrize("text", ["Bernd", "13:5", "x:5:Bernd", "1234:5:Bernd"])
def test_incomplete_texts_are_refused(text):
    with pytest.raises(ValueError, match=text):
        read_takeover(text)


def test_a_removed_person_has_no_number():
    assert BERND.number == 5
    assert Takeover(game=13, person="", name="Bernd").number == 0


def test_a_history_has_room_for_the_longest_name_with_any_key():
    text = str(Takeover(game=240, person="5", name="B" * 401))

    longer = with_key(text, lambda key: key * 10)

    assert len(longer) <= 400
    assert read_takeover(longer).name == read_takeover(text).name
