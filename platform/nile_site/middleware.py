"""What every request meets first: text that PostgreSQL cannot store is refused before any view sees it."""

from collections.abc import Awaitable, Callable

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse

_SENTENCE = "The address holds a null character, which no page or parameter of this site may have."


class RefuseNullCharacters:
    """Answer 400 when the path or the query string holds a NUL; bodies are checked field by field by the forms.

    The API's answer has the shape of its other errors.
    """

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase | Awaitable[HttpResponseBase]]) -> None:
        self.get_response = get_response
        if iscoroutinefunction(get_response):
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        if not has_null_character(request):
            return self.get_response(request)
        answer = refusal(request)
        return _later(answer) if iscoroutinefunction(self.get_response) else answer


def has_null_character(request: HttpRequest) -> bool:
    """Does the decoded path or query hold a NUL?"""
    query = request.META.get("QUERY_STRING", "")
    return "\x00" in request.path or "\x00" in query or "%00" in query


def refusal(request: HttpRequest) -> HttpResponse:
    """Return the answer: JSON below /api/, one plain line elsewhere."""
    if request.path.startswith("/api/"):
        error = {"code": "null_character", "detail": _SENTENCE, "attr": None}
        return JsonResponse({"type": "client_error", "errors": [error]}, status=400)
    return HttpResponse(_SENTENCE + "\n", status=400, content_type="text/plain; charset=utf-8")


async def _later(answer: HttpResponse) -> HttpResponse:
    return answer
