from django.urls import path

from tournaments.home.views import find, show_home

app_name = "home"
urlpatterns = [
    path("", show_home, name="home"),
    path("find/", find, name="find"),
]
