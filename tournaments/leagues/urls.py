from django.urls import path

from tournaments.leagues.views import editing, labs, seasons

app_name = "leagues"

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
    path("<int:pk>/people/<int:player>/", seasons.season_person, name="season-person"),
]
