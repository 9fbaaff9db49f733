"""Matches, their replays and frames, and the log of a seat for the owner of its bot."""

import gzip
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse, HttpResponseNotModified
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from nile_site.api.pagination import Keyset
from nile_site.api.serializers.matches import FaultShort, MatchFull, MatchShort, SeatLogFull
from nile_site.api.views.base import AnyAccept, is_known, lasting
from nile_site.bots import selectors as bots
from nile_site.ladders import selectors as ladders
from nile_site.matches import pictures
from nile_site.matches import selectors as matches
from nile_site.matches.models import Block, Match, MatchSeat


class MatchesView(generics.ListAPIView[Match]):
    """All matches that the caller may see."""

    pagination_class = Keyset
    serializer_class = MatchShort
    queryset = Match.objects.none()
    filter_backends: list[Any] = []

    @extend_schema(
        parameters=[
            OpenApiParameter("ladder", str, description="Slug of a ladder."),
            OpenApiParameter("bot", str, description="Slug of a bot that sat at the table."),
        ],
        tags=["matches"],
        operation_id="matches_list",
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List matches, newest first. Trials are listed for the owner of the bot that is tried."""
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> QuerySet[Match]:
        """Choose by ladder and bot."""
        if getattr(self, "swagger_fake_view", False):
            return Match.objects.none()
        asked = self.request.query_params
        return matches.recent_matches(
            self.request.user,
            ladder=ladders.ladder_by_slug(asked["ladder"]) if asked.get("ladder") else None,
            bot=bots.bot_by_slug(asked["bot"]) if asked.get("bot") else None,
        )


class MatchView(APIView):
    """One match."""

    @extend_schema(responses=MatchFull, tags=["matches"])
    def get(self, request: Request, pk: int) -> Response:
        """Describe a match: its state, the reason, what happens next, and how it ended for each seat."""
        return Response(MatchFull(matches.visible_match(request.user, pk)).data)


class ReplayView(APIView):
    """The replay of a match."""

    content_negotiation_class = AnyAccept

    @extend_schema(
        responses={(200, "application/gzip"): OpenApiTypes.BINARY, 304: None}, tags=["matches"], operation_id="replay"
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Download the replay, packed. Its ETag is its identity: the SHA-256 of its text."""
        match = matches.visible_match(request.user, pk)
        replay = matches.replay_of(request.user, match)
        is_public = match.block.kind == Block.Kind.RATED
        if is_known(request, replay.identity):
            return lasting(HttpResponseNotModified(), etag=replay.identity, is_public=is_public)
        answer = HttpResponse(bytes(replay.packed), content_type="application/gzip")
        answer["Content-Disposition"] = content_disposition_header(True, f"match-{pk}.nile.gz") or "attachment"
        return lasting(answer, etag=replay.identity, is_public=is_public)


class FramesView(APIView):
    """The pictures of a match."""

    @extend_schema(responses={200: OpenApiTypes.OBJECT, 304: None}, tags=["matches"], operation_id="frames")
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Give everything that the viewer draws: one frame per ply, from each seat's eyes."""
        match = matches.visible_match(request.user, pk)
        replay = matches.replay_of(request.user, match)
        names = pictures.names_at_table(match)
        etag = pictures.frames_tag(replay, names)
        is_public = match.block.kind == Block.Kind.RATED
        if is_known(request, etag):
            return lasting(HttpResponseNotModified(), etag=etag, is_public=is_public, is_weak=True)
        data = pictures.packed_frames(replay, names)
        takes_gzip = "gzip" in request.headers.get("Accept-Encoding", "")
        answer = HttpResponse(data if takes_gzip else gzip.decompress(data), content_type="application/json")
        if takes_gzip:
            answer["Content-Encoding"] = "gzip"
        answer["Vary"] = "Accept-Encoding"
        return lasting(answer, etag=etag, is_public=is_public, is_weak=True)


class FaultsView(generics.ListAPIView[MatchSeat]):
    """The faults of one's bot."""

    pagination_class = Keyset
    serializer_class = FaultShort
    permission_classes = [IsAuthenticated]
    queryset = MatchSeat.objects.none()
    filter_backends: list[Any] = []

    @extend_schema(tags=["bots"], operation_id="faults_list")
    def get(self, request: Request, slug: str, *args: Any, **kwargs: Any) -> Response:
        """List the faults of one's bot in all matches, newest match first."""
        return super().get(request, slug, *args, **kwargs)

    def get_queryset(self) -> QuerySet[MatchSeat]:
        """Choose those of the bot."""
        if getattr(self, "swagger_fake_view", False):
            return MatchSeat.objects.none()
        return matches.faults_of(bots.own_bot(self.request.user, self.kwargs["slug"]))


class SeatLogView(APIView):
    """What a bot did on its seat, for its owner."""

    permission_classes = [IsAuthenticated]

    @extend_schema(responses=SeatLogFull, tags=["matches"], operation_id="seat_log")
    def get(self, request: Request, pk: int, seat: int) -> Response:
        """Give the fault with the request and what was answered, stderr, notes, and the time of each decision."""
        match = matches.visible_match(request.user, pk)
        log = matches.private_log(request.user, matches.seat_of(match, seat))
        return Response(SeatLogFull(log).data)
