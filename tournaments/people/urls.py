"""The addresses of this topic; the index adds those about events."""

from django.urls import path

from tournaments.people import views as people
from tournaments.people.accounts import views as accounts

ACTIVE, INACTIVE = {"is_active": True}, {"is_active": False}

urlpatterns = [
    path("", people.show_people, name="list"),
    path("add/", people.add_person, name="add"),
    path("<int:pk>/activate/", people.change_activity, ACTIVE, "activate"),
    path("<int:pk>/deactivate/", people.change_activity, INACTIVE, "deactivate"),
    path("clubs/", people.show_clubs, name="clubs"),
    path("clubs/<int:pk>/", people.change_club, name="club"),
    path("accounts/", accounts.show_accounts, name="accounts"),
    path("accounts/add/", accounts.add_account, name="add-account"),
    path("accounts/<int:pk>/code/", accounts.give_code, name="give-code"),
    path("accounts/<int:pk>/role/", accounts.change_role, name="change-role"),
    path("accounts/<int:pk>/sessions/", accounts.show_sessions, name="sessions"),
    path("accounts/<int:pk>/open/", accounts.change_state, ACTIVE, "open-account"),
    path("accounts/<int:pk>/close/", accounts.change_state, INACTIVE, "close-account"),
]
