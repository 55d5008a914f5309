from django.urls import path

from tournaments.sheets import views
from tournaments.sheets.house import views as house_views
from tournaments.sheets.photos import views as photo_views
from tournaments.sheets.proof import views as proof_views

app_name = "sheets"

urlpatterns = [
    path("game-value/", views.calculator, name="calculator"),
    path("rules/", house_views.show_rules, name="rules"),
    path("rules/new/", house_views.create_rules, name="rules-create"),
    path("rules/<int:pk>/", house_views.edit_rules, name="rules-edit"),
    path("rules/<int:pk>/copy/", house_views.copy_rules, name="rules-copy"),
    path("rules/<int:pk>/delete/", house_views.delete_rules, name="rules-delete"),
    path("find/", views.find_sheet, name="find"),
    path("shorthand/", views.shorthand, name="shorthand"),
    path("<int:pk>/", views.show_sheet, name="detail"),
    path("<int:pk>/since/<int:revision>/", views.since, name="since"),
    path("<int:pk>/suspects/", proof_views.show_suspects, name="suspects"),
    path(
        "<int:pk>/difference/<int:place>/",
        proof_views.show_difference,
        name="difference",
    ),
    path("<int:pk>/second/", proof_views.compare_second_list, name="second"),
    path("<int:pk>/check/", proof_views.check_list, name="check"),
    path("<int:pk>/aloud/", proof_views.read_aloud, name="aloud"),
    path("<int:pk>/explained/", views.show_explanations, name="explained"),
    path("<int:pk>/course/", views.course, name="course"),
    path("<int:pk>/history/", views.history, name="history"),
    path("<int:pk>/lines/", views.record, name="record"),
    path("<int:pk>/buttons/", views.press, name="press"),
    path("<int:pk>/lines/<int:number>/", views.line, name="line"),
    path("<int:pk>/lines/<int:number>/accept/", views.accept, name="accept"),
    path("<int:pk>/echo/", views.echo, name="echo"),
    path("<int:pk>/paste/", views.paste, name="paste"),
    path("<int:pk>/photo/", photo_views.take_photo, name="photo"),
    path("<int:pk>/photo/picture/", photo_views.show_picture, name="photo-picture"),
    path("<int:pk>/photo/place/", photo_views.adjust_photo, name="photo-place"),
    path("<int:pk>/photo/away/", photo_views.remove_photo, name="photo-away"),
    path("<int:pk>/pen/", views.take_back_pen, name="take-back-pen"),
    path("<int:pk>/undo/", views.revert, {"way": "undo"}, name="undo"),
    path("<int:pk>/redo/", views.revert, {"way": "redo"}, name="redo"),
    path("<int:pk>/foot/", views.foot, name="foot"),
    path("<int:pk>/mode/", views.mode, name="mode"),
    path("<int:pk>/strike/", views.strike, name="strike"),
    path("<int:pk>/finish/", views.finish, name="finish"),
]
