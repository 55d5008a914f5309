"""The ASGI entry for servers other than our own."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatclub.settings")
application = get_asgi_application()
