"""Who asks, and their tokens."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from nile_site.accounts import tokens
from nile_site.api.serializers.accounts import Me, NewToken, Token, TokenWish


class MeView(APIView):
    """Tells who asks."""

    permission_classes = [IsAuthenticated]

    @extend_schema(responses=Me, tags=["account"])
    def get(self, request: Request) -> Response:
        """Say which account the call is made for."""
        return Response(Me(request.user).data)


class TokensView(APIView):
    """One's tokens."""

    permission_classes = [IsAuthenticated]

    @extend_schema(responses=Token(many=True), tags=["account"], operation_id="tokens_list")
    def get(self, request: Request) -> Response:
        """List one's tokens, newest first, without their secrets; at most 20."""
        return Response(Token(tokens.tokens_of(user=request.user), many=True).data)

    @extend_schema(request=TokenWish, responses={201: NewToken}, tags=["account"])
    def post(self, request: Request) -> Response:
        """Make a token. Its secret is in this answer and nowhere else."""
        wish = TokenWish(data=request.data)
        wish.is_valid(raise_exception=True)
        made = tokens.create_token(user=request.user, days=wish.validated_data.get("days"))
        answer = Response(NewToken(made).data, status=status.HTTP_201_CREATED)
        answer["Cache-Control"] = "no-store"
        return answer


class TokenView(APIView):
    """One token."""

    permission_classes = [IsAuthenticated]

    @extend_schema(responses={204: None}, tags=["account"])
    def delete(self, request: Request, key: str, **kwargs: Any) -> Response:
        """Revoke a token at once."""
        tokens.revoke_token(user=request.user, key=key)
        return Response(status=status.HTTP_204_NO_CONTENT)
