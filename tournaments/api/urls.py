from django.urls import path, re_path

from tournaments.api.door import endpoint, operations_by_route, unknown_address
from tournaments.api.schema import OPERATIONS

app_name = "api"

urlpatterns = [
    *(
        path(route, endpoint(operations), name=next(iter(operations.values())).name)
        for route, operations in operations_by_route(OPERATIONS).items()
    ),
    re_path("", unknown_address),
]
