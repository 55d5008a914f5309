"""The addresses that other sites and programs take things from."""

from django.urls import path

from tournaments.public.sharing import views

urlpatterns = [
    path("widget/", views.show_widget, name="widget"),
]
