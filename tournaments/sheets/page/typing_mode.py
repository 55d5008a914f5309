"""Whether only place and value are typed on a list.

The same line means two games in the two ways, so no page may forget which one it was:
a choice is kept with the session, for each list.
"""

from django.http import HttpRequest

from tournaments.sheets.board import SheetBoard

SESSION_KEY = "only_values"  # in the session: {list: choice}, the latest one last
MOST_LISTS = 100


def remember_choice(request: HttpRequest, pk: int) -> bool:
    """Return what the form of list ``pk`` says, and keep it for the pages to come."""
    fields = request.POST if request.method == "POST" else request.GET
    choice = bool(fields.get("values"))
    kept = request.session.get(SESSION_KEY, {})
    # Whoever never ticked the box costs the session no write.
    if (choice or kept) and kept.get(str(pk)) is not choice:
        others = [each for each in kept.items() if each[0] != str(pk)]
        request.session[SESSION_KEY] = dict([*others, (str(pk), choice)][-MOST_LISTS:])
    return choice


def only_values(request: HttpRequest, board: SheetBoard) -> bool:
    """Return how the next line of a list is typed.

    As this typist did on this list; else as its last game was; on an empty list as
    on the one before.
    """
    if "text" in request.POST or "values" in request.GET:
        return remember_choice(request, board.sheet.pk)
    kept = request.session.get(SESSION_KEY, {})
    if (choice := kept.get(str(board.sheet.pk))) is not None:
        return choice
    games = [row.entry for row in board.rows if row.entry and row.entry.declarer]
    if games:
        return games[-1].written_value is not None
    return list(kept.values())[-1] if kept else False
