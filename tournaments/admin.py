"""Index of the admin: it looks, it does not write. Writing goes through the pages."""

from django.contrib import admin

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


class ReadOnly(admin.ModelAdmin):
    def has_add_permission(self, request):
        return False

    def has_change_permission(self, request, obj=None):
        return False

    def has_delete_permission(self, request, obj=None):
        return False


@admin.register(User)
class UserAdmin(ReadOnly):
    list_display = ["username", "role", "is_active", "last_login"]
    list_filter = ["role", "is_active"]
    search_fields = ["username"]
    exclude = ["password"]


@admin.register(Club)
class ClubAdmin(ReadOnly):
    list_display = ["name", "number", "is_home"]
    search_fields = ["name"]


@admin.register(Organisation)
class OrganisationAdmin(ReadOnly):
    list_display = ["club", "place", "email"]
    list_select_related = ["club"]


@admin.register(Player)
class PlayerAdmin(ReadOnly):
    list_display = ["sorted_name", "club", "is_guest", "is_active"]
    list_filter = ["is_guest", "is_active"]
    list_select_related = ["club"]
    search_fields = ["search_key"]


@admin.register(RuleSet)
class RuleSetAdmin(ReadOnly):
    list_display = ["name", "club", "is_frozen"]
    list_filter = ["is_frozen"]
    search_fields = ["name"]


@admin.register(League)
class LeagueAdmin(ReadOnly):
    list_display = ["name", "season", "federation", "is_published"]
    list_filter = ["federation", "season"]
    search_fields = ["name"]


@admin.register(Division)
class DivisionAdmin(ReadOnly):
    list_display = ["name", "league", "promoted", "relegated"]
    list_select_related = ["league"]
    search_fields = ["name"]


@admin.register(LeagueTeam)
class LeagueTeamAdmin(ReadOnly):
    list_display = ["name", "division", "club", "withdrawn_on"]
    list_select_related = ["division", "club"]
    search_fields = ["name"]


@admin.register(LeaguePlayer)
class LeaguePlayerAdmin(ReadOnly):
    list_display = ["player", "team", "from_match_day", "until_match_day"]
    list_select_related = ["player", "team"]
    search_fields = ["player__search_key"]


@admin.register(MatchDay)
class MatchDayAdmin(ReadOnly):
    list_display = ["division", "number", "date"]
    list_select_related = ["division"]


@admin.register(MatchGroup)
class MatchGroupAdmin(ReadOnly):
    list_display = ["match_day", "number", "host", "entered_at", "confirmed_at"]
    list_select_related = ["match_day", "host"]
