"""Index of the admin: it looks, it does not write. Writing goes through the pages."""

from django.contrib import admin
from django.http import Http404
from simple_history.admin import SimpleHistoryAdmin

from tournaments.leagues.models import (
    Division,
    League,
    LeaguePlayer,
    LeagueTeam,
    MatchDay,
    MatchGroup,
)
from tournaments.organisations.models import Organisation
from tournaments.people.models import Club, Player, User
from tournaments.programme.models import RuleSet
from tournaments.web.numbers import whole_number


class ReadOnly:
    def has_add_permission(self, request):
        return False

    def has_change_permission(self, request, obj=None):
        return False

    def has_delete_permission(self, request, obj=None):
        return False


class ReadOnlyHistory(ReadOnly, SimpleHistoryAdmin):
    """The history of a row; under a word there is none, as on the row's own page."""

    def history_view(self, request, object_id, extra_context=None):
        require_key(object_id)
        return super().history_view(request, object_id, extra_context)

    def history_form_view(self, request, object_id, version_id, extra_context=None):
        require_key(object_id)
        require_key(version_id)
        return super().history_form_view(request, object_id, version_id, extra_context)


def require_key(text):
    if whole_number(text) is None:
        raise Http404


@admin.register(User)
class UserAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["username", "role", "is_active", "last_login"]
    list_filter = ["role", "is_active"]
    search_fields = ["username"]
    exclude = ["password"]


@admin.register(Club)
class ClubAdmin(ReadOnlyHistory):
    list_display = ["name", "number", "is_home"]
    search_fields = ["name"]


@admin.register(Organisation)
class OrganisationAdmin(ReadOnlyHistory):
    list_display = ["club", "place", "email"]
    list_select_related = ["club"]


@admin.register(Player)
class PlayerAdmin(ReadOnlyHistory):
    list_display = ["sorted_name", "club", "is_guest", "is_active"]
    list_filter = ["is_guest", "is_active"]
    list_select_related = ["club"]
    search_fields = ["search_key"]


@admin.register(RuleSet)
class RuleSetAdmin(ReadOnlyHistory):
    list_display = ["name", "club", "is_frozen"]
    list_filter = ["is_frozen"]
    search_fields = ["name"]


@admin.register(League)
class LeagueAdmin(ReadOnlyHistory):
    list_display = ["name", "season", "federation", "is_published"]
    list_filter = ["federation", "season"]
    search_fields = ["name"]


@admin.register(Division)
class DivisionAdmin(ReadOnlyHistory):
    list_display = ["name", "league", "promoted", "relegated"]
    list_select_related = ["league"]
    search_fields = ["name"]


@admin.register(LeagueTeam)
class LeagueTeamAdmin(ReadOnlyHistory):
    list_display = ["name", "division", "club", "withdrawn_on"]
    list_select_related = ["division", "club"]
    search_fields = ["name"]


@admin.register(LeaguePlayer)
class LeaguePlayerAdmin(ReadOnlyHistory):
    list_display = ["player", "team", "from_match_day", "until_match_day"]
    list_select_related = ["player", "team"]
    search_fields = ["player__search_key"]


@admin.register(MatchDay)
class MatchDayAdmin(ReadOnlyHistory):
    list_display = ["division", "number", "date"]
    list_select_related = ["division"]


@admin.register(MatchGroup)
class MatchGroupAdmin(ReadOnlyHistory):
    list_display = ["match_day", "number", "host", "entered_at", "confirmed_at"]
    list_select_related = ["match_day", "host"]
