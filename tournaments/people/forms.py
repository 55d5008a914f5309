"""Forms about people: search, add, paste, change."""

from django import forms
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.people.models import Club, Player
from tournaments.people.names.names import (
    read_club_number,
    read_member_number,
    read_parts,
    tidy,
)
from tournaments.people.selectors import (
    home_club,
    member_with_number,
    namesakes_of,
    people_by_likeness,
    similar_players,
)
from tournaments.people.services import find_or_add_club, save_club, save_player
from tournaments.web.faces import is_printable
from tournaments.web.fields import BirthdayField
from tournaments.web.forms import ActionModelForm, MakesOnce, ServiceModelForm, tick
from tournaments.words.choices import Gender, Privacy

MEMBER, GUEST = "member", "guest"
STATUS = [(MEMBER, _("Member of our club")), (GUEST, _("Guest"))]
MOST_LINES = 1000


class SearchForm(forms.Form):
    q = forms.CharField(
        label=_("Search by name"), required=False, widget=forms.SearchInput
    )

    def query(self):
        return self.cleaned_data.get("q", "") if self.is_valid() else ""


class PersonForm(ActionModelForm):
    """A person's data, the club a guest comes from, and the privacy of the name.

    It asks before a name becomes that of a second person, or like that of another.
    """

    again = tick(_("This is somebody else"))
    status = forms.ChoiceField(
        label=_("Plays as"), choices=STATUS, initial=MEMBER, widget=forms.RadioSelect
    )
    guest_club = forms.CharField(
        label=_("Club of the guest"),
        required=False,
        max_length=120,
        help_text=_("A club that is new here is added."),
        widget=forms.TextInput(attrs={"list": "clubs", "autocomplete": "off"}),
    )
    birth_date = BirthdayField(
        label=_("Date of birth"),
        help_text=_(
            "Only for the age classes: whoever belongs to one is named in its ranking."
        ),
        required=False,
    )

    namesake = None

    class Meta:
        model = Player
        fields = [
            "first_name",
            "last_name",
            "member_number",
            "gender",
            "birth_date",
            "group",
            "privacy",
        ]
        help_texts = {
            "member_number": _("As on the pass; visitors never see it."),
            "gender": _("Counts for the women's ranking only."),
            "group": _("For draws by strength groups: 1 is the strongest."),
            "privacy": _(
                "On pages that everybody may read, on what hangs in the hall and in "
                "files to hand on. Signed-in members always see the full name."
            ),
        }
        widgets = {
            "first_name": forms.TextInput(attrs={"autocomplete": "off"}),
            "last_name": forms.TextInput(attrs={"autocomplete": "off"}),
        }

    def set_up(self):
        # By default the full name is public, as on every list in the pub.
        self.fields["privacy"].required = False
        self.fields["gender"].choices = [("", _("not said")), *Gender.choices]

    def clean_privacy(self):
        return self.cleaned_data["privacy"] or Privacy.FULL

    def clean_member_number(self):
        return read_member_number(self.cleaned_data["member_number"])

    def clean(self):
        super().clean()
        number = self.cleaned_data.get("member_number")
        if number and self.cleaned_data.get("status") != GUEST:
            holder = member_with_number(number, besides=self.instance)
            if holder:
                self.add_error(
                    "member_number",
                    _("%(name)s has this member number already.") % {"name": holder},
                )
        if not self.errors:
            self.look_for_namesake()

    def look_for_namesake(self):
        values, person = self.cleaned_data, self.instance
        name = read_parts(values["first_name"], values["last_name"])
        if values["again"] or name.key == person.name_key:
            return
        others = Player.objects.filter(removed_at=None).exclude(pk=person.pk)
        alike = similar_players(name, people_by_likeness(others.select_related("club")))
        namesakes = namesakes_of(name).exclude(pk=person.pk)
        self.namesake = namesakes.first() or next(iter(alike), None)
        if self.namesake:
            text = _("%(name)s is on the list already.") % {"name": self.namesake}
            self.add_error("again", text)

    def asks_again(self):
        return bool(self.namesake or self.data.get("again"))

    def clean_first_name(self):
        return tidy(self.cleaned_data["first_name"])

    def clean_last_name(self):
        name = tidy(self.cleaned_data["last_name"])
        if not name:
            # The text has no visible letter.
            raise forms.ValidationError(
                self.fields["last_name"].error_messages["required"]
            )
        return name

    # A new club is only added together with the person.
    @transaction.atomic
    def act(self):
        person, values = self.instance, self.cleaned_data
        person.is_guest = values["status"] == GUEST
        person.club = home_club()
        if person.is_guest:
            person.club = find_or_add_club(name=values["guest_club"])
        return save_player(player=person)

    def warnings(self, player):
        if not is_printable(player.full_name):
            text = _("Paper cannot show all letters of %(name)s; a box stands there.")
            yield text % {"name": player.full_name}


class AddPlayerForm(MakesOnce, PersonForm):
    """Add a person, once for each time the page is opened."""

    made = None

    def set_up(self):
        super().set_up()
        self.fields["first_name"].widget.attrs["autofocus"] = True

    def clean(self):
        values = self.cleaned_data
        if not self.errors:
            typed = values["first_name"], values["last_name"], values["again"]
            self.made = self.made_already(*typed)
        if not self.made:
            super().clean()

    def act(self):
        return self.made or super().act()

    def said(self, player):
        return _("%(name)s was added.") % {"name": player}


class ChangePlayerForm(PersonForm):
    """Change a person, detecting changes by others in the meantime."""

    def set_up(self):
        super().set_up()
        person = self.instance
        club = "" if person.club is None else person.club.name
        self.initial |= {
            "status": GUEST if person.is_guest else MEMBER,
            "guest_club": club if person.is_guest else "",
        }
        self.fields["status"].help_text = _(
            "Holds for the past, too: seasons that have ended and the all-time table "
            "count members as of today, and old evenings show the club of today."
        )


class ClubForm(ServiceModelForm):
    number = forms.CharField(
        label=_("Club number"),
        required=False,
        max_length=12,
        help_text=_("A club number has seven digits, such as 04.43.006."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "decimal"}),
    )

    class Meta:
        model = Club
        fields = ["name", "number"]

    def set_up(self):
        self.initial["number"] = self.instance.dotted_number

    def clean_name(self):
        return tidy(self.cleaned_data["name"])

    def clean_number(self):
        return read_club_number(self.cleaned_data["number"])

    def act(self):
        return save_club(club=self.instance)
