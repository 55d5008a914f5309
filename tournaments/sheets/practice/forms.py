from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scoring.notation.errors import NotationError
from scoring.notation.reading import NotedLine
from scoring.playing.line_checks import problems_in
from tournaments.sheets.practice.exercises import shorthand_of
from tournaments.sheets.typing.echo import read_typed_line
from tournaments.web.forms import NeedsMixin
from tournaments.words.games import notation_error_text, problem_text
from tournaments.words.proof.slips import scored_game_text


class PracticeForm(NeedsMixin, forms.Form):
    """One line of a practice list, with the clock and the counters in hidden fields."""

    needs = ("exercise",)

    line = forms.IntegerField(min_value=1, max_value=48, widget=forms.HiddenInput)
    started = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    keys = forms.IntegerField(min_value=0, max_value=100_000, widget=forms.HiddenInput)
    mistakes = forms.IntegerField(
        min_value=0, max_value=10_000, widget=forms.HiddenInput
    )
    text = forms.CharField(required=False, max_length=300, label=_("Game"))

    def clean_line(self):
        if self.cleaned_data["line"] > len(self.exercise.entries):
            raise ValidationError(_("Please start anew."), code="line")
        return self.cleaned_data["line"]

    def clean(self):
        super().clean()
        text = (self.cleaned_data.get("text") or "").strip()
        if self.errors:
            return
        if not text:
            self.refuse(_("Please type a game."))
            return
        try:
            item = read_typed_line(text)
        except NotationError as error:
            self.refuse(notation_error_text(error))
            return
        if not isinstance(item, NotedLine):
            self.refuse(_("Here stands a game."))
            return
        self.compare(item)

    def compare(self, noted):
        """Refuse a game that differs from the one on the paper, naming both."""
        line = self.cleaned_data["line"]
        expected = self.exercise.entries[line - 1]
        sheet = self.exercise.board.sheet
        problems = problems_in(
            noted.entry,
            players=sheet.table_size,
            number=line,
            games=sheet.games_planned,
        )
        if problems:
            self.refuse(" ".join(problem_text(problem) for problem in problems))
        elif shorthand_of(noted.entry) != shorthand_of(expected):
            words = _("You typed: %(typed)s. The paper says: %(meant)s, %(text)s")
            self.refuse(
                words
                % {
                    "typed": self.words_of(noted.entry),
                    "meant": self.words_of(expected),
                    "text": shorthand_of(expected),
                }
            )

    def words_of(self, entry):
        names = self.exercise.board.names
        name = names.get(entry.declarer)
        return f"{name}, {scored_game_text(entry)}" if name else scored_game_text(entry)

    def refuse(self, message):
        self.add_error("text", ValidationError(message, code="mistake"))

    def keys_pressed(self):
        """Return the number of keys pressed so far, Enter included."""
        return self.cleaned_data["keys"] + len(self.data.get("text", "")) + 1

    def count_mistake(self):
        """Update the counters in the form of a wrong line, which is shown again."""
        self.data = self.data.copy()
        self.data["mistakes"] = self.cleaned_data.get("mistakes", 0) + 1
        if "keys" in self.cleaned_data:
            self.data["keys"] = self.keys_pressed()
