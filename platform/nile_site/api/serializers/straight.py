"""Long lists: what a serializer declares, read straight from the attributes, without a call per field and row."""

from collections.abc import Callable
from functools import cached_property
from operator import attrgetter
from typing import Any

from rest_framework import serializers

_AS_IT_IS = (serializers.IntegerField, serializers.CharField, serializers.BooleanField)


class Straight(serializers.ModelSerializer[Any]):
    """Gives numbers and texts as the attributes hold them; every relation that its fields go through is there."""

    def to_representation(self, instance: Any) -> dict[str, Any]:
        """Give the fields of one row."""
        told = {}
        for name, read, show in self._readers:
            value = read(instance)
            told[name] = value if show is None or value is None else show(value)
        return told

    @cached_property
    def _readers(self) -> list[tuple[str, Callable[[Any], Any], Callable[[Any], Any] | None]]:
        readers = []
        for field in self._readable_fields:
            read = (lambda row: row) if field.source == "*" else attrgetter(field.source)
            readers.append((field.field_name, read, None if type(field) in _AS_IT_IS else field.to_representation))
        return readers
