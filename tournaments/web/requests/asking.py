"""A page that asks for confirmation if no script has done so."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

from tournaments.web.requests.returning import sending_page

QUESTION = "ask"  # a hidden field, which confirm.js removes after asking
NOT_SENT_ON = {QUESTION, "csrfmiddlewaretoken"}


class AskFirst(MiddlewareMixin):
    """Answer a form that contains a question with a page that asks it.

    It comes after the CSRF check, so that the question and the other fields are from
    our own pages.
    """

    def process_view(
        self, request: HttpRequest, view: Any, *_arguments: Any
    ) -> HttpResponse | None:
        if request.method != "POST" or getattr(view, "csrf_exempt", False):
            return None
        question = request.POST.get(QUESTION)
        if not question:
            return None
        context = {
            "question": question,
            "sent": [
                (name, text)
                for name, texts in request.POST.lists()
                if name not in NOT_SENT_ON
                for text in texts
            ],
            "back": sending_page(request),
        }
        return render(request, "ask_first.html", context)
