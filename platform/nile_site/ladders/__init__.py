"""Ladders, their seasons, the entries in them and the ledger of their ratings."""
