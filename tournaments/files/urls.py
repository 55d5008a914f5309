from django.urls import path

from tournaments.files import report as reports
from tournaments.files.club import views as clubs
from tournaments.files.imports import views as tables
from tournaments.files.lists import views as lists
from tournaments.files.person import person_data
from tournaments.leagues.models import Division
from tournaments.people.audit import recording_exports
from tournaments.sheets.models import ScoreSheet
from tournaments.words.choices import ExportedFile

app_name = "files"


def league_of(division: int) -> int | None:
    """Return the league of a division; its history records the export."""
    divisions = Division.objects.filter(pk=division)
    return divisions.values_list("league", flat=True).first()


def event_of_list(sheet: int) -> int | None:
    """Return the event of a list; its history records the export."""
    sheets = ScoreSheet.objects.filter(pk=sheet)
    return sheets.values_list("series__event", flat=True).first()


urlpatterns = [
    path("", clubs.index, name="index"),
    path("club/", recording_exports(ExportedFile.CLUB, clubs.export_club), name="club"),
    path("club/import/", clubs.upload_club, name="import-club"),
    path("club/import/<str:token>/", clubs.club_import, name="club-import"),
    path(
        "standings/<event:pk>/<slug:kind>/",
        recording_exports(ExportedFile.STANDINGS, reports.standings_file),
        name="standings",
    ),
    path(
        "seasons/<int:pk>/<slug:kind>/",
        recording_exports(ExportedFile.SEASON, reports.season_file),
        name="season",
    ),
    path(
        "divisions/<int:pk>/<slug:kind>/",
        recording_exports(ExportedFile.LEAGUE, reports.division_file, league_of),
        name="division",
    ),
    path(
        "divisions/<int:pk>/players/<slug:kind>/",
        recording_exports(
            ExportedFile.LEAGUE, reports.division_players_file, league_of
        ),
        name="division-players",
    ),
    path(
        "all-time/<slug:kind>/",
        recording_exports(ExportedFile.ALL_TIME, reports.all_time_file),
        name="all-time",
    ),
    path("report/", reports.show_reports, name="reports"),
    path(
        "report/<int:year>/<slug:kind>/",
        recording_exports(ExportedFile.REPORT, reports.report_file),
        name="report",
    ),
    path("events/import/", clubs.import_event, name="import-event"),
    path(
        "events/<event:pk>/",
        recording_exports(ExportedFile.EVENT, clubs.event_file),
        name="event",
    ),
    path("arrived/<event:pk>/", lists.show_arrivals, name="arrivals"),
    path("arrived/<event:pk>/accept/", lists.accept_arrivals, name="accept-arrivals"),
    path("arrived/<event:pk>/frame/", lists.receive_frame, name="bring-frame"),
    path("arrived/<event:pk>/<int:number>/", lists.decide_arrival, name="arrival"),
    path("lists/<int:pk>/", lists.show_code, name="list-code"),
    path(
        "lists/<int:pk>/file/",
        recording_exports(ExportedFile.LIST, lists.list_file, event_of_list),
        name="list-file",
    ),
    path("former/", tables.former, name="former"),
    path("former/publish/", tables.publish, name="publish-source"),
    path("imports/<int:pk>/back/", tables.take_back, name="take-back"),
    path("people/import/", tables.import_people, name="import-people"),
    path("entries/<event:pk>/import/", tables.import_entries, name="import-entries"),
    path(
        "people/<int:pk>/data/",
        recording_exports(ExportedFile.PERSON, person_data),
        name="person",
    ),
    path(
        "people/<slug:kind>/",
        recording_exports(ExportedFile.PEOPLE, tables.people_file),
        name="people",
    ),
    path("results/<event:pk>/import/", tables.import_results, name="import-results"),
    path(
        "results/<event:pk>/<slug:kind>/",
        recording_exports(ExportedFile.RESULTS, tables.results_file),
        name="results",
    ),
]
