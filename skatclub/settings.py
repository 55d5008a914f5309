"""Settings. What differs from machine to machine is read from the environment."""

import os
import re
import secrets
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from skatclub.machine.private_files import HIDE_FROM_OTHERS, read_or_create

# The database, what stands beside it, backups, uploads and the log hold dates of birth
# and money. SQLite, VACUUM and logging make their files as this says.
os.umask(HIDE_FROM_OTHERS)

BASE_DIR = Path(__file__).resolve().parent.parent


def flag(name: str) -> bool:
    value = os.environ.get(name, "0")
    if value not in {"0", "1", ""}:
        raise ImproperlyConfigured(f"{name} must be 0 or 1, not {value!r}")
    return value == "1"


def choice(name: str, *allowed: str) -> str:
    """Return one of the words that are allowed; the first where none is given."""
    value = os.environ.get(name) or allowed[0]
    if value not in allowed:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(allowed)}")
    return value


def words(name: str) -> list[str]:
    return os.environ.get(name, "").replace(",", " ").split()


def folder(name: str, default: Path) -> Path:
    path = Path(os.environ.get(name) or default).expanduser().resolve()
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as problem:
        raise ImproperlyConfigured(f"{name}: {problem}") from problem
    if not os.access(path, os.W_OK):
        # Nothing is translated yet.
        raise ImproperlyConfigured(
            f"In den Ordner {path} lässt sich nichts schreiben: bitte das Schreiben "
            "erlauben oder den Ordner an eine andere Stelle legen. / Nothing can be "
            "written into this folder."
        )
    return path


def mail_server(name: str) -> dict[str, Any]:
    """Return how letters go out where a club names no server of its own."""
    given = urlsplit(os.environ.get(name, ""))
    if not given.netloc:
        return {"EMAIL_HOST": "", "EMAIL_TIMEOUT": 20}
    if given.scheme not in {"smtp", "smtps"} or not given.hostname:
        raise ImproperlyConfigured(f"{name} must look like smtp://name:word@host:587")
    return {
        "EMAIL_HOST": given.hostname,
        "EMAIL_PORT": given.port or (465 if given.scheme == "smtps" else 587),
        "EMAIL_HOST_USER": unquote(given.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(given.password or ""),
        "EMAIL_USE_SSL": given.scheme == "smtps",
        "EMAIL_USE_TLS": given.scheme == "smtp" and bool(given.username),
        "EMAIL_TIMEOUT": 20,
    }


def address(name: str) -> str:
    """Return an address that ends with a slash; empty where none is given."""
    value = os.environ.get(name, "").strip()
    if value and not re.fullmatch(r"https?://[^/\s]+/?", value):
        raise ImproperlyConfigured(f"{name} must look like https://skat.example")
    return value and value.rstrip("/") + "/"


DATA_DIR = folder("SKATCLUB_DATA", BASE_DIR / "data")
DEBUG = flag("SKATCLUB_DEBUG")
# On where a proxy serves https; off for a laptop in a pub, which has plain http.
HTTPS = flag("SKATCLUB_HTTPS")
# Django's own pages over the tables: for the operator, and only where they want them.
SECRET_KEY = os.environ.get("SKATCLUB_SECRET_KEY") or read_or_create(
    DATA_DIR / "secret_key", lambda: secrets.token_urlsafe(50)
)
if len(SECRET_KEY) < 50:
    raise ImproperlyConfigured("The secret key must have at least 50 characters")
# What stands in codes on paper and on the wall; without it the network is asked.
ADDRESS = address("SKATCLUB_ADDRESS")
IN_THE_ROOM = False  # `up --lan` serves the network, and adds its addresses
HOSTS = [*words("SKATCLUB_HOSTS"), *filter(None, [urlsplit(ADDRESS).hostname])]
# Names are known to the database, too: ``open_books`` refuses all others, not Django.
ALLOWED_HOSTS = ["*", "localhost", "127.0.0.1", "[::1]", *HOSTS]
# Whose word counts about the visitor's address; "unix" for a socket file.
PROXIES = words("SKATCLUB_PROXIES") or ["127.0.0.1", "::1", "unix"] * HTTPS
CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in HOSTS]

INSTALLED_APPS = [
    "tournaments",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
    "django.forms",
    "django_tables2",
    "django_htmx",
    "template_partials",
    "csp",
    "axes",
]

MIDDLEWARE = [
    "skatclub.middleware.health",
    "skatclub.middleware.brief_if_unchanged",
    # Style sheets belong to no organisation, and their addresses lead nowhere.
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # A name that is not ours is refused before it could be led to https.
    "tournaments.organisations.hosts.open_books",
    "django.middleware.security.SecurityMiddleware",
    # A list is 65 kB of table and shrinks to a tenth. What is secret in a page, the
    # CSRF token, is masked anew each time, so its length tells nothing.
    "django.middleware.gzip.GZipMiddleware",
    "tournaments.public.middleware.PublicAddresses",
    "skatclub.middleware.NotFound",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "tournaments.public.middleware.speak_to_reader",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "tournaments.public.middleware.let_hosts_in",
    "skatclub.middleware.small_bodies",
    "tournaments.public.middleware.know_reader",
    "tournaments.web.requests.AskFirst",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
]

