"""What a service raises when it will not do what it was asked: pages and API turn each kind into their own answer.

Refused                 the request cannot be met as it stands: 400
├── NotAllowed          this actor may not do it: 403
├── NotThere            no such thing, or none that this actor may see: 404
├── Conflict            it clashes with what is there by now: 409
└── OverQuota           too much, too soon: 429
"""


class Refused(Exception):
    """Says in one sentence for a person what is wrong and what to do.

    field: the name of the input that is at fault, "" where there is none.
    """

    def __init__(self, text: str, field: str = "") -> None:
        self.text = text
        self.field = field
        super().__init__(text)


class NotAllowed(Refused):
    """The actor is known and may not do this."""


class NotThere(Refused):
    """There is no such thing, or none that the actor may know of."""


class Conflict(Refused):
    """What was asked clashes with the present state."""


class OverQuota(Refused):
    """A limit on how much or how often is reached."""
