"""Reading the pages of leagues in tests."""

from django.urls import reverse

from tests.tournaments.papers.pdf import read


def page(client, name, pk, /, **query):
    return client.get(reverse(f"leagues:{name}", args=[pk]), query)


def send(client, name, pk, /, **fields):
    return client.post(reverse(f"leagues:{name}", args=[pk]), fields)


def text_of(answer):
    return " ".join(answer.content.decode().split())


def pdf_text(answer):
    (sheet,) = read(answer)
    return " ".join(sheet.split())
