"""The root of the site's addresses."""

from django.contrib import admin
from django.contrib.auth import views as auth
from django.contrib.auth.decorators import login_not_required
from django.urls import include, path
from django.views.decorators.http import require_POST
from django.views.generic import RedirectView
from django.views.i18n import set_language

from skatclub.door.sign_in import SignIn
from skatclub.machine.joining import join
from tournaments.words.decks import choose_deck

accounts = [
    path("login/", SignIn.as_view(), name="login"),
    path("logout/", auth.LogoutView.as_view(), name="logout"),
    path("password/", auth.PasswordChangeView.as_view(), name="password_change"),
    path(
        "password/done/",
        auth.PasswordChangeDoneView.as_view(),
        name="password_change_done",
    ),
]

to_login = RedirectView.as_view(pattern_name="login", query_string=True)

handler500 = "skatclub.failures.failed"

urlpatterns = [
    path("accounts/", include(accounts)),
    # One page to sign in, with one brake.
    path("admin/login/", login_not_required(to_login)),
    path("admin/", admin.site.urls),
    path("join/", join, name="join"),
    path("deck/", login_not_required(require_POST(choose_deck)), name="set_deck"),
    path("language/", login_not_required(set_language), name="set_language"),
    path("", include("tournaments.urls")),
]
