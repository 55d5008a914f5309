from django.urls import path

from tournaments.sheets.table import views

SECOND = {"is_second": True}

urlpatterns = [
    path("", views.enter_code, name="enter"),
    path("worker.js", views.show_worker, name="worker"),
    path("<slug:code>/", views.show_list, name="list"),
    path("<slug:code>/write/", views.show_writing_page, name="write"),
    path("<slug:code>/pen/", views.take_pen, name="pen"),
    path("<slug:code>/lines/", views.receive, name="lines"),
    path("<slug:code>/batch/", views.receive_many, name="batch"),
    path("<slug:code>/second/", views.show_list, SECOND, name="second"),
    path(
        "<slug:code>/second/write/",
        views.show_writing_page,
        SECOND,
        name="second-write",
    ),
    path("<slug:code>/second/pen/", views.take_pen, SECOND, name="second-pen"),
    path("<slug:code>/second/lines/", views.receive, SECOND, name="second-lines"),
    path("<slug:code>/second/batch/", views.receive_many, SECOND, name="second-batch"),
]
