"""Several team rankings from the same lists, with numbers worked out by hand."""

from dataclasses import replace
from urllib.parse import unquote

import pytest
from django.core.exceptions import ValidationError
from django.db.models import F
from django.urls import reverse

from tests.factories import make_evening, make_player
from tests.tournaments.events.played import give_points
from tests.tournaments.files.imports import tables
from tests.tournaments.papers.pdf import rows_of
from tournaments.events.entries.services import add_entry, mark_left, replace_person
from tournaments.events.models import Team
from tournaments.events.planning.services import publish_event
from tournaments.events.standings.selectors import standings_of
from tournaments.events.standings.tables import name_on_paper
from tournaments.events.teams.selectors import teams_of
from tournaments.events.teams.services import (
    add_contest,
    delete_contest,
    move_to_team,
    save_contest,
    save_team,
)
from tournaments.files.report import standings_spreadsheet
from tournaments.papers.event.standings import standings_paper
from tournaments.people.models import Player
from tournaments.scope.models import REMOVED, LogEntry
from tournaments.words.choices import TeamKind

pytestmark = pytest.mark.django_db
NAMES = ("Anna", "Bernd", "Carla", "Dieter")
GENDERS = {"Anna": "female", "Bernd": "male", "Carla": "female", "Dieter": "male"}
# Points in series 1, 2 and 3; None: did not play.
POINTS = {
    "Anna": (1000, 800, 300),
    "Bernd": (500, 600, 700),
    "Carla": (900, 100, 400),
    "Dieter": (200, None, None),
    "Emil": (None, 950, 50),
}


@pytest.fixture
def event():
    event = make_evening("Tandemturnier", series=3)
    return publish_event(event=event, is_published=True)


@pytest.fixture
def people(event):
    return {
        name: add_entry(event=event, player=make_player(name, gender=GENDERS[name]))
        for name in NAMES
    }


def give(event, points):
    """Give everybody points in the series."""
    players = {str(entry.player): entry.player for entry in event.entries.all()}
    for series in event.series.all():
        for name, own in points.items():
            if own[series.number - 1] is not None:
                give_points(series, players[name], own[series.number - 1], won=1)


def pair(contest, *entries, name="Paar", **spells):
    return save_team(team=Team(contest=contest, name=name), entries=entries, **spells)


def ranked_places(event, word):
    return [
        (line.place, line.entry.team, line.entry.total)
        for line in standings_of(event, ranking=word).places
    ]


def test_every_team_ranking_has_page_paper_file_and_beamer(
    client, event, people, erika
):
    anna, bernd, carla, dieter = people.values()
    tandem = add_contest(event=event, name="Tandem", size=2)
    fours = add_contest(event=event, name="Vierermannschaft", size=4)
    pair(tandem, anna, bernd, name="Damen")
    pair(tandem, carla, dieter, name="Buben")
    pair(fours, *people.values(), name="Die Vier")
    give(event, {name: POINTS[name] for name in NAMES})
    client.logout()

    # 1800+300+1000+800 = 1000+800+300 + 500+600+700; 900+100+400 + 200
    assert ranked_places(event, tandem.word) == [(1, "Damen", 3900), (2, "Buben", 1600)]
    assert ranked_places(event, fours.word) == [(1, "Die Vier", 5500)]
    assert [choice.label for choice in standings_of(event).choices] == [
        *("Einzel", "Tandem", "Vierermannschaft", "Damen", "Beste Listen")
    ]
    for contest, team in ((tandem, "Damen"), (fours, "Die Vier")):
        page = client.get(reverse("events:ranking", args=[event.pk, contest.word])).text
        paper, file, beamer = (
            client.get(reverse(name, args=args), {"ranking": contest.word})
            for name, args in (
                ("papers:standings", [event.pk]),
                ("files:standings", [event.pk, "csv"]),
                ("events:beamer", [event.pk]),
            )
        )
        assert team in page
        assert f"?ranking={contest.word}" in page
        assert paper.content.startswith(b"%PDF")
        assert contest.name in unquote(paper["Content-Disposition"])
        assert team in file.content.decode("utf-8-sig")
        assert team in beamer.text
        assert f"<h1>{contest.name}</h1>" in beamer.text


def test_a_substitute_counts_in_the_series_they_belonged_to(event, people, erika):
    """Dieter 200 in series 1, Emil 950 + 50 from series 2 on, Carla all: 2600."""
    tandem = add_contest(event=event, name="Tandem", size=2)
    team = pair(tandem, people["Carla"], people["Dieter"], name="Buben")
    emil = replace_person(
        entry=people["Dieter"], player=make_player("Emil"), from_series=2, by=erika
    )
    give(event, {name: POINTS[name] for name in ("Carla", "Dieter", "Emil")})

    (line,) = standings_of(event, ranking=tandem.word).places

    assert line.entry.per_series == (1100, 1050, 450)
    assert line.entry.total == 2600
    assert line.entry.members == ("Carla", "Dieter (Serie 1)", "Emil (ab Serie 2)")
    spells = team.members.values_list("entry", "from_series", "until_series")
    assert set(spells) == {
        (people["Carla"].pk, 1, None),
        (people["Dieter"].pk, 1, 1),
        (emil.pk, 2, None),
    }


