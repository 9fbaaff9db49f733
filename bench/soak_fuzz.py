"""Nearly right bytes for what reads strangers: the wire's lines and the zips of uploads.

The properties are those of tests/arena/fuzz. Hypothesis draws inputs from their grammar; where `./run bench-setup` has
installed atheris, it goes on from some of them by coverage. A finding is printed, and becomes a test.
"""

from __future__ import annotations

import argparse
import base64
import json
import re
import subprocess
import tempfile
import time
import traceback
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings

from bench.rules import PEER_PYTHON, ROOT
from tests.arena.fuzz.inputs import INPUTS
from tests.arena.fuzz.targets import TARGETS

SEEDS = 200
BATCH = 1000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds this proof's options."""
    parser.add_argument("--minutes", type=float, default=10.0, help="for each target and each fuzzer")
    parser.add_argument("--only", choices=TARGETS, help="one target")
    parser.add_argument("--seed", type=int, default=1)


def soak(args: argparse.Namespace) -> int:
    """Feeds each target and prints the figures; 0 if nothing was found."""
    figures: dict[str, Any] = {}
    for name in [args.only] if args.only else list(TARGETS):
        with tempfile.TemporaryDirectory(prefix="nile-fuzz-") as folder:
            corpus = Path(folder, "corpus")
            corpus.mkdir()
            figures[f"{name} hypothesis"] = by_hypothesis(name, args.minutes * 60, args.seed, corpus)
            print(name, figures[f"{name} hypothesis"], flush=True)
            if has_atheris():
                figures[f"{name} atheris"] = by_atheris(name, args.minutes * 60, corpus, Path(folder))
                print(name, figures[f"{name} atheris"], flush=True)
    if not has_atheris():
        print("atheris is not installed (./run bench-setup, on Linux with x86_64): Hypothesis alone was asked")
    findings = sum(figure["findings"] for figure in figures.values())
    print(json.dumps({"findings": findings, **figures}))
    return 1 if findings else 0


def by_hypothesis(name: str, seconds: float, first_seed: int, corpus: Path) -> dict[str, Any]:
    """Draws inputs until the time is over; leaves some of them in the corpus."""
    end = time.monotonic() + seconds
    inputs = slowest_ns = 0
    failing = b""
    number = first_seed

    def feed(data: bytes) -> None:
        nonlocal inputs, slowest_ns, failing
        if time.monotonic() > end:
            return
        inputs += 1
        if inputs <= SEEDS:
            (corpus / f"{inputs}").write_bytes(data)
        begun = time.thread_time_ns()
        try:
            TARGETS[name](data)
        except Exception:
            failing = data
            raise
        slowest_ns = max(slowest_ns, time.thread_time_ns() - begun)

    while time.monotonic() < end:
        batch = settings(
            max_examples=BATCH,
            database=None,
            deadline=None,
            phases=[Phase.generate, Phase.shrink],
            suppress_health_check=list(HealthCheck),
        )
        try:
            seed(number)(batch(given(INPUTS[name])(feed)))()
        except Exception:  # whatever it is, it is a finding
            show(name, failing, traceback.format_exc())
            return {"inputs": inputs, "findings": 1}
        number += 1
    return {"inputs": inputs, "findings": 0, "slowest_cpu_ms": round(slowest_ns / 1e6, 1)}


def has_atheris() -> bool:
    """Tells whether the second environment is there and has the fuzzer."""
    if not PEER_PYTHON.exists():
        return False
    return subprocess.run([PEER_PYTHON, "-c", "import atheris"], capture_output=True, check=False).returncode == 0


def by_atheris(name: str, seconds: float, corpus: Path, folder: Path) -> dict[str, Any]:
    """Lets atheris go on from the corpus."""
    crashes = folder / "crashes"
    crashes.mkdir()
    done = subprocess.run(
        [str(PEER_PYTHON), "-m", "bench.peers.fuzz", name, str(round(seconds)), str(corpus), str(crashes)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    found = sorted(crashes.iterdir())
    for path in found:
        show(name, path.read_bytes(), done.stderr[-3000:])
    executed = re.search(r"number_of_executed_units: (\d+)", done.stderr)
    edges = re.findall(r" cov: (\d+) ", done.stderr)
    if executed is None and not found:
        raise SystemExit(f"atheris did not run: {done.stderr[-1000:]}")
    return {
        "inputs": int(executed[1]) if executed else 0,
        "findings": len(found),
        "edges": int(edges[-1]) if edges else 0,
    }


def show(name: str, data: bytes, what: str) -> None:
    """Prints a finding so that it can be made a test."""
    print(f"FOUND by {name}: {base64.b64encode(data).decode()}\n{what}", flush=True)