CSRF_FAILURE_VIEW = "tournaments.web.requests.csrf_failure"
ROOT_URLCONF = "skatclub.urls"
WSGI_APPLICATION = "skatclub.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            # Nearly every template has texts, files and words of ours.
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "template_partials.templatetags.partials",
                "tournaments.templatetags.events",
                "tournaments.templatetags.skat",
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournaments.organisations.views.our_club",
                "tournaments.site.views.worries_for_owner",
                "tournaments.web.access.rights_of_reader",
                "tournaments.web.kept_pages.token_of_reader",
            ],
        },
    }
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
DJANGO_TABLES2_TEMPLATE = "django_tables2/skat.html"

# WAL alone is worse than the default: a transaction that begins with reading and
# goes on to write is refused at once, whatever the timeout. IMMEDIATE queues.
SQLITE = {
    "ENGINE": "skatclub.machine.sqlite3",
    "NAME": DATA_DIR / "skatclub.sqlite3",
    # Opening costs five PRAGMAs and reading the schema, as much as a short page. Not
    # for ever: a stick that was pulled out and put back is found again.
    "CONN_MAX_AGE": 600,
    "OPTIONS": {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;"
        "PRAGMA cache_size=-16000;PRAGMA mmap_size=134217728;"
        "PRAGMA journal_size_limit=27103364;",
    },
}
DATABASE_URL = os.environ.get("DATABASE_URL")
if DATABASE_URL:
    from skatclub.machine.postgresql import database

    try:
        DATABASES = {"default": database(DATABASE_URL)}
    except ValueError as problem:
        raise ImproperlyConfigured(str(problem)) from problem
else:
    DATABASES = {"default": SQLITE}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "tournaments.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
] + [{"NAME": "tournaments.people.accounts.forms.SkatWordsValidator"}]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
SESSION_ENGINE = "tournaments.people.models"
# Without a request; on a computer that several people use, half an hour.
SESSION_COOKIE_AGE = int(timedelta(weeks=2).total_seconds())
# Counted in memory: what strangers type into the form is never stored. The oldest
# counts go first, and ten thousand of them are a few megabytes. Several processes
# count together, in the database that they share.
ATTEMPTS = (
    {"BACKEND": "skatclub.door.attempts.SharedCounts", "LOCATION": "attempts"}
    if DATABASE_URL
    else {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "attempts",
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    }
)
AXES_HANDLER = "axes.handlers.cache.AxesCacheHandler"
AXES_CACHE = "attempts"
AXES_ENABLE_ADMIN = False  # its tables stay empty
AXES_USERNAME_CALLABLE = "skatclub.door.sign_in.counted_name"
AXES_LOCKOUT_PARAMETERS = "skatclub.door.sign_in.lockout_parameters"
AXES_FAILURE_LIMIT = 5
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_TEMPLATE = "registration/locked.html"
AXES_VERBOSE = False

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = int(timedelta(days=30).total_seconds()) if HTTPS else 0
# The other hosts of a club's domain are not ours to bind (W005, W021).
# The brake counts in a table of its own or in the only process there is (axes.W001).
# A name is one account's within an organisation, which asks for no others (W004).
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021", "axes.W001", "auth.W004"]
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 4000
DATA_UPLOAD_MAX_NUMBER_FILES = 10

LANGUAGE_CODE = "de"
LANGUAGES = [("de", _("German")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "skatclub" / "locale"]
TIME_ZONE = "Europe/Berlin"
USE_TZ = True
FORMAT_MODULE_PATH = "skatclub.formats"
USE_THOUSAND_SEPARATOR = False

CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    "attempts": ATTEMPTS,
    # Pages and parts of pages, for their edition. In the process: nothing else has to
    # run, and fetching them from elsewhere would cost more than an unchanged page.
    "drawn": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "drawn",
        "TIMEOUT": int(timedelta(hours=6).total_seconds()),
        "OPTIONS": {"MAX_ENTRIES": 500},
    },
}

# Files between their preview and the word to take them in. Several servers share it.
SHARED = folder("SKATCLUB_SHARED", DATA_DIR)
UPLOADS = SHARED / "uploads"
# Photos of paper lists: no backup holds them, or it would keep them for a year.
PHOTOS = SHARED / "photos"
STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATIC_ROOT.mkdir(exist_ok=True)
STATICFILES_DIRS = [BASE_DIR / "skatclub" / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "skatclub.release.bundles.BundleFinder",
]
PLAIN_STATIC = "django.contrib.staticfiles.storage.StaticFilesStorage"
PACKED_STATIC = "whitenoise.storage.CompressedManifestStaticFilesStorage"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": PLAIN_STATIC if DEBUG else PACKED_STATIC},
}

globals().update(mail_server("SKATCLUB_EMAIL"))
DEFAULT_FROM_EMAIL = os.environ.get("SKATCLUB_EMAIL_FROM", "skatclub@localhost")

# Lines of JSON go to the terminal alone: several processes cannot share a file.
LOG_FORM = choice("SKATCLUB_LOG", "line", "json")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {"()": "skatclub.machine.logs.JsonFormatter"},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": LOG_FORM},
        "file": {
            "class": "logging.handlers.RotatingFileHandler",
            "filename": DATA_DIR / "skatclub.log",
            "maxBytes": 1_000_000,
            "backupCount": 5,
            "encoding": "utf-8",
            "delay": True,
            "formatter": "line",
        },
    },
    "root": {
        "handlers": ["console"] if LOG_FORM == "json" else ["console", "file"],
        "level": "WARNING",
    },
    "loggers": {
        # Django's own handlers would say everything twice; a page not found is
        # the visitor's news, not ours.
        "django": {"handlers": [], "level": "WARNING"},
        "django.request": {"level": "ERROR"},
        "waitress.queue": {"level": "ERROR"},
    },
}
