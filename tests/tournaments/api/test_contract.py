"""The published interface is the one that answers."""

import json
from pathlib import Path

from tournaments.api.schema import openapi

PUBLISHED = Path(__file__).parents[3] / "docs" / "openapi.json"


def test_the_published_document_is_current():
    """``manage.py generate`` writes it anew; the change shows what breaks programs."""
    published = json.loads(PUBLISHED.read_text("utf-8"))

    assert published == json.loads(json.dumps(openapi()))
