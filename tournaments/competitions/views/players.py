"""The page of one person: what he has played."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from tournaments.competitions.records import Record, record_of
from tournaments.competitions.selectors import lists_of
from tournaments.formats import average, number
from tournaments.members.models import Player
from tournaments.tables import PAGE_LENGTH


@require_safe
def show_player(request: HttpRequest, pk: int) -> HttpResponse:
    player = get_object_or_404(Player.objects.select_related("club"), pk=pk)
    lists = lists_of(player)
    page = Paginator(lists, PAGE_LENGTH).get_page(request.GET.get("page"))
    record = record_of(lists)
    context = {
        "player": player,
        "record": record,
        "figures": figures_of(record),
        "page": page,
    }
    return render(request, "tournaments/competitions/player.html", context)


def figures_of(record: Record) -> list[tuple[str, str]]:
    best = number(record.best.total) if record.best else ""
    return [
        (ngettext("list played", "lists played", record.lists), number(record.lists)),
        (_("points in all"), number(record.total)),
        (_("points per list"), average(record.average)),
        (_("best list"), best),
        (_("games won"), number(record.won)),
        (_("games lost"), number(record.lost)),
    ]
