from collections.abc import Callable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.notation.grammar import NotationError
from scoring.notation.reading import NotedLine, Strike, Substitution, read_list
from tournaments.people.services import add_player_named
from tournaments.sheets import seats as seats_services
from tournaments.sheets.finishing import services as finishing_services
from tournaments.sheets.finishing.forms import ShowsTakenText
from tournaments.sheets.selectors import substitute_candidates
from tournaments.sheets.typing import services as typing_services
from tournaments.sheets.typing.echo import read_typed_line, substitute_problem
from tournaments.web.fields.number import WholeNumberField
from tournaments.web.forms import ActionForm, ServiceForm, tick
from tournaments.words.problems import notation_error_text

MOST_PASTED = 20_000  # characters; a list of 48 games has about 300


class LineForm(ShowsTakenText, ServiceForm):
    """One line of the list in shorthand: written, inserted or deleted."""

    needs = ("sheet", "by")
    item: Any = None
    unknown = ""  # the name of a substitute who is not in the database yet

    number = WholeNumberField(_("line"), 1, 500, widget=forms.HiddenInput)
    before = forms.CharField(
        required=False, strip=False, max_length=400, widget=forms.HiddenInput
    )
    # Only sent with a line that is sent a second time.
    revision = WholeNumberField(required=False, min_value=0, widget=forms.HiddenInput)
    text = forms.CharField(required=False, max_length=300, label=_("Game"))
    values = tick(_("only place and value"))
    action = forms.ChoiceField(
        required=False,
        choices=[(action, "") for action in ("write", "insert", "delete", "guest")],
    )

    def clean(self):
        super().clean()
        text = (self.cleaned_data.get("text") or "").strip()
        if self.errors or self.cleaned_data.get("action") == "delete":
            return
        if not text:
            self.add_error(
                "text", ValidationError(_("Please type a game."), code="empty")
            )
            return
        try:
            self.item = read_typed_line(text, values_only=self.cleaned_data["values"])
        except NotationError as error:
            message = notation_error_text(error)
            self.add_error("text", ValidationError(message, code=error.code))

    def act(self):
        if isinstance(self.item, Strike):
            return finishing_services.strike_rest(sheet=self.sheet, by=self.by)
        if isinstance(self.item, Substitution):
            return self.substitute()
        data = self.cleaned_data
        line = {
            "sheet": self.sheet,
            "by": self.by,
            "number": data["number"],
            "before": data["before"],
        }
        if data["action"] == "delete":
            return typing_services.delete_line(revision=data["revision"], **line)
        line["noted"] = self.item
        if data["action"] == "insert":
            return typing_services.insert_line(revision=data["revision"], **line)
        return typing_services.record_line(**line)

    @transaction.atomic
    def substitute(self):
        name = self.item.name
        candidates = substitute_candidates(name)
        if not candidates and self.cleaned_data["action"] == "guest":
            candidates = [add_player_named(name=name, is_guest=True)]
        if problem := substitute_problem(name, candidates):
            self.unknown = "" if candidates else name
            raise ValidationError(problem, code="name")
        return seats_services.add_substitute(
            sheet=self.sheet,
            place=self.item.place,
            player=candidates[0],
            by=self.by,
            from_game=self.cleaned_data["number"],
        )


class UndoForm(ActionForm):
    """Undo, for the list as the user saw it."""

    service = typing_services.undo
    revision = WholeNumberField(min_value=0)


class RedoForm(UndoForm):
    service = typing_services.redo


class AcceptForm(ShowsTakenText, ActionForm):
    """Why the paper is wrong on a line, as the line was shown."""

    service = typing_services.accept_line
    reason = forms.CharField(
        max_length=300,
        label=_("Reason"),
        widget=forms.TextInput(attrs={"autofocus": True}),
    )
    before = forms.CharField(
        required=False, strip=False, max_length=400, widget=forms.HiddenInput
    )


class PasteForm(ActionForm):
    """A whole list at once, one game per line."""

    service: Callable[..., Any] = typing_services.append_lines
    text = forms.CharField(
        label=_("Lines"),
        max_length=MOST_PASTED,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
        help_text=_(
            "One game a line in the shorthand; lines that begin with # do not count."
        ),
    )

    def clean_text(self):
        lines, errors = [], []
        for item in read_list(self.cleaned_data["text"]):
            if isinstance(item.content, NotedLine):
                lines.append(item.content)
            else:
                errors.append(self.error_of(item))
        if errors:
            raise ValidationError(errors[:20])
        if not lines:
            raise ValidationError(_("There is no game in this text."), code="empty")
        self.cleaned_data["lines"] = lines
        return self.cleaned_data["text"]

    def error_of(self, item):
        if isinstance(item.content, NotationError):
            message = notation_error_text(item.content)
        else:
            message = _("Type struck games and substitutes in the line itself.")
        return ValidationError(
            _("Line %(number)s: %(message)s"),
            params={"number": item.line, "message": message},
            code="line",
        )
