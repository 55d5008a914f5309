"""How views answer: a page with its forms, a message for what was refused."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def show_form(request: HttpRequest, template: str, **context: object) -> HttpResponse:
    """Answer with a page; with 422 when a form on it has errors."""
    forms = [each for each in context.values() if isinstance(each, BaseForm)]
    status = 422 if any(form.errors for form in forms) else 200
    return render(request, template, context, status=status)


@contextmanager
def refusals_told(request: HttpRequest) -> Iterator[None]:
    """Show what a service refuses as a message; the rest of the block is left out."""
    try:
        yield
    except ValidationError as refusal:
        messages.error(request, " ".join(refusal.messages))
