from django.urls import path

from tournaments.home.style import show_style
from tournaments.home.views import find, show_home

app_name = "home"
urlpatterns = [
    path("", show_home, name="home"),
    path("style/", show_style, name="style"),
    path("find/", find, name="find"),
]
