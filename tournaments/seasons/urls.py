from django.urls import path

from tournaments.seasons.lots import views as lots
from tournaments.seasons.planning import views as editing
from tournaments.seasons.race import views as seasons
from tournaments.seasons.rule import views as labs
from tournaments.seasons.staff import views as staff

urlpatterns = [
    path("", seasons.season_list, name="list"),
    path("new/", editing.create_season, name="create"),
    path("new/rule/", labs.show_draft, name="draft"),
    path("<int:pk>/", seasons.season, name="season"),
    path("<int:pk>/results/", seasons.season_results, name="results"),
    path("<int:pk>/rule/", seasons.season_rule, name="rule"),
    path("<int:pk>/lab/", labs.season_lab, name="lab"),
    path("<int:pk>/edit/", editing.edit_season, name="edit"),
    path("<int:pk>/evenings/", editing.season_members, name="members"),
    path("<int:pk>/publish/", editing.publish_season, name="publish"),
    path("<int:pk>/delete/", editing.delete_season, name="delete"),
    path("<int:pk>/behind/", staff.season_behind, name="behind"),
    path("<int:pk>/lots/", lots.draw_lots, name="draw-lots"),
    path("lots/<int:pk>/take-back/", lots.take_back_lots, name="lots-back"),
    path("<int:pk>/people/<int:player>/", seasons.season_person, name="person"),
]
