"""Results of former years are imported once, count everywhere, can be taken back."""

import datetime

import pytest
import time_machine
from django.urls import reverse

from tests.factories import make_player
from tests.tournaments.files.imports import tables
from tests.tournaments.seasons.seasons import make_season
from tournaments.careers.records import RecordKind, club_records
from tournaments.careers.selectors import (
    all_time_ranking,
    companions,
    person_story,
    person_years,
)
from tournaments.careers.tables import all_time_table
from tournaments.events.models import Event
from tournaments.events.tabs import tabs_of
from tournaments.files.imports import views
from tournaments.files.models import KnownHeads
from tournaments.people.models import Import, Player, Spelling
from tournaments.scope.models import LogEntry, entries_about
from tournaments.scope.scope import Audience, shown_to
from tournaments.sheets.models import ListTally, Result, ScoreSheet
from tournaments.sheets.tallies import rebuild_tallies

pytestmark = [pytest.mark.usefixtures("erika"), pytest.mark.database]
PAGE = "files:former"
EVENINGS = """Datum;Name;Spielpunkte;gewonnen;verloren;GV;Gesamt
06.03.1998;Ida Kurz;662;13;1;5;1412
06.03.1998;Uwe Lang;508;11;2;4;1078
06.03.1998;Otto Groß;415;9;2;4;885
13.03.1998;Ida Kurz;109;7;1;5;559
13.03.1998;Uwe Lang;311;10;0;2;871
Summe;;;;;;4805
"""
YEAR = "Platz;Name;Listen;Gesamt\n1;Ida Kurz;40;36000\n2;Uwe Lang;35;30100\n"


def upload(client, text, name="abende.csv", **fields):
    content = text if isinstance(text, bytes) else text.encode()
    return tables.look_at(client, reverse(PAGE), content, name, **fields)


def press(client, preview, button, **fields):
    return tables.send(client, reverse(PAGE), preview, button, **fields)


def bring_in(client, text, name="abende.csv", **fields):
    return press(client, upload(client, text, name), "confirm", **fields)


def test_evenings_come_in_with_their_players_and_count_in_all_tables(client):
    bring_in(client, EVENINGS)

    events = Event.objects.order_by("date").values_list("date__day", "source")
    assert list(events) == [(6, "abende.csv"), (13, "abende.csv")]
    result = Result.objects.values_list("game_points", "won", "lost", "others_lost")
    assert result.get(total=1412) == (662, 13, 1, 5)
    with shown_to(Audience.CLUB):
        table = all_time_ranking(published_only=False)
        records = {each.kind: each for each in club_records(published_only=False)}
        assert [
            (str(line.entry.player), line.entry.total, line.entry.lists)
            for line in table.places
        ] == [("Kurz, Ida", 1971, 2), ("Lang, Uwe", 1949, 2), ("Groß, Otto", 885, 1)]
    assert records[RecordKind.BEST_LIST].holders[0].value == 1412
    ida = Player.objects.get(last_name="Kurz")
    assert [year.year for year in person_years(ida.pk, published_only=False)] == [1998]
    assert person_story(ida.pk, published_only=False).best_list.total == 1412
    assert companions(ida.pk, published_only=False) == []


@time_machine.travel("2026-11-06 12:00Z")
def test_players_in_a_later_table_become_active_again(client):
    bring_in(client, EVENINGS)
    otto = Player.objects.get(last_name="Groß")
    otto.member_number = "7"
    otto.save()

    bring_in(client, EVENINGS.replace("1998", "2025"))

    active = Player.objects.filter(is_active=True).order_by("last_name")
    # Otto was edited since and left inactive.
    assert [player.last_name for player in active] == ["Kurz", "Lang"]
    assert {entries_about(player).count() for player in active} == {2}


@time_machine.travel("2026-11-23 12:00")
def test_totals_of_several_years_come_in_as_one_championship_each(client):
    bring_in(client, "Name;2024;2025;2026\nIda Kurz;36000;31000;9000\n", lists="40")

    events = Event.objects.order_by("date").values_list("name", "date", "kind")
    assert [(name, str(day), kind) for name, day, kind in events] == [
        ("Jahr 2024", "2024-12-31", "championship"),
        ("Jahr 2025", "2025-12-31", "championship"),
        ("Jahr 2026", "2026-11-23", "championship"),
    ]
    assert Result.objects.get(total=36000).sheet.stands_for == 40


