"""Forms that call a service, and know what their writer saw."""

import re
from collections.abc import Callable
from inspect import signature
from typing import Any, NamedTuple
from uuid import uuid5
from zlib import crc32

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import IntegrityError, models, transaction
from django.utils import formats
from django.utils.choices import flatten_choices
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.web.numbers import read_amount, read_whole_number, whole_number
from tournaments.words.formats import MINUS, money

LONGEST_SHOWN = 40


def form_field(column: Any, **kwargs: Any) -> Any:
    """Return the field of a model's column; whole numbers are text, with its bounds."""
    if isinstance(column, models.IntegerField) and not column.choices:
        kwargs.setdefault("form_class", WholeNumberField)
        for each in column.validators:
            if isinstance(each, MinValueValidator):
                kwargs.setdefault("min_value", each.limit_value)
            elif isinstance(each, MaxValueValidator):
                kwargs.setdefault("max_value", each.limit_value)
    return column.formfield(**kwargs)


class WholeNumberField(forms.IntegerField):
    """A whole number in text, which no scroll wheel changes."""

    widget = forms.TextInput
    default_error_messages = {
        "invalid": gettext_lazy("“%(value)s” is not a whole number."),
        "min_value": gettext_lazy(
            "“%(value)s” is too small; at least %(limit_value)s."
        ),
        "max_value": gettext_lazy("“%(value)s” is too large; at most %(limit_value)s."),
    }

    def __init__(
        self,
        label: Any = None,
        min_value: Any = None,
        max_value: Any = None,
        **options: Any,
    ) -> None:
        limits = {"min_value": min_value, "max_value": max_value}
        super().__init__(label=label, **limits, **options)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        # The keypads of some phones have no minus.
        is_positive = isinstance(self.min_value, int) and self.min_value >= 0
        mode = "numeric" if is_positive else "text"
        attrs = {"inputmode": mode, "autocomplete": "off", "size": "6"}
        return {**super().widget_attrs(widget), **attrs, **widget.attrs}

    def to_python(self, value: Any) -> int | None:
        if value in self.empty_values or isinstance(value, int):
            return super().to_python(value)
        text = str(value).strip()
        if not text:
            return None
        try:
            if len(text) <= LONGEST_AMOUNT and text.isascii() and text.isdecimal():
                return int(text)  # as most numbers are written
            sign = formats.get_format("THOUSAND_SEPARATOR")
            return read_whole_number(text, thousands=sign)
        except ValueError:
            shown = {"value": text[:LONGEST_SHOWN]}
            raise ValidationError(
                self.error_messages["invalid"], params=shown
            ) from None


MOST_CENTS = 10_000_000
LONGEST_AMOUNT = 30
CENTS = re.compile(r"(?P<cents>[0-9]{1,7}) ?(?:cents?|ct\.?|c)", re.IGNORECASE)
NO_CENTS = re.compile(r"[.,][-–—]{1,2}$")
CURRENCY = re.compile(r"^(?:€|eur(?:o)?)|(?:€|eur(?:o)?)$", re.IGNORECASE)


def read_money(text, *, thousands="."):
    """Return the amount in ``text`` in cents. Raises ``ValueError`` if it is none.

    >>> [read_money(text) for text in ("5", "5,50", "5.50 €", "5,5", "5,-", "50 ct")]
    [500, 550, 550, 550, 500, 50]
    >>> read_money("1.234,50"), read_money("-2 Euro"), read_money(",50")
    (123450, -200, 50)
    """
    tidy = " ".join(text.split())
    if match := CENTS.fullmatch(tidy):
        return int(match["cents"])
    number = NO_CENTS.sub("", CURRENCY.sub("", tidy).strip())
    amount = read_amount(number, thousands=thousands)
    if len(amount.decimals) > 2:
        raise ValueError(text)
    cents = int((amount.whole or "0") + amount.decimals.ljust(2, "0"))
    return -cents if amount.is_negative else cents


def money_input(cents):
    """Return an amount for an input, without the currency."""
    return money(cents).removesuffix(" €").replace(MINUS, "-")


