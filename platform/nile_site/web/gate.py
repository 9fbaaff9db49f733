"""What stands between a view and a refusal: each kind of refusal gets the answer that a person can use."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from nile_site.accounts.refusals import NotAllowed, NotThere, Refused

View = Callable[..., HttpResponse]


def page(view: View) -> View:
    """Answer 404 for what is not there (or not for this reader's eyes) and 403 for what is not allowed."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except NotThere as refused:
            raise Http404(refused.text) from refused
        except NotAllowed as refused:
            raise PermissionDenied(refused.text) from refused

    return guarded


def act(request: HttpRequest, do: Callable[[], object], *, done: str, to: str) -> HttpResponse:
    """Do what a button asks for, say how it went, and lead back to the page `to`.

    NotThere and NotAllowed pass through.
    """
    try:
        do()
    except (NotThere, NotAllowed):
        raise
    except Refused as refused:
        messages.error(request, refused.text)
    else:
        messages.success(request, done)
    return redirect(to)


def refuse(form: Form, refused: Refused) -> None:
    """Show a refusal at the field of the form that it is about, or above the form."""
    form.add_error(refused.field if refused.field in form.fields else None, refused.text)


def number_from(text: str | None) -> int | None:
    """Read a number of an address, such as the id behind which a page begins; None for anything else."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) <= 18 else None
