from django.urls import path

from tournaments.home.views import find, show_home, show_style

app_name = "home"
urlpatterns = [
    path("", show_home, name="home"),
    path("style/", show_style, name="style"),
    path("find/", find, name="find"),
]
