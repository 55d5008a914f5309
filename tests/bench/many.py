"""The site for gunicorn, as a server runs it, on the database that is measured."""

from django.conf import settings

from skatclub.wsgi import application

# Packed names exist only where somebody has packed them.
settings.STORAGES["staticfiles"]["BACKEND"] = settings.PLAIN_STATIC

__all__ = ["application"]
