"""The log as lines of JSON, for whatever collects those of several servers."""

import json
import logging
from datetime import UTC, datetime

from django.http import HttpRequest


class JsonFormatter(logging.Formatter):
    """One object a line: when, how bad, who says what, on which page, and why."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "process": record.process,
        }
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest):
            line |= {"host": request.headers.get("host", ""), "path": request.path}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
