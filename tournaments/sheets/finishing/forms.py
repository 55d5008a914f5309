from typing import NamedTuple

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from scoring.house.rules import is_official
from scoring.lists.sheets import RATES
from scoring.proof.paper import k12
from tournaments.sheets import writing
from tournaments.sheets.finishing import services as finishing_services
from tournaments.sheets.ledger import typed_foot
from tournaments.web.forms import READ_BY_ALL, ServiceForm, WholeNumberField
from tournaments.words.choices import Privacy
from tournaments.words.problems import failure_text


class FootCell(NamedTuple):
    """A field of the foot; ``doubt`` says that no games can add up to its points."""

    name: str
    id: str
    value: int | str | None
    player: str
    error: str
    doubt: str | None  # "" if there is none, None if there cannot be any


class ShowsTakenText:
    """A form that says in ``before`` what its writer saw.

    Somebody else may have written there since. The writer sees their text with the
    refusal, so that sending the form once more is on purpose.
    """

    def refuse(self, refusal):
        super().refuse(refusal)
        if isinstance(refusal, writing.IsTaken):
            self.data = self.data.copy()
            self.data["before"] = refusal.text


class FootForm(ShowsTakenText, ServiceForm):
    """The foot of the paper: four numbers a place, games and passed-in games."""

    needs = ("ledger", "by")

    NUMBERS = (
        ("points", _("Game points"), -20_000, 20_000),
        ("won", _("won"), 0, 200),
        ("lost", _("lost"), 0, 200),
        ("total", _("Total points"), -20_000, 20_000),
    )
    # The page after an expired session reads it (``tournaments.web.requests``).
    NUMBER_LABELS = {name: label for name, label, _low, _high in NUMBERS}

    passed_in = WholeNumberField(_("Passed in"), 0, 200, required=False)
    games = WholeNumberField(_("Games played"), 1, 200, required=False)
    reason = forms.CharField(
        required=False, max_length=300, label=_("Reason, if the paper differs")
    )

    before = forms.CharField(
        required=False, strip=False, max_length=1000, widget=forms.HiddenInput
    )

    def set_up(self):
        for seat in self.ledger.seats:
            for name, _label, low, high in self.NUMBERS:
                self.fields[f"{name}_{seat.place}"] = WholeNumberField(
                    required=False, min_value=low, max_value=high
                )
        if any(seat.player.privacy == Privacy.HIDDEN for seat in self.ledger.seats):
            self.fields["reason"].help_text = READ_BY_ALL
        if not self.is_bound:
            self.initial = self.stored() | self.initial

    def rates(self):
        """Return what a total adds for a game won, lost, and lost by another player.

        With these the page computes each total while it is typed; "" under house
        rules, where totals are not computed that way.
        """
        if not is_official(self.ledger.rules):
            return ""
        rates = RATES[self.ledger.rules.system]
        others = rates.others_lost[len(self.ledger.seats)]
        return f"{rates.won} {rates.lost} {others}"

    def stored(self):
        sheet = self.ledger.sheet
        numbers = {
            f"{name}_{seat.place}": getattr(seat, f"paper_{name}")
            for seat in self.ledger.seats
            for name, *_rest in self.NUMBERS
        }
        return numbers | {
            "passed_in": sheet.paper_passed_in,
            "games": sheet.paper_games,
            "reason": sheet.mismatch_reason,
            "before": finishing_services.whole_foot_text(self.ledger),
        }

    def is_begun(self):
        """Return whether anything of the paper was sent or is stored."""
        stored = {**self.initial, "before": None}
        return self.is_bound or any(
            value not in (None, "") for value in stored.values()
        )

    def grid(self):
        """Return a row for each kind of number: its label and its cells."""
        return tuple(
            (
                str(label),
                tuple(
                    self.cell(f"{name}_{seat.place}", seat)
                    for seat in self.ledger.seats
                ),
            )
            for name, label, *_limits in self.NUMBERS
        )

    def cell(self, name, seat):
        """Return what a field shows, computed once for all its uses on the page."""
        field = self[name]
        return FootCell(
            name=name,
            id=field.auto_id,
            value=field.value(),
            player=seat.player.name,
            error=next(iter(self.errors.get(name, ())), ""),
            doubt=self.doubts.get(seat.place, "") if "points" in name else None,
        )

    @cached_property
    def doubts(self):
        """Return the doubts about game points that no games can add up to, by place."""
        if not self.ledger.sheet.totals_only:
            return {}
        return {
            failure.places[0]: failure_text(failure)
            for failure in k12(typed_foot(self.ledger))
        }

    def mark_missing(self):
        """Mark the empty fields without which a list of totals cannot be finished."""
        for name in self.fields:
            number = name.partition("_")[0]
            is_needed = number in ("points", "won", "lost") or name == "passed_in"
            if is_needed and self[name].value() is None:
                self.add_error(name, _("is missing"))

    def act(self):
        return finishing_services.write_foot(
            sheet=self.ledger.sheet,
            by=self.by,
            seats={
                seat.place: finishing_services.FootNumbers(
                    **{
                        name: self.cleaned_data.get(f"{name}_{seat.place}")
                        for name, *_rest in self.NUMBERS
                    }
                )
                for seat in self.ledger.seats
            },
            passed_in=self.cleaned_data["passed_in"],
            games=self.cleaned_data["games"],
            reason=self.cleaned_data["reason"],
            before=self.cleaned_data["before"] if "before" in self.data else None,
        )


class FinishForm(ServiceForm):
    """The end of a list; without a proof the user is asked once."""

    needs = ("sheet", "by")

    cut_short = forms.BooleanField(required=False)
    unproved = forms.BooleanField(required=False)
    asks = False

    def act(self):
        return finishing_services.finish_sheet(
            sheet=self.sheet,
            by=self.by,
            cut_short=self.cleaned_data["cut_short"],
            needs_check=self.sheet.series.event.second_person,
            needs_proof=not self.cleaned_data["unproved"],
        )

    def refuse(self, refusal):
        super().refuse(refusal)
        self.asks = isinstance(refusal, writing.NotProved)
