"""The addresses of the topic: one for everything, one for each kind of subject."""

from django.urls import path

from tournaments.history.shapes import SUBJECTS
from tournaments.history.views import show_history, view_of

urlpatterns = [
    path("", show_history, name="all"),
    *(
        path(f"{subject.word}/<int:pk>/", view_of(subject), name=f"of-{subject.word}")
        for subject in SUBJECTS
    ),
]
