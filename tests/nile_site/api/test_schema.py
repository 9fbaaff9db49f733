"""Random calls by the API's own schema: every answer is one that the schema describes, and none is a 500."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core import signals
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from nile_site.accounts import tokens
from tests.nile_site import stage
from tests.nile_site.arena import Arena

EXAMPLES = 6
UNTOLD = [positive_data_acceptance, negative_data_rejection]
"""A schema cannot say that a file must be a bot, or that either of two fields is wanted; and what we do not know in a
query we pass over."""

schema = schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", get_wsgi_application())


@pytest.fixture
def headers(arena: Arena) -> Iterator[dict[str, str]]:
    """An author's token; the database stays connected over several calls, as in Django's own test client."""
    for signal in (signals.request_started, signals.request_finished):
        signal.disconnect(close_old_connections)
    stage.upload(arena.owner, "Reed Pen", "second", bot=arena.bot)
    secret = tokens.create_token(user=arena.owner).secret
    yield {"Authorization": f"Token {secret}", "Accept-Encoding": "identity"}
    for signal in (signals.request_started, signals.request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def known(arena: Arena) -> dict[str, Any]:
    """Names of things that are there, so that calls do not all end with 404."""
    return {"id": arena.played.pk, "number": 1, "seat": arena.seat(arena.played, arena.bot), "slug": arena.bot.slug}


@schema.parametrize()
@settings(
    max_examples=EXAMPLES, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
def test_the_api_keeps_to_its_schema(case: Any, headers: dict[str, str], known: dict[str, Any]) -> None:
    case.call_and_validate(headers=headers, excluded_checks=UNTOLD)
    if case.path_parameters and case.method != "DELETE":
        slug = "nefertiti-3" if "ladders" in case.path else "nefertiti" if "games" in case.path else known["slug"]
        there = {**known, "slug": slug, "key": "none"}
        case.path_parameters.update({name: there[name] for name in case.path_parameters})
        case.call_and_validate(headers=headers, excluded_checks=UNTOLD)