@time_machine.travel("2026-11-23 12:00")
def test_totals_of_this_year_are_imported_but_not_those_of_the_next(client):
    bring_in(client, YEAR, year="2027")
    assert not Event.objects.exists()

    bring_in(client, YEAR, year="2026")
    assert str(Event.objects.get().date) == "2026-11-23"


WRONG = EVENINGS.replace("508;11;2;4;1078", "508;11;2;4;2078")


def test_a_wrong_total_and_that_of_a_year_are_no_records(client):
    bring_in(client, WRONG, takes_contradictions="on")
    bring_in(client, "Name;Abende;Gesamt\nUwe Lang;1;1500\n", year="1994")
    uwe = Player.objects.get(last_name="Lang")

    with shown_to(Audience.CLUB):
        records = {each.kind: each for each in club_records(published_only=False)}
        rebuild_tallies()
        again = {each.kind: each for each in club_records(published_only=False)}
    assert Result.objects.filter(total=2078).exists()
    assert records[RecordKind.BEST_LIST].holders[0].value == 1412
    assert records[RecordKind.BEST_EVENING].holders[0].value == 1412
    assert again == records
    story = person_story(uwe.pk, published_only=False)
    assert (story.best_list.total, story.best_evening.total) == (871, 871)


def test_games_and_points_that_are_not_known_are_shown_as_a_dash(client):
    bring_in(client, "Name;Gesamt\nIda Kurz;1412\nUwe Lang;1078\n", day="6.3.1998")
    text = "Datum;Name;Gesamt\n20.3.1998;Eva Alt;0\n"
    bring_in(client, text, name="c.csv", **{"ask-zeros": "result"})
    eva = Player.objects.get(last_name="Alt")
    heads = "Datum;Name;gew;verl;Gesamt\n"
    bring_in(client, f"{heads}13.03.1998;Emil Neu;6;0;1218\n", name="b.csv")
    ida, emil = (Player.objects.get(last_name=each) for each in ("Kurz", "Neu"))
    without, known, _none = Event.objects.order_by("date")

    ranking = client.get(reverse("careers:all-time")).context["ranking"]
    with shown_to(Audience.CLUB):
        assert all_time_table(ranking).cells(ranking.places[0])[5:8] == ["–"] * 3
    page = client.get(reverse("people:detail", args=[ida.pk])).text
    assert 'data-after="gew.">–</td>' in page
    page = client.get(reverse("people:detail", args=[eva.pk])).text
    assert 'data-after="gew.">–</td>' in page
    page = client.get(reverse("events:standings", args=[without.pk])).text
    assert ">– gew. · – verl.</small>" in page
    page = client.get(reverse("people:detail", args=[emil.pk])).text
    assert 'data-after="gew.">6</td>' in page
    assert '<td class="num minor">–</td>' in page
    file = client.get(reverse("files:standings", args=[known.pk, "csv"]))
    assert ",,1218," in file.content.decode()


@pytest.fixture
def season():
    days = datetime.date(1998, 1, 1), datetime.date(1998, 12, 31)
    return make_season(first_date=days[0], last_date=days[1])


def test_a_total_of_several_lists_is_as_many_in_a_season(client, season):
    text = "Datum;Name;Gesamt\n06.03.1998;Ida Kurz;2100\n13.03.1998;Ida Kurz;{}\n"
    bring_in(client, text.format("1800\n20.03.1998;Uwe Lang;900"), lists=2)

    address = reverse("seasons:season", args=[season.pk])
    page = " ".join(client.get(address).text.split())

    assert "975,00" in page  # of four lists
    assert "450,00" in page
    ida = Player.objects.get(first_name="Ida")
    own = client.get(reverse("seasons:person", args=[season.pk, ida.pk])).text
    assert [own.count(f">{each}<") for each in ("1050", "900")] == [2, 2]


def test_a_season_says_that_the_lists_of_a_total_are_not_known(client, season):
    text = "Datum;Name;Gesamt\n06.03.1998;Ida Kurz;2100\n"
    bring_in(client, text, lists="", are_lists_unknown="on")

    for name in ("seasons:season", "seasons:results", "files:season"):
        kind = ["csv-de"] * (name == "files:season")
        said = client.get(reverse(name, args=[season.pk, *kind])).content.decode()
        assert "weiß niemand, wie viele Listen" in said


