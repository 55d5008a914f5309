from django.urls import path

from tournaments.exchange import views

app_name = "exchange"

urlpatterns = [
    path("standings/<int:pk>/<slug:kind>/", views.standings, name="standings"),
]
