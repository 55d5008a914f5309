from django.urls import path

from tournaments.papers import views

app_name = "papers"

urlpatterns = [
    path("seasons/<int:pk>/", views.season_table_paper, name="season"),
    path(
        "seasons/<int:pk>/results/",
        views.season_table_paper,
        {"kind": "results"},
        "season-results",
    ),
    path("seasons/<int:pk>/rule/", views.season_rule_paper, name="season-rule"),
    path("all-time/", views.all_time, name="all-time"),
    path("divisions/<int:pk>/", views.division_table_paper, name="division"),
    path(
        "divisions/<int:pk>/players/",
        views.division_table_paper,
        {"kind": "players"},
        "division-players",
    ),
    path("matches/<int:pk>/", views.match_report_paper, name="match-report"),
    path("money/<int:year>/", views.year_statements, name="year-money"),
    path("money/<int:year>/<int:pk>/", views.year_statements, name="person-money"),
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
    path("events/<event:pk>/print/pdf/", views.ordered_papers, name="printed"),
    path("events/<event:pk>/print/<slug:kind>/", views.ordered_papers, name="paper"),
    path("events/<event:pk>/standings/", views.event_standings, name="standings"),
    path("events/<event:pk>/press/", views.press, name="press"),
    path("events/<event:pk>/press/txt/", views.press, {"kind": "txt"}, "press-text"),
    path("events/<event:pk>/rules/", views.event_rules_paper, name="rules"),
]
