from django.urls import path

from tournaments.papers.league import views as league_views
from tournaments.papers.printing import views
from tournaments.papers.season import views as season_views

app_name = "papers"

urlpatterns = [
    path("seasons/<int:pk>/", season_views.season_paper, name="season"),
    path(
        "seasons/<int:pk>/results/",
        season_views.season_results_paper,
        name="season-results",
    ),
    path("seasons/<int:pk>/rule/", season_views.season_rule_paper, name="season-rule"),
    path("all-time/", season_views.all_time_paper, name="all-time"),
    path("divisions/<int:pk>/", league_views.division_paper, name="division"),
    path(
        "divisions/<int:pk>/players/",
        league_views.division_players_paper,
        name="division-players",
    ),
    path("matches/<int:pk>/", league_views.match_report_paper, name="match-report"),
    path("blank/", views.blank_list_paper, name="blank"),
    path("lists/<int:pk>/", views.sheet_paper, name="sheet"),
    path("lists/<int:pk>/money/", views.settlement_paper, name="settlement"),
    path("events/<event:pk>/lists/", views.sheets_paper, name="sheets"),
    path(
        "events/<event:pk>/lists/<int:number>/",
        views.sheets_paper,
        name="series-sheets",
    ),
    path("events/<event:pk>/print/", views.print_page, name="print"),
    path("events/<event:pk>/standings/", views.standings_paper, name="standings"),
    path("events/<event:pk>/press/", views.press, name="press"),
    path("events/<event:pk>/press/txt/", views.press, {"kind": "txt"}, "press-text"),
    path("events/<event:pk>/rules/", views.rules_paper, name="rules"),
    path("events/<event:pk>/prizes/", views.prizes_paper, name="prizes"),
    path("events/<event:pk>/receipts/", views.receipts_paper, name="receipts"),
    path(
        "events/<event:pk>/receipts/lists/",
        views.list_receipts_paper,
        name="list-receipts",
    ),
]
