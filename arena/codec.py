"""JSON in and out for the values of one game; the same text on the wire, in golden files and in the viewer."""

from __future__ import annotations

from typing import Any

import msgspec

_encoder = msgspec.json.Encoder(order="deterministic")


class Codec:
    """Reads and writes the actions, events and views of one game.

    action_type and event_type are unions of the game's structs, view_type is its one view struct. Every decoder
    raises msgspec.DecodeError (a ValueError), or RecursionError, on a text that is not such a value.
    """

    __slots__ = ("_action", "_event", "_events", "_view", "action_type", "event_type", "view_type")

    def __init__(self, action_type: Any, event_type: Any, view_type: Any) -> None:
        self.action_type = action_type
        self.event_type = event_type
        self.view_type = view_type
        self._action = msgspec.json.Decoder(action_type)
        self._event = msgspec.json.Decoder(event_type)
        self._events = msgspec.json.Decoder(list[event_type])
        self._view = msgspec.json.Decoder(view_type)

    def encode(self, value: msgspec.Struct) -> bytes:
        """Gives the JSON form of an action, event or view; equal values give equal bytes."""
        return _encoder.encode(value)

    def action(self, text: bytes | str) -> Any:
        """Reads an action."""
        return self._action.decode(text)

    def event(self, text: bytes | str) -> Any:
        """Reads an event."""
        return self._event.decode(text)

    def events(self, text: bytes | str | msgspec.Raw) -> list[Any]:
        """Reads a list of events."""
        return self._events.decode(text)

    def view(self, text: bytes | str | msgspec.Raw) -> Any:
        """Reads a view."""
        return self._view.decode(text)
