from django.urls import path

from tournaments.sheets.table import page_views, views

urlpatterns = [
    path("", page_views.enter, name="enter"),
    path("<slug:code>/", views.show_list, name="list"),
    path("<slug:code>/write/", page_views.write, name="write"),
    path("<slug:code>/pen/", views.take_pen, name="pen"),
    path("<slug:code>/lines/", views.receive, name="lines"),
    path("<slug:code>/batch/", views.receive_many, name="batch"),
]
