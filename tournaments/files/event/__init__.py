"""The open event file: one JSON document that holds a complete event.

Written down for others in ``docs/event-file.md`` and ``docs/event.schema.json``.
"""
