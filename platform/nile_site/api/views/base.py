"""What all API views share: bytes that are not JSON, and answers that are the same until they change."""

from typing import Any

from django.http import HttpResponse
from django.utils.cache import patch_cache_control
from drf_spectacular.utils import OpenApiResponse
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request

from nile_site.api.errors import Problem

CLASH = OpenApiResponse(Problem, description="It clashes with the present state.")
"""The answer 409, for the schema."""


class AnyAccept(DefaultContentNegotiation):
    """Lets a view whose answers are files, and its errors JSON, give them whatever the client says that it accepts."""

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        """Return the first renderer."""
        return renderers[0], renderers[0].media_type


def lasting(answer: HttpResponse, *, etag: str, is_public: bool, is_weak: bool = False) -> HttpResponse:
    """Mark an answer whose content never changes under its name; a shared cache keeps only what is public.

    is_weak: the same content may come in other bytes, packed or not.
    """
    answer["ETag"] = f'W/"{etag}"' if is_weak else f'"{etag}"'
    if is_public:
        patch_cache_control(answer, public=True, max_age=3600)
    else:
        patch_cache_control(answer, private=True, no_cache=True)
    return answer


def is_known(request: Request, etag: str) -> bool:
    """Does the client hold this content already?"""
    known = request.headers.get("If-None-Match", "")
    return f'"{etag}"' in {name.strip().removeprefix("W/") for name in known.split(",")}