class MoneyField(forms.CharField):
    """An amount in euros; its value is in cents, or None if left empty."""

    default_error_messages = {
        "amount": gettext_lazy("This is no amount. Write it like 5 or 5,50."),
        "negative": gettext_lazy("An amount below zero is not possible here."),
        "large": gettext_lazy("This amount is too large."),
    }

    def __init__(self, *, negative=False, **kwargs):
        self.negative = negative
        kwargs.setdefault("max_length", LONGEST_AMOUNT)
        super().__init__(**kwargs)

    def widget_attrs(self, widget):
        attrs = {"inputmode": "decimal", "autocomplete": "off", "size": "8"}
        return {**super().widget_attrs(widget), **attrs}

    def prepare_value(self, value):
        return money_input(value) if isinstance(value, int) else value

    def to_python(self, value):
        text = super().to_python(value)
        if not text:
            return None
        try:
            sign = formats.get_format("THOUSAND_SEPARATOR")
            cents = read_money(text, thousands=sign)
        except ValueError:
            raise self.refusal("amount") from None
        if cents < 0 and not self.negative:
            raise self.refusal("negative")
        if abs(cents) > MOST_CENTS:
            raise self.refusal("large")
        return cents

    def run_validators(self, value):
        """Skip the validators of the length, as the value is a number."""

    def validate(self, value):
        if value is None and self.required:
            raise self.refusal("required")

    def has_changed(self, initial, data):
        try:
            return self.to_python(data) != initial
        except ValidationError:
            return True

    def refusal(self, code):
        return ValidationError(self.error_messages[code], code=code)


def seen_values(form: Any) -> str:
    """Return the names of all fields, each with a check number of its stored value."""
    values = {name: stored_value(form, name) for name in form.fields}
    return " ".join(f"{name}:{crc32(str(values[name]).encode()):x}" for name in values)


def check_numbers(seen: str) -> dict[str, str]:
    parts = (word.partition(":") for word in seen.split())
    return {name: check for name, _colon, check in parts}


def stored_value(form: Any, name: str) -> Any:
    field = form.fields[name]
    value = field.prepare_value(form.get_initial_for_field(field, name))
    return "" if value is None else value


def shown_value(field: forms.Field, value: Any) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    choices: Any = getattr(field, "choices", None)
    if choices is None:
        text = field.widget.format_value(value)
        return str(text or _("nothing"))
    values = value if isinstance(value, list | tuple | set) else [value]
    wanted = set(map(str, values))
    pairs: Any = flatten_choices(choices)
    labels = [str(label) for key, label in pairs if str(key) in wanted]
    return ", ".join(labels) or _("nothing")


READ_BY_ALL = gettext_lazy(
    "Everybody may read this; the family name of whoever is hidden is replaced."
)
TitledFields = tuple[
    tuple[object, tuple[str, ...]], ...
]  # names of fields under headings
LONG_WIDGETS = (forms.Textarea, forms.MultiWidget, forms.FileInput)
# What a field has in which nothing is set.
NOTHING: tuple[Any, ...] = (None, "", False, 0, "0", [], "0,00", "0.00")
FORM_ARGUMENTS = {"auto_id", "files", "initial", "instance", "prefix"}
UNIQUE_VIOLATION = "23505"  # the code of PostgreSQL in every language


class NeedsMixin:
    """A form with further arguments: ``needs`` names those kept as attributes."""

    needs: tuple[str, ...] = ()

    def __init__(self, *args, **kwargs):
        self.arguments = kwargs.copy()
        for name in self.needs:
            setattr(self, name, kwargs.pop(name))
        super().__init__(*args, **kwargs)
        self.set_up()
        for field in self.fields.values():
            # A browser would cut what is too long; the form refuses it in words.
            field.widget.attrs.pop("maxlength", None)

    def set_up(self):
        """Adapt the fields to the arguments of the form."""

    @property
    def marks_optional(self):
        """Whether some fields have to be filled in, so that the others are marked."""
        return any(field.required for field in self.fields.values())


def names_of(first: tuple[str, ...], titled: TitledFields) -> list[str]:
    return [*first, *(name for _title, names in titled for name in names)]


