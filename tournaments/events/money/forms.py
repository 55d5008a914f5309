"""Forms about money: what is due, what was handed in, what was counted."""

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.events.accounts import Step
from tournaments.events.models import Event
from tournaments.events.money import services
from tournaments.people.models import Player
from tournaments.web.fields.money import MoneyField
from tournaments.web.forms import ServiceForm, ServiceModelForm
from tournaments.words.choices import PaymentKind
from tournaments.words.formats import enumeration

FEWEST_STEPS = 3
MOST_OFFERED = 8
LONGEST_NOTE = 200


class MoneyPlanForm(ServiceModelForm):
    """Entry fee, loss money in steps, fee for passed-in games."""

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
            self.fields[f"from_{number}"] = forms.IntegerField(
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
        """Return the two fields of each step."""
        return [(self[f"from_{n}"], self[f"amount_{n}"]) for n in self.numbers]

    def clean_entry_fee(self):
        return self.cleaned_data["entry_fee"] or 0

    def clean_passed_in_fee(self):
        return self.cleaned_data["passed_in_fee"] or 0

    def clean_passed_in_free(self):
        return self.cleaned_data["passed_in_free"] or 0

    def clean(self):
        super().clean()
        steps = []
        for number in self.numbers:
            first = self.cleaned_data.get(f"from_{number}")
            amount = self.cleaned_data.get(f"amount_{number}")
            if first and amount is not None:
                steps.append(Step(first, amount))
            elif amount is not None and f"from_{number}" not in self.errors:
                self.add_error(
                    f"from_{number}", _("From which lost game on does it cost this?")
                )
        self.cleaned_data["steps"] = steps

    def act(self):
        return services.save_money_plan(
            event=self.instance, steps=self.cleaned_data["steps"]
        )


class FeeForm(ServiceForm):
    """Book an entry fee: the start number, or a part of the name."""

    needs = ("fees", "by")

    who = forms.CharField(
        label=_("Start number or name"),
        max_length=100,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autofocus": True}),
    )

    def clean_who(self):
        text = self.cleaned_data["who"]
        found = self.found(text)
        still_open = [fee for fee in found if fee.state != "paid"]
        chosen = found if len(found) == 1 else still_open
        if len(chosen) == 1:
            self.cleaned_data["entry"] = chosen[0].entry
            return text
        if not found:
            raise ValidationError(
                _("Nobody here is called “%(text)s”."), params={"text": text}
            )
        names = [str(fee.entry) for fee in (chosen or found)[:MOST_OFFERED]]
        raise ValidationError(
            _("“%(text)s” may be %(people)s. Please choose."),
            params={"text": text, "people": enumeration(names)},
        )

    def found(self, text):
        """Return the fees of whom ``text`` may mean."""
        if text.isdecimal():
            return [fee for fee in self.fees if str(fee.entry.start_number) == text]
        mine = {fee.entry.player_id: fee for fee in self.fees}
        people = Player.objects.filter(pk__in=mine).matching(text)
        return [mine[pk] for pk in people.values_list("pk", flat=True)]

    def act(self):
        return services.pay_fee(entry=self.cleaned_data["entry"], by=self.by)


class HandInForm(ServiceForm):
    """Take the loss money of a list; what is due is filled in."""

    needs = ("account", "by")

    amount = MoneyField(label=_("Handed in, in euros"), negative=True)
    note = forms.CharField(label=_("Note"), max_length=LONGEST_NOTE, required=False)
    seen = forms.IntegerField(widget=forms.HiddenInput)

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
    """Take the loss money of a list in one line; no amount means what is due."""

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
        series = {one.sheet.series.number for one in self.accounts}
        is_alone = len(series) == 1 and "/" not in text
        wanted = f"{min(series)}/{text}" if is_alone else text
        for one in self.accounts:
            name = f"{one.sheet.series.number}/{one.sheet.table_number}"
            if wanted == name or text == one.sheet.code.upper():
                self.cleaned_data["account"] = one
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
    """The change fund, or anything else that went in or out."""

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
    """What lies in the drawer."""

    needs = ("event", "by")

    counted = MoneyField(label=_("Counted in the drawer"))
    note = forms.CharField(label=_("Note"), max_length=LONGEST_NOTE, required=False)

    def set_up(self):
        self.auto_id = "id_count_%s"

    def act(self):
        return services.count_cash(event=self.event, by=self.by, **self.cleaned_data)
