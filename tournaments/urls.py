"""The addresses of the app: one prefix per topic."""

from django.urls import include, path

from tournaments.competitions.views.players import show_player
from tournaments.members import urls as members
from tournaments.members.views.accounts import set_up
from tournaments.sample import build_sample_club

# The page of a player shows lists, which the topic of members knows nothing of.
MEMBERS = [*members.urlpatterns, path("<int:pk>/", show_player, name="detail")]

urlpatterns = [
    path("setup/", set_up, {"build_sample": build_sample_club}, name="setup"),
    path("members/", include((MEMBERS, "members"))),
    path("lists/", include("tournaments.sheets.urls")),
    path("paper/", include("tournaments.documents.urls")),
    path("downloads/", include("tournaments.exchange.urls")),
    path("", include("tournaments.competitions.urls")),
]
