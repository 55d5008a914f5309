from django.urls import path, re_path

from tournaments.api.door import door, nothing_here
from tournaments.api.operations import by_route
from tournaments.api.schema import OPERATIONS

app_name = "api"

urlpatterns = [
    *(
        path(route, door(operations), name=next(iter(operations.values())).name)
        for route, operations in by_route(OPERATIONS).items()
    ),
    re_path("", nothing_here),
]
