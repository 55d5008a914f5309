"""The form of the print page: which papers, and how many copies."""

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.papers.orders import PAPERS, PaperKind
from tournaments.web.forms import NeedsMixin, WholeNumberField, tick
from tournaments.words.choices import Ranking
from tournaments.words.decks import Deck, deck_name
from tournaments.words.formats import series_name

MOST_COPIES = 300
MOST_DRAWN = 400
SIZES = (3, 4, 5)


def copies_field(label, initial=None):
    return WholeNumberField(label, 0, MOST_COPIES, required=False, initial=initial)


class PrintForm(NeedsMixin, forms.Form):
    """The papers to print; it is sent with GET, so that its address can be saved."""

    needs = ("supply", "kinds")
    use_required_attribute = False

    papers = forms.MultipleChoiceField(
        label=_("Papers"),
        choices=PaperKind,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Please tick what to print.")},
    )
    series = forms.TypedChoiceField(
        label=_("Series"), coerce=int, empty_value=None, required=False
    )
    table = WholeNumberField(
        pgettext_lazy("seat", "Table"),
        1,
        999,
        help_text=_("Empty for all tables."),
        required=False,
    )
    lists = forms.CharField(required=False, max_length=2000)  # their codes
    ranking = forms.ChoiceField(label=_("Ranking"), required=False)
    full_names = tick(
        _("Full names"),
        help_text=_(
            "Draw, standings and prize list otherwise show people as they want to be "
            "called in public. The emergency pack and what only the people at a table "
            "get to see always have the full names."
        ),
    )
    places = WholeNumberField(_("Up to place"), 1, 500, required=False, initial=3)
    text = forms.CharField(
        label=_("The club's own words"),
        widget=forms.Textarea(attrs={"rows": 2}),
        required=False,
        max_length=300,
    )
    people = WholeNumberField(_("for how many people"), 3, MOST_DRAWN, required=False)
    copies_3 = copies_field(_("table of three"), 2)
    copies_4 = copies_field(_("table of four"), 5)
    copies_5 = copies_field(_("table of five"))
    deck = forms.ChoiceField(
        label=_("Cards"), choices=Deck, required=False, initial=deck_name
    )

    def set_up(self):
        self.fields["papers"].choices = [
            (kind.value, kind.label) for kind in self.kinds
        ]
        self.fields["ranking"].choices = self.supply.rankings
        self.fields["series"].choices = [
            ("", _("all series")),
            *((number, series_name(number)) for number in self.supply.series),
        ]

    def clean(self):
        cleaned = super().clean()
        kinds = cleaned.get("papers", ())
        if PaperKind.BLANK_LISTS in kinds and not self.errors and not self.copies():
            self.add_error("copies_4", _("Please say how many blank lists."))
        return cleaned

    def copies(self):
        """Return the number of blank lists to print, by number of players."""
        wanted = {size: self.cleaned_data.get(f"copies_{size}") for size in SIZES}
        return {size: count for size, count in wanted.items() if count}

    def order(self):
        cleaned = self.cleaned_data
        return {
            "kinds": [PaperKind(value) for value in cleaned["papers"]],
            "series": cleaned["series"],
            "table": cleaned["table"],
            "codes": list(filter(None, cleaned["lists"].split(","))),
            "ranking": cleaned["ranking"] or Ranking.SINGLE,
            "places": cleaned["places"] or 3,
            "text": cleaned["text"],
            "people": cleaned["people"] or self.supply.people,
            "full_names": cleaned["full_names"],
            "copies": self.copies(),
        }

    def rows(self):
        """Return each paper that would not be empty, with its checkbox and options."""
        ticked = set(self["papers"].value() or ())
        options = {
            PaperKind.BLANK_LISTS: [self[f"copies_{size}"] for size in SIZES],
            PaperKind.CERTIFICATES: [self["places"], self["text"]],
            PaperKind.LOTS: [self["people"]],
        }
        return [
            {
                "kind": PaperKind(value),
                "label": label,
                "is_ticked": value in ticked,
                "options": options.get(PaperKind(value), ()),
            }
            for value, label in self.fields["papers"].choices
            if PAPERS[PaperKind(value)].needs(self.supply)
        ]
