"""Deleting one organisation with all its data."""

from typing import Any

from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.utils.translation import gettext as _

from tournaments.organisations.models import Organisation
from tournaments.people.models import User
from tournaments.scope.models import Owned, Part, way_to_organisation

Rows = models.QuerySet[models.Model]


class OnlyOne(ValidationError):
    """The last organisation of a site cannot be deleted."""


@transaction.atomic
def delete_organisation(*, organisation: Organisation) -> None:
    """Delete an organisation with all its rows.

    The database checks foreign keys at the end: if a row of another organisation refers
    to one of these, nothing is deleted. Raises ``OnlyOne``.
    """
    refuse_last(organisation)
    key = organisation.pk
    # Django's own rows about accounts.
    model: Any
    for model in (User.groups.through, User.user_permissions.through):
        model._base_manager.filter(user__organisation=key).delete()
    ways = {model: way_to_organisation(model) for model in scoped_models()}
    # Parts before the rows they belong to.
    for model in sorted(ways, key=lambda each: ways[each].count("__"), reverse=True):
        rows = model._base_manager.filter(**{ways[model]: key}).order_by()
        rows._raw_delete(rows.db)
    for relation in Organisation._meta.related_objects:
        # Its host names, and rows of others about it.
        if relation.on_delete is models.CASCADE:
            model = relation.related_model
            model._base_manager.filter(**{relation.field.name: key}).delete()
    Organisation.objects.filter(pk=key)._raw_delete(organisation._state.db)


def refuse_last(organisation: Organisation) -> None:
    if not Organisation.objects.exclude(pk=organisation.pk).exists():
        raise OnlyOne(
            _("Nobody else keeps books here: delete the data folder instead.")
        )


def scoped_models() -> list[type[models.Model]]:
    return [model for model in apps.get_models() if issubclass(model, (Owned, Part))]