def test_a_person_of_two_teams_counts_for_neither_twice(event, people, erika):
    """Anna leaves the team after series 1 and plays on alone."""
    tandem = add_contest(event=event, name="Tandem", size=2)
    anna, bernd, carla, _dieter = people.values()
    spells = {anna.pk: (1, 1), carla.pk: (2, None)}
    pair(tandem, anna, bernd, carla, name="Damen", spells=spells)
    give(event, {name: POINTS[name] for name in ("Anna", "Bernd", "Carla")})

    (line,) = standings_of(event, ranking=tandem.word).places

    assert line.entry.per_series == (1500, 700, 1100)
    assert standings_of(event).places[0].entry.player == "Anna"


def test_a_team_whose_fourth_list_is_still_missing_is_not_scaled(event, people, erika):
    fours = add_contest(event=event, name="Vierer", size=4, scale_short=True)
    pair(fours, *people.values(), name="Vier")
    give(event, {"Anna": (1000, None, None), "Bernd": (500, None, None)})

    assert ranked_places(event, fours.word) == [(1, "Vier", 1500)]


def test_6_3_only_the_best_of_a_team_count_or_three_as_four(event, people, erika):
    """The best two of three: 1000 + 900, 800 + 600, 700 + 400 = 4400.

    Or 1000 + 500 + 900 = 2400, × 4/3 = 3200; then 1500 → 2000; 1400 → 1867.
    """
    threes = add_contest(event=event, name="Dreier", size=3, counting=2)
    fours = add_contest(event=event, name="Vierer", size=4, scale_short=True)
    for contest in (threes, fours):
        pair(contest, *list(people.values())[:3], name="Drei")
    give(event, {name: POINTS[name] for name in ("Anna", "Bernd", "Carla")})

    assert ranked_places(event, threes.word) == [(1, "Drei", 4400)]
    (line,) = standings_of(event, ranking=fours.word).places
    assert line.entry.per_series == (3200, 2000, 1867)
    assert line.entry.scaled == (1, 2, 3)
    paper = rows_of(standings_paper(event, ranking=fours.word))[1]
    assert paper[1].startswith(
        "Drei (Anna; Bernd; Carla); Serie 1, 2, 3: unvollständig, als volle gezählt"
    )


def test_every_ranking_breaks_ties_as_it_says(event, people, erika):
    """Both pairs have 1500 points and the same won games; a list of 1500 is best."""
    anna, bernd, carla, dieter = people.values()
    chains = ("none", "best-list,won,fewer-lost")
    contests = [
        add_contest(event=event, name=chain, size=2, tie_chain=chain)
        for chain in chains
    ]
    for contest in contests:
        pair(contest, anna, bernd, name="Damen")
        pair(contest, carla, dieter, name="Buben")
    points = {"Anna": (500, 500, None), "Bernd": (500, None, None)}
    give(event, points | {"Carla": (1500, 0, None), "Dieter": (0, None, None)})

    equal, decided = (ranked_places(event, contest.word) for contest in contests)

    assert equal == [(1, "Buben", 1500), (1, "Damen", 1500)]
    assert decided == [(1, "Buben", 1500), (2, "Damen", 1500)]


def test_only_people_who_may_play_together_are_accepted(event, people):
    for kind, names, words in (
        (TeamKind.MIXED, ("Anna", "Carla"), "eine Frau und ein Mann"),
        (TeamKind.MIXED, ("Bernd", "Dieter"), "eine Frau und ein Mann"),
        (TeamKind.WOMEN, ("Anna", "Bernd"), "nur Frauen"),
        (TeamKind.MIXED, ("Anna", "Bernd"), ""),
        (TeamKind.MIXED, ("Anna",), ""),
        (TeamKind.WOMEN, ("Anna", "Carla"), ""),
        (TeamKind.CLUB, ("Anna", "Bernd"), ""),
    ):
        contest = add_contest(event=event, name="Mixed", size=2, kind=kind)
        members = [people[name] for name in names]
        if words:
            with pytest.raises(ValidationError, match=words):
                pair(contest, *members)
        else:
            pair(contest, *members)
            assert len(teams_of(event)[0][1]) == len(names)
        delete_contest(contest=contest)


def test_a_person_plays_for_one_team_of_a_ranking_and_moves(event, people):
    tandem = add_contest(event=event, name="Tandem", size=2)
    first = pair(tandem, people["Anna"], people["Bernd"], name="Damen")
    second = pair(tandem, people["Carla"], name="Buben")

    move_to_team(entry=people["Anna"], contest=tandem, team=second)

    assert [entry.start_number for entry in first.entries.all()] == [2]
    assert [entry.start_number for entry in second.entries.order_by("pk")] == [1, 3]


