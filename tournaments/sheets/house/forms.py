"""The options of house rules as fields under headings."""

from dataclasses import replace

from django import forms
from django.core.validators import MaxValueValidator, RegexValidator
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from scoring.house.bylaws import contradictions
from scoring.house.rules import OFFICIAL, OPTIONS, Group, OptionKind
from tournaments.sheets.house import services
from tournaments.sheets.models.programme import RuleSet
from tournaments.web.forms import (
    ActionForm,
    MoneyField,
    ServiceModelForm,
    WholeNumberField,
)
from tournaments.words.house_options import GROUP_TEXT, OPTION_WORDS, contradiction_text

# The values of a field whose option is not played.
NOTHING = (None, "", 0, "0", "0,00")


def option_field(option, words, **texts):
    """Return the field of an option; ``texts`` are its label and its hint."""
    match option.kind:
        case OptionKind.NUMBER:
            if not option.default and not words.hint:
                texts["help_text"] = _("0 switches it off.")
            most = MaxValueValidator(option.most)
            return WholeNumberField(min_value=option.least, validators=[most], **texts)
        case OptionKind.CHOICE:
            choices = [
                (each.value, words.choices[each].label) for each in option.choices
            ]
            is_required = option.default is not None
            return forms.TypedChoiceField(
                choices=choices if is_required else [("", _("not played")), *choices],
                coerce=option.choices,
                empty_value=None,
                required=is_required,
                **texts,
            )
        case OptionKind.SWITCH:
            return forms.BooleanField(required=False, **texts)
        case OptionKind.CENTS:
            return MoneyField(required=False, **texts)
    refusals = [RegexValidator(option.pattern, words.refusal)] if words.refusal else []
    return forms.CharField(
        max_length=option.longest, required=False, validators=refusals, **texts
    )


def field_value(name, rules):
    """Return the value of an option as its field shows it; no amount is left empty.

    >>> field_value("cap_cents", OFFICIAL), field_value("grid_cents", OFFICIAL)
    ('', 1)
    """
    value = getattr(rules, name)
    return value or "" if OPTIONS[name].kind is OptionKind.CENTS else value


class RuleSetForm(ServiceModelForm):
    """All options of house rules; ``rules`` is the value of all fields together."""

    class Meta:
        model = RuleSet
        fields = ["name"]
        widgets = {"name": forms.TextInput(attrs={"autocomplete": "off"})}

    def set_up(self):
        rules = self.instance.as_rules()
        for name, option in OPTIONS.items():
            words = OPTION_WORDS[name]
            texts = {"label": capfirst(words.label), "help_text": words.hint or ""}
            self.fields[name] = option_field(option, words, **texts)
            self.initial[name] = field_value(name, rules)

    def _post_clean(self):
        super()._post_clean()
        rules = self.rules()
        for each in contradictions(rules) if rules else ():
            self.add_error(each.option, contradiction_text(each))

    def groups(self):
        """Yield each heading of the page, its fields, and whether it is open.

        Groups that are as in the ISkO are folded.
        """
        for group in Group:
            names = [name for name in OPTIONS if OPTIONS[name].group is group]
            is_open = any(name in self.errors or self.is_played(name) for name in names)
            yield GROUP_TEXT[group], [self[name] for name in names], is_open

    def is_played(self, name):
        """Tell whether the option of a field differs from the ISkO."""
        usual = self.fields[name].prepare_value(field_value(name, OFFICIAL))
        value = self[name].value()
        return (value in NOTHING) != (usual in NOTHING) or (
            value not in NOTHING and str(value) != str(usual)
        )

    def rules(self):
        """Return the typed rules; None as long as an option is impossible."""
        if any(name in self.errors for name in OPTIONS):
            return None
        values = {name: self.cleaned_data[name] for name in OPTIONS}
        for name, option in OPTIONS.items():
            if option.kind is OptionKind.CENTS:  # an empty amount is the default
                values[name] = values[name] or option.default
        return replace(OFFICIAL, **values)

    def act(self):
        return services.save_rule_set(rule_set=self.instance, rules=self.rules())


class CopyRuleSetForm(ActionForm):
    """The name of a copy of house rules."""

    service = services.copy_rule_set
    name = forms.CharField(label=_("Name"), max_length=80)
