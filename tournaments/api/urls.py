from itertools import groupby
from operator import attrgetter

from django.urls import path, re_path

from tournaments.api.door import endpoint, unknown_address
from tournaments.api.views import OPERATIONS

app_name = "api"

urlpatterns = [
    *(
        path(route, endpoint(first, *others), name=first.name)
        for route, (first, *others) in groupby(OPERATIONS, attrgetter("route"))
    ),
    re_path("", unknown_address),
]
