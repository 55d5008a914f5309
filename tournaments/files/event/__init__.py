"""The open event file: one JSON document that holds a complete event.

Documented in ``docs/event-file.md`` and ``docs/event.schema.json``.
"""
