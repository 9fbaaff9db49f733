"""The games of this arena."""

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from arena import games
from arena.errors import UnknownGame
from nile_site.api.serializers.games import Game


class GamesView(APIView):
    """All games."""

    @extend_schema(responses=Game(many=True), tags=["games"], operation_id="games_list")
    def get(self, request: Request) -> Response:
        """List the games with their rules version, seats and options."""
        return Response(Game([games.get(slug) for slug in games.SLUGS], many=True).data)


class GameView(APIView):
    """One game."""

    @extend_schema(responses=Game, tags=["games"])
    def get(self, request: Request, slug: str) -> Response:
        """Describe one game."""
        try:
            return Response(Game(games.get(slug)).data)
        except UnknownGame as error:
            raise NotFound(str(error)) from error
