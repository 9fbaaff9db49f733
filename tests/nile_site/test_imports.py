"""No module of the site needs another one to be imported before it."""

import os
import subprocess
import sys

import pytest

FIRST = ["nile_site.web.templatetags.nile", "nile_site.matches.status", "nile_site.matches.compared"]
"""Modules that a worker, unlike the web, imports before any view or task."""


@pytest.mark.parametrize("module", FIRST)
def test_it_can_come_first(module: str) -> None:
    program = f"import django; django.setup(); import {module}"
    run = subprocess.run([sys.executable, "-c", program], env=dict(os.environ), capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
