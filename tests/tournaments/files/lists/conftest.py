import pytest

from tests.factories import make_sheet
from tournaments.files.lists.services import receive_list
from tournaments.scope.scope import Audience, shown_to
from tournaments.words.choices import ArrivalRoute

GAMES = ("2a1", "3g1-", "4p2", "1k1")


@pytest.fixture(autouse=True)
def at_the_desk():
    with shown_to(Audience.CLUB):
        yield


@pytest.fixture
def sheet(erika):
    return make_sheet(rounds=1)


@pytest.fixture
def door(sheet):
    return f"/downloads/arrived/{sheet.series.event_id}/"


def text_of(sheet, games=GAMES, *more):
    """Return a list as the text that a phone writes without a server."""
    head = f"skat 1 {sheet.code} {sheet.series.number}/{sheet.table_number}"
    return "\n".join([head, *games, *more])


@pytest.fixture
def bring(sheet, erika):
    """Return a function that sends in a text of the list, or another document."""

    def bring_in(games=GAMES, *more, text=None, route=ArrivalRoute.TEXT):
        text = text_of(sheet, games, *more) if text is None else text
        return receive_list(
            event=sheet.series.event, content=text.encode(), route=route, by=erika
        )

    return bring_in
