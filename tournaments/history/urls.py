"""The addresses of the topic: one for everything, one for each kind of thing."""

from django.urls import path

from tournaments.history.shapes import THINGS
from tournaments.history.views import show_history, view_of

urlpatterns = [
    path("", show_history, name="all"),
    *(
        path(f"{each.word}/<int:pk>/", view_of(each), name=f"of-{each.word}")
        for each in THINGS
    ),
]
