"""Reading what waits at the door of an event, and what became of the rest."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.proof.arrivals import Pair, Side, Standing, feet_apart, game_text
from tournaments.events.models import Event
from tournaments.files.lists.comparing import Compared, compare
from tournaments.files.lists.documents import WHOLE_LIST, stored_document
from tournaments.sheets.ledger import Ledger
from tournaments.sheets.models import ArrivedList, ScoreSheet
from tournaments.sheets.selectors import ledgers_of
from tournaments.words.choices import ArrivalState

MOST_DECIDED = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """An arrived list that waits, as it is to the list here at this moment."""

    arrived: ArrivedList
    compared: Compared

    @property
    def state(self) -> ArrivalState:
        return ArrivalState(self.compared.standing.value)

    @property
    def is_ready(self) -> bool:
        return self.compared.standing is Standing.READY

    @property
    def is_duplicate(self) -> bool:
        return self.compared.standing is Standing.DUPLICATE

    @property
    def sheet(self) -> ScoreSheet | None:
        return self.compared.ledger.sheet if self.compared.ledger else None

    @property
    def can_be_taken(self) -> bool:
        """Whether anything of it may be written on the list here as that stands."""
        sheet = self.sheet
        if sheet is None or self.arrived.decided_at:
            return False
        return not (sheet.is_finished or sheet.pen_is_out)


@dataclass(frozen=True, slots=True, kw_only=True)
class Inbox:
    """The lists that wait, and the last ones that do not any more."""

    waiting: tuple[Waiting, ...]
    done: tuple[ArrivedList, ...]

    @property
    def ready(self) -> int:
        return sum(each.is_ready for each in self.waiting)


def inbox_of(event: Event) -> Inbox:
    """Return what arrived for an event. Seven queries at most."""
    arrived = event.arrived_lists.select_related("by", "decided_by")
    waiting = list(arrived.waiting().order_by("series_number", "table_number", "pk"))
    still = [each.pk for each in waiting]
    done = arrived.exclude(pk__in=still).order_by("-pk")[:MOST_DECIDED]
    ledgers = ledgers_called(event, {each.code for each in waiting})
    return Inbox(
        waiting=tuple(
            Waiting(
                arrived=each,
                compared=compare(
                    stored_document(each.document), ledgers.get(each.code)
                ),
            )
            for each in waiting
        ),
        done=tuple(done),
    )


def ledgers_called(event: Event, codes: set[str]) -> dict[str, Ledger]:
    """Return the lists of an event by their codes. Four queries."""
    sheets = ScoreSheet.objects.with_event().filter(
        series__event=event, stands_for=None, code__in=codes
    )
    return {ledger.sheet.code: ledger for ledger in ledgers_of(sheets)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Something in which both versions differ, or a line in which they agree."""

    name: str
    here: str
    there: str
    number: int | None = None  # of the line, here or else there
    side: str = ""  # what was chosen, when the form comes back
    differs: bool = True


def waiting_list(arrived: ArrivedList) -> Waiting:
    """Return an arrived list beside the one here. Four queries."""
    ledgers = ledgers_called(arrived.event, {arrived.code})
    document = stored_document(arrived.document)
    return Waiting(
        arrived=arrived, compared=compare(document, ledgers.get(arrived.code))
    )


def choices_of(compared: Compared, chosen: dict[str, Side]) -> list[Choice]:
    """Return both versions line by line; what was ``chosen`` stays chosen."""
    choices = [
        line_choice(compared, index, pair, chosen)
        for index, pair in enumerate(compared.pairs)
    ]
    if places := feet_apart(compared.here, compared.there):
        choices.append(
            Choice(
                name="foot",
                here=foot_text(compared.here.foot, places),
                there=foot_text(compared.there.foot, places),
                side=chosen.get("foot", ""),
            )
        )
    if compared.there.is_struck and not compared.here.is_struck:
        choices.append(
            Choice(name="struck", here="", there="x", side=chosen.get("struck", ""))
        )
    return choices


def line_choice(
    compared: Compared, index: int, pair: Pair, chosen: dict[str, Side]
) -> Choice:
    """Return one line of both versions."""
    here, there = compared.here.games, compared.there.games
    return Choice(
        name=str(index),
        here=game_text(here[pair.here - 1]) if pair.here else "",
        there=game_text(there[pair.there - 1]) if pair.there else "",
        number=pair.here or pair.there,
        side=chosen.get(str(index), ""),
        differs=pair.differs,
    )


def foot_text(foot: Mapping[int, str], places: list[int]) -> str:
    """Return the feet of some places in one line."""
    return " · ".join(
        foot[place] if place == WHOLE_LIST else f"{place}: {foot[place]}"
        for place in places
    )
