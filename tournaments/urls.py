"""The addresses of the app: one prefix per topic."""

from django.urls import include, path

from tournaments.careers.joins import views as joins
from tournaments.careers.views import show_player, show_two_players
from tournaments.events.flow.views import reopen_list
from tournaments.files.club.sample import build_sample_club
from tournaments.files.lists.views import check, check_file
from tournaments.people import urls as members
from tournaments.people.accounts.views import redeem, set_up, show_own_account
from tournaments.sheets import urls as sheets
from tournaments.web.help import show_help

MEMBERS = [
    *members.urlpatterns,
    path("<int:pk>/", show_player, name="detail"),
    path("<int:pk>/beside/<int:other>/", show_two_players, name="beside"),
    path("<int:pk>/edit/", joins.edit_person, name="edit"),
    path("<int:pk>/member/", joins.become_member, name="become-member"),
    path("<int:pk>/join/", joins.join, name="join"),
    path("<int:pk>/remove/", joins.remove, name="remove"),
    path("joins/", joins.show_joins, name="joins"),
    path("joins/<int:pk>/undo/", joins.undo, name="undo-join"),
]

# A corrected list takes the release of its event back, which lists know nothing of.
LISTS = [*sheets.urlpatterns, path("<int:pk>/reopen/", reopen_list, name="reopen")]

urlpatterns = [
    path("", include("tournaments.home.urls")),
    path("api/v1/", include("tournaments.api.urls")),
    path("programs/", include(("tournaments.api.keys", "programs"))),
    path("setup/", set_up, {"build_sample": build_sample_club}, name="setup"),
    path("", include("tournaments.site.urls")),
    path("accounts/", show_own_account, name="own-account"),
    path("accounts/code/", redeem, name="redeem"),
    path("help/", show_help, name="help"),
    path("members/", include((MEMBERS, "people"))),
    path("table/", include(("tournaments.sheets.table.urls", "table"))),
    path("check/", check, name="check"),
    path("check/file/", check_file, name="check-file"),
    path("lists/", include((LISTS, "sheets"))),
    path("paper/", include("tournaments.papers.urls")),
    path("downloads/", include("tournaments.files.urls")),
    path("seasons/", include(("tournaments.seasons.urls", "seasons"))),
    path("history/", include(("tournaments.site.history", "history"))),
    path("", include(("tournaments.organisations.urls", "organisations"))),
    path("", include(("tournaments.public.urls", "public"))),
    path("", include(("tournaments.leagues.urls", "leagues"))),
    path("", include(("tournaments.careers.urls", "careers"))),
    path("", include(("tournaments.events.urls", "events"))),
]
