from django.urls import path

from tournaments.api.keys import views

urlpatterns = [
    path("", views.show_programs, name="all"),
    path("keys/add/", views.add_key, name="add-key"),
    path("keys/<int:pk>/revoke/", views.revoke_api_key, name="revoke-key"),
]
