"""The house rules of the club: listed, created, changed, copied, deleted."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from scoring.house.rules import PRESETS
from scoring.playing.examples import examples_of
from skatclub.backups.making import backed_up_before
from tournaments.people.selectors import home_club
from tournaments.sheets.house import services
from tournaments.sheets.house.forms import CopyRuleSetForm, RuleSetForm
from tournaments.sheets.models.programme import RuleSet
from tournaments.sheets.selectors import rule_sets
from tournaments.web.access import form_for, page_for
from tournaments.web.answers import delete_page, show_form
from tournaments.web.requests import is_fragment
from tournaments.words.house_options import PRESET_TEXT, house_rules_text
from tournaments.words.rights import Right


def editable_rules(request: HttpRequest, pk: int) -> RuleSet:
    """Return rules of the club that the reader may change; otherwise 404."""
    return get_object_or_404(RuleSet.objects.editable_by(request.user), pk=pk)


@page_for(Right.EVENTS)
def show_rules(request: HttpRequest) -> HttpResponse:
    context = {"rule_sets": rule_sets(), "presets": PRESET_TEXT.items()}
    return render(request, "tournaments/sheets/house/rule_sets.html", context)


@form_for(Right.EVENTS)
def create_rules(request: HttpRequest) -> HttpResponse:
    rule_set = RuleSet(club=home_club())
    preset = request.GET.get("preset", "")
    if preset in PRESETS:
        rule_set.name = str(PRESET_TEXT[preset])
        rule_set.set_rules(PRESETS[preset])
    return edit_rule_set(request, RuleSetForm(request.POST or None, instance=rule_set))


@form_for(Right.EVENTS)
def edit_rules(request: HttpRequest, pk: int) -> HttpResponse:
    rule_set = editable_rules(request, pk)
    form = RuleSetForm(request.POST or None, instance=rule_set)
    return edit_rule_set(request, form, rule_set=rule_set, name=rule_set.name)


def edit_rule_set(
    request: HttpRequest, form: RuleSetForm, **context: object
) -> HttpResponse:
    """Save the rules, or show them with examples of how they score.

    "try" only asks for the examples: it is a button without JavaScript, and htmx sends
    it after every change.
    """
    is_trial = "try" in request.POST
    is_new = form.instance.pk is None
    if form.is_bound and not is_trial and form.is_valid() and (saved := form.save()):
        text = _("“%(name)s” is there.") if is_new else _("Saved.")
        messages.success(request, text % {"name": saved.name})
        return redirect("sheets:rules")
    rules = form.rules() if form.is_bound else form.instance.as_rules()
    context["form"] = form
    if rules:
        context |= {
            "rules_text": house_rules_text(rules),
            "examples": examples_of(rules),
        }
    if is_fragment(request):
        return render(request, "tournaments/sheets/house/_rule_examples.html", context)
    status = 422 if form.is_bound and form.errors and not is_trial else 200
    return render(
        request, "tournaments/sheets/house/rule_set_edit.html", context, status=status
    )


@form_for(Right.EVENTS)
def copy_rules(request: HttpRequest, pk: int) -> HttpResponse:
    source = editable_rules(request, pk)
    initial = {"name": _("%(name)s (copy)") % {"name": source.name}}
    form = CopyRuleSetForm(request.POST or None, source=source, initial=initial)
    if form.is_valid() and (copy := form.save()):
        messages.success(request, _("“%(name)s” is there.") % {"name": copy.name})
        return redirect("sheets:rules-edit", copy.pk)
    template = "tournaments/sheets/house/rule_set_copy.html"
    return show_form(request, template, rule_set=source, form=form)


delete_rules = backed_up_before(
    delete_page(
        editable_rules,
        Right.EVENTS,
        services.delete_rule_set,
        "tournaments/sheets/house/rule_set_delete.html",
        name="rule_set",
        back="sheets:rules-edit",
        to="sheets:rules",
        check=services.refuse_to_delete,
    )
)
