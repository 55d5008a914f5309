from django.urls import path

from tournaments.seasons.lots import views as lots
from tournaments.seasons.planning import views as planning
from tournaments.seasons.race import views as race
from tournaments.seasons.rule import views as rule

urlpatterns = [
    path("", race.show_seasons, name="list"),
    path("new/", planning.create_season, name="create"),
    path("new/rule/", rule.show_draft, name="draft"),
    path("<int:pk>/", race.show_season, name="season"),
    path("<int:pk>/results/", race.show_season_results, name="results"),
    path("<int:pk>/rule/", race.show_season_rule, name="rule"),
    path("<int:pk>/lab/", rule.show_season_lab, name="lab"),
    path("<int:pk>/edit/", planning.edit_season, name="edit"),
    path("<int:pk>/evenings/", planning.edit_season_events, name="members"),
    path("<int:pk>/publish/", planning.publish_season, name="publish"),
    path("<int:pk>/delete/", planning.delete_season, name="delete"),
    path("<int:pk>/lots/", lots.draw_lots, name="draw-lots"),
    path("lots/<int:pk>/take-back/", lots.take_back_lots, name="lots-back"),
    path("<int:pk>/people/<int:player>/", race.show_season_person, name="person"),
]
