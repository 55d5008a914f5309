from django.urls import include, path

from tournaments.leagues.views import (
    editing,
    groups,
    histories,
    labs,
    league_editing,
    leagues,
    lots,
    match_days,
    seasons,
    teams,
)

app_name = "leagues"

SEASONS = [
    path("", seasons.season_list, name="season-list"),
    path("new/", editing.create_season, name="season-create"),
    path("<int:pk>/", seasons.season, name="season"),
    path("<int:pk>/results/", seasons.season_results, name="season-results"),
    path("<int:pk>/rule/", seasons.season_rule, name="season-rule"),
    path("<int:pk>/lab/", labs.season_lab, name="season-lab"),
    path("<int:pk>/edit/", editing.edit_season, name="season-edit"),
    path("<int:pk>/evenings/", editing.season_members, name="season-members"),
    path("<int:pk>/publish/", editing.publish_season, name="season-publish"),
    path("<int:pk>/delete/", editing.delete_season, name="season-delete"),
    path("<int:pk>/history/", histories.season_history, name="season-history"),
    path("<int:pk>/lots/", lots.draw_lots, name="season-draw-lots"),
    path("lots/<int:pk>/take-back/", lots.take_back_lots, name="season-lots-back"),
    path("<int:pk>/people/<int:player>/", seasons.season_person, name="season-person"),
]

LEAGUES = [
    path("", leagues.league_list, name="league-list"),
    path("new/", league_editing.create_league, name="league-create"),
    path("<int:pk>/", leagues.league, name="league"),
    path("<int:pk>/edit/", league_editing.edit_league, name="league-edit"),
    path("<int:pk>/publish/", league_editing.publish_league, name="league-publish"),
    path("<int:pk>/delete/", league_editing.delete_league, name="league-delete"),
    path(
        "<int:pk>/divisions/new/", league_editing.add_division, name="division-create"
    ),
]

DIVISIONS = [
    path("", leagues.division, name="division"),
    path("players/", leagues.division_players, name="division-players"),
    path("players/<int:player>/", leagues.division_person, name="division-person"),
    path("teams/", teams.division_teams, name="division-teams"),
    path("teams/add/", league_editing.add_teams, name="division-teams-add"),
    path("plan/", match_days.division_plan, name="division-plan"),
    path("plan/new/", match_days.create_match_day, name="match-day-create"),
    path("edit/", league_editing.edit_division, name="division-edit"),
    path("delete/", league_editing.delete_division, name="division-delete"),
]

TEAMS = [
    path("", teams.team, name="team"),
    path("edit/", teams.edit_team, name="team-edit"),
    path("line-up/", teams.line_up, name="team-line-up"),
    path("line-up/add/", teams.add_people, name="team-add"),
    path("withdraw/", teams.withdraw_team, name="team-withdraw"),
    path("return/", teams.take_back_withdrawal, name="team-return"),
    path("delete/", teams.delete_team, name="team-delete"),
]

MATCHES = [
    path("", groups.group, name="group"),
    path("seats/", groups.group_seats, name="group-seats"),
    path("set-up/", groups.set_up_group, name="group-set-up"),
    path("set-up/undo/", groups.undo_set_up, name="group-undo"),
    path("attach/", groups.attach_match, name="group-attach"),
    path("people/", groups.group_people, name="group-people"),
    path("edit/", match_days.edit_group, name="group-edit"),
    path("hand-in/", groups.hand_in_group, name="group-hand-in"),
    path("confirm/", groups.confirm_group, name="group-confirm"),
    path("reopen/", groups.reopen_group, name="group-reopen"),
]

urlpatterns = [
    path("seasons/", include(SEASONS)),
    path("leagues/", include(LEAGUES)),
    path("leagues/divisions/<int:pk>/", include(DIVISIONS)),
    path("leagues/teams/<int:pk>/", include(TEAMS)),
    path("leagues/match-days/<int:pk>/", match_days.edit_match_day, name="match-day"),
    path(
        "leagues/match-days/<int:pk>/delete/",
        match_days.delete_match_day,
        name="match-day-delete",
    ),
    path("leagues/matches/<int:pk>/", include(MATCHES)),
]
