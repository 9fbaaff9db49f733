"""What lists of matches cost among a million of them, on PostgreSQL (bench/crowd.py).

- A page of the list at a random key, against the first page.
- The API's list of matches, against a plain ModelSerializer with all fields of the same table, which gives no seats and
  no names, and LimitOffsetPagination: pages of 50 rows at random places, requests a second in the same process.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from typing import Any

from bench import crowd

PAGE = 50


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds this benchmark's options."""
    parser.add_argument("--matches", type=int, default=1_000_000)
    parser.add_argument("--calls", type=int, default=60, help="calls of each kind")


def measure(args: argparse.Namespace) -> dict:
    """Fills a site and measures it."""
    chance = random.Random(1)
    with crowd.site():
        crowd.say("filling the tables")
        crowd.play(crowd.ladder("played", 1000), args.matches)
        crowd.settle()
        crowd.say("pages")
        from django.test import Client
        from rest_framework.test import APIRequestFactory

        client, stock, factory = Client(), plain_view(), APIRequestFactory()
        keys = keys_of_pages(args.calls, chance)

        def api() -> object:
            return answered(client.get("/api/v1/matches/", {"cursor": chance.choice(keys)}))

        def plain() -> object:
            place = {"limit": PAGE, "offset": chance.randrange(args.matches - PAGE)}
            return answered(stock(factory.get("/plain/", place)).render())

        def anywhere(address: str) -> Callable[[], object]:
            return lambda: answered(client.get(address, {"before": chance.randrange(PAGE * 2, args.matches)}))

        times = crowd.median_ms(
            {
                "list_first_page_ms": lambda: answered(client.get("/matches/")),
                "list_random_page_ms": anywhere("/matches/"),
                "list_of_ladder_first_page_ms": lambda: answered(client.get("/matches/?ladder=played")),
                "list_of_ladder_random_page_ms": anywhere("/matches/?ladder=played"),
            },
            args.calls,
        )
        rates = {"api_requests_per_s": rate(api, args.calls), "plain_requests_per_s": rate(plain, args.calls)}
    ratios = {
        "list_random_vs_first_page": times["list_random_page_ms"] / times["list_first_page_ms"],
        "list_of_ladder_random_vs_first_page": times["list_of_ladder_random_page_ms"]
        / times["list_of_ladder_first_page_ms"],
        "api_vs_plain_requests": rates["api_requests_per_s"] / rates["plain_requests_per_s"],
    }
    figures = {name: round(value, 2) for name, value in {**times, **rates}.items()}
    return {**figures, "ratios": {name: round(value, 3) for name, value in ratios.items()}}


def plain_view() -> Any:
    """Makes the view that a beginner's tutorial would have."""
    from rest_framework import generics, pagination, serializers

    from nile_site.matches.models import Match

    class Plain(serializers.ModelSerializer):
        class Meta:
            model = Match
            fields = "__all__"

    class View(generics.ListAPIView):
        queryset = Match.objects.order_by("-id")
        serializer_class = Plain
        pagination_class = pagination.LimitOffsetPagination
        filter_backends: list = []

    return View.as_view()


def keys_of_pages(count: int, chance: random.Random) -> list[str]:
    """Gives cursors of the API at random places."""
    from urllib.parse import parse_qs, urlsplit

    from rest_framework.pagination import Cursor

    from nile_site.api.pagination import Keyset
    from nile_site.matches.models import Match

    pager = Keyset()
    pager.base_url, last = "http://testserver/", Match.objects.order_by("-id").values_list("pk", flat=True)[0]
    links = [pager.encode_cursor(Cursor(0, False, str(chance.randrange(PAGE * 2, last)))) for _ in range(count)]
    return [parse_qs(urlsplit(link).query)["cursor"][0] for link in links]


def answered(answer: Any) -> Any:
    """Gives the answer, if it is one."""
    if answer.status_code != 200:
        raise SystemExit(f"status {answer.status_code}")
    return answer


def rate(call: Callable[[], object], calls: int) -> float:
    """Gives how many calls are answered in a second."""
    call()
    begun = time.perf_counter()
    for _ in range(calls):
        call()
    return calls / (time.perf_counter() - begun)
