"""The text of a notice: what happened and where to read it. It names no person."""

import json
from datetime import UTC

from django.urls import reverse

from tournaments.events.models import Event
from tournaments.files.event.columns import Row
from tournaments.notices.models import Notice
from tournaments.scope.withheld import released_condition
from tournaments.seasons.evenings import season_events
from tournaments.seasons.models import Season
from tournaments.words.notices import NoticeKind


def is_readable(notice: Notice) -> bool:
    """Return whether the subject of a notice is public. One query at most."""
    if notice.event_id is None:
        return True
    public = Event.objects.filter(pk=notice.event_id, is_published=True)
    if notice.series_id is not None:
        public = public.filter(released_condition("series"), series=notice.series_id)
    return public.exists()


def notice_body(notice: Notice) -> str:
    """Return the text of a notice; empty where there is nothing to say.

    That is the case for an unpublished season, and for an event outside of seasons.
    """
    data = DATA[NoticeKind(notice.kind)](notice)
    if data is None:
        return ""
    message = {
        "type": notice.kind,
        "timestamp": notice.at.astimezone(UTC).isoformat(timespec="seconds"),
        "data": data,
    }
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))


def event_data(notice: Notice) -> Row:
    """Return what identifies an event, and the address of its ranking."""
    event = notice.event
    assert event is not None
    return {
        "event": event.slug,
        "name": event.name,
        "date": event.date.isoformat(),
        "address": reverse("api:standings", args=[event.slug]),
    }


def list_data(notice: Notice) -> Row:
    """Return what identifies a list, and the address of its lines."""
    series = notice.series
    assert series is not None
    slug = series.event.slug
    return {
        "event": slug,
        "series": series.number,
        "list": notice.about,
        "revision": notice.revision,
        "address": reverse("api:list", args=[slug, notice.about]),
    }


def season_data(notice: Notice) -> Row | None:
    """Return the public seasons whose table has changed; None without any."""
    seasons = Season.objects.filter(is_published=True).order_by("pk")
    if notice.event_id is None:
        changed = list(seasons.filter(pk=int(notice.about)))
    else:
        changed = [
            season
            for season in seasons
            if season_events(season).filter(pk=notice.event_id).exists()
        ]
    rows = [
        {
            "season": season.pk,
            "name": season.name,
            "page": reverse("seasons:season", args=[season.pk]),
        }
        for season in changed
    ]
    return {"seasons": rows} if rows else None


DATA = {
    NoticeKind.EVENT: event_data,
    NoticeKind.FINISHED: list_data,
    NoticeKind.CORRECTED: list_data,
    NoticeKind.SEASON: season_data,
    NoticeKind.TEST: lambda notice: {},
}
