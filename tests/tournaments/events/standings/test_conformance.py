"""The test tournament of docs/conformance, as a secretary types it."""

from collections import Counter

import pytest

from scoring.notation.reading import Strike, Substitution
from tests.factories import make_evening, make_player, make_secretary
from tests.scoring.test_conformance import LISTS, STANDINGS, TOTALS, items_of, of_list
from tournaments.events.flow.services import adjust
from tournaments.events.seats.services import open_table
from tournaments.events.standings.selectors import standings_of
from tournaments.people.models import Player
from tournaments.people.names.names import Audience, shown_to
from tournaments.sheets.finishing.services import finish_sheet
from tournaments.sheets.models import Result
from tournaments.sheets.seats import add_substitute
from tournaments.sheets.typing.services import append_lines


@pytest.fixture
def tournament(db):
    by = make_secretary()
    event = make_evening("Prüfturnier", series=2, rounds=3)
    people = {row["player"]: make_player(row["player"]) for row in STANDINGS}
    for name in LISTS:
        type_list(event, name, people, by)
    for row in STANDINGS:
        if row["adjustment"] != "0":
            adjust(
                series=event.series.get(number=1),
                player=people[row["player"]],
                points=int(row["adjustment"]),
                reason="Strafe",
                decided_by="Schiedsrichter",
                by=by,
            )
    return event


def type_list(event, name, people, by):
    seated = [row for row in of_list(TOTALS, name) if row["first_game"] == "1"]
    sheet = open_table(
        series=event.series.get(number=int(name[0])),
        players=[people[row["player"]] for row in seated],
    )
    is_cut = False
    for item in items_of(name):
        if isinstance(item.content, Substitution):
            place, player = item.content.place, people[item.content.name]
            add_substitute(sheet=sheet, place=place, player=player, by=by)
        elif isinstance(item.content, Strike):
            is_cut = True
        else:
            append_lines(sheet=sheet, lines=[item.content], by=by)
    finish_sheet(sheet=sheet, by=by, cut_short=is_cut)


@shown_to(Audience.PUBLIC)
def test_the_site_agrees_on_every_list_and_every_place(tournament):
    results = Counter(
        (result.player.full_name, result.game_points, result.won, result.total)
        for result in Result.objects.select_related("player")
    )
    people = Player.objects.in_bulk()
    places = {
        people[line.entry.player_id].full_name: (line.place, line.entry.total)
        for line in standings_of(tournament).places
    }

    assert results == Counter(
        (row["player"], int(row["game_points"]), int(row["won"]), int(row["total"]))
        for row in TOTALS
    )
    assert places == {
        row["player"]: (int(row["place"]), int(row["total"])) for row in STANDINGS
    }
