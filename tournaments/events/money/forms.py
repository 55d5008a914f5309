"""Forms for the money plan, fees, loss money, bookings and cash counts."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.events.accounts import Step
from tournaments.events.models import Event
from tournaments.events.money import services
from tournaments.events.people import ambiguous_name, unknown_name
from tournaments.people.models import Player
from tournaments.web.fields.money import MoneyField
from tournaments.web.fields.number import WholeNumberField
from tournaments.web.forms import ServiceForm, ServiceModelForm
from tournaments.words.choices import PaymentKind

FEWEST_STEPS = 3
LONGEST_NOTE = 200


class MoneyPlanForm(ServiceModelForm):
    """Entry fee, steps of the loss money, fee for passed-in games."""

    entry_fee = MoneyField(label=_("Entry fee in euros"), required=False)
    passed_in_fee = MoneyField(
        label=_("For each passed-in game, every player pays"), required=False
    )

    class Meta:
        model = Event
        fields = ["entry_fee", "passed_in_fee", "passed_in_free"]
        labels = {"passed_in_free": _("Passed-in games of a list without a fee")}

    def set_up(self):
        self.fields["passed_in_free"].required = False
        steps = list(self.instance.loss_steps.all())
        self.numbers = range(1, max(FEWEST_STEPS, len(steps) + 1) + 1)
        for number in self.numbers:
            step = steps[number - 1] if number <= len(steps) else None
            self.fields[f"from_{number}"] = WholeNumberField(
                label=_("from lost game"),
                min_value=1,
                max_value=99,
                required=False,
                initial=step.from_loss if step else (1 if number == 1 else None),
            )
            self.fields[f"amount_{number}"] = MoneyField(
                label=_("each costs"),
                required=False,
                initial=step.amount if step else None,
            )

    def step_fields(self):
        return [(self[f"from_{n}"], self[f"amount_{n}"]) for n in self.numbers]

    def clean(self):
        super().clean()
        for name in self.Meta.fields:
            if name in self.cleaned_data:
                self.cleaned_data[name] = self.cleaned_data[name] or 0
        steps = []
        for number in self.numbers:
            first = self.cleaned_data.get(f"from_{number}")
            amount = self.cleaned_data.get(f"amount_{number}")
            if first and amount is not None:
                steps.append(Step(first, amount))
            elif amount is not None and f"from_{number}" not in self.errors:
                self.add_error(
                    f"from_{number}", _("From which lost game on is this the price?")
                )
        self.cleaned_data["steps"] = steps

    def act(self):
        return services.save_money_plan(
            event=self.instance, steps=self.cleaned_data["steps"]
        )


class FeeForm(ServiceForm):
    """Books the entry fee of a person, by start number or a part of the name."""

    needs = ("fees", "by")

    who = forms.CharField(
        label=_("Start number or name"),
        max_length=100,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autofocus": True}),
    )

    def clean_who(self):
        text = self.cleaned_data["who"]
        matches = self.matches(text)
        unpaid = [fee for fee in matches if fee.state != "paid"]
        candidates = matches if len(matches) == 1 else unpaid
        if len(candidates) == 1:
            self.cleaned_data["entry"] = candidates[0].entry
            return text
        if not matches:
            raise unknown_name(text)
        raise ambiguous_name(text, [str(fee.entry) for fee in candidates or matches])

    def matches(self, text):
        """Return the fees of the people whom ``text`` may mean."""
        if text.isdecimal():
            return [fee for fee in self.fees if str(fee.entry.start_number) == text]
        fees = {fee.entry.player_id: fee for fee in self.fees}
        players = Player.objects.filter(pk__in=fees).matching(text)
        return [fees[pk] for pk in players.values_list("pk", flat=True)]

    def act(self):
        return services.pay_fee(entry=self.cleaned_data["entry"], by=self.by)


class HandInForm(ServiceForm):
    """Books the loss money of a list; the amount due is filled in."""

    needs = ("account", "by")

    amount = MoneyField(label=_("Handed in, in euros"), negative=True)
    note = forms.CharField(label=_("Note"), max_length=LONGEST_NOTE, required=False)
    seen = WholeNumberField(widget=forms.HiddenInput)

    def set_up(self):
        self.initial = {
            "amount": self.account.open or None,
            "seen": self.account.booked,
        }
        self.fields["amount"].widget.attrs["autofocus"] = True

    def act(self):
        return services.take_list_money(
            sheet=self.account.sheet, by=self.by, **self.cleaned_data
        )


class QuickHandInForm(ServiceForm):
    """Books the loss money of a list in one line; an empty amount is the one due."""

    needs = ("accounts", "by")

    which = forms.CharField(
        label=_("List"),
        max_length=12,
        help_text=_("Series/table like 2/3, or the code of the list."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "size": "8"}),
    )
    amount = MoneyField(
        label=_("Handed in"),
        required=False,
        help_text=_("Left empty: exactly what is due."),
    )

    def clean_which(self):
        text = self.cleaned_data["which"].upper().replace(" ", "")
        series = {account.sheet.series.number for account in self.accounts}
        is_table = len(series) == 1 and "/" not in text
        wanted = f"{min(series)}/{text}" if is_table else text
        for account in self.accounts:
            sheet = account.sheet
            name = f"{sheet.series.number}/{sheet.table_number}"
            if wanted == name or text == sheet.code.upper():
                self.cleaned_data["account"] = account
                return text
        raise ValidationError(_("There is no list “%(text)s”."), params={"text": text})

    def act(self):
        account, amount = self.cleaned_data["account"], self.cleaned_data["amount"]
        return services.take_list_money(
            sheet=account.sheet,
            amount=account.due if amount is None else amount,
            by=self.by,
        )


class BookingForm(ServiceForm):
    """Books the change fund, or anything else that went in or out."""

    needs = ("event", "by")

    kind = forms.ChoiceField(
        label=_("What"),
        choices=[
            (PaymentKind.FLOAT.value, PaymentKind.FLOAT.label),
            (PaymentKind.OTHER.value, PaymentKind.OTHER.label),
        ],
    )
    amount = MoneyField(
        label=_("Amount"),
        negative=True,
        help_text=_("With a minus in front if it was taken out."),
    )
    note = forms.CharField(label=_("What for"), max_length=LONGEST_NOTE, required=False)

    def set_up(self):
        self.auto_id = "id_book_%s"

    def act(self):
        return services.book_other(event=self.event, by=self.by, **self.cleaned_data)


class CountForm(ServiceForm):
    """Records the money counted in the drawer."""

    needs = ("event", "by")

    counted = MoneyField(label=_("Counted in the drawer"))
    note = forms.CharField(label=_("Note"), max_length=LONGEST_NOTE, required=False)

    def set_up(self):
        self.auto_id = "id_count_%s"

    def act(self):
        return services.count_cash(event=self.event, by=self.by, **self.cleaned_data)
