"""One shape for every error, and which status each refusal of a service becomes.

    {"type": "client_error", "errors": [{"code": "not_found", "detail": "There is no match 7.", "attr": null}]}

`type` is validation_error (the input is at fault; `attr` names the field where one is), client_error or server_error.
"""

from typing import Any

from drf_standardized_errors.handler import ExceptionHandler
from rest_framework import exceptions, serializers, status

from nile_site.accounts.refusals import Conflict, NotAllowed, NotThere, OverQuota, Refused


class ProblemError(serializers.Serializer[Any]):
    """Is one thing that is wrong."""

    code = serializers.CharField(help_text="A short name of the kind of error.")
    detail = serializers.CharField(help_text="A sentence that says what happened and what to do.")
    attr = serializers.CharField(allow_null=True, help_text="The field of the input that is at fault, if one is.")


class Problem(serializers.Serializer[Any]):
    """Is the body of every answer that is not a success."""

    type = serializers.ChoiceField(choices=["validation_error", "client_error", "server_error"])
    errors = ProblemError(many=True)


class Clash(exceptions.APIException):
    """Answers 409: what was asked clashes with the present state."""

    status_code = status.HTTP_409_CONFLICT
    default_code = "conflict"


class QuotaReached(exceptions.APIException):
    """Answers 429: a quota of the arena, not the rate of calls, is reached."""

    status_code = status.HTTP_429_TOO_MANY_REQUESTS
    default_code = "over_quota"


class Handler(ExceptionHandler):
    """Turns the refusals of the services into answers."""

    def convert_known_exceptions(self, exc: Exception) -> Exception:
        """Return the exception that says the same in the framework's words."""
        match exc:
            case NotThere():
                return exceptions.NotFound(exc.text)
            case NotAllowed():
                return exceptions.PermissionDenied(exc.text)
            case Conflict():
                return Clash(exc.text)
            case OverQuota():
                return QuotaReached(exc.text)
            case Refused():
                return exceptions.ValidationError({exc.field or "non_field_errors": [exc.text]}, code="refused")
        return super().convert_known_exceptions(exc)
