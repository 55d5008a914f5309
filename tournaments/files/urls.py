from django.urls import path

from tournaments.files.club_store import views as clubs
from tournaments.files.codes import views as codes
from tournaments.files.event_store import views as events
from tournaments.files.imports import views as tables
from tournaments.files.person import views as people
from tournaments.files.spreadsheets import league_views as leagues
from tournaments.files.spreadsheets import season_views as seasons
from tournaments.files.spreadsheets import standings_views as standings

app_name = "files"

urlpatterns = [
    path("", events.index, name="index"),
    path("club/", clubs.take_along, name="club"),
    path("club/import/", clubs.bring_in, name="import-club"),
    path("club/import/<str:token>/", clubs.club_import, name="club-import"),
    path("standings/<int:pk>/<slug:kind>/", standings.standings_file, name="standings"),
    path("seasons/<int:pk>/<slug:kind>/", seasons.season, name="season"),
    path("divisions/<int:pk>/<slug:kind>/", leagues.division, name="division"),
    path(
        "divisions/<int:pk>/players/<slug:kind>/",
        leagues.division_players,
        name="division-players",
    ),
    path("all-time/<slug:kind>/", seasons.all_time, name="all-time"),
    path("events/import/", events.import_event, name="import-event"),
    path("events/codes/", codes.import_codes, name="import-codes"),
    path("events/<int:pk>/", events.event_file, name="event"),
    path("people/import/", tables.import_people, name="import-people"),
    path("people/<int:pk>/data/", people.person, name="person"),
    path("people/<slug:kind>/", tables.people_file, name="people"),
    path("results/<int:pk>/import/", tables.import_results, name="import-results"),
    path("results/<int:pk>/<slug:kind>/", tables.results_file, name="results"),
]
