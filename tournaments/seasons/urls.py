from django.urls import path

from tournaments.seasons import views

urlpatterns = [
    path("", views.show_seasons, name="list"),
    path("new/", views.create_season, name="create"),
    path("new/rule/", views.show_draft, name="draft"),
    path("<int:pk>/", views.show_season, name="season"),
    path("<int:pk>/results/", views.show_season_results, name="results"),
    path("<int:pk>/rule/", views.show_season_rule, name="rule"),
    path("<int:pk>/lab/", views.show_season_lab, name="lab"),
    path("<int:pk>/edit/", views.edit_season, name="edit"),
    path("<int:pk>/evenings/", views.edit_season_events, name="members"),
    path("<int:pk>/publish/", views.publish_season, name="publish"),
    path("<int:pk>/delete/", views.delete_season, name="delete"),
    path("<int:pk>/lots/", views.draw_lots, name="draw-lots"),
    path("lots/<int:pk>/take-back/", views.take_back_lots, name="lots-back"),
    path("<int:pk>/people/<int:player>/", views.show_season_person, name="person"),
]
