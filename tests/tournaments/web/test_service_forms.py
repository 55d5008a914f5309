"""The error of a form when the database refuses the row."""

import pytest
from django import forms
from django.db import IntegrityError, transaction

from tournaments.people.models import Club, Player
from tournaments.web.forms import ServiceForm

pytestmark = pytest.mark.django_db


class FoundingForm(ServiceForm):
    @transaction.atomic
    def act(self):
        return Club.objects.create(name="Karo Sieben")


class RenamingForm(ServiceForm):
    needs = ("club", "by")

    name = forms.CharField()

    def set_up(self):
        self.fields["name"].label = f"New name of {self.club}"


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


def test_a_form_keeps_what_it_needs_and_fits_its_fields_to_it():
    form = RenamingForm({}, club="Karo Sieben", by="Anna", prefix="club")

    assert (form.club, form.by, form.prefix) == ("Karo Sieben", "Anna", "club")
    assert form["name"].label == "New name of Karo Sieben"


def test_a_form_is_not_made_without_what_it_needs():
    with pytest.raises(KeyError, match="by"):
        RenamingForm({}, club="Karo Sieben")
