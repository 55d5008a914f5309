"""The course of a list: lines with names, best first, and a grid by rounds."""

from django.urls import reverse

from tests.factories import make_secretary, make_sheet, type_games


def test_the_course_names_its_lines_and_marks_the_rounds(client, db):
    erika = make_secretary()
    sheet = make_sheet(players=("Anna", "Bernd", "Carla"))
    type_games(sheet, ["2g1", "1p1", "3h1", "2g1"], by=erika)
    client.force_login(erika)

    answer = client.get(reverse("sheets:course", args=[sheet.pk]))

    drawn = answer.context["charts"]["wide"]
    assert [line.name for line in drawn.lines] == ["Bernd", "Anna", "Carla"]
    assert [step.text for step in drawn.steps] == ["0", "3", "4"]
    assert drawn.zero
    for line in drawn.lines:
        assert f">{line.name}</text>" in answer.text


def test_a_phone_has_names_that_fit_and_are_not_broken(client, db):
    erika = make_secretary()
    sheet = make_sheet(players=("Karl-Heinz Böllerstorff", "Bernd", "Carla"))
    type_games(sheet, ["2g1", "1p1", "3h1"], by=erika)
    client.force_login(erika)

    answer = client.get(reverse("sheets:course", args=[sheet.pk]))

    charts = answer.context["charts"]
    full, brief = "Karl-Heinz Böllerstorff", "Böllerstorff"
    assert full in [line.name for line in charts["wide"].lines]
    assert brief in [line.name for line in charts["narrow"].lines]
    assert f'<span class="brief" title="{full}">{brief}</span>' in answer.text


def test_a_list_without_games_has_no_course(client, db):
    client.force_login(make_secretary())

    answer = client.get(reverse("sheets:course", args=[make_sheet().pk]))

    assert answer.context["charts"] is None
    assert "Kein Spielverlauf" in answer.text
    assert "<polyline" not in answer.text
