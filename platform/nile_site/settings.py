"""Django's settings: what an operator may change comes from environment.py, the rest is decided here."""

from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import dj_database_url
import django_stubs_ext
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from nile_site import environment as env
from nile_site.machine import match_slots

django_stubs_ext.monkeypatch()  # lets annotations say ModelAdmin[User] at run time too

ROOT = Path(__file__).resolve().parents[2]

# ---- secrets, hosts, transport

DEBUG = env.DEBUG.is_on()
if DEBUG and not env.SECRET_KEY.is_set():
    SECRET_KEY = "for development only: debug mode is on"  # noqa: S105
else:
    SECRET_KEY = env.SECRET_KEY.text()
PUBLIC_URL = env.PUBLIC_URL.text().rstrip("/")
_public = urlsplit(PUBLIC_URL)
if _public.scheme not in {"http", "https"} or not _public.hostname:
    raise ImproperlyConfigured(f"NILE_PUBLIC_URL={PUBLIC_URL!r} is not an http or https address.")
IS_SECURE = _public.scheme == "https"
ALLOWED_HOSTS = [*env.ALLOWED_HOSTS.names(), _public.hostname]
CSRF_TRUSTED_ORIGINS = [f"{_public.scheme}://{_public.netloc}"]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = IS_SECURE
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_HSTS_SECONDS = 30 * 24 * 3600 if IS_SECURE else 0
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "nile_site.web.views.errors.csrf_failure"
if env.BEHIND_PROXY.is_on():
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    ALLAUTH_TRUSTED_PROXY_COUNT = 1

# No inline script, no inline style, nothing from elsewhere.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# ---- apps and what a request passes through

INSTALLED_APPS = [
    "nile_site.web",  # first: its templates stand in front of those of the libraries
    "nile_site.api",
    "nile_site.matches",
    "nile_site.replays",
    "nile_site.ladders",
    "nile_site.bots",
    "nile_site.accounts",
    "nile_site",
    "allauth",
    "allauth.account",
    "rest_framework",
    "knox",
    "django_filters",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "drf_standardized_errors",
    "django_htmx",
    "csp",
    "servestatic",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
]
MIDDLEWARE = [
    "nile_site.middleware.RefuseNullCharacters",
    "django.middleware.security.SecurityMiddleware",
    "servestatic.middleware.ServeStaticMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "nile_site.urls"
WSGI_APPLICATION = "nile_site.wsgi.application"
ASGI_APPLICATION = "nile_site.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

# ---- data

DATA = Path(env.DATA.text()).expanduser()
DATA = DATA if DATA.is_absolute() else ROOT / DATA
_database: dict[str, Any] = dict(dj_database_url.parse(env.DATABASE_URL.text()))
_pool = env.DATABASE_POOL.number(low=0, high=1000)
if _pool:
    _database["OPTIONS"] = {**_database.get("OPTIONS", {}), "pool": {"min_size": 1, "max_size": _pool, "timeout": 10}}
DATABASES = {"default": _database}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
REDIS_URL = env.REDIS_URL.text()
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "nile",
    }
}

# ---- language and time

LANGUAGE_CODE = "en"
USE_I18N = True
TIME_ZONE = "UTC"
USE_TZ = True

# ---- static files

STATIC_URL = "/static/"
STATIC_ROOT = DATA / "static"
STATICFILES_DIRS = [("viewer", str(ROOT / "arena" / "viewer"))]
FROM_SOURCES = env.STATIC.choice("collected", "finders") == "finders" if env.STATIC.is_set() else DEBUG
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if FROM_SOURCES
        else "nile_site.static.HashedStorage"
    },
}
SERVESTATIC_USE_FINDERS = SERVESTATIC_AUTOREFRESH = FROM_SOURCES
SERVESTATIC_ALLOW_ALL_ORIGINS = False
MEDIA_ROOT = DATA / "media"

# ---- accounts

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
SIGNUP_OPEN = ACCOUNT_SIGNUP_ENABLED = env.SIGNUP_OPEN.is_on()
ACCOUNT_ADAPTER = "nile_site.accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_LOGOUT_REDIRECT_URL = "/"

# ---- e-mail

