"""Reading the pages of leagues in tests."""

import io

import pypdf
from django.urls import reverse


def page(client, name, pk, /, **query):
    return client.get(reverse(f"leagues:{name}", args=[pk]), query)


def send(client, name, pk, /, **fields):
    return client.post(reverse(f"leagues:{name}", args=[pk]), fields)


def text_of(answer):
    return " ".join(answer.content.decode().split())


def pdf_text(answer):
    (sheet,) = pypdf.PdfReader(io.BytesIO(answer.content)).pages
    return " ".join(sheet.extract_text().split())
