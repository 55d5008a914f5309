"""Forms whose ``save`` calls a service."""

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.web.changes import latest_change
from tournaments.web.fields.number import WholeNumberField, form_field
from tournaments.web.numbers import whole_number

READ_BY_ALL = gettext_lazy(
    "Everybody may read this; whoever is hidden has the public name in it."
)
TitledFields = tuple[
    tuple[object, tuple[str, ...]], ...
]  # names of fields under headings
UNIQUE_VIOLATION = "23505"  # the code of PostgreSQL in every language


class NeedsMixin:
    """A form with further arguments: ``needs`` names those kept as attributes."""

    needs: tuple[str, ...] = ()

    def __init__(self, *args, **kwargs):
        for name in self.needs:
            setattr(self, name, kwargs.pop(name))
        super().__init__(*args, **kwargs)
        self.set_up()

    def set_up(self):
        """Adapt the fields to the arguments of the form."""

    @property
    def marks_required(self):
        """Whether most fields are optional, so that the required ones are marked."""
        required = [field.required for field in self.fields.values()]
        return 2 * sum(required) < len(required)


def names_of(first: tuple[str, ...], titled: TitledFields) -> list[str]:
    """Return the names of all fields of a form that asks little at first."""
    return [*first, *(name for _title, names in titled for name in names)]


class AsksLittle:
    """A form with few fields at first; the others are collapsed under headings."""

    first: tuple[str, ...] = ()
    marks_required = False  # optional fields are collapsed
    titled: TitledFields = ()

    @property
    def first_fields(self):
        return [self[name] for name in self.first if name in self.fields]

    @property
    def folds_an_error(self):
        """Whether a collapsed field has an error."""
        return bool(self.errors.keys() - {*self.first, NON_FIELD_ERRORS})

    def groups(self):
        """Return the other fields under the headings of the page."""
        unasked = self.fields.keys() - {*self.first}
        return [
            (title, [self[name] for name in names if name in unasked])
            for title, names in self.titled
        ]


class ServiceFormMixin(NeedsMixin):
    """A form that shows the errors of its service like its own."""

    def act(self):
        """Call the service and return its result."""
        raise NotImplementedError

    def save(self, commit=True):
        try:
            return self.act()
        except ValidationError as refusal:
            self.refuse(refusal)
            return None
        except IntegrityError as error:
            # It was checked before, but two users sent the same at the same moment.
            if not is_uniqueness_error(error):
                raise
            self.add_error(
                None, _("Somebody saved the same at this moment: look first.")
            )
            return None

    def refuse(self, refusal):
        if not hasattr(refusal, "error_dict"):
            self.add_error(None, refusal)
            return
        for name, errors in refusal.error_dict.items():
            self.add_error(name if name in self.fields else None, errors)


def is_uniqueness_error(error):
    """Return whether the error is a violation of uniqueness."""
    state = getattr(error.__cause__, "sqlstate", None)
    return state == UNIQUE_VIOLATION or "UNIQUE constraint" in str(error)


class RowsField(forms.ModelMultipleChoiceField):
    """Any number of rows; a key too large for the database is an invalid choice."""

    def clean(self, value):
        for key in value or ():
            if whole_number(key) is None:
                raise ValidationError(
                    self.error_messages["invalid_choice"],
                    code="invalid_choice",
                    params={"value": str(key)[:20]},
                )
        return super().clean(value)


class ServiceForm(ServiceFormMixin, forms.Form):
    """A plain form that ends in a service."""


class ServiceModelForm(ServiceFormMixin, forms.ModelForm):
    """A model's form that ends in a service."""

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        cls.Meta.formfield_callback = form_field


class NoticesChanges(forms.Form):
    """A form with the number of the last change that the user has seen.

    It is the first base class of a form, whose ``changed_row`` is the row it changes.
    """

    seen = WholeNumberField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        row = self.changed_row
        if row is None or not row.pk:
            del self.fields["seen"]
        else:
            self.initial.setdefault("seen", latest_change(row))

    @property
    def changed_row(self):
        return self.instance

    @transaction.atomic
    def save(self, commit=True):
        seen = self.cleaned_data.get("seen")
        if seen is None:
            return super().save(commit)
        row = self.changed_row
        rows = type(row)._default_manager
        locked = rows.select_for_update(of=("self",), no_key=True)
        stored = locked.get(pk=row.pk)
        if seen == (latest := latest_change(stored)):
            return super().save(commit)
        self.add_error(None, ValidationError(self.changed_text(stored), code="changed"))
        # After reading the message, the user may save again.
        self.data = self.data.copy()
        self.data[self.add_prefix("seen")] = latest
        return None

    def changed_text(self, stored):
        """Return the message about somebody else's change to the ``stored`` row."""
        return _(
            "Somebody else has changed this in the meantime. Save again to keep what "
            "is written here."
        )
