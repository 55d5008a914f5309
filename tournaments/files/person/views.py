"""The file of what is stored about a person, handed out on request."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.text import slugify
from django.views.decorators.cache import never_cache

from tournaments.files.person.person_file import person_text
from tournaments.files.spreadsheets.answers import file_answer
from tournaments.people.models import Player
from tournaments.web.access import page_for
from tournaments.words.rights import Right


@page_for(Right.PEOPLE)
@never_cache
def person_data(request: HttpRequest, pk: int) -> HttpResponse:
    people = Player.objects.editable_by(request.user).select_related("club")
    player = get_object_or_404(people, pk=pk)
    name = slugify(player.full_name) or f"person-{pk}"
    return file_answer(person_text(player).encode(), f"{name}.json", "application/json")
