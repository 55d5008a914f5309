from django.urls import include, path

from tournaments.leagues import match_views, views

LEAGUES = [
    path("", views.show_leagues, name="league-list"),
    path("new/", views.create_league, name="league-create"),
    path("<int:pk>/", views.show_league, name="league"),
    path("<int:pk>/edit/", views.edit_league, name="league-edit"),
    path("<int:pk>/publish/", views.publish_league, name="league-publish"),
    path("<int:pk>/delete/", views.delete_league, name="league-delete"),
    path("<int:pk>/divisions/new/", views.add_division, name="division-create"),
]

DIVISIONS = [
    path("", views.show_division, name="division"),
    path("players/", views.show_division_players, name="division-players"),
    path("players/<int:player>/", views.show_division_person, name="division-person"),
    path("teams/", views.show_division_teams, name="division-teams"),
    path("teams/add/", views.add_teams, name="division-teams-add"),
    path("plan/", views.show_division_plan, name="division-plan"),
    path("plan/new/", views.create_match_day, name="match-day-create"),
    path("edit/", views.edit_division, name="division-edit"),
    path("delete/", views.delete_division, name="division-delete"),
]

TEAMS = [
    path("", views.show_team, name="team"),
    path("edit/", views.edit_team, name="team-edit"),
    path("line-up/", views.edit_line_up, name="team-line-up"),
    path("line-up/add/", views.add_team_people, name="team-add"),
    path("withdraw/", views.withdraw_team, name="team-withdraw"),
    path("return/", views.take_back_withdrawal, name="team-return"),
    path("delete/", views.remove_team, name="team-delete"),
]

MATCH_DAYS = [
    path("", views.edit_match_day, name="match-day"),
    path("delete/", views.delete_match_day, name="match-day-delete"),
]

MATCHES = [
    path("", match_views.show_group, name="group"),
    path("seats/", match_views.show_group_seats, name="group-seats"),
    path("set-up/", match_views.set_up_group, name="group-set-up"),
    path("set-up/undo/", match_views.undo_set_up, name="group-undo"),
    path("attach/", match_views.attach_match, name="group-attach"),
    path("people/", match_views.edit_group_people, name="group-people"),
    path("edit/", views.edit_group, name="group-edit"),
    path("hand-in/", match_views.hand_in_group, name="group-hand-in"),
    path("confirm/", match_views.confirm_group, name="group-confirm"),
    path("code/", match_views.change_code, name="host-code"),
    path("reopen/", match_views.reopen_group, name="group-reopen"),
]

urlpatterns = [
    path("leagues/", include(LEAGUES)),
    path("leagues/divisions/<int:pk>/", include(DIVISIONS)),
    path("leagues/teams/<int:pk>/", include(TEAMS)),
    path("leagues/match-days/<int:pk>/", include(MATCH_DAYS)),
    path("leagues/matches/<int:pk>/", include(MATCHES)),
    path("match/", match_views.enter_code, name="host-door"),
    path("match/leave/", match_views.leave_match, name="host-leave"),
    path("match/<slug:code>/", match_views.enter_code, name="host-scanned"),
]
