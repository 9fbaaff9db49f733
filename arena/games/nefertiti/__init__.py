"""Nefertiti: bid with servants on four markets and collect gifts."""
