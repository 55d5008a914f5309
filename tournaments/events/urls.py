from django.urls import path

from tournaments.events.adjustments import views as adjustments
from tournaments.events.cash import views as cash
from tournaments.events.draws import job_views as draw_jobs
from tournaments.events.draws import views as draws
from tournaments.events.entries import views as entries
from tournaments.events.flow import views as flow
from tournaments.events.history import views as history
from tournaments.events.latecomers import views as latecomers
from tournaments.events.lots import views as lots
from tournaments.events.money import views as money
from tournaments.events.my_evening import views as my_evening
from tournaments.events.planning import views as evenings
from tournaments.events.prizes import views as prizes
from tournaments.events.registration import views as registration
from tournaments.events.rules import views as rules
from tournaments.events.screens import views as screens
from tournaments.events.seats import views as seats
from tournaments.events.standings import views as standings
from tournaments.events.swaps import views as swaps
from tournaments.events.teams import views as teams

urlpatterns = [
    path("", evenings.show_list, name="list"),
    path("evenings/new/", evenings.create, name="create"),
    path("tournaments/new/", evenings.create_tournament, name="create-tournament"),
    path("evenings/<int:pk>/settings/", evenings.settings, name="settings"),
    path("evenings/<int:pk>/", evenings.detail, name="detail"),
    path("evenings/<int:pk>/edit/", evenings.edit, name="edit"),
    path("evenings/<int:pk>/publish/", evenings.publish, name="publish"),
    path("evenings/<int:pk>/delete/", evenings.delete, name="delete"),
    path("evenings/<int:pk>/me/", my_evening.find, name="me"),
    path("evenings/<int:pk>/me/<int:number>/", my_evening.by_number, name="my-evening"),
    path("seats/<slug:code>/<int:place>/", my_evening.by_seat, name="my-seat"),
    path("evenings/<int:pk>/rules/", rules.rules, name="rules"),
    path("evenings/<int:pk>/standings/", standings.standings, name="standings"),
    path("evenings/<int:pk>/<int:number>/", seats.add_table, name="add-table"),
    path("evenings/<int:pk>/<int:number>/many/", seats.add_tables, name="add-tables"),
    path("evenings/<int:pk>/<int:number>/copy/", seats.copy_tables, name="copy-tables"),
    path("tables/<int:pk>/players/", seats.change_seats, name="change-seats"),
    path("tables/<int:pk>/remove/", seats.remove_table, name="remove-table"),
    path("evenings/<int:pk>/entries/", entries.show_list, name="entries"),
    path("evenings/<int:pk>/entries/call/", entries.call, name="call_entry"),
    path("evenings/<int:pk>/entries/close/", entries.close_door, name="close_door"),
    path("evenings/<int:pk>/entries/<int:number>/", entries.edit, name="entry"),
    path("evenings/<int:pk>/entries/<int:number>/leave/", entries.leave, name="leave"),
    path(
        "evenings/<int:pk>/entries/<int:number>/substitute/",
        entries.substitute,
        name="substitute",
    ),
    path(
        "evenings/<int:pk>/entries/<int:number>/seat/",
        latecomers.seat,
        name="seat_latecomer",
    ),
    path("evenings/<int:pk>/check-in/", entries.check_in, name="check_in"),
    path("evenings/<int:pk>/entries/many/", registration.register, name="register"),
    path("evenings/<int:pk>/teams/", teams.show_teams, name="teams"),
    path("evenings/<int:pk>/rankings/", teams.add_contest, name="add_contest"),
    path("evenings/<int:pk>/rankings/<int:number>/", teams.show_teams, name="contest"),
    path(
        "evenings/<int:pk>/rankings/<int:number>/edit/",
        teams.edit_contest,
        name="edit_contest",
    ),
    path(
        "evenings/<int:pk>/rankings/<int:number>/delete/",
        teams.delete_contest,
        name="delete_contest",
    ),
    path(
        "evenings/<int:pk>/rankings/<int:number>/add/", teams.add_team, name="add_team"
    ),
    path(
        "evenings/<int:pk>/rankings/<int:number>/many/",
        teams.add_many,
        name="add_teams",
    ),
    path(
        "evenings/<int:pk>/rankings/<int:number>/clubs/",
        teams.from_clubs,
        name="club_teams",
    ),
    path("evenings/<int:pk>/teams/<int:team_pk>/", teams.edit_team, name="team"),
    path(
        "evenings/<int:pk>/teams/<int:team_pk>/delete/",
        teams.delete_team,
        name="delete_team",
    ),
    path("evenings/<int:pk>/lots/", lots.lots, name="lots"),
    path(
        "evenings/<int:pk>/lots/<int:lot>/take-back/",
        lots.take_back,
        name="take_back_lot",
    ),
    path("evenings/<int:pk>/history/", history.history, name="history"),
    path("evenings/<int:pk>/entries/apart/", teams.show_apart, name="apart"),
    path(
        "evenings/<int:pk>/entries/apart/<int:pair_pk>/remove/",
        teams.let_meet,
        name="let_meet",
    ),
    path(
        "evenings/<int:pk>/standings/series/<int:number>/",
        standings.standings,
        name="series-standings",
    ),
    path(
        "evenings/<int:pk>/standings/<slug:ranking>/",
        standings.standings,
        name="ranking",
    ),
    path("evenings/<int:pk>/release/", flow.release, name="release"),
    path("evenings/<int:pk>/beamer/", screens.beamer, name="beamer"),
    path("evenings/<int:pk>/clock/", screens.clock, name="clock"),
    path("evenings/<int:pk>/<int:number>/clock/", screens.set_clock, name="set-clock"),
    path(
        "evenings/<int:pk>/<int:number>/close/", flow.close_series, name="close-series"
    ),
    path(
        "evenings/<int:pk>/<int:number>/reopen/",
        flow.reopen_series,
        name="reopen-series",
    ),
    path(
        "evenings/<int:pk>/reopenings/<int:reopening>/",
        flow.reopening,
        name="reopening",
    ),
    path("evenings/<int:pk>/adjustments/", adjustments.show_list, name="adjustments"),
    path(
        "evenings/<int:pk>/adjustments/<int:adjustment>/take-back/",
        adjustments.take_back,
        name="take-back",
    ),
    path("evenings/<int:pk>/draw/", draws.draw, name="draw"),
    path("evenings/<int:pk>/draw/people/", draws.people, name="draw-people"),
    path("evenings/<int:pk>/draw/<int:number>/", draws.report, name="draw-report"),
    path(
        "evenings/<int:pk>/draw/<int:number>/repeat/",
        draws.repeat,
        name="draw-repeat",
    ),
    path(
        "evenings/<int:pk>/draw/<int:number>/record/",
        draws.record,
        name="draw-record",
    ),
    path("evenings/<int:pk>/draw/jobs/<int:job>/", draw_jobs.show, name="draw-job"),
    path(
        "evenings/<int:pk>/draw/jobs/<int:job>/stop/",
        draw_jobs.stop,
        name="draw-stop",
    ),
    path(
        "evenings/<int:pk>/draw/series/<int:number>/",
        swaps.show,
        name="draw-series",
    ),
    path(
        "evenings/<int:pk>/draw/series/<int:number>/swap/",
        swaps.swap,
        name="draw-swap",
    ),
    path(
        "evenings/<int:pk>/draw/series/<int:number>/undo/",
        swaps.undo,
        name="draw-undo",
    ),
    path("evenings/<int:pk>/money/", money.plan, name="money"),
    path("evenings/<int:pk>/money/fees/", money.fees, name="fees"),
    path("evenings/<int:pk>/money/fees/one/", money.toggle_fee, name="toggle-fee"),
    path(
        "evenings/<int:pk>/money/register/",
        money.register_seated,
        name="register-seated",
    ),
    path("evenings/<int:pk>/money/cash/", cash.cash, name="cash"),
    path("evenings/<int:pk>/money/book/", cash.book, name="book"),
    path("evenings/<int:pk>/money/count/", cash.count, name="count-cash"),
    path("evenings/<int:pk>/money/people/", money.people, name="people-money"),
    path(
        "evenings/<int:pk>/money/<int:payment_pk>/revert/",
        money.revert,
        name="revert-payment",
    ),
    path("tables/<int:pk>/money/", money.of_list, name="list-money"),
    path("evenings/<int:pk>/prizes/", prizes.show_list, name="prizes"),
    path("evenings/<int:pk>/prizes/plan/", prizes.plan, name="prize-plan"),
    path("evenings/<int:pk>/prizes/pay/", prizes.pay, name="pay-prizes"),
]
