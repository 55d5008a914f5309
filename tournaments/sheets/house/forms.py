"""The house rules of the club as fields under headings."""

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from scoring.house.contradictions import contradictions
from tournaments.sheets.house import services
from tournaments.sheets.models import RULE_COLUMNS, RuleSet
from tournaments.web.forms import ServiceForm, ServiceModelForm
from tournaments.web.money_field import MoneyField
from tournaments.words.rule_sets import CONTRADICTION_TEXT

RULE_GROUPS = [
    (_("Kontra"), ["kontra", "ramsch_after_kontra"]),
    (
        _("A Bock round is started by"),
        [
            "bock_split",
            "bock_value",
            "bock_lost_kontra",
            "bock_re",
            "bock_schneider",
            "bock_quiet_rounds",
            "bock_by_hand",
            "bock_counts_passed_in",
            "ramsch_after_bock",
        ],
    ),
    (_("Extra levels"), ["extra_levels", "extra_levels_in_grand"]),
    (
        _("Null"),
        ["null", "null_hand", "null_ouvert", "null_ouvert_hand", "null_revolution"],
    ),
    (_("Ramsch when all have passed"), ["ramsch", "ramsch_prize"]),
    (
        _("Schieberamsch"),
        [
            "schieberamsch",
            "only_ramsch",
            "who_marks",
            "ramsch_ties",
            "ramsch_skat",
            "push_jacks",
            "push_doubles",
            "virgin_doubles",
            "announced_virgin",
            "ramsch_kontra",
            "march",
            "march_counts_pushes",
            "ramsch_cap",
            "grand_hand_in_ramsch",
            "same_dealer_after_grand_hand",
        ],
    ),
    (_("Evening without bidding"), ["forced_games"]),
    (_("Target score and Bierlachs"), ["target", "loser_points", "defenders_write"]),
    (_("Money"), ["stake_cents", "cap_cents", "grid_cents", "losers_pay_pot"]),
]
OFF = _("0 switches it off.")


class RuleSetForm(ServiceModelForm):
    """Every option of the rules; ``rules`` is what the fields say together."""

    cap_cents = MoneyField(
        required=False, help_text=_("Left empty, there is no limit.")
    )
    grid_cents = MoneyField(required=False)

    class Meta:
        model = RuleSet
        fields = ["name", *RULE_COLUMNS]
        widgets = {"name": forms.TextInput(attrs={"autocomplete": "off"})}
        help_texts = {
            "bock_value": OFF,
            "bock_quiet_rounds": OFF,
            "extra_levels": _("For example Spitze; several with commas between."),
            "null_revolution": OFF,
            "announced_virgin": OFF,
            "ramsch_cap": OFF,
            "target": OFF,
            "loser_points": OFF,
            "stake_cents": _("A number or a fraction like 1/10."),
        }

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        for name in ("cap_cents", "grid_cents"):
            label = RuleSet._meta.get_field(name).verbose_name
            self.fields[name].label = capfirst(label)
        for name in ("ramsch", "schieberamsch"):
            choices = self.fields[name].choices
            self.fields[name].choices = [("", _("not played")), *choices[1:]]

    def clean_cap_cents(self):
        return self.cleaned_data["cap_cents"] or 0

    def clean_grid_cents(self):
        return self.cleaned_data["grid_cents"] or 1

    def _post_clean(self):
        super()._post_clean()
        rules = self.rules()
        for name, code in contradictions(rules).items() if rules else ():
            self.add_error(name, CONTRADICTION_TEXT[code])

    def groups(self):
        """Return the fields under the headings of the page."""
        return [(title, [self[name] for name in names]) for title, names in RULE_GROUPS]

    def rules(self):
        """Return the rules as typed; None as long as an option is impossible."""
        if any(name in self.errors for name in RULE_COLUMNS):
            return None
        return self.instance.as_rules()

    def act(self):
        return services.save_rule_set(rule_set=self.instance, rules=self.rules())


class CopyRuleSetForm(ServiceForm):
    """The name under which rules are copied."""

    name = forms.CharField(label=_("name"), max_length=80)

    def __init__(self, *args, source, **kwargs):
        super().__init__(*args, **kwargs)
        self.source = source

    def act(self):
        return services.copy_rule_set(
            source=self.source, name=self.cleaned_data["name"]
        )
