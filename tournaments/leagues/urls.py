from django.urls import include, path

from tournaments.leagues import host_views
from tournaments.leagues.groups import views as groups
from tournaments.leagues.match_days import views as match_days
from tournaments.leagues.teams import views as teams

LEAGUES = [
    path("", teams.show_leagues, name="league-list"),
    path("new/", teams.create_league, name="league-create"),
    path("<int:pk>/", teams.show_league, name="league"),
    path("<int:pk>/edit/", teams.edit_league, name="league-edit"),
    path("<int:pk>/publish/", teams.publish_league, name="league-publish"),
    path("<int:pk>/delete/", teams.delete_league, name="league-delete"),
    path("<int:pk>/divisions/new/", teams.add_division, name="division-create"),
]

DIVISIONS = [
    path("", teams.show_division, name="division"),
    path("players/", teams.show_division_players, name="division-players"),
    path("players/<int:player>/", teams.show_division_person, name="division-person"),
    path("teams/", teams.show_division_teams, name="division-teams"),
    path("teams/add/", teams.add_teams, name="division-teams-add"),
    path("plan/", match_days.show_division_plan, name="division-plan"),
    path("plan/new/", match_days.create_match_day, name="match-day-create"),
    path("edit/", teams.edit_division, name="division-edit"),
    path("delete/", teams.delete_division, name="division-delete"),
]

TEAMS = [
    path("", teams.show_team, name="team"),
    path("edit/", teams.edit_team, name="team-edit"),
    path("line-up/", teams.edit_line_up, name="team-line-up"),
    path("line-up/add/", teams.add_team_people, name="team-add"),
    path("withdraw/", teams.withdraw_team, name="team-withdraw"),
    path("return/", teams.take_back_withdrawal, name="team-return"),
    path("delete/", teams.remove_team, name="team-delete"),
]

MATCHES = [
    path("", groups.show_group, name="group"),
    path("seats/", groups.show_group_seats, name="group-seats"),
    path("set-up/", groups.set_up_group, name="group-set-up"),
    path("set-up/undo/", groups.undo_set_up, name="group-undo"),
    path("attach/", groups.attach_match, name="group-attach"),
    path("people/", groups.edit_group_people, name="group-people"),
    path("edit/", match_days.edit_group, name="group-edit"),
    path("hand-in/", groups.hand_in_group, name="group-hand-in"),
    path("confirm/", groups.confirm_group, name="group-confirm"),
    path("code/", host_views.change_code, name="host-code"),
    path("reopen/", groups.reopen_group, name="group-reopen"),
]

urlpatterns = [
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
    path("match/", host_views.enter_code, name="host-door"),
    path("match/leave/", host_views.leave_match, name="host-leave"),
    path("match/<slug:code>/", host_views.enter_code, name="host-scanned"),
]