def test_an_absurd_ranking_is_refused(event, people):
    tandem = add_contest(event=event, name="Tandem", size=2)

    for wrong in (
        *({"name": name} for name in ("", "TANDEM")),
        *({"size": size} for size in (1, 17)),
        {"counting": 3},
        {"kind": "dogs"},
    ):
        with pytest.raises(ValidationError):
            add_contest(**{"event": event, "name": "Mixed", "size": 2, **wrong})
    # Nor is one changed into what its teams do not fit.
    pair(tandem, people["Anna"], people["Carla"], name="Damen")
    tandem.kind = TeamKind.MIXED
    with pytest.raises(ValidationError, match="Damen"):
        save_contest(contest=tandem)


def test_a_deleted_ranking_leaves_people_and_other_rankings(event, people):
    tandem = add_contest(event=event, name="Tandem", size=2)
    fours = add_contest(event=event, name="Vierer", size=4)
    for contest in (tandem, fours):
        pair(contest, people["Anna"], name="Damen")

    delete_contest(contest=tandem)

    assert event.entries.count() == 4
    assert [team.contest.name for team, _people in teams_of(event)] == ["Vierer"]
    assert LogEntry.objects.filter(table="teammember", action=REMOVED).count() == 1


def test_a_place_left_by_somebody_goes_to_a_latecomer(event, people):
    tandem = add_contest(event=event, name="Tandem", size=2)
    mark_left(entry=people["Anna"], after_series=1)
    team = pair(tandem, people["Anna"], people["Bernd"])

    save_team(team=team, entries=[*people.values()][:3])

    assert team.members.get(entry=people["Carla"]).from_series == 2


def test_a_team_ranking_that_is_not_there_is_not_found(client, event, erika):
    pages = (
        reverse("papers:standings", args=[event.pk]),
        reverse("files:standings", args=[event.pk, "csv"]),
    )

    for word in ("teams-2", "teams", "cats", "teams-x"):
        addresses = [f"{page}?ranking={word}" for page in pages]
        addresses.append(reverse("events:ranking", args=[event.pk, word]))
        found = [client.get(each).status_code for each in addresses]
        assert found == [404] * 3


def test_pairs_are_pasted_and_become_teams(client, event, erika):
    anna = add_entry(event=event, player=make_player("Anna Ohm"))
    add_contest(event=event, name="Tandem", size=2)
    address = reverse("files:import-entries", args=[event.pk])
    text = "Anna Ohm / Bernd Uhl\nUlm Carla / Erz Dieter, Pik Sieben\nEmil Allein"

    read = tables.look_at(client, address, text)
    tables.send(client, address, read, "confirm")

    assert "Anna Ohm / Bernd Uhl" in read.text
    assert [
        (team.name, sorted(str(entry.player) for entry in entries))
        for team, entries in teams_of(event)
    ] == [
        ("Anna Ohm / Bernd Uhl", ["Anna Ohm", "Bernd Uhl"]),
        ("Carla Ulm / Dieter Erz", ["Carla Ulm", "Dieter Erz"]),
    ]
    assert anna.team_names == "Anna Ohm / Bernd Uhl"
    assert event.entries.count() == 5


def test_a_file_of_registrations_names_the_teams(client, event, erika):
    add_contest(event=event, name="Mannschaft", size=4)
    address = reverse("files:import-entries", args=[event.pk])
    text = "Vorname;Nachname;Mannschaft\nAnna;Ohm;Die Vier\nBernd;Uhl;Die Vier"

    tables.send(client, address, tables.look_at(client, address, text), "confirm")

    ((team, entries),) = teams_of(event)
    assert (team.name, len(entries)) == ("Die Vier", 2)


def test_the_door_and_the_list_of_people_name_the_team(client, event, people, erika):
    tandem = add_contest(event=event, name="Tandem", size=2)
    pair(tandem, people["Anna"], name="Die Tandems")

    for name in ("check_in", "entries"):
        page = client.get(reverse(f"events:{name}", args=[event.pk])).text
        assert "Die Tandems" in page


def test_members_are_parted_by_semicolons_where_names_have_commas(event, people, erika):
    tandem = add_contest(event=event, name="Tandem", size=2)
    pair(tandem, people["Anna"], people["Bernd"], name="Die Ohms")
    give(event, {name: POINTS[name] for name in ("Anna", "Bernd")})
    Player.objects.update(first_name=F("last_name"), last_name="Ohm")
    standings = standings_of(event, ranking=tandem.word)

    (row,) = standings_spreadsheet(standings).rows

    assert row[2] == "Ohm, Anna; Ohm, Bernd"
    entry = replace(standings.places[0].entry, notes=(1,))
    assert name_on_paper(entry) == "Die Ohms (Ohm, Anna; Ohm, Bernd) 1)"
