"""What tests of real bots need: a runtime, a user for bots, and the sandboxes that work here."""

from tests.arena.sandbox.conftest import findings, isolating, place

__all__ = ["findings", "isolating", "place"]
