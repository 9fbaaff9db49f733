"""Bots, their versions, and uploads."""

from typing import Any

from django.http import HttpResponse
from django.utils.http import content_disposition_header
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import ValidationError
from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from arena.sandbox.bundle import PACKED_BYTES
from nile_site.api.pagination import Keyset
from nile_site.api.serializers.bots import BotFull, BotShort, NewBot, NewVersion, Uploaded, VersionFull
from nile_site.api.views.base import CLASH, AnyAccept
from nile_site.bots import selectors as bots
from nile_site.bots.models import Bot, Version
from nile_site.ladders import selectors as ladders
from nile_site.matches import services


class BotsView(generics.GenericAPIView[Bot]):
    """All bots, or one's own."""

    pagination_class = Keyset
    serializer_class = BotShort
    parser_classes = [MultiPartParser]
    queryset = Bot.objects.none()
    filter_backends: list[Any] = []

    @extend_schema(
        parameters=[OpenApiParameter("mine", bool, description="Only the bots of the account that asks.")],
        responses=BotShort(many=True),
        tags=["bots"],
        operation_id="bots_list",
    )
    def get(self, request: Request) -> Response:
        """List bots, newest first."""
        mine = request.query_params.get("mine", "false")
        if mine not in ("true", "false"):
            raise ValidationError({"mine": ["This is either true or false."]})
        owner = request.user if mine == "true" else None
        page = self.paginate_queryset(ladders.with_entries(bots.listed_bots(owner)))
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    @extend_schema(request=NewBot, responses={201: Uploaded, 409: CLASH}, tags=["bots"])
    def post(self, request: Request) -> Response:
        """Make a bot from its first upload, and enter it in ladders."""
        given = NewBot(data=request.data)
        given.is_valid(raise_exception=True)
        version = submit(request, given.validated_data, bot=None)
        return Response(Uploaded(version, context={"request": request}).data, status=status.HTTP_201_CREATED)


class BotView(APIView):
    """One bot."""

    @extend_schema(responses=BotFull, tags=["bots"])
    def get(self, request: Request, slug: str) -> Response:
        """Describe a bot with its versions and where it stands."""
        bot = bots.bot_by_slug(slug)
        bot.listed_entries = list(ladders.entries_of(bot))
        bot.listed_versions = list(bots.versions(bot))
        return Response(BotFull(bot).data)


class VersionsView(generics.GenericAPIView[Version]):
    """The versions of one's bot."""

    pagination_class = Keyset
    serializer_class = VersionFull
    parser_classes = [MultiPartParser]
    permission_classes = [IsAuthenticated]
    queryset = Version.objects.none()
    filter_backends: list[Any] = []

    @extend_schema(responses=VersionFull(many=True), tags=["bots"], operation_id="versions_list")
    def get(self, request: Request, slug: str) -> Response:
        """List the versions of one's bot, newest first, with why each is in its state."""
        bot = bots.inside_of(request.user, slug)
        page = self.paginate_queryset(bots.versions(bot))
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    @extend_schema(request=NewVersion, responses={201: Uploaded, 409: CLASH}, tags=["bots"])
    def post(self, request: Request, slug: str) -> Response:
        """Upload the next version. It plays its trials first; until then the present one plays on.

        With `only_if_not_worse` it plays the present version after that, and takes over unless that one is better.
        """
        bot = bots.own_bot(request.user, slug)
        given = NewVersion(data=request.data)
        given.is_valid(raise_exception=True)
        version = submit(request, given.validated_data, bot=bot)
        return Response(Uploaded(version, context={"request": request}).data, status=status.HTTP_201_CREATED)


class VersionView(APIView):
    """One version of one's bot."""

    permission_classes = [IsAuthenticated]

    @extend_schema(responses=VersionFull, tags=["bots"])
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Describe a version for its owner and staff."""
        return Response(VersionFull(bots.version_or_newest(bots.inside_of(request.user, slug), number)).data)


class CodeView(APIView):
    """The code of a version."""

    permission_classes = [IsAuthenticated]
    content_negotiation_class = AnyAccept

    @extend_schema(responses={(200, "application/zip"): OpenApiTypes.BINARY}, tags=["bots"])
    def get(self, request: Request, slug: str, number: int) -> HttpResponse:
        """Download one's own code as a zip."""
        version = bots.own_version(request.user, slug, number)
        answer = HttpResponse(bytes(version.package.data), content_type="application/zip")
        name = f"{version.bot.slug}-v{version.number}.zip"
        answer["Content-Disposition"] = content_disposition_header(True, name) or "attachment"
        answer["Cache-Control"] = "private, no-store"
        return answer


def submit(request: Request, given: dict[str, Any], *, bot: Bot | None) -> Version:
    """Hand an upload to the service that pages use too; no more is read of it than a bot may have."""
    return services.submit(
        actor=request.user,
        data=given["file"].read(PACKED_BYTES + 1),
        filename=given["file"].name,
        bot=bot,
        name=given.get("name", ""),
        games=sorted(given["games"]),
        seasons=ladders.seasons_named(given["ladders"]) if given.get("ladders") else None,
        only_if_not_worse=given.get("only_if_not_worse", False),
    )
