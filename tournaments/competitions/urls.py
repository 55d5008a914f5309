from django.urls import path

from tournaments.competitions.views import evenings, seats, standings

app_name = "competitions"

urlpatterns = [
    path("", evenings.show_list, name="list"),
    path("evenings/new/", evenings.create, name="create"),
    path("evenings/<int:pk>/", evenings.detail, name="detail"),
    path("evenings/<int:pk>/edit/", evenings.edit, name="edit"),
    path("evenings/<int:pk>/publish/", evenings.publish, name="publish"),
    path("evenings/<int:pk>/delete/", evenings.delete, name="delete"),
    path("evenings/<int:pk>/standings/", standings.standings, name="standings"),
    path("evenings/<int:pk>/<int:number>/", seats.add_table, name="add-table"),
    path("evenings/<int:pk>/<int:number>/many/", seats.add_tables, name="add-tables"),
    path("evenings/<int:pk>/<int:number>/copy/", seats.copy_tables, name="copy-tables"),
    path("tables/<int:pk>/players/", seats.change_seats, name="change-seats"),
    path("tables/<int:pk>/remove/", seats.remove_table, name="remove-table"),
]
