"""The addresses for other sites and programs, and for sharing."""

from django.contrib.auth.decorators import login_not_required
from django.contrib.sitemaps.views import sitemap
from django.urls import path
from django.views.decorators.http import require_safe

from tournaments.public import mail_views as mail
from tournaments.public import views
from tournaments.public.selectors import PublicPages, robots

urlpatterns = [
    path("share/", views.show_sharing, name="share"),
    path("share/mail/", mail.show_mail, name="mail"),
    path("share/mail/<int:pk>/off/", mail.stop_mail, name="stop-mail"),
    path("events/<event:pk>/mail/", mail.mail_result, name="mail-result"),
    path("no-mail/<str:token>/", mail.unsubscribe, name="no-mail"),
    path("share/copy/", views.download_copy, name="copy"),
    path("robots.txt", robots, name="robots"),
    path(
        "sitemap.xml",
        login_not_required(require_safe(sitemap)),
        {"sitemaps": {"pages": PublicPages}},
        name="sitemap",
    ),
    path("widget/", views.show_widget, name="widget"),
    path("results.atom", views.results_feed, name="results"),
    path("seasons/<int:pk>/results.atom", views.season_feed, name="season-results"),
    path("calendar.ics", views.show_calendar, name="calendar"),
    path("events/<event:pk>/standings.json", views.standings_json, name="standings"),
]
