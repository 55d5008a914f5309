from collections.abc import Callable

from django.http import HttpResponse
from django.urls import URLPattern, path

from tournaments.events.draws import views as draws
from tournaments.events.entries import registration_views as registering
from tournaments.events.entries import reply_views as replying
from tournaments.events.entries import views as entries
from tournaments.events.flow import views as flow
from tournaments.events.money import views as money
from tournaments.events.pages import form_of, not_for_league_matches
from tournaments.events.planning import views as evenings
from tournaments.events.seats import views as seats
from tournaments.events.standings import views as standings
from tournaments.events.teams import views as teams


def event_path(
    route: str, view: Callable[..., HttpResponse], name: str, sent: str = ""
) -> URLPattern:
    """Return the path of a page below that of an event, or of a form ``sent`` on it."""
    target = form_of(view, sent) if sent else view
    return path(f"events/<event:pk>/{route}", target, name=name)


def plan_path(
    route: str, view: Callable[..., HttpResponse], name: str, sent: str = ""
) -> URLPattern:
    """Return the path of a page that plans an event; a league plans its matches."""
    target = form_of(view, sent) if sent else view
    return event_path(route, not_for_league_matches(target), name)


urlpatterns = [
    path("events/", evenings.show_evenings, name="list"),
    path("events/new/", evenings.create_evening, name="create"),
    path("tournaments/new/", evenings.create_tournament, name="create-tournament"),
    plan_path("settings/", evenings.settings, "settings"),
    event_path("", evenings.show_event, "detail"),
    event_path("more/", evenings.more, "more"),
    plan_path("publish/", evenings.publish_evening, "publish"),
    plan_path("delete/", evenings.delete_evening, "delete"),
    event_path("me/", seats.find_me, "me"),
    event_path("me/<str:number>/", seats.by_number, "my-evening"),
    path("seats/<slug:code>/<int:place>/", seats.by_seat, name="my-seat"),
    event_path("rules/", evenings.rules, "rules"),
    event_path("standings/", standings.show_standings, "standings"),
    event_path("live/", standings.show_live, "live"),
    plan_path("<int:number>/", seats.add_table, "add-table"),
    plan_path("<int:number>/many/", seats.add_table, "add-tables", "many"),
    plan_path("<int:number>/copy/", seats.copy_tables, "copy-tables"),
    path("tables/<int:pk>/players/", seats.change_seats, name="change-seats"),
    path("tables/<int:pk>/remove/", seats.remove_table, name="remove-table"),
    plan_path("entries/", entries.entries, "entries"),
    plan_path("entries/call/", entries.change_status, "call_entry"),
    plan_path("entries/close/", entries.mark_missing_absent, "close_door"),
    plan_path("entries/<int:number>/", entries.edit_entry, "entry"),
    plan_path("entries/<int:number>/leave/", entries.edit_entry, "leave", "leaving"),
    plan_path(
        "entries/<int:number>/substitute/",
        entries.edit_entry,
        "substitute",
        "replacing",
    ),
    plan_path("entries/<int:number>/seat/", draws.seat_late_player, "seat_latecomer"),
    plan_path("register/", registering.register, "register"),
    plan_path("registrations/", registering.registrations, "registrations"),
    plan_path("registrations/take/", registering.registrations, "take-in", "taking"),
    path("registration/<str:token>/", registering.registration, name="registration"),
    path("coming/<slug:code>/", replying.coming, name="coming"),
    plan_path("replies/", replying.replies, "replies"),
    plan_path("replies/link/", replying.renew_link, "renew-link"),
    plan_path("replies/note/", replying.note_reply, "note-reply"),
    plan_path("check-in/", entries.show_check_in, "check_in"),
    plan_path("check-in/take-back/", entries.take_back, "take-back-ticks"),
    plan_path("check-in/tick/", entries.toggle_names, "tick"),
    plan_path("check-in/paid/", money.pay_fees, "pay-fees"),
    path("table/<slug:code>/closing/", seats.show_closing, name="closing"),
    path("table/<slug:code>/confirm/", seats.confirm, name="confirm"),
    event_path("phones/", seats.show_phones, "phones"),
    event_path("phones/codes/", seats.hand_out_keys, "hand-out-keys"),
    event_path("phones/<slug:code>/", seats.change_key, "change-key"),
    plan_path("teams/", teams.show_teams, "teams"),
    plan_path("rankings/", teams.contest, "add_contest"),
    plan_path("rankings/<int:number>/", teams.show_teams, "contest"),
    plan_path("rankings/<int:number>/edit/", teams.contest, "edit_contest"),
    plan_path("rankings/<int:number>/delete/", teams.delete_contest, "delete_contest"),
    plan_path("rankings/<int:number>/add/", teams.add_team, "add_team"),
    plan_path("rankings/<int:number>/many/", teams.add_team, "add_teams", "many"),
    plan_path("rankings/<int:number>/clubs/", teams.from_clubs, "club_teams"),
    plan_path("teams/<int:team_pk>/", teams.team, "team"),
    plan_path("teams/<int:team_pk>/delete/", teams.remove_team, "delete_team"),
    event_path("lots/", draws.show_lots, "lots"),
    event_path("lots/<int:lot>/take-back/", draws.take_back_lots, "take_back_lot"),
    plan_path("entries/apart/", teams.apart, "apart"),
    plan_path("entries/apart/<int:pair_pk>/remove/", teams.let_meet, "let_meet"),
    event_path(
        "standings/series/<int:number>/", standings.show_standings, "series-standings"
    ),
    event_path("standings/<slug:ranking>/", standings.show_standings, "ranking"),
    plan_path("release/", flow.release, "release"),
    event_path("visible/", flow.visibility, "visibility"),
    event_path("beamer/", flow.beamer, "beamer"),
    event_path("clock/", flow.clock, "clock"),
    event_path("<int:number>/clock/", flow.set_clock, "set-clock"),
    event_path("<int:number>/reopen/", flow.reopen_series, "reopen-series"),
    event_path("reopenings/<int:reopening>/", flow.reopening, "reopening"),
    event_path("adjustments/", flow.adjustments, "adjustments"),
    event_path("adjustments/<int:adjustment>/take-back/", flow.take_back, "take-back"),
    plan_path("draw/", draws.draw_page, "draw"),
    event_path("draw/<int:number>/", draws.draw_report, "draw-report"),
    event_path("draw/<int:number>/repeat/", draws.repeat, "draw-repeat"),
    event_path("draw/<int:number>/record/", draws.download_record, "draw-record"),
    event_path("draw/series/<int:number>/", draws.show_seated, "draw-series"),
    plan_path("draw/series/<int:number>/swap/", draws.swap_seats, "draw-swap"),
    plan_path("draw/series/<int:number>/undo/", draws.undo_last_swap, "draw-undo"),
    event_path("money/", money.money, "money"),
    event_path("money/paid/", money.pay_dues, "pay-dues"),
    event_path("money/take-back/", money.take_back, "take-back-bookings"),
    event_path("money/register/", money.register_seated, "register-seated"),
    event_path("money/cash/", money.cash, "cash"),
    event_path("money/count/", money.cash, "count-cash", "count"),
    event_path(
        "money/<int:payment_pk>/revert/", money.revert_booking, "revert-payment"
    ),
    path("tables/<int:pk>/money/", money.list_money, name="list-money"),
    path("money/<int:year>/", money.year_money, name="year-money"),
    path("money/<int:year>/<int:pk>/", money.year_money, name="person-money"),
    event_path("prizes/", money.prizes, "prizes"),
    event_path("prizes/announce/", money.announce, "announce"),
    event_path("prizes/pass-on/", money.pass_on, "pass-prizes-on"),
    event_path("prizes/plan/", money.prize_plan, "prize-plan"),
    event_path("prizes/pay/", money.pay, "pay-prizes"),
]
