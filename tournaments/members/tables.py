import django_tables2 as tables
from django.utils.translation import gettext_lazy as _

from tournaments.members.models import Player


class PlayerTable(tables.Table):
    """People by name; whoever may write gets a link to change each."""

    caption = _("Players")

    name = tables.Column(
        _("Name"),
        accessor="sorted_name",
        order_by=("name_key", "pk"),
        linkify=True,
    )
    club = tables.Column(
        _("Club"),
        accessor="club__name",
        order_by=("club__name", "name_key"),
        default="",
    )
    status = tables.TemplateColumn(
        verbose_name=_("Plays as"),
        template_name="tournaments/members/_status.html",
        order_by=("is_guest", "name_key"),
    )
    change = tables.TemplateColumn(
        verbose_name="",
        template_name="tournaments/members/_change.html",
        orderable=False,
    )

    class Meta:
        model = Player
        fields = ()
        sequence = ("name", "club", "status", "change")
        order_by = ("name",)
        empty_text = _("Nobody of this name.")
