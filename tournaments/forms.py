"""A form whose ``save`` is a service."""

from django import forms
from django.core.exceptions import ValidationError


class ServiceFormMixin:
    """What a service refuses, the form says like any other error."""

    def act(self):
        """Call the service and return what it made."""
        raise NotImplementedError

    def save(self, commit=True):
        try:
            return self.act()
        except ValidationError as refusal:
            self.refuse(refusal)
            return None

    def refuse(self, refusal):
        if not hasattr(refusal, "error_dict"):
            self.add_error(None, refusal)
            return
        for name, errors in refusal.error_dict.items():
            self.add_error(name if name in self.fields else None, errors)


class ServiceForm(ServiceFormMixin, forms.Form):
    """A plain form that ends in a service."""


class ServiceModelForm(ServiceFormMixin, forms.ModelForm):
    """A model's form that ends in a service."""
