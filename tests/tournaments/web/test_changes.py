"""Two users save the same settings: the second is told and loses nothing."""

import pytest
from django.urls import reverse

from tests.factories import make_evening
from tests.tournaments.leagues.matches import make_division
from tests.tournaments.seasons.seasons import make_season

pytestmark = pytest.mark.django_db

TOLD = "Inzwischen hat jemand anderes hier etwas geändert."


def evening_forms(verb):
    evening = make_evening()
    return reverse(f"events:{verb}", args=[evening.pk]), "name"


def season_form():
    return reverse("seasons:edit", args=[make_season().pk]), "name"


def league_form():
    league = make_division().league
    return reverse("leagues:league-edit", args=[league.pk]), "name"


def division_form():
    division = make_division()
    return reverse("leagues:division-edit", args=[division.pk]), "name"


def sent(form, **changes):
    """Return the data of an unchanged form."""
    values = {bound.html_name: bound.value() for bound in form}
    return {
        name: "on" if value is True else value
        for name, value in {**values, **changes}.items()
        if value is not None and value is not False
    }


PAGES = {
    "settings": lambda: evening_forms("settings"),
    "evening": lambda: evening_forms("edit"),
    "season": season_form,
    "league": league_form,
    "division": division_form,
}


@pytest.mark.parametrize("page", PAGES)
def test_the_second_save_is_told_of_the_first_and_keeps_what_was_typed(
    client, erika, page
):
    address, field = PAGES[page]()
    opened = client.get(address)
    hidden = f'name="seen" value="{opened.context["form"]["seen"].value()}"'
    form = opened.context["form"]

    first = client.post(address, sent(form, **{field: "Anna schrieb"}))
    second = client.post(address, sent(form, **{field: "Bernd schrieb"}))
    stored = client.get(address).context["form"][field].value()
    again = client.post(address, sent(second.context["form"]))

    assert hidden in opened.text
    assert (first.status_code, second.status_code, again.status_code) == (302, 422, 302)
    assert TOLD in second.text
    assert 'value="Bernd schrieb"' in second.text
    assert stored == "Anna schrieb"
    kept = client.get(address).context["form"][field].value()
    assert kept == "Bernd schrieb"


def test_what_is_saved_twice_by_one_person_is_no_surprise(client, erika):
    evening = make_evening()
    address = reverse("events:settings", args=[evening.pk])

    for name in ("Einmal", "Zweimal"):
        form = client.get(address).context["form"]
        assert client.post(address, sent(form, name=name)).status_code == 302
