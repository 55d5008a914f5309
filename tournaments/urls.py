"""The addresses of the app: one prefix per topic."""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.careers import urls as careers
from tournaments.careers.joins import views as joins
from tournaments.careers.persons.views import show_player
from tournaments.events import urls as events
from tournaments.events.flow.services import reopen_list
from tournaments.events.teams.names import doubtful_teams, rename_teams_of
from tournaments.files.codes.codes import event_codes
from tournaments.leagues import urls as leagues
from tournaments.papers import urls as documents
from tournaments.papers.printing.views import printed
from tournaments.people import urls as members
from tournaments.people.accounts.views import set_up
from tournaments.people.persons.views import edit
from tournaments.sample.club import build_sample_club
from tournaments.seasons import urls as seasons
from tournaments.sheets import urls as sheets
from tournaments.sheets.finishing.views import reopen

# The page of a player shows lists, and pairs are called after people: the topic of
# members knows nothing of either.
TEAMS = {"renamed": rename_teams_of, "doubtful": doubtful_teams}
MEMBERS = [
    *members.urlpatterns,
    path("<int:pk>/", show_player, name="detail"),
    path("<int:pk>/edit/", edit, TEAMS, name="edit"),
    path("<int:pk>/member/", joins.become_member, name="become-member"),
    path("<int:pk>/join/", joins.join, name="join"),
    path("<int:pk>/remove/", joins.remove, name="remove"),
    path("joins/", joins.show_joins, name="joins"),
    path("joins/<int:pk>/part/", joins.part, name="part"),
]

# A corrected list takes the release of its event back, which lists know nothing of.
LISTS = [
    *sheets.urlpatterns,
    path("<int:pk>/reopen/", reopen, {"reopen_list": reopen_list}, name="reopen"),
]

# One file may hold the whole event, which the topic of paper knows nothing of.
CODES = {"event_codes": event_codes}
PAPER = [
    *documents.urlpatterns,
    path("evenings/<int:pk>/print/pdf/", printed, CODES, name="printed"),
    path("evenings/<int:pk>/print/<slug:kind>/", printed, CODES, name="paper"),
]

LEAGUES: list[URLPattern | URLResolver] = [
    path("seasons/", include(seasons)),
    *leagues.urlpatterns,
]
EVENTS = [*events.urlpatterns, *careers.urlpatterns]

urlpatterns = [
    path("setup/", set_up, {"build_sample": build_sample_club}, name="setup"),
    path("members/", include((MEMBERS, "members"))),
    path("lists/", include((LISTS, "sheets"))),
    path("paper/", include((PAPER, "documents"))),
    path("downloads/", include("tournaments.files.urls")),
    path("", include((LEAGUES, "leagues"))),
    path("", include((EVENTS, "competitions"))),
]
