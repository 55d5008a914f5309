"""The root of the site's addresses."""

from django.contrib.auth import views as auth
from django.contrib.auth.decorators import login_not_required
from django.urls import include, path
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from skatclub.door.sign_in import ChangePassword, SignIn, SignOut
from skatclub.machine.networks.reach import join
from tournaments.web.access import View, open_to_visitors, requires
from tournaments.words.decks import choose_deck
from tournaments.words.rights import Right

accounts = [
    path("login/", open_to_visitors(SignIn.as_view()), name="login"),
    path("logout/", requires(Right.READ)(SignOut.as_view()), name="logout"),
    path(
        "password/",
        requires(Right.READ)(ChangePassword.as_view()),
        name="password_change",
    ),
    path(
        "password/done/",
        auth.PasswordChangeDoneView.as_view(),
        name="password_change_done",
    ),
]


def to_everybody(view: View) -> View:
    """Open a small form to visitors."""
    return login_not_required(open_to_visitors(view))


handler500 = "skatclub.failures.failed"

urlpatterns = [
    path("accounts/", include(accounts)),
    path("join/", join, name="join"),
    path("deck/", to_everybody(require_POST(choose_deck)), name="set_deck"),
    path("language/", to_everybody(require_POST(set_language)), name="set_language"),
    path("", include("tournaments.urls")),
]
