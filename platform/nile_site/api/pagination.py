"""Pages by key, not by number: no row is shown twice or skipped while others come and go."""

import re
from typing import Any

from rest_framework.exceptions import NotFound
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

    def decode_cursor(self, request: Request) -> Cursor | None:
        """Read the cursor of the request; one that we did not write is answered with 404."""
        cursor = super().decode_cursor(request)
        if cursor is not None and cursor.position is not None and not _NUMBER.fullmatch(cursor.position):
            raise NotFound(self.invalid_cursor_message)
        return cursor
