from django.urls import path

from tournaments.files import report as reports
from tournaments.files.club import views as clubs
from tournaments.files.imports import views as tables
from tournaments.files.lists import views as lists
from tournaments.files.person import person_data

app_name = "files"

urlpatterns = [
    path("", clubs.index, name="index"),
    path("club/", clubs.export_club, name="club"),
    path("club/import/", clubs.upload_club, name="import-club"),
    path("club/import/<str:token>/", clubs.club_import, name="club-import"),
    path("standings/<event:pk>/<slug:kind>/", reports.standings_file, name="standings"),
    path("seasons/<int:pk>/<slug:kind>/", reports.season_file, name="season"),
    path("divisions/<int:pk>/<slug:kind>/", reports.division_file, name="division"),
    path(
        "divisions/<int:pk>/players/<slug:kind>/",
        reports.division_players_file,
        name="division-players",
    ),
    path("all-time/<slug:kind>/", reports.all_time_file, name="all-time"),
    path("money/<event:pk>/<slug:kind>/", reports.money_file, name="money"),
    path("years/<int:year>/<slug:kind>/", reports.year_money_file, name="year-money"),
    path("report/", reports.show_reports, name="reports"),
    path("report/<int:year>/<slug:kind>/", reports.report_file, name="report"),
    path("events/import/", clubs.import_event, name="import-event"),
    path("events/<event:pk>/", clubs.event_file, name="event"),
    path("arrived/<event:pk>/", lists.show_arrivals, name="arrivals"),
    path("arrived/<event:pk>/accept/", lists.accept_arrivals, name="accept-arrivals"),
    path("arrived/<event:pk>/frame/", lists.receive_frame, name="bring-frame"),
    path("arrived/<event:pk>/<int:number>/", lists.decide_arrival, name="arrival"),
    path("lists/<int:pk>/", lists.show_code, name="list-code"),
    path("lists/<int:pk>/file/", lists.list_file, name="list-file"),
    path("former/", tables.former, name="former"),
    path("former/publish/", tables.publish, name="publish-source"),
    path("imports/<int:pk>/back/", tables.take_back, name="take-back"),
    path("people/import/", tables.import_people, name="import-people"),
    path("entries/<event:pk>/import/", tables.import_entries, name="import-entries"),
    path("people/<int:pk>/data/", person_data, name="person"),
    path("people/<slug:kind>/", tables.people_file, name="people"),
    path("entries/<event:pk>/qualified/", tables.qualify, name="qualify"),
    path("results/<event:pk>/import/", tables.import_results, name="import-results"),
    path("results/<event:pk>/<slug:kind>/", tables.results_file, name="results"),
]
