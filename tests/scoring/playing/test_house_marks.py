import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.game.written_games import HouseMarks, Kontra, Ramsch
from scoring.notation.house import read_stored_marks, write_marks

PLACES = st.integers(1, 5)
RAMSCHES = st.builds(
    Ramsch,
    points=st.tuples(*[st.integers(0, 999)] * 3),
    virgins=st.sets(PLACES).map(lambda places: tuple(sorted(places))),
    march=st.none() | PLACES,
    pushes=st.integers(0, 99),
)
HOUSE = st.builds(
    HouseMarks,
    kontra=st.sampled_from(Kontra),
    bock=st.none() | st.integers(0, 99),
    ramsch=st.none() | RAMSCHES,
)


@given(HOUSE)
def test_marks_come_back_from_their_text(marks):
    text = write_marks(marks)

    assert read_stored_marks(text) == (marks if text else None)


def test_official_skat_has_no_text():
    assert write_marks(None) == write_marks(HouseMarks()) == ""
    assert read_stored_marks("") is None


@pytest.mark.parametrize(
    "text", ["q", "b", "kk", "p2", "r48", "r/", "b01", "*1", "2k2", "k "]
)
def test_no_other_text_is_read_as_marks(text):
    with pytest.raises(ValueError, match="no marks"):
        read_stored_marks(text)
