"""Ladders, their boards, and the entries in them."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from nile_site.accounts.refusals import NotThere
from nile_site.api.pagination import Keyset
from nile_site.api.serializers.ladders import (
    EntryChange,
    EntryFull,
    EntryWish,
    LadderFull,
    LedgerLine,
    Standings,
)
from nile_site.api.views.base import CLASH
from nile_site.bots import selectors as bots
from nile_site.ladders import board
from nile_site.ladders import selectors as ladders
from nile_site.ladders.models import Entry, RatingEvent, Season
from nile_site.matches import services
from nile_site.matches.boards import lines

COUNT = {"type": "integer", "minimum": 1, "maximum": 2**31 - 1}
SEASON = OpenApiParameter("season", COUNT, description="Number of the season; default: the present one.")
PAGE = 100


class LaddersView(APIView):
    """All ladders."""

    @extend_schema(responses=LadderFull(many=True), tags=["ladders"], operation_id="ladders_list")
    def get(self, request: Request) -> Response:
        """List the ladders with their present seasons."""
        return Response(LadderFull(ladders.ladder_list(), many=True).data)


class LadderView(APIView):
    """One ladder."""

    @extend_schema(responses=LadderFull, tags=["ladders"])
    def get(self, request: Request, slug: str) -> Response:
        """Describe a ladder with its present season."""
        ladder = ladders.ladder_by_slug(slug)
        ladder.season = ladders.current_season(ladder)
        ladder.players = 0 if ladder.season is None else board.playing(ladder.season).count()
        return Response(LadderFull(ladder).data)


class StandingsView(APIView):
    """A ladder's board."""

    @extend_schema(
        parameters=[SEASON, OpenApiParameter("after", COUNT, description="The entry behind which to go on.")],
        responses=Standings,
        tags=["ladders"],
    )
    def get(self, request: Request, slug: str) -> Response:
        """Give the board from the top, 100 lines at a time; `next` leads on.

        A page begins behind the entry that ended the one before, wherever that entry stands by then.
        """
        season = _season(request, slug)
        shown, more = board.page(season, after=_number(request, "after"), most=PAGE)
        link = None
        if more:
            query = request.query_params.copy()
            query["after"] = str(shown[-1].entry.pk)
            link = request.build_absolute_uri(f"{request.path}?{query.urlencode()}")
        return Response(Standings({"next": link, "results": lines(season, shown)}).data)


class EntriesView(generics.GenericAPIView[Entry]):
    """The entries of a ladder's season."""

    pagination_class = Keyset
    serializer_class = EntryFull
    queryset = Entry.objects.none()
    filter_backends: list[Any] = []

    @extend_schema(parameters=[SEASON], responses=EntryFull(many=True), tags=["entries"], operation_id="entries_list")
    def get(self, request: Request, slug: str) -> Response:
        """List the entries, newest first: also of bots that are paused, withdrawn or on their first trial."""
        page = self.paginate_queryset(ladders.entries_in(_season(request, slug)))
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    @extend_schema(request=EntryWish, responses={201: EntryFull, 409: CLASH}, tags=["entries"])
    def post(self, request: Request, slug: str) -> Response:
        """Enter a bot of one's own; its trial starts at once."""
        wish = EntryWish(data=request.data)
        wish.is_valid(raise_exception=True)
        bot = bots.own_bot(request.user, wish.validated_data["bot"])
        season = ladders.season_to_enter(ladders.ladder_by_slug(slug))
        version = bots.version_or_newest(bot, wish.validated_data.get("version"))
        entry = services.enter(actor=request.user, bot=bot, season=season, version=version)
        return Response(self.get_serializer(ladders.entry_by_id(entry.pk)).data, status=status.HTTP_201_CREATED)

    @extend_schema(parameters=[SEASON], request=EntryChange, responses={200: EntryFull, 409: CLASH}, tags=["entries"])
    def patch(self, request: Request, slug: str) -> Response:
        """Pause, resume or withdraw one's entry, or let another version play from the next block on.

        `active` for an entry that is benched for its faults starts a new trial; it plays again when that has passed.
        """
        wish = EntryChange(data=request.data)
        wish.is_valid(raise_exception=True)
        given = wish.validated_data
        if ("state" in given) is ("version" in given):
            raise ValidationError({"non_field_errors": ["Give either a state or a version."]})
        bot = bots.own_bot(request.user, given["bot"])
        entry = ladders.entry_of_bot(bot, _season(request, slug))
        if "version" in given:
            version = bots.version_or_newest(bot, given["version"])
            services.use_version(actor=request.user, entry=entry, version=version)
        else:
            do = {"active": services.resume, "paused": services.pause, "withdrawn": services.withdraw}
            do[given["state"]](actor=request.user, entry=entry)
        return Response(self.get_serializer(ladders.entry_by_id(entry.pk)).data)


class LedgerView(generics.ListAPIView[RatingEvent]):
    """The ledger of one entry."""

    pagination_class = Keyset
    serializer_class = LedgerLine
    queryset = RatingEvent.objects.none()
    filter_backends: list[Any] = []

    @extend_schema(tags=["ladders"], operation_id="ledger_list")
    def get(self, request: Request, pk: int, *args: Any, **kwargs: Any) -> Response:
        """Say why a rating is what it is: one line per rated block, newest first."""
        return super().get(request, pk, *args, **kwargs)

    def get_queryset(self) -> QuerySet[RatingEvent]:
        """Give the lines of the entry."""
        if getattr(self, "swagger_fake_view", False):
            return RatingEvent.objects.none()
        return ladders.rating_history(ladders.entry_by_id(self.kwargs["pk"]))


def _season(request: Request, slug: str) -> Season:
    ladder = ladders.ladder_by_slug(slug)
    number = _number(request, "season")
    season = ladders.current_season(ladder) if number is None else ladders.season_by_number(ladder, number)
    if season is None:
        raise NotThere(f"{ladder.title} has no season yet.")
    return season


def _number(request: Request, name: str) -> int | None:
    text = request.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise ValidationError({name: ["This must be a whole number."]})
    return int(text)
