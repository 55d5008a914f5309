"""Forms: whoever saves second is shown both and loses nothing; refusals are told."""

import pytest
from django import forms
from django.contrib import messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.urls import get_resolver, reverse

from scoring.house.rules import OFFICIAL
from tests.factories import make_evening, make_owner, make_player, make_sheet, make_user
from tests.tournaments.leagues.matches import make_division, make_teams, plan
from tests.tournaments.seasons.seasons import make_season
from tournaments.events.entries.services import add_entry
from tournaments.events.models import Team
from tournaments.events.planning.services import publish_event
from tournaments.events.teams.forms import ApartForm
from tournaments.events.teams.services import add_contest, save_team
from tournaments.leagues.services import publish_league
from tournaments.people.forms import ChangePlayerForm
from tournaments.people.models import Club, Player
from tournaments.people.services import find_or_add_club, set_active
from tournaments.seasons.services import publish_season
from tournaments.sheets.house.services import save_rule_set
from tournaments.sheets.models.programme import RuleSet
from tournaments.web.answers import refusals_as_messages, show_form
from tournaments.web.forms import ServiceForm, ServiceFormMixin

pytestmark = pytest.mark.django_db

TOLD = "Inzwischen wurde hier in einem anderen Fenster oder von jemand anderem etwas"
TEXTS = ("Anna schrieb", "Bernd schrieb")
NUMBERS = ("7", "8")


def event_page(verb, *more):
    event = make_evening(series=2)
    entry = add_entry(event=event, player=make_player("Carla"))
    contest = add_contest(event=event, name="Tandem", size=2)
    team = save_team(team=Team(contest=contest, name="Paar"), entries=[entry])
    keys = {"entry": entry.start_number, "contest": contest.number, "team": team.pk}
    return reverse(f"events:{verb}", args=[event.pk, *map(keys.get, more)])


def league_page(verb):
    division = make_division()
    teams = make_teams(division, people=4)
    group = plan(division, teams)
    rows = {"league": division.league, "division": division, "team": teams[0]}
    rows |= {"group": group, "match": group.match_day}
    return reverse(f"leagues:{verb}", args=[rows[verb.split("-")[0]].pk])


def seats_page():
    for name in ("Emil Ernst", "Fritz Frei"):
        make_player(name)
    return reverse("events:change-seats", args=[make_sheet().pk])


def club_page():
    Club.objects.create(name="Karo Einfach", is_home=True)
    return reverse("organisations:change")


def rules_page():
    rules = save_rule_set(rule_set=RuleSet(name="Freitag"), rules=OFFICIAL)
    return reverse("sheets:rules-edit", args=[rules.pk])


def season_page(verb):
    make_evening("Erster"), make_evening("Zweiter")
    return reverse(f"seasons:{verb}", args=[make_season().pk])


# Each form of a stored row: its page, and what two people write into which field.
PAGES = {
    "SettingsForm": (lambda: event_page("settings"), "name", TEXTS),
    "MoneyPlanForm": (lambda: event_page("money"), "entry_fee", ("5,00", "6,00")),
    "PrizePlanForm": (lambda: event_page("prize-plan"), "prizes", ("Wein", "Speck")),
    "EntryForm": (lambda: event_page("entry", "entry"), "fixed_table", NUMBERS),
    "ContestForm": (lambda: event_page("edit_contest", "contest"), "name", TEXTS),
    "TeamForm": (lambda: event_page("team", "team"), "name", TEXTS),
    "VisibilityForm": (
        lambda: event_page("visibility"),
        "results",
        ("held", "at-once"),
    ),
    "SeatsForm": (seats_page, "player_4", ("Emil Ernst", "Fritz Frei")),
    "SeasonForm": (lambda: season_page("edit"), "name", TEXTS),
    "MembersForm": (lambda: season_page("members"), "events", ([1], [2])),
    "LeagueForm": (lambda: league_page("league-edit"), "name", TEXTS),
    "DivisionForm": (lambda: league_page("division-edit"), "name", TEXTS),
    "LeagueTeamForm": (lambda: league_page("team-edit"), "name", TEXTS),
    "LineUpForm": (lambda: league_page("team-line-up"), "until_", NUMBERS),
    "MatchDayForm": (lambda: league_page("match-day"), "place_1", TEXTS),
    "GroupForm": (lambda: league_page("group-edit"), "place", TEXTS),
    "OpeningForm": (lambda: event_page("registrations"), "places", NUMBERS),
    "RuleSetForm": (rules_page, "bock_value", NUMBERS),
    "ChangePlayerForm": (
        lambda: f"/members/{make_player('Carla').pk}/edit/",
        "last_name",
        TEXTS,
    ),
    "ClubForm": (
        lambda: reverse("people:club", args=[find_or_add_club(name="Buben").pk]),
        "name",
        TEXTS,
    ),
    "OrganisationForm": (club_page, "name", TEXTS),
    "RoleForm": (
        lambda: reverse("people:change-role", args=[make_user("otto").pk]),
        "role",
        ("secretary", "owner"),
    ),
}
# These only add rows, or send each move of a photo as it is made.
WITHOUT = {
    *("ActionModelForm", "AddPlayerForm", "AdjustmentForm", "CopyEveningForm"),
    *("EveningForm", "EventForm", "NewLeagueForm", "PersonForm", "PhotoPositionForm"),
    *("RegistrationForm", "ServiceForm", "ServiceModelForm"),
}


@pytest.fixture
def owner(client):
    client.force_login(make_owner())


