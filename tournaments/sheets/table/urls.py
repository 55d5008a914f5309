from django.urls import path

from tournaments.sheets.table import views

urlpatterns = [
    path("<slug:code>/", views.show_list, name="list"),
    path("<slug:code>/pen/", views.take_pen, name="pen"),
    path("<slug:code>/lines/", views.receive, name="lines"),
]
