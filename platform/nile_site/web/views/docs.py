"""The guides in docs/, rendered."""

import re
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from nile_site.web.prose import prose_from

FIRST = ("authors", "ratings", "security")
"""The guides that most people want come first, the others by name."""

_NAME = re.compile(r"[a-z0-9][a-z0-9-]*")


def index(request: HttpRequest) -> HttpResponse:
    """List the guides."""
    found = {path.stem: path for path in folder().glob("*.md") if _NAME.fullmatch(path.stem)}
    names = [*(name for name in FIRST if name in found), *sorted(found.keys() - set(FIRST))]
    guides = [(name, prose_from(found[name])) for name in names]
    return render(request, "web/docs.html", {"guides": guides})


def show(request: HttpRequest, name: str) -> HttpResponse:
    """Show one guide."""
    prose = prose_from(folder() / f"{name}.md") if _NAME.fullmatch(name) else None
    if prose is None:
        raise Http404(f"There is no guide named {name}.")
    return render(request, "web/doc.html", {"name": name, "prose": prose})


def folder() -> Path:
    """Return the folder of the guides."""
    return Path(settings.ROOT) / "docs"
