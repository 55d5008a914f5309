app_name = "leagues"

urlpatterns: list = []
