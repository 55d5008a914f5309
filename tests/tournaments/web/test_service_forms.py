"""What a form says when the database has the last word."""

import pytest
from django.db import IntegrityError, transaction

from tournaments.people.models import Club, Player
from tournaments.web.forms import ServiceForm

pytestmark = pytest.mark.django_db


class FoundingForm(ServiceForm):
    @transaction.atomic
    def act(self):
        return Club.objects.create(name="Karo Sieben")


class NamelessForm(ServiceForm):
    @transaction.atomic
    def act(self):
        return Player.objects.create(first_name=None)


def test_who_is_a_moment_too_late_is_told_so():
    first, second = FoundingForm({}), FoundingForm({})

    assert first.save()
    assert second.save() is None

    assert "Gerade hat jemand" in second.errors["__all__"][0]
    assert Club.objects.count() == 1


def test_other_faults_are_not_hidden():
    with pytest.raises(IntegrityError):
        NamelessForm({}).save()
