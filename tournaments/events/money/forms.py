"""Forms for the money plan, fees, loss money, bookings, cash counts and prizes."""

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.events.accounts import Step
from tournaments.events.entries.selectors import entry_fees
from tournaments.events.models import Entry, Event, Prize
from tournaments.events.models.money import LONGEST_NOTE
from tournaments.events.money import services
from tournaments.events.money.awards import count_payers, plan_for, prize_plan
from tournaments.events.money.selectors import valid_payments
from tournaments.events.money.typed_prizes import PrizesField, plan_text, typed_prizes
from tournaments.events.teams.selectors import contests_of
from tournaments.web.forms import (
    ActionForm,
    ActionModelForm,
    AsksLittle,
    MoneyField,
    WholeNumberField,
    tick,
)
from tournaments.words.choices import PaymentKind, PrizeMode, PrizesEach, Ranking
from tournaments.words.formats import money

FURTHER_STEPS = 2  # each behind the one before
# What people owe or get back once the fee is another.
FEE_CHANGED = {
    "open": ngettext_lazy(
        "With the new entry fee %(count)d person owes %(amount)s.",
        "With the new entry fee %(count)d people owe %(amount)s together.",
        "count",
    ),
    "excess": ngettext_lazy(
        "With the new entry fee %(count)d person gets %(amount)s back.",
        "With the new entry fee %(count)d people get %(amount)s back together.",
        "count",
    ),
}


def note_field(label):
    return forms.CharField(label=label, max_length=LONGEST_NOTE, required=False)


class MoneyPlanForm(AsksLittle, ActionModelForm):
    service = services.save_money_plan

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
        self.shown = max(1, len(steps))
        self.numbers = range(1, self.shown + FURTHER_STEPS + 1)
        for number in self.numbers:
            step = steps[number - 1] if number <= len(steps) else None
            self.fields[f"from_{number}"] = WholeNumberField(
                _("from lost game"), 1, 99, required=False
            )
            self.fields[f"amount_{number}"] = MoneyField(
                label=_("each costs"), required=False
            )
            if step or number == 1:
                self.initial[f"from_{number}"] = step.from_loss if step else 1
                self.initial[f"amount_{number}"] = step.amount if step else None

    def loss(self):
        rows = [[self[f"from_{n}"], self[f"amount_{n}"]] for n in self.numbers]
        return self.group("", rows[: self.shown], rows[self.shown :])

    def clean(self):
        super().clean()
        values = self.cleaned_data
        for name in self.Meta.fields:
            if name in values:
                values[name] = values[name] or 0
        values["steps"] = []
        for number in self.numbers:
            name = f"from_{number}"
            first, amount = values.get(name), values.get(f"amount_{number}")
            if first and amount is not None:
                values["steps"].append(Step(first, amount))
            elif amount is not None and name not in self.errors:
                self.add_error(name, _("From which lost game on is this the price?"))

    def warnings(self, event):
        """Say what another entry fee means for what is booked already."""
        if event.entry_fee == self.initial["entry_fee"]:
            return
        fees = entry_fees(event)
        is_booked = any(fee.paid for fee in fees)
        for name, text in FEE_CHANGED.items():
            sums = [cents for fee in fees if (cents := getattr(fee, name)) > 0]
            if is_booked and sums:
                yield text % {"count": len(sums), "amount": money(sum(sums))}
        prizes = valid_payments(event, PaymentKind.PRIZE)
        if prizes.exists() and event.prize_mode != PrizeMode.LIST:
            text = gettext(
                "Prizes of %(paid)s are paid from the old pot; by the new one they are "
                "%(total)s."
            )
            paid, total = -services.payments_total(prizes), prize_plan(event).total
            yield text % {"paid": money(paid), "total": money(total)}


class HandInForm(ActionForm):
    """Books the loss money of a list; the amount due is filled in."""

    service = services.take_list_money

    amount = MoneyField(label=_("Handed in, in euros"), negative=True)
    note = note_field(_("Note"))
    seen = WholeNumberField(widget=forms.HiddenInput)

    def set_up(self):
        account = self.account
        self.initial = {"amount": account.open or None, "seen": account.booked}
        self.fields["amount"].widget.attrs["autofocus"] = True

    def said(self, payment):
        words = {
            "amount": money(payment.amount),
            "series": payment.sheet.series.number,
            "table": payment.sheet.table_number,
        }
        return _("%(amount)s of series %(series)s, table %(table)s are booked.") % words


class BookingForm(ActionForm):
    """Books the change fund, or anything else that went in or out."""

    service = services.book_other

    kind = forms.ChoiceField(
        label=_("What"),
        choices=[(kind.value, kind.label) for kind in services.BOOKED_BY_HAND],
    )
    entry = forms.ModelChoiceField(
        Entry.objects.none(),
        label=_("Whose credit"),
        required=False,
        empty_label="",
        widget=forms.Select(attrs={"data-combobox": True}),
        help_text=_("What they pay ahead, and what they get back of it."),
    )
    amount = MoneyField(
        label=_("Amount"),
        negative=True,
        help_text=_("With a minus in front if it was taken out."),
    )
    note = note_field(_("What for"))

    def set_up(self):
        entries = self.event.entries.select_related("player")
        self.fields["entry"].queryset = entries

    def said(self, payment):
        return _("%(amount)s are booked.") % {"amount": money(payment.amount)}


