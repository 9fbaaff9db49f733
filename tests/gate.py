"""`./run test`: everything that a commit must pass, each check in turn; with arguments, only pytest with them."""

import os
import subprocess
import sys
import time

PYTHON = [sys.executable, "-m"]
CHECKS = {
    "ruff check": [*PYTHON, "ruff", "check", "."],
    "ruff format": [*PYTHON, "ruff", "format", "--check", "."],
    "mypy": [*PYTHON, "mypy"],
    "lint-imports": ["lint-imports", "--no-cache"],
}
PYTEST = [*PYTHON, "pytest"]
WHOLE = ["-n", "2", "--dist", "loadfile", "--no-loadscope-reorder", "--every-tier", "--durations", "10", "-q"]


def main(arguments: list[str]) -> int:
    """Return 0 if everything passed. All checks run even if one fails, so that one run shows all faults."""
    if arguments:
        return subprocess.run([*PYTEST, *arguments]).returncode
    outcomes = [timed(name, command) for name, command in CHECKS.items()]
    outcomes.append(timed("pytest", [*PYTEST, *WHOLE]))
    print(
        "\n".join(
            ["", *(f"{'passed' if ok else 'FAILED':>7}  {name} ({took_s:.0f} s)" for name, ok, took_s in outcomes)]
        )
    )
    failed = [name for name, ok, _ in outcomes if not ok]
    print(f"the gate is {'shut: ' + ', '.join(failed) if failed else 'open'}", flush=True)
    return 1 if failed else 0


def timed(name: str, command: list[str]) -> tuple[str, bool, float]:
    """Run one check; return its name, whether it passed, and how many seconds it took."""
    print(f"\n--- {name}", flush=True)
    begun = time.monotonic()
    code = subprocess.run(command, env=os.environ).returncode
    return name, code == 0, time.monotonic() - begun


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
