"""Whether only place and value are typed on a list.

The same text means different games in the two modes, so the choice must not get lost:
it is stored in the session for each list.
"""

from django.http import HttpRequest

from tournaments.sheets.board import SheetBoard

SESSION_KEY = "only_values"  # in the session: {list: choice}, the latest last
MOST_LISTS = 100


def remember_choice(request: HttpRequest, pk: int) -> bool:
    """Return the choice in the form of list ``pk``, and store it in the session."""
    fields = request.POST if request.method == "POST" else request.GET
    choice = bool(fields.get("values"))
    choices = request.session.get(SESSION_KEY, {})
    # The session is not written for people who never tick the box.
    if (choice or choices) and choices.get(str(pk)) is not choice:
        earlier = [item for item in choices.items() if item[0] != str(pk)]
        latest = [*earlier, (str(pk), choice)][-MOST_LISTS:]
        request.session[SESSION_KEY] = dict(latest)
    return choice


def only_values(request: HttpRequest, board: SheetBoard) -> bool:
    """Return whether only place and value of the next line are typed.

    The choice of this user for this list comes first, then the way its last game was
    typed; on an empty list the last choice for another list.
    """
    if "text" in request.POST or "values" in request.GET:
        return remember_choice(request, board.sheet.pk)
    choices = request.session.get(SESSION_KEY, {})
    if (choice := choices.get(str(board.sheet.pk))) is not None:
        return choice
    games = [row.entry for row in board.rows if row.entry and row.entry.declarer]
    if games:
        return games[-1].written_value is not None
    return list(choices.values())[-1] if choices else False
