"""What is one's own: bots with what each is doing, the account, and tokens for programs."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_safe

from nile_site.accounts import tokens as accounts
from nile_site.accounts.refusals import Refused
from nile_site.matches import compared
from nile_site.matches import selectors as matches
from nile_site.web.forms import TokenForm
from nile_site.web.gate import act, page

COMPARISONS = 5


@require_safe
@login_required
def show(request: HttpRequest) -> HttpResponse:
    """List one's bots with each version's state and place in the queue, and one's last comparisons."""
    asked = compared.comparisons_of(request.user)[:COMPARISONS]
    comparisons = [{"asked": each, "status": compared.status_of(each)} for each in asked]
    return render(request, "web/me.html", {"bots": matches.my_bots(request.user), "comparisons": comparisons})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
@page
@sensitive_variables("made")
def tokens(request: HttpRequest) -> HttpResponse:
    """Make a token, show it this once, list and revoke."""
    form = TokenForm(request.POST if request.POST.get("action") == "create" else None)
    secret = ""
    if request.POST.get("action") == "revoke":
        key = request.POST.get("key", "")
        return act(
            request,
            lambda: accounts.revoke_token(user=request.user, key=key),
            done="Revoked: programs that use it are turned away from now on.",
            to=request.path,
        )
    if form.is_bound and form.is_valid():
        try:
            made = accounts.create_token(user=request.user, days=form.cleaned_data["days"])
        except Refused as refused:
            messages.error(request, refused.text)
            return redirect(request.path)
        secret = made.secret
    context = {"form": form, "secret": secret, "tokens": accounts.tokens_of(user=request.user)}
    return render(request, "web/tokens.html", context)
