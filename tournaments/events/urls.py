from django.urls import path

from tournaments.events.adjustments import views as adjustments
from tournaments.events.cash import views as cash
from tournaments.events.check_in import views as check_in
from tournaments.events.draws import job_views as draw_jobs
from tournaments.events.draws import views as draws
from tournaments.events.entries import views as entries
from tournaments.events.flow import views as flow
from tournaments.events.latecomers import views as latecomers
from tournaments.events.live import views as live
from tournaments.events.lots import views as lots
from tournaments.events.money import views as money
from tournaments.events.my_evening import views as my_evening
from tournaments.events.overview import views as overview
from tournaments.events.phones import closing_views as closing
from tournaments.events.phones import views as phones
from tournaments.events.planning import views as evenings
from tournaments.events.prizes import views as prizes
from tournaments.events.registration import views as registration
from tournaments.events.rules import views as rules
from tournaments.events.screens import views as screens
from tournaments.events.seats import views as seats
from tournaments.events.standings import views as standings
from tournaments.events.swaps import views as swaps
from tournaments.events.teams import views as teams
from tournaments.events.visibility import views as visibility

urlpatterns = [
    path("events/", evenings.show_evenings, name="list"),
    path("events/new/", evenings.create, name="create"),
    path("tournaments/new/", evenings.create_tournament, name="create-tournament"),
    path("events/<event:pk>/settings/", evenings.settings, name="settings"),
    path("events/<event:pk>/", overview.show_event, name="detail"),
    path("events/<event:pk>/edit/", evenings.edit_evening, name="edit"),
    path("events/<event:pk>/publish/", evenings.publish_evening, name="publish"),
    path("events/<event:pk>/delete/", evenings.delete, name="delete"),
    path("events/<event:pk>/me/", my_evening.find_me, name="me"),
    path("events/<event:pk>/me/<str:number>/", my_evening.by_number, name="my-evening"),
    path("seats/<slug:code>/<int:place>/", my_evening.by_seat, name="my-seat"),
    path("events/<event:pk>/rules/", rules.show_event_rules, name="rules"),
    path("events/<event:pk>/standings/", standings.show_standings, name="standings"),
    path("events/<event:pk>/live/", live.show_live, name="live"),
    path("events/<event:pk>/<int:number>/", seats.add_table, name="add-table"),
    path("events/<event:pk>/<int:number>/many/", seats.add_tables, name="add-tables"),
    path("events/<event:pk>/<int:number>/copy/", seats.copy_tables, name="copy-tables"),
    path("tables/<int:pk>/players/", seats.change_seats, name="change-seats"),
    path("tables/<int:pk>/remove/", seats.remove_table, name="remove-table"),
    path("events/<event:pk>/entries/", entries.show_entries, name="entries"),
    path("events/<event:pk>/entries/call/", entries.call, name="call_entry"),
    path("events/<event:pk>/entries/close/", entries.close_door, name="close_door"),
    path("events/<event:pk>/entries/<int:number>/", entries.edit_entry, name="entry"),
    path("events/<event:pk>/entries/<int:number>/leave/", entries.leave, name="leave"),
    path(
        "events/<event:pk>/entries/<int:number>/substitute/",
        entries.bring_substitute,
        name="substitute",
    ),
    path(
        "events/<event:pk>/entries/<int:number>/seat/",
        latecomers.seat,
        name="seat_latecomer",
    ),
    path("events/<event:pk>/check-in/", check_in.check_in, name="check_in"),
    path("events/<event:pk>/check-in/tick/", check_in.tick, name="tick"),
    path("events/<event:pk>/entries/many/", registration.register, name="register"),
    path("table/<slug:code>/closing/", closing.show_closing, name="closing"),
    path("table/<slug:code>/confirm/", closing.confirm, name="confirm"),
    path("events/<event:pk>/phones/", phones.show_phones, name="phones"),
    path("events/<event:pk>/phones/codes/", phones.hand_out, name="hand-out-keys"),
    path("events/<event:pk>/phones/<slug:code>/", phones.change_key, name="change-key"),
    path("events/<event:pk>/teams/", teams.show_teams, name="teams"),
    path("events/<event:pk>/rankings/", teams.add_contest, name="add_contest"),
    path("events/<event:pk>/rankings/<int:number>/", teams.show_teams, name="contest"),
    path(
        "events/<event:pk>/rankings/<int:number>/edit/",
        teams.edit_contest,
        name="edit_contest",
    ),
    path(
        "events/<event:pk>/rankings/<int:number>/delete/",
        teams.delete_contest,
        name="delete_contest",
    ),
    path(
        "events/<event:pk>/rankings/<int:number>/add/", teams.add_team, name="add_team"
    ),
    path(
        "events/<event:pk>/rankings/<int:number>/many/",
        teams.add_many,
        name="add_teams",
    ),
    path(
        "events/<event:pk>/rankings/<int:number>/clubs/",
        teams.from_clubs,
        name="club_teams",
    ),
    path("events/<event:pk>/teams/<int:team_pk>/", teams.edit_team, name="team"),
    path(
        "events/<event:pk>/teams/<int:team_pk>/delete/",
        teams.remove_team,
        name="delete_team",
    ),
    path("events/<event:pk>/lots/", lots.show_lots, name="lots"),
    path(
        "events/<event:pk>/lots/<int:lot>/take-back/",
        lots.take_back_lots,
        name="take_back_lot",
    ),
    path("events/<event:pk>/entries/apart/", teams.show_apart, name="apart"),
    path(
        "events/<event:pk>/entries/apart/<int:pair_pk>/remove/",
        teams.let_meet,
        name="let_meet",
    ),
    path(
        "events/<event:pk>/standings/series/<int:number>/",
        standings.show_standings,
        name="series-standings",
    ),
    path(
        "events/<event:pk>/standings/<slug:ranking>/",
        standings.show_standings,
        name="ranking",
    ),
    path("events/<event:pk>/release/", flow.release, name="release"),
    path("events/<event:pk>/visible/", visibility.visibility, name="visibility"),
    path("events/<event:pk>/beamer/", screens.beamer, name="beamer"),
    path("events/<event:pk>/clock/", screens.clock, name="clock"),
    path("events/<event:pk>/<int:number>/clock/", screens.set_clock, name="set-clock"),
    path(
        "events/<event:pk>/<int:number>/close/", flow.close_series, name="close-series"
    ),
    path(
        "events/<event:pk>/<int:number>/reopen/",
        flow.reopen_series,
        name="reopen-series",
    ),
    path(
        "events/<event:pk>/reopenings/<int:reopening>/",
        flow.reopening,
        name="reopening",
    ),
    path(
        "events/<event:pk>/adjustments/",
        adjustments.show_adjustments,
        name="adjustments",
    ),
    path(
        "events/<event:pk>/adjustments/<int:adjustment>/take-back/",
        adjustments.take_back_decision,
        name="take-back",
    ),
    path("events/<event:pk>/draw/", draws.draw_page, name="draw"),
    path("events/<event:pk>/draw/<int:number>/", draws.show_report, name="draw-report"),
    path(
        "events/<event:pk>/draw/<int:number>/repeat/",
        draws.repeat,
        name="draw-repeat",
    ),
    path(
        "events/<event:pk>/draw/<int:number>/record/",
        draws.download_record,
        name="draw-record",
    ),
    path("events/<event:pk>/draw/jobs/<int:job>/", draw_jobs.show_job, name="draw-job"),
    path(
        "events/<event:pk>/draw/jobs/<int:job>/stop/",
        draw_jobs.stop_draw,
        name="draw-stop",
    ),
    path(
        "events/<event:pk>/draw/series/<int:number>/",
        swaps.show_seated,
        name="draw-series",
    ),
    path(
        "events/<event:pk>/draw/series/<int:number>/swap/",
        swaps.swap,
        name="draw-swap",
    ),
    path(
        "events/<event:pk>/draw/series/<int:number>/undo/",
        swaps.undo,
        name="draw-undo",
    ),
    path("events/<event:pk>/money/", money.plan_money, name="money"),
    path("events/<event:pk>/money/fees/", money.show_fees, name="fees"),
    path("events/<event:pk>/money/fees/one/", money.toggle_fee, name="toggle-fee"),
    path(
        "events/<event:pk>/money/register/",
        money.register_seated,
        name="register-seated",
    ),
    path("events/<event:pk>/money/cash/", cash.cash, name="cash"),
    path("events/<event:pk>/money/book/", cash.book, name="book"),
    path("events/<event:pk>/money/count/", cash.count, name="count-cash"),
    path(
        "events/<event:pk>/money/people/", money.show_people_money, name="people-money"
    ),
    path(
        "events/<event:pk>/money/<int:payment_pk>/revert/",
        money.revert_booking,
        name="revert-payment",
    ),
    path("tables/<int:pk>/money/", money.show_list_money, name="list-money"),
    path("events/<event:pk>/prizes/", prizes.show_prizes, name="prizes"),
    path("events/<event:pk>/prizes/plan/", prizes.plan_prizes, name="prize-plan"),
    path("events/<event:pk>/prizes/pay/", prizes.pay, name="pay-prizes"),
]