def test_a_season_shows_a_dash_for_games_that_are_not_known(client, season):
    text = (
        "Datum;Name;gew;verl;Gesamt\n06.03.1998;Ida Kurz;{}\n06.03.1998;Uwe Lang;{}\n"
    )
    bring_in(client, text.format(";;1412", "9;0;1078"))
    people = Player.objects.order_by("last_name").values_list("pk", flat=True)

    page = client.get(reverse("seasons:season", args=[season.pk])).text
    ida, uwe = (
        client.get(reverse("seasons:person", args=[season.pk, pk])).text
        for pk in people
    )

    assert [page.count(f'data-after="gew.">{each}</td>') for each in "–90"] == [1, 1, 0]
    assert 'data-after="gew.">–</td>' in ida
    assert 'data-after="verl.">0</td>' in uwe
    assert ">Serie 1</a>" in uwe  # at a table that nobody named


def test_an_event_of_former_years_has_a_result_and_nothing_to_do(client):
    bring_in(client, EVENINGS)
    event = Event.objects.order_by("date").first()

    page = client.get(reverse("events:detail", args=[event.pk]))

    tabs = [tab.label for tab in tabs_of(event, page.context["user"], "detail")]
    assert tabs == ["Ergebnis", "Rangliste", "Mehr"]
    assert "aus abende.csv" in page.text
    for nonsense in ("Bester am Tisch", "Serie 1", "Check-in", "Drucken", "Tisch"):
        assert nonsense not in page.text.split("<main")[1].split("</main>")[0]
    sheet = ScoreSheet.objects.filter(series__event=event).first()
    answer = client.get(reverse("sheets:detail", args=[sheet.pk]))
    assert answer.url == event.get_absolute_url()
    assert "3 Ergebnisse" in client.get("/events/").text
    standings = client.get(reverse("events:standings", args=[event.pk])).text
    assert "ungeprüft" not in standings


def test_imported_results_are_published_and_withdrawn_by_source(client):
    bring_in(client, EVENINGS)
    ida = Player.objects.get(last_name="Kurz")
    address = reverse("files:publish-source")
    assert all_time_ranking(published_only=True).places == []

    client.post(address, {"source": "abende.csv", "is_published": "on"})
    with shown_to(Audience.PUBLIC):
        shown = [one.lists for one in person_years(ida.pk, published_only=True)]
    button = client.get(reverse(PAGE)).text
    client.post(address, {"source": "abende.csv"})

    assert shown == [2]
    assert "Nicht mehr veröffentlichen" in button
    assert person_years(ida.pk, published_only=True) == []
    shown = LogEntry.objects.filter(table="event").values_list("changes", flat=True)
    assert '{"is_published": [true, false]}' in shown
    bring_in(client, EVENINGS.replace("1998", "1999"), is_published="on")
    with shown_to(Audience.PUBLIC):
        assert len(all_time_ranking(published_only=True).places) == 3


def test_a_preview_says_how_many_results_are_new_and_whose(client):
    bring_in(client, EVENINGS)
    make_player("Eva Alt")
    more = EVENINGS + "06.03.1998;Eva Alt;109;7;1;5;559\n"

    page = " ".join(upload(client, more, "andere.csv").text.split())

    assert "Von 1 Abend oder Jahr: 06.03.1998." in page
    assert "1 neu, 5 schon da, 1 Zeile ohne Namen." in page
    assert "1 neues Ergebnis ist von jemandem, den es hier schon gibt." in page
    assert "Am 06.03.1998 gibt es hier schon Veranstaltungen." in page


def test_a_long_table_shows_its_progress_and_can_be_taken_back(client, monkeypatch):
    monkeypatch.setattr(views, "MANY", 4)
    uwe = make_player("Uwe Lang")

    page = b"".join(bring_in(client, EVENINGS)).decode()

    assert "5 von 5 Ergebnissen gespeichert" in page
    assert "5 neu, 1 ausgelassen.</p>" in page
    assert Result.objects.count() == ListTally.objects.count() == 5
    writers = LogEntry.objects.filter(table="event").values_list("by", flat=True)
    assert set(writers) == {int(client.session["_auth_user_id"])}
    client.post(reverse("files:take-back", args=[Import.objects.get().pk]))
    assert not Event.objects.exists()
    assert not ScoreSheet.objects.exists()
    assert list(Player.objects.all()) == [uwe]
    assert all_time_ranking(published_only=False).places == []


