"""A pytest plugin: one PostgreSQL and one Valkey per test run, real ones, gone afterwards without a trace.

Named in pyproject.toml, because pytest-django reads the settings before any conftest.py runs. The process that
coordinates xdist's workers starts the servers; each worker has its own database, Redis database and data folder.
"""

import os
import tempfile
from collections.abc import Generator

import pytest

from nile_site.embedded.throwaway import Throwaway

_DEFAULTS = {
    "NILE_SECRET_KEY": "only for tests",
    "NILE_STATIC": "finders",
    "NILE_API_RATE_ANON": "1000000/min",
    "NILE_API_RATE_USER": "1000000/min",
    "NILE_EMAIL_URL": "console://",
    "NILE_LOG_LEVEL": "WARNING",
}


@pytest.hookimpl(tryfirst=True, wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None, None, None]:
    """Start the servers, or use those of the coordinating process, before Django's settings are read."""
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker is None:
        throwaway = Throwaway()
        early_config.add_cleanup(throwaway.close)
        os.environ.update(_DEFAULTS | throwaway.variables | {"NILE_TEST_FOLDER": str(throwaway.path)})
    own_folder(worker or "main")
    return (yield)


def own_folder(worker: str) -> None:
    """Give this process a data folder and a Redis database that no other has."""
    os.environ["NILE_DATA"] = tempfile.mkdtemp(prefix=f"data-{worker}-", dir=os.environ["NILE_TEST_FOLDER"])
    number = int(worker.removeprefix("gw")) % 15 + 1 if worker.startswith("gw") else 0
    os.environ["REDIS_URL"] = f"{os.environ['REDIS_URL'].partition('?')[0]}?db={number}"
