"""The addresses of this topic; the index adds those about events."""

from django.urls import path

from tournaments.people.accounts import session_views as sessions
from tournaments.people.accounts import views as accounts
from tournaments.people.clubs import views as clubs
from tournaments.people.persons import views as people

urlpatterns = [
    path("", people.show_people, name="list"),
    path("add/", people.add_person, name="add"),
    path("paste/", people.paste_people, name="paste"),
    path("<int:pk>/activate/", people.activate, name="activate"),
    path("<int:pk>/deactivate/", people.deactivate, name="deactivate"),
    path("clubs/", clubs.show_clubs, name="clubs"),
    path("clubs/<int:pk>/", clubs.change_club, name="club"),
    path("accounts/", accounts.show_accounts, name="accounts"),
    path("accounts/add/", accounts.add_account, name="add-account"),
    path("accounts/<int:pk>/code/", accounts.give_code, name="give-code"),
    path("accounts/<int:pk>/role/", accounts.change_role, name="change-role"),
    path("accounts/<int:pk>/sessions/", sessions.show_sessions, name="sessions"),
    path("accounts/<int:pk>/open/", accounts.open_account, name="open-account"),
    path("accounts/<int:pk>/close/", accounts.close_account, name="close-account"),
]
