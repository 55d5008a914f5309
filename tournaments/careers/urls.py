from django.urls import path

from tournaments.careers import views as years

urlpatterns = [
    path("all-time/", years.show_all_time, name="all-time"),
    path("records/", years.show_records, name="records"),
]