def test_points_whose_lists_nobody_has_counted_are_in_no_average(client):
    bring_in(client, YEAR, year="1994")
    text = "Name;Gesamt\nIda Kurz;36000\nEmil Neu;30101\n"
    bring_in(client, text, year="1995", lists="", are_lists_unknown="on")
    ida = Player.objects.get(first_name="Ida")

    by = {}
    with shown_to(Audience.CLUB):
        for kind in ("total", "average"):
            table = all_time_ranking(published_only=False, by=kind, least=0)
            rows = [line.entry for line in table.places]
            by[kind] = [(r.player, r.lists_text, r.average) for r in rows]
        (best,) = [
            each.holders
            for each in club_records(published_only=False)
            if each.kind is RecordKind.BEST_YEAR
        ]
    known = [("Kurz, Ida", "40+", 900), ("Lang, Uwe", "35", 860)]
    assert by["average"] == known
    assert by["total"] == [known[0], ("Neu, Emil", "–", None), known[1]]
    assert {each.year for each in best} == {1994}
    for address in (ida.get_absolute_url(), reverse("careers:all-time")):
        page = client.get(address).text
        assert "40+" in page
        assert "900,00" in page
        assert "ein Plus hinter den Listen" in page
    assert client.get(reverse("papers:all-time")).status_code == 200
    assert client.get(reverse("files:all-time", args=["xlsx"])).status_code == 200


def test_a_year_counts_all_its_lists_and_is_no_record(client):
    bring_in(client, YEAR, year="1994")
    tallies = ListTally.objects.values_list("player", "total", "lists", "first")
    before = sorted(tallies)
    rebuild_tallies()

    assert sorted(tallies.all()) == before
    with shown_to(Audience.CLUB):
        table = all_time_ranking(published_only=False)
        kinds = {each.kind for each in club_records(published_only=False)}
    assert [(line.entry.lists, line.entry.average) for line in table.places] == [
        (40, 900),
        (35, 860),
    ]
    assert RecordKind.BEST_LIST not in kinds
    assert RecordKind.BEST_EVENING not in kinds
    assert Event.objects.get().date == datetime.date(1994, 12, 31)


def test_evenings_of_a_year_stored_as_a_whole_are_left_out(client):
    bring_in(client, YEAR, year="1998")

    one = "\n".join(EVENINGS.split("\n")[:2])
    assert "nichts Neues" not in upload(client, one).text
    answer = upload(client, EVENINGS)

    texts = [str(each.text) for each in answer.context["form"].preview]
    year = "die Summe von 1998 ist hier schon, aus „abende.csv“"
    assert texts == [year, year, "kommt hinzu", year, year, "eine Summenzeile"]
    assert "Nehmen Sie „abende.csv“ zurück" in answer.text


def test_what_came_in_leads_to_its_results(client):
    bring_in(client, EVENINGS)
    bring_in(client, "Datum;Name;Gesamt\n06.03.1999;Ida Kurz;900\n", "one.csv", lists=1)

    page = client.get(reverse(PAGE)).text

    assert f'<a href="{reverse("careers:all-time")}?year=1998">abende.csv</a>' in page
    one = reverse("events:standings", args=[Event.objects.get(source="one.csv").pk])
    assert f'<a href="{one}">one.csv</a>' in page


def test_the_total_of_a_year_whose_evenings_are_here_is_left_out(client):
    bring_in(client, EVENINGS)

    answer = press(client, upload(client, YEAR), "look", year="1998")

    texts = [str(each.text) for each in answer.context["form"].preview]
    here = "Abende von 1998 sind hier schon, zusammen "
    assert texts == [f"{here}1971", f"{here}1949"]