_email = urlsplit(env.EMAIL_URL.text())
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.EMAIL_FROM.text()
if _email.scheme in {"smtp", "smtps"} and _email.hostname:
    EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    EMAIL_HOST = _email.hostname
    EMAIL_PORT = _email.port or (465 if _email.scheme == "smtps" else 587)
    EMAIL_HOST_USER = unquote(_email.username or "")
    EMAIL_HOST_PASSWORD = unquote(_email.password or "")
    EMAIL_USE_SSL = _email.scheme == "smtps"
    EMAIL_USE_TLS = not EMAIL_USE_SSL and EMAIL_PORT == 587
    EMAIL_TIMEOUT = 20
    ACCOUNT_EMAIL_VERIFICATION = "mandatory"
elif _email.scheme == "console":
    EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    ACCOUNT_EMAIL_VERIFICATION = "optional"
else:
    raise ImproperlyConfigured("NILE_EMAIL_URL is neither console:// nor smtp://user:password@host:port.")

# ---- API

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "knox.auth.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {"anon": env.API_RATE_ANON.text(), "user": env.API_RATE_USER.text()},
    "NUM_PROXIES": 1 if env.BEHIND_PROXY.is_on() else 0,
    "DEFAULT_SCHEMA_CLASS": "drf_standardized_errors.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "drf_standardized_errors.handler.exception_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Nile Arena",
    "DESCRIPTION": "Everything that a page can do, a program can do.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "ENUM_NAME_OVERRIDES": {
        "ValidationErrorEnum": "drf_standardized_errors.openapi_serializers.ValidationErrorEnum.choices",
        "ClientErrorEnum": "drf_standardized_errors.openapi_serializers.ClientErrorEnum.choices",
        "ServerErrorEnum": "drf_standardized_errors.openapi_serializers.ServerErrorEnum.choices",
    },
    "POSTPROCESSING_HOOKS": ["drf_standardized_errors.openapi_hooks.postprocess_schema_enums"],
}
DRF_STANDARDIZED_ERRORS = {
    "EXCEPTION_HANDLER_CLASS": "nile_site.api.errors.Handler",
    "ERROR_SCHEMAS": dict.fromkeys(
        ["400", "401", "403", "404", "405", "406", "415", "429", "500"], "nile_site.api.errors.Problem"
    ),
}
REST_KNOX = {"TOKEN_TTL": None, "AUTO_REFRESH": False, "TOKEN_PREFIX": "nile_"}

# ---- matches

SANDBOX = env.SANDBOX.choice("auto", "namespaces", "bwrap", "landlock", "trusted")
SLOTS = env.SLOTS.number(low=1, high=1024) if env.SLOTS.is_set() else match_slots()

# ---- Celery: messages only wake; the match table is the truth

CELERY_BROKER_URL = (
    env.BROKER_URL.text() if env.BROKER_URL.is_set() else REDIS_URL.replace("unix://", "redis+socket://")
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 3600,  # must outlast the longest task, else the task runs again and again
    "unacked_restore_interval": 10,
    "unacked_restore_throttle": 1,
    "global_keyprefix": "nile:",
}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
# Outlasts the start of a runner, a slot's turn and one more match: what ends a match is never Celery.
CELERY_TASK_SOFT_TIME_LIMIT = 960
CELERY_TASK_TIME_LIMIT = 1020
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_ROUTES = {"nile_site.matches.tasks.play_*": {"queue": "matches"}}
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_MAX_TASKS_PER_CHILD = 200
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 400_000  # KiB
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False


def _every(seconds: int, task: str) -> dict[str, Any]:
    """A periodic task of the matches app; a wake-up that nobody took before the next one is dropped."""
    return {
        "task": f"nile_site.matches.tasks.{task}",
        "schedule": seconds,
        "options": {"expires": seconds, "queue": "default"},
    }


CELERY_BEAT_SCHEDULE = {
    "wake-slots": _every(5, "wake_slots"),
    "reap-leases": _every(15, "reap_leases"),
    "pair-blocks": _every(5, "pair_blocks"),
    "rate-blocks": _every(5, "rate_blocks"),
    "turn-seasons": _every(15, "turn_seasons"),
    "prune-replays": _every(3600, "prune_replays"),
}

# ---- logs: plain lines on stderr, whoever started the process keeps them

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": env.LOG_LEVEL.choice("debug", "info", "warning", "error").upper()},
    "loggers": {"django.server": {"handlers": ["stderr"], "propagate": False}},
}
