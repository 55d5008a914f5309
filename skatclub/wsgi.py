"""The WSGI entry for servers other than our own."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from skatclub.door.attempts import behind_proxies
from skatclub.machine.serving import roomy

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "skatclub.settings")
application = roomy(behind_proxies(get_wsgi_application(), settings.PROXIES))