def test_columns_are_remembered_under_the_same_heads(client):
    heads = "A;B;C\n"
    preview = upload(
        client, heads + "Ida Kurz;900;1\nUwe Lang;800;7\n", name="1998.csv"
    )
    columns = {"column-0": "name", "column-1": "total", "column-2": "nothing"}
    press(client, preview, "confirm", **columns, day="06.03.1998")

    again = upload(client, heads + "Ida Kurz;700;1\nUwe Lang;600;7\n", name="1999.csv")
    other = upload(client, "A;B;D\nIda Kurz;700;1\nUwe Lang;600;7\n")

    assert KnownHeads.objects.count() == 1
    assert again.context["form"].is_remembered
    assert again.context["form"].doubts == []
    assert not other.context["form"].is_remembered
    assert other.context["form"].doubts


def test_a_column_mapped_twice_is_one_problem_and_nothing_is_written(client):
    answer = bring_in(client, EVENINGS, **{"column-2": "total"})

    assert "Gesamt" in str(answer.context["form"].errors)
    assert not Player.objects.exists()


TWINS = "Datum;Name;Gesamt\n06.03.1998;Ida Kirchhoff;900\n06.03.1998;Uwe Lang;800\n"


def import_twins(client, person):
    """Import the twins once, with an answer about the first of them."""
    preview = upload(client, TWINS)
    newcomer = preview.context["form"].asked[0]
    answer = newcomer.new_value if person == "new" else person
    press(client, preview, "confirm", **{f"person-{newcomer.key}": answer})


def test_a_similar_name_is_asked_about_only_once_and_may_be_changed(client):
    ida = make_player("Ida Kirchhof")
    import_twins(client, ida.pk)
    later = TWINS.replace("1998", "1999")

    again = upload(client, TWINS).context["form"]
    assert (again.new, [each.player for each in again.asked]) == ([], [ida])
    bring_in(client, later, name="1999.csv")
    assert ida.list_tallies.count() == 2
    assert Player.objects.filter(last_name__startswith="Kirchhof").count() == 1
    preview = upload(client, later.replace("1999", "2001"), name="2001.csv")
    (newcomer,) = preview.context["form"].asked
    answer = {f"person-{newcomer.key}": newcomer.new_value}
    press(client, preview, "confirm", **answer)

    assert not Spelling.objects.exists()
    assert ida.list_tallies.count() == 2
    assert Player.objects.get(last_name="Kirchhoff").list_tallies.count() == 1


def test_a_new_player_with_a_similar_name_is_not_asked_about_again(client):
    make_player("Ida Kirchhof")
    import_twins(client, "new")

    again = upload(client, TWINS).context["form"]

    assert not Spelling.objects.exists()
    assert again.asked == again.new == []


def test_a_name_cannot_be_assigned_to_a_player_with_a_different_sound(client):
    make_player("Ida Kirchhof")
    other = make_player("Zoe Zander")

    import_twins(client, other.pk)

    assert not other.list_tallies.exists()


@pytest.mark.parametrize(
    ("name", "titles", "day"),
    [
        ("a.csv", "Skatclub, gegr. 1.4.1950\nAbend vom 6.1.2012\n", "06.01.2012"),
        ("a.csv", "Stand: 31.12.2013\nErgebnisse vom 6. Januar 2012\n", "06.01.2012"),
        ("a.csv", "SkatPro 3.2 Export\nAbend vom 6.1.2012\n", "06.01.2012"),
        ("a.csv", "Nächster Abend: 13.1.2012\n", ""),
        ("a.csv", "Preisskat 6.1.2012 und 7.1.2012\n", ""),
        ("2012-10-30-abend.csv", "", "30.10.2012"),
    ],
)
def test_the_day_is_that_of_the_results_or_asked_for(client, name, titles, day):
    for more, cells in (("", ""), (";Serie 1;Serie 2", ";450;450"), (";Listen", ";2")):
        rows = f"Ida Kurz;900{cells}\nUwe Lang;900{cells}\n"
        text = f"{titles}Name;Gesamt{more}\n{rows}"
        form = upload(client, text, name).context["form"]

        assert form["day"].value() == day
        assert form["day"] in form.open_fields
        assert form.lacks_day is not bool(day)


def test_a_result_that_differs_from_the_one_here_is_left_out_with_both(client):
    bring_in(client, TWINS)

    again = upload(client, TWINS.replace("900", "950")).context["form"]

    assert [str(each.text) for each in again.preview] == [
        "von diesem Tag steht hier schon 900, und das bleibt",
        "ist schon da",
    ]
