"""What answers below the API's root where nothing else does."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView


@extend_schema(exclude=True)
class UnknownView(APIView):
    """Answers 404 in the API's own shape."""

    permission_classes = [AllowAny]
    authentication_classes: list[Any] = []

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        """Answer every method alike."""
        self.http_method_not_allowed = self._not_there  # type: ignore[method-assign]
        return super().dispatch(request, *args, **kwargs)

    def _not_there(self, request: Request, *args: Any, **kwargs: Any) -> Any:
        raise NotFound("The API has no such address; /api/v1/docs/ lists them all.")
