"""The addresses of the topic: one for everything, one for each kind of subject."""

from django.urls import path

from tournaments.history.selectors import PAGES
from tournaments.history.views import show_history, view_of

urlpatterns = [
    path("", show_history, name="all"),
    *(
        path(f"{page.word}/<int:pk>/", view_of(page), name=f"of-{page.word}")
        for page in PAGES
    ),
]
