"""Answers one question: is this machine fit to run uploaded bots?

    python -m arena.sandbox [--data DIR]

prints what works and, for what does not, why; the exit status is 0 if at least one sandbox works.
"""

from __future__ import annotations

import argparse
import platform
import sys
import tempfile
from pathlib import Path

from arena.errors import SandboxError
from arena.sandbox.selfcheck import Report, check


def main() -> int:
    """Checks the machine, prints the report and gives the exit status."""
    parser = argparse.ArgumentParser(prog="python -m arena.sandbox", description=__doc__)
    parser.add_argument("--data", type=Path, help="the data folder, where the bots' runtime is kept")
    folder = parser.parse_args().data
    try:
        if folder is not None:
            report = check(folder)
        else:
            with tempfile.TemporaryDirectory() as scratch:
                report = check(Path(scratch))
    except SandboxError as error:
        print(f"Not fit. {error}")
        return 1
    print(as_text(report))
    return 0 if report.is_fit else 1


def as_text(report: Report) -> str:
    """Writes a report for a terminal."""
    runtime = report.runtime
    user = "this user" if report.uid is None else f"user {report.uid}"
    lines = [f"Linux {platform.release()} on {platform.machine()}; bots run as {user}, Python {runtime.python}"]
    for finding in report.findings:
        state = f"works ({finding.took_ms} ms)" if finding.works else f"does not work: {finding.reason}"
        lines.append(f"  {finding.name:10} {state}")
    lines.append("Fit for uploaded bots." if report.is_fit else "Not fit for uploaded bots; see docs/security.md.")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
