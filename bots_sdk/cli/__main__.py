"""Runs the command without its script: python -m bots_sdk.cli."""

from __future__ import annotations

from bots_sdk.cli import main

if __name__ == "__main__":
    main(prog_name="nile")