def form_on(answer):
    """Return the form of a page; that of registrations has two."""
    return answer.context.get("form") or answer.context["opening"]


def sent(form, **changes):
    """Return the data of an unchanged form."""
    values = {bound.html_name: bound.value() for bound in form}
    return {
        name: "on" if value is True else value
        for name, value in {**values, **changes}.items()
        if value is not None and value is not False
    }


@pytest.mark.parametrize("called", PAGES)
def test_the_second_save_is_shown_the_first_and_keeps_what_was_typed(
    client, owner, called
):
    make, start, (theirs, ours) = PAGES[called]
    address = make()
    opened = client.get(address)
    form = form_on(opened)
    names = [each for each in form.fields if each.startswith(start)]
    name = start if start in names else names[0]

    first = client.post(address, sent(form, **{name: theirs}))
    second = client.post(address, sent(form, **{name: ours}))
    told = form_on(second)
    again = client.post(address, sent(told))

    assert type(form).__name__ == called
    assert f'name="seen" value="{form["seen"].value()}"' in opened.text
    assert first.status_code == again.status_code == 302
    mine = form_on(client.get(address))  # saved twice by one is no surprise
    assert client.post(address, sent(mine, **{name: theirs})).status_code == 302
    assert TOLD in second.text
    assert "Inzwischen hier gespeichert: „" in told.errors[name][0]


def all_forms(form=ServiceFormMixin):
    for child in form.__subclasses__():
        if child.__module__.startswith(("tournaments.", "skatclub.")):
            yield child
        yield from all_forms(child)


def test_every_form_of_a_stored_row_is_among_them():
    assert get_resolver().url_patterns  # with the views all forms are imported

    of_rows = {
        form.__name__
        for form in all_forms()
        if issubclass(form, forms.ModelForm) or form.changes != ServiceForm.changes
    }

    assert of_rows - WITHOUT == PAGES.keys()


WORDS = ("maybe", "", "YES")
TEMPLATE = "tournaments/events/teams/_team_fields.html"


@pytest.fixture
def request_(rf):
    request = rf.get("/")
    request._messages = CookieStorage(request)
    return request


def test_a_page_is_fine_until_a_form_on_it_has_errors(request_):
    empty, wrong = ApartForm(labels={}), ApartForm({}, labels={})

    def status(**context):
        return show_form(request_, TEMPLATE, **context).status_code

    assert status(event="Abend") == 200
    assert status(form=empty, here=None) == 200
    assert status(form=empty, many=wrong) == 422


def test_what_a_form_does_not_ask_is_left_as_it_was_written_meanwhile():
    anna = make_player("Anna")
    page = ChangePlayerForm(instance=anna)
    typed = {name: page[name].value() or "" for name in page.fields}
    form = ChangePlayerForm(typed | {"last_name": "Berg"}, instance=anna)
    set_active(player=anna, is_active=False)

    assert form.is_valid()
    assert form.save()

    anna = Player.objects.get()
    assert (anna.last_name, anna.is_active) == ("Berg", False)


def test_what_a_service_refuses_is_told_and_other_faults_are_raised(request_):
    with refusals_as_messages(request_):
        messages.success(request_, "begun")
        raise ValidationError(["Zu spät.", "Zu viele."])

    assert [(each.level, each.message) for each in messages.get_messages(request_)] == [
        (messages.SUCCESS, "begun"),
        (messages.ERROR, "Zu spät. Zu viele."),
    ]
    with pytest.raises(KeyError), refusals_as_messages(request_):
        raise KeyError("place")


def test_what_no_button_sends_changes_nothing(client, erika):
    sheet = make_sheet()
    event = publish_event(event=sheet.series.event, is_published=True)
    season = publish_season(season=make_season(), is_published=True)
    league = publish_league(league=make_division().league, is_published=True)
    asked = [
        ("events:publish", event, "published"),
        ("events:release", event, "released"),
        ("seasons:publish", season, "published"),
        ("leagues:league-publish", league, "published"),
        ("sheets:mode", sheet, "mode"),
    ]

    codes = [
        client.post(reverse(name, args=[row.pk]), {field: word}).status_code
        for name, row, field in asked
        for word in WORDS
    ]

    rows = [event, season, league]
    for row in rows:
        row.refresh_from_db()
    assert codes == [422] * len(asked) * len(WORDS)
    assert [row.is_published for row in rows] == [True] * len(rows)


class FoundingForm(ServiceForm):
    @transaction.atomic
    def act(self):
        return Club.objects.create(name="Karo Sieben")


class RenamingForm(ServiceForm):
    needs = ("club", "by")

    name = forms.CharField()

    def set_up(self):
        self.fields["name"].label = f"New name of {self.club}"


class NamelessForm(ServiceForm):
    @transaction.atomic
    def act(self):
        return Player.objects.create(first_name=None)


def test_who_is_a_moment_too_late_is_told_so():
    first, second = FoundingForm({}), FoundingForm({})

    assert first.save()
    assert second.save() is None

    assert "Gerade hat jemand" in second.errors["__all__"][0]
    assert Club.objects.count() == 1
    # Other faults are not hidden.
    with pytest.raises(IntegrityError):
        NamelessForm({}).save()


def test_a_form_keeps_what_it_needs_and_fits_its_fields_to_it():
    form = RenamingForm({}, club="Karo Sieben", by="Anna", prefix="club")

    assert (form.club, form.by, form.prefix) == ("Karo Sieben", "Anna", "club")
    assert form["name"].label == "New name of Karo Sieben"
    with pytest.raises(KeyError, match="by"):
        RenamingForm({}, club="Karo Sieben")
