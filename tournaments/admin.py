"""Index of the admin: it looks, it does not write. Writing goes through the pages."""

from django.contrib import admin
from simple_history.admin import SimpleHistoryAdmin

from tournaments.members.models import Club, Player, User


class ReadOnly:
    def has_add_permission(self, request):
        return False

    def has_change_permission(self, request, obj=None):
        return False

    def has_delete_permission(self, request, obj=None):
        return False


@admin.register(User)
class UserAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["username", "role", "is_active", "last_login"]
    list_filter = ["role", "is_active"]
    search_fields = ["username"]
    exclude = ["password"]


@admin.register(Club)
class ClubAdmin(ReadOnly, SimpleHistoryAdmin):
    list_display = ["name", "number", "is_home"]
    search_fields = ["name"]


@admin.register(Player)
class PlayerAdmin(ReadOnly, SimpleHistoryAdmin):
    list_display = ["sorted_name", "club", "is_guest", "is_active"]
    list_filter = ["is_guest", "is_active"]
    list_select_related = ["club"]
    search_fields = ["search_key"]
