from django.urls import path

from tournaments.federation import views
from tournaments.words.choices import Bond

urlpatterns = [
    path("", views.show_ratings, name="ratings"),
    path("<int:pk>/", views.show_person, name="person"),
    path("clubs/", views.show_clubs, name="clubs"),
    path("clubs/<int:pk>/join/", views.join_federation, name="join"),
    path("clubs/<int:pk>/drop/", views.end_bond, {"bond": Bond.CLUB}, name="drop-club"),
    path(
        "clubs/<int:pk>/leave/",
        views.end_bond,
        {"bond": Bond.FEDERATION},
        name="leave",
    ),
]
