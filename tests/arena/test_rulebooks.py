"""Rulebooks and rules go together: every clause is cited by code or tests, every citation has its clause."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arena import games

ROOT = Path(__file__).resolve().parents[2]
CLAUSE = re.compile(r"^\s*(?:- |\d+\. )?\*\*([A-Z]{2}-\d+\.\d+)\*\* \S", re.MULTILINE)
CITATION = re.compile(r"\b[A-Z]{2}-\d+\.\d+\b")


def rulebook(slug: str) -> str:
    return (ROOT / "seeds" / "rules" / f"{slug}.md").read_text()


def clauses(text: str) -> list[str]:
    """Lists the clauses of a rulebook: each starts a paragraph or a list item."""
    return CLAUSE.findall(text)


def cited(slug: str) -> dict[str, set[str]]:
    """Maps each cited clause to the files that cite it."""
    package = slug.replace("-", "_")
    found: dict[str, set[str]] = {}
    for folder in (ROOT / "arena" / "games" / package, ROOT / "tests" / "arena" / "games" / package):
        for path in sorted(folder.rglob("*.py")):
            for clause in CITATION.findall(path.read_text()):
                found.setdefault(clause, set()).add(str(path.relative_to(ROOT)))
    return found


@pytest.mark.parametrize("slug", games.SLUGS)
def test_every_clause_is_cited(slug: str) -> None:
    uncited = set(clauses(rulebook(slug))) - set(cited(slug))
    assert not uncited, "these clauses are tied to no code and no test"


@pytest.mark.parametrize("slug", games.SLUGS)
def test_every_citation_has_its_clause(slug: str) -> None:
    text = rulebook(slug)
    known = set(clauses(text))
    lost = {clause: files for clause, files in cited(slug).items() if clause not in known}
    lost |= {clause: {f"seeds/rules/{slug}.md"} for clause in CITATION.findall(text) if clause not in known}
    assert not lost


@pytest.mark.parametrize("slug", games.SLUGS)
def test_clauses_are_numbered_through(slug: str) -> None:
    found = clauses(rulebook(slug))
    assert found, "the rulebook has no clauses"
    assert len({clause[:2] for clause in found}) == 1
    chapters: dict[int, list[int]] = {}
    for clause in found:
        chapter, number = map(int, clause[3:].split("."))
        chapters.setdefault(chapter, []).append(number)
    assert list(chapters) == list(range(1, len(chapters) + 1))
    for chapter, numbers in chapters.items():
        assert numbers == list(range(1, len(numbers) + 1)), f"chapter {chapter}"


def test_a_clause_starts_a_paragraph_or_a_list_item() -> None:
    text = "- **NE-1.1** A list item, see **NE-1.3**.\n\n**NE-1.2** A paragraph.\n"
    assert clauses(text) == ["NE-1.1", "NE-1.2"]
