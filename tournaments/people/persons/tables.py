import django_tables2 as tables
from django.utils.translation import gettext_lazy as _

from tournaments.people.models import Player


class PlayerTable(tables.Table):
    """People by name, with links to change them for users who may write."""

    caption = _("Players")

    name = tables.TemplateColumn(
        verbose_name=_("Name"),
        template_name="tournaments/people/persons/_name.html",
        order_by=("name_key", "pk"),
    )
    club = tables.Column(
        _("Club"),
        accessor="club__name",
        order_by=("club__name", "name_key"),
        default="",
    )
    change = tables.TemplateColumn(
        verbose_name=_("Change"),
        template_name="tournaments/people/persons/_change.html",
        orderable=False,
    )

    class Meta:
        model = Player
        fields = ()
        sequence = ("name", "club", "change")
        order_by = ("name",)
        empty_text = _("Nobody of this name.")