class FieldGroup(NamedTuple):
    """Fields behind one word, in rows of which the last may be unfolded one by one."""

    title: object
    rows: list[Any]
    further: list[Any]
    line: str  # what is set there, or else what could be
    is_open: bool


class AsksLittle:
    """A form with few fields at first; the others are folded under headings.

    A group stays folded whatever is set there, unless something is wrong with it.
    """

    first: tuple[str, ...] = ()
    marks_optional = False  # most are, and collapsed
    titled: TitledFields = ()

    @property
    def first_fields(self):
        return [self[name] for name in self.first if name in self.fields]

    def groups(self):
        unasked = self.fields.keys() - {*self.first}
        for title, names in self.titled:
            fields = [self[name] for name in names if name in unasked]
            if fields:
                yield self.group(title, [fields])

    def group(self, title, rows, further=()):
        fields = [field for row in (*rows, *further) for field in row]
        is_wrong = any(field.errors for field in fields)
        line = self.set_there(fields) or ", ".join(
            str(field.label) for row in rows for field in row
        )
        return FieldGroup(title, rows, [*further], line, is_wrong)

    def set_there(self, fields):
        """Return what has a value, and the value where it is short."""
        texts = []
        for field in fields:
            if field.value() in NOTHING:
                continue
            is_long = isinstance(
                field.field.widget, (forms.Textarea, forms.MultiWidget)
            )
            is_said = is_long or isinstance(field.field, forms.BooleanField)
            value = "" if is_said else shown_value(field.field, field.value())
            texts.append(f"{field.label}: {value}" if value else str(field.label))
        return " · ".join(texts)


class ServiceFormMixin(NeedsMixin):
    """A form that shows the errors of its service like its own.

    A form of a stored row says in ``seen`` what its writer saw. Whatever somebody else
    has changed since is shown beside what is typed, and nothing is overwritten until
    it is sent once more.
    """

    changes = "instance"  # the argument that is the row to be changed

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        row = getattr(self, self.changes, None)
        self.is_change = row is not None and not row._state.adding
        if self.is_change:
            self.initial.setdefault("seen", seen_values(self))
            # Of several forms on a page each has one, so it has no id.
            widget = forms.HiddenInput(attrs={"id": False})
            self.fields["seen"] = forms.CharField(required=False, widget=widget)

    def act(self):
        raise NotImplementedError

    def said(self, _result):
        """Return the message after the service has done its work."""
        return _("Saved.")

    def warnings(self, _result):
        """Return what else to say then."""
        return ()

    def save(self, commit=True):
        seen = self.cleaned_data.pop("seen", "") if self.is_change else ""
        try:
            if not seen:
                return self.act()
            with transaction.atomic():
                return None if self.overwrites(seen) else self.act()
        except ValidationError as refusal:
            self.refuse(refusal)
            return None
        except IntegrityError as error:
            # It was checked before, but two users sent the same at the same moment.
            state = getattr(error.__cause__, "sqlstate", None)
            if state != UNIQUE_VIOLATION and "UNIQUE constraint" not in str(error):
                raise
            self.add_error(
                None, _("Somebody saved the same at this moment: look first.")
            )
            return None

    def overwrites(self, seen):
        """Return whether this undoes what somebody else has saved; show both then."""
        row = getattr(self, self.changes)
        # What belongs to an event waits for the event, as in all services.
        locked = getattr(row, "event", None) or row
        rows = type(locked)._default_manager
        rows.select_for_update(of=("self",), no_key=True).get(pk=locked.pk)
        fresh = type(row)._default_manager.get(pk=row.pk)
        stored = type(self)(**self.arguments | {self.changes: fresh})
        now = stored.initial["seen"]
        before, after = check_numbers(seen), check_numbers(now)
        changed = [
            name
            for name in stored.fields
            if before.get(name) != after.get(name) and self.differs_from(stored, name)
        ]
        for name in changed:
            text = _("Meanwhile saved here: “%(value)s”.")
            value = stored_value(stored, name)
            words = {"value": shown_value(stored.fields[name], value)}
            self.add_error(name if name in self.fields else None, text % words)
        if changed:
            self.add_error(
                None,
                _(
                    "Meanwhile something was changed here in another window or by "
                    "somebody else. Save again to keep what is written here."
                ),
            )
            self.data = self.data.copy()
            self.data[self.add_prefix("seen")] = now
        # What this form does not ask may have been written since the row was read.
        columns = row._meta.concrete_fields
        loaded = {each.name for each in columns if each.attname in row.__dict__}
        row.refresh_from_db(fields=loaded - self.fields.keys())
        return bool(changed)

    def differs_from(self, stored, name):
        """Return whether another value was typed into a field than is stored."""
        if name not in self.fields:
            return True
        field = self.fields[name]
        typed = field.widget.value_from_datadict(
            self.data, self.files, self.add_prefix(name)
        )
        return field.has_changed(stored.get_initial_for_field(field, name), typed)

    def refuse(self, refusal):
        if not hasattr(refusal, "error_dict"):
            self.add_error(None, refusal)
            return
        for name, errors in refusal.error_dict.items():
            self.add_error(name if name in self.fields else None, errors)


