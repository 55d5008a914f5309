from django.urls import path

from tournaments.sheets import views

app_name = "sheets"

urlpatterns = [
    path("game-value/", views.calculator, name="calculator"),
    path("rules/", views.show_rules, name="rules"),
    path("rules/new/", views.create_rules, name="rules-create"),
    path("rules/<int:pk>/", views.edit_rules, name="rules-edit"),
    path("rules/<int:pk>/copy/", views.copy_rules, name="rules-copy"),
    path("rules/<int:pk>/delete/", views.delete_rules, name="rules-delete"),
    path("find/", views.find, name="find"),
    path("shorthand/", views.shorthand, name="shorthand"),
    path("practice/", views.practice, name="practice"),
    path("practice/<int:number>/", views.practise, name="practise"),
    path("<int:pk>/", views.detail, name="detail"),
    path("<int:pk>/since/<int:revision>/", views.since, name="since"),
    path("<int:pk>/suspects/", views.suspects, name="suspects"),
    path("<int:pk>/difference/<int:place>/", views.difference, name="difference"),
    path("<int:pk>/second/", views.second, name="second"),
    path("<int:pk>/check/", views.check, name="check"),
    path("<int:pk>/aloud/", views.aloud, name="aloud"),
    path("<int:pk>/explained/", views.explained, name="explained"),
    path("<int:pk>/course/", views.course, name="course"),
    path("<int:pk>/history/", views.history, name="history"),
    path("<int:pk>/lines/", views.record, name="record"),
    path("<int:pk>/buttons/", views.press, name="press"),
    path("<int:pk>/lines/<int:number>/", views.line, name="line"),
    path("<int:pk>/lines/<int:number>/accept/", views.accept, name="accept"),
    path("<int:pk>/echo/", views.echo, name="echo"),
    path("<int:pk>/paste/", views.paste, name="paste"),
    path("<int:pk>/undo/", views.revert, {"way": "undo"}, name="undo"),
    path("<int:pk>/redo/", views.revert, {"way": "redo"}, name="redo"),
    path("<int:pk>/foot/", views.foot, name="foot"),
    path("<int:pk>/mode/", views.mode, name="mode"),
    path("<int:pk>/strike/", views.strike, name="strike"),
    path("<int:pk>/finish/", views.finish, name="finish"),
]
