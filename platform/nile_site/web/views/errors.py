"""The page for a form whose secret does not match."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Say that nothing was changed, and how to go on."""
    return render(request, "403_csrf.html", status=403)
