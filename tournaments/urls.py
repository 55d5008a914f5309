"""The addresses of the app: one prefix per topic."""

from django.urls import include, path

urlpatterns = [
    path("members/", include("tournaments.members.urls")),
    path("lists/", include("tournaments.sheets.urls")),
    path("paper/", include("tournaments.documents.urls")),
    path("", include("tournaments.competitions.urls")),
]
