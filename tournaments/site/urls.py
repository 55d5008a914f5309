from django.urls import path

from tournaments.site import views as operator
from tournaments.site.backups import views as backups

app_name = "site"

urlpatterns = [
    path("operator/", operator.show_site, name="operator"),
    path("setup/backup/", backups.begin, name="begin"),
    path("backups/", backups.show_backups, name="backups"),
    path("backups/now/", backups.back_up_now, name="back-up-now"),
    path("backups/place/", backups.choose_place, name="choose-place"),
    path("backups/file/", backups.bring_in, name="bring-in"),
    path("backups/<str:name>/", backups.download, name="download"),
    path("backups/<str:name>/back/", backups.put_back, name="put-back"),
]
