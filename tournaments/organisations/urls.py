from django.urls import path

from tournaments.organisations import views as organisations

urlpatterns = [
    path("club/", organisations.change_organisation, name="change"),
    path("club/logo/<slug:digest>.png", organisations.show_logo, name="logo"),
    path("imprint/", organisations.show_imprint, name="imprint"),
    path("privacy/", organisations.show_privacy, name="privacy"),
]
