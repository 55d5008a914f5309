"""The filters of ``formats`` and of the labels for templates; no logic of their own."""

from django import template

from tournaments import formats, labels, season_labels, slip_labels

register = template.Library()

for function in (
    formats.number,
    formats.signed,
    formats.money,
    formats.exact,
    formats.mean,
    formats.long_date,
    formats.short_date,
    formats.clock_time,
    formats.joined,
    labels.contract_text,
    labels.line_text,
    labels.explanation_text,
    labels.problem_text,
    labels.question_text,
    labels.notation_error_text,
    labels.failure_text,
    labels.takeover_text,
    season_labels.sentence_text,
    slip_labels.game_text,
):
    register.filter(function.__name__, function)
