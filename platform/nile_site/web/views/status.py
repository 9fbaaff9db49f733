"""For machines: is the arena well. For staff: who plays, in which sandbox, and what waits."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from nile_site.matches.status import status
from nile_site.web.health import checks


@require_safe
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """Answer 200 when everything is well, else 503 with the reasons."""
    found = checks()
    is_ok = all(check.is_ok for check in found)
    said = {check.name: {"ok": check.is_ok, "text": check.text} for check in found}
    return JsonResponse({"ok": is_ok, **said}, status=200 if is_ok else 503)


@require_safe
@login_required
def show(request: HttpRequest) -> HttpResponse:
    """Show the workers with their sandboxes and reasons, and the queue."""
    if not request.user.is_staff:
        raise PermissionDenied("This page is for staff.")
    context = {"checks": checks(), "play": status()}
    return render(request, "web/status.html", context)
