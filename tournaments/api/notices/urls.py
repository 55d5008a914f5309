from django.urls import path

from tournaments.api.notices import views

urlpatterns = [
    path("", views.show_programs, name="all"),
    path("keys/add/", views.add_key, name="add-key"),
    path("keys/<int:pk>/revoke/", views.revoke_api_key, name="revoke-key"),
    path("told/add/", views.add_subscription, name="add"),
    path("told/<int:pk>/", views.show_subscription, name="told"),
    path("told/<int:pk>/test/", views.send_test_notice, name="test"),
    path("told/<int:pk>/again/", views.send_all_again, name="send-all-again"),
    path("told/<int:pk>/again/<int:notice>/", views.send_one_again, name="send-again"),
    path("told/<int:pk>/on/", views.set_active, {"is_active": True}, name="on"),
    path("told/<int:pk>/off/", views.set_active, {"is_active": False}, name="off"),
    path("told/<int:pk>/remove/", views.remove_subscription, name="remove"),
]
