from django.urls import path

from tournaments.seasons import editing
from tournaments.seasons import views as seasons
from tournaments.seasons.history import views as histories
from tournaments.seasons.lots import views as lots
from tournaments.seasons.rule import views as labs

urlpatterns = [
    path("", seasons.season_list, name="season-list"),
    path("new/", editing.create_season, name="season-create"),
    path("<int:pk>/", seasons.season, name="season"),
    path("<int:pk>/results/", seasons.season_results, name="season-results"),
    path("<int:pk>/rule/", seasons.season_rule, name="season-rule"),
    path("<int:pk>/lab/", labs.season_lab, name="season-lab"),
    path("<int:pk>/edit/", editing.edit_season, name="season-edit"),
    path("<int:pk>/evenings/", editing.season_members, name="season-members"),
    path("<int:pk>/publish/", editing.publish_season, name="season-publish"),
    path("<int:pk>/delete/", editing.delete_season, name="season-delete"),
    path("<int:pk>/history/", histories.season_history, name="season-history"),
    path("<int:pk>/lots/", lots.draw_lots, name="season-draw-lots"),
    path("lots/<int:pk>/take-back/", lots.take_back_lots, name="season-lots-back"),
    path("<int:pk>/people/<int:player>/", seasons.season_person, name="season-person"),
]