def tick(label, **options):
    """Return the field of a box that may be left empty."""
    return forms.BooleanField(label=label, required=False, **options)


class RowsField(forms.ModelMultipleChoiceField):
    """Any number of rows; a key too large for the database is an invalid choice."""

    def clean(self, value):
        for key in value or ():
            if whole_number(key) is None:
                raise ValidationError(
                    self.error_messages["invalid_choice"],
                    params={"value": str(key)[:20]},
                )
        return super().clean(value)


class ServiceForm(ServiceFormMixin, forms.Form):
    """A plain form that ends in a service."""


class ServiceModelForm(ServiceFormMixin, forms.ModelForm):
    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        if hasattr(cls, "Meta"):
            cls.Meta.formfield_callback = form_field


class MakesOnce:
    """A model's form whose page makes one row, even if it is sent twice.

    The ``public_id`` of the row follows from its ``page`` and from what tells it from
    others: gone back to, the page may make another.
    """

    def set_up(self):
        super().set_up()
        if self.instance._state.adding:
            self.fields["page"] = forms.UUIDField(
                widget=forms.HiddenInput,
                required=False,
                initial=self.instance.public_id,
            )

    def made_already(self, *typed):
        """Return the row that this page made; None for the id of the new row."""
        page = self.cleaned_data.pop("page") or self.instance.public_id
        key = uuid5(page, " ".join(map(str, typed)))
        self.instance.public_id = key
        return type(self.instance)._default_manager.filter(public_id=key).first()


def code_field(label, *, capitals="none"):
    """Return the field for a code that stands on a paper."""
    attributes = {
        "autocomplete": "off",
        "autocapitalize": capitals,
        "autocorrect": "off",
        "spellcheck": "false",
        "autofocus": True,
    }
    widget = forms.TextInput(attrs=attributes)
    return forms.CharField(label=label, max_length=20, widget=widget)


class CodeForm(forms.Form):
    """A code that opens a door; all wrong codes get the same answer."""

    find: Callable[[str], Any]
    refusal: Any = ""

    def clean_code(self):
        self.found = type(self).find(self.cleaned_data["code"])
        if self.found is None:
            raise ValidationError(self.refusal, code="code")
        return self.cleaned_data["code"]


class ActionMixin:
    """A form that hands its fields, and what its page knows, to its ``service``.

    What the page knows are the keyword arguments; they are attributes, too.
    """

    service: Callable[..., Any]

    def __init__(self, data=None, **known):
        own = {name: known[name] for name in FORM_ARGUMENTS & known.keys()}
        self.known = {name: known[name] for name in known.keys() - own.keys()}
        self.__dict__.update(self.known)
        super().__init__(data, **own)
        self.arguments |= self.known

    def act(self):
        service = type(self).service
        values = self.known | self.cleaned_data
        taken = signature(service).parameters.keys() & values.keys()
        return service(**{name: values[name] for name in taken})


class ActionForm(ActionMixin, ServiceForm):
    """A plain form of an action."""


class ActionModelForm(ActionMixin, ServiceModelForm):
    """A model's form of an action."""
