"""Pages by key, not by number: no row is shown twice or skipped while others come and go."""

import re
from typing import Any

from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request

_NUMBER = re.compile(r"-?[0-9]{1,18}")


class Keyset(CursorPagination):
    """Walks newest first by id. Every order ends in the id, so that it is total."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200
    ordering: Any = ("-id",)
    invalid_cursor_message = "This cursor is none that the arena gave out. Start again without one."

    def get_page_size(self, request: Request) -> int:
        """Read how many rows a page shall have, 1 to 200."""
        text = request.query_params.get(self.page_size_query_param)
        if text is None:
            return self.page_size
        if not (text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= self.max_page_size):
            raise ValidationError({self.page_size_query_param: [f"This is a number from 1 to {self.max_page_size}."]})
        return int(text)

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """Describe the parameters with their bounds."""
        parameters = super().get_schema_operation_parameters(view)
        for parameter in parameters:
            if parameter["name"] == self.page_size_query_param:
                parameter["schema"] = {"type": "integer", "minimum": 1, "maximum": self.max_page_size}
        return parameters

    def decode_cursor(self, request: Request) -> Cursor | None:
        """Read the cursor of the request; one that we did not write is answered with 404."""
        cursor = super().decode_cursor(request)
        if cursor is None:
            return None
        is_empty = cursor.position is None and not cursor.offset and not cursor.reverse
        if is_empty or (cursor.position is not None and not _NUMBER.fullmatch(cursor.position)):
            raise NotFound(self.invalid_cursor_message)
        return cursor