class CountForm(ActionForm):
    service = services.count_cash

    counted = MoneyField(label=_("Counted in the drawer"))
    note = note_field(_("Note"))


FURTHER_RANKINGS = (
    *(Ranking.WOMEN, Ranking.SENIORS, Ranking.JUNIORS, Ranking.YOUTH, Ranking.PUPILS),
    *(Ranking.GUESTS, Ranking.LISTS),
)


class PrizePlanForm(AsksLittle, ActionModelForm):
    """The prize plan; if the club adds to the pot, that must be confirmed."""

    service = services.save_prize_plan

    prize_rounding = MoneyField(label=_("Round prizes down to"), required=False)
    prizes = PrizesField(
        label=_("Prizes, one place a line"),
        help_text=_(
            "25 € · 15 € + ham · 4-10: 5 € · 3 x 5 € · in shares: 50 % · a thing: "
            "3 bottles of wine · with its value: ham (20 €)"
        ),
    )
    confirmed = tick(_("The club adds what the pot lacks"))

    class Meta:
        model = Event
        fields = [
            *("prize_mode", "prize_percent", "pot_percent", "prize_rounding"),
            "prizes_each",
        ]
        widgets = {"prize_mode": forms.RadioSelect}

    def set_up(self):
        self.exceeds_pot = False
        self.rankings = {"prizes": (None, Ranking.SINGLE)}
        for contest in contests_of(self.instance):
            name = f"team_prizes_{contest.number}"
            label = _("Prizes in “%(contest)s”, one place a line")
            self.fields[name] = PrizesField(label=label % {"contest": contest})
            self.rankings[name] = (contest, Ranking.SINGLE)
        for ranking in FURTHER_RANKINGS:
            is_each = ranking == Ranking.LISTS
            label = _("The best of each series") if is_each else ranking.label
            self.fields[f"prizes_{ranking}"] = PrizesField(label=label)
            self.fields[f"prizes_{ranking}"].widget.attrs["rows"] = 2
            self.rankings[f"prizes_{ranking}"] = (None, ranking)
        self.fields["prizes_each"].required = False
        stored = list(self.instance.prizes.select_related("contest"))
        for name, ranking in self.rankings.items():
            own = [each for each in stored if (each.contest, each.ranking) == ranking]
            self.initial[name] = typed_prizes(own)

    def team_fields(self):
        return [self[name] for name in self.rankings if name.startswith("team")]

    def further(self):
        names = [f"prizes_{ranking}" for ranking in FURTHER_RANKINGS]
        rows = [[self[name] for name in ("prizes_each", *names)]]
        return self.group(_("Prizes of further rankings"), rows)

    def clean_prizes_each(self):
        return self.cleaned_data["prizes_each"] or PrizesEach.ALL

    def clean_prize_rounding(self):
        return self.cleaned_data["prize_rounding"] or 1

    def clean(self):
        super().clean()
        in_shares = self.cleaned_data.get("prize_mode") == PrizeMode.SHARES
        in_amounts = self.cleaned_data.get("prize_mode") == PrizeMode.LIST
        typed = {name: self.cleaned_data.get(name) or {} for name in self.rankings}
        for name, prizes in typed.items():
            is_single = name == "prizes"
            self.require_kind(name, prizes, in_shares, in_amounts or not is_single)
        self.typed = [prize for prizes in typed.values() for prize in prizes.values()]
        self.cleaned_data["prizes"] = [
            Prize(
                **{"event": self.instance, "place": place},
                **{"contest": contest, "ranking": ranking},
                **prize._asdict(),
            )
            for name, (contest, ranking) in self.rankings.items()
            for place, prize in typed[name].items()
        ]

    def require_kind(self, name, prizes, in_shares, in_amounts):
        """Refuse amounts among shares, and shares among amounts."""
        if in_shares:
            if any(prize.amount for prize in prizes.values()):
                text = _("In shares every line is a percentage like 50 %, or a thing.")
                self.add_error(name, text)
        elif in_amounts and any(prize.percent for prize in prizes.values()):
            self.add_error(
                name, _("Percentages belong to “shares of the pot”; choose that above.")
            )

    def plan(self):
        """Return the plan as it is typed, or stored; None if it cannot be read."""
        if not self.is_bound:
            return prize_plan(self.instance)
        if self.errors.keys() - {NON_FIELD_ERRORS}:
            return None
        prizes = self.cleaned_data["prizes"]
        return plan_for(self.instance, prizes, count_payers(self.instance))

    def said(self, _event):
        text = _("Saved.")
        return f"{text} {plan_text(self.typed)}"

    def refuse(self, refusal):
        self.exceeds_pot = isinstance(refusal, services.PlanExceedsPot)
        super().refuse(refusal)
