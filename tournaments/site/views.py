"""The look over all organisations, and warnings for the owner on every page."""

from types import SimpleNamespace

from django.db.models import Count, Max, Model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import SimpleLazyObject
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from skatclub.machine.room import free_bytes
from tournaments.events.models import Event
from tournaments.organisations.hosts import is_alone
from tournaments.organisations.models import Organisation
from tournaments.people.models import Player, User
from tournaments.scope.models import way_to_organisation
from tournaments.sheets.models import ScoreSheet
from tournaments.site.backups.selectors import backup_state, size_text, worries
from tournaments.web.access import may
from tournaments.words.rights import Right


def inventory() -> list[SimpleNamespace]:
    """Return all organisations in the order of their creation.

    ``name`` is empty before the set-up, ``last_seen`` the time of the last sign-in.
    """
    people = rows_by_organisation(Player, joined_into=None)
    events, lists = rows_by_organisation(Event), rows_by_organisation(ScoreSheet)
    last_sign_ins = dict(
        User._base_manager.order_by()
        .values_list("organisation")
        .annotate(last=Max("last_login"))
    )
    rows = Organisation.objects.defer("logo").order_by("pk")
    return [
        SimpleNamespace(
            short_name=organisation.short_name,
            name=next(
                (club.name for club in organisation.clubs.all() if club.is_home), ""
            ),
            hosts=[host.name for host in organisation.hosts.all()],
            people=people.get(organisation.pk, 0),
            events=events.get(organisation.pk, 0),
            lists=lists.get(organisation.pk, 0),
            last_seen=last_sign_ins.get(organisation.pk),
        )
        for organisation in rows.prefetch_related("hosts", "clubs")
    ]


def rows_by_organisation(model: type[Model], **only: object) -> dict[int, int]:
    rows = model._base_manager.filter(**only).order_by()
    counts = rows.values_list(way_to_organisation(model)).annotate(rows=Count("pk"))
    return dict(counts)


def worries_for_owner(request: HttpRequest) -> dict[str, object]:
    """Return the warnings for templates, only for the owner."""

    def for_owner() -> list[str]:
        return worries() if may(request, Right.CLUB) and is_alone() else []

    return {"worries": SimpleLazyObject(for_owner)}


@never_cache
@require_safe
def show_site(request: HttpRequest) -> HttpResponse:
    """Show the amounts of data by organisation, only to accounts of the operator.

    ``manage.py createsuperuser`` creates one; for everybody else the page is missing.
    """
    if not request.user.is_superuser:
        raise Http404
    context = {
        "holdings": inventory(),
        "standing": backup_state(),
        "problems": worries(),
        "free": size_text(free_bytes()),
    }
    return render(request, "tournaments/site/operator/site.html", context)
