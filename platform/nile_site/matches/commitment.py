"""The promise that a deal was fixed before it was played: a hash that is public first, and what was hashed later.

The text is one line of JSON with sorted keys and no spaces:

    {"game":…,"options":{…},"order":[["sphinx",3,"<code>"],…],"rules":1,"salt":"<hex>","seed":"<digits>"}

`order` lists the seats of the first match: the bot's slug, its version's number and the digest of its code. In a
comparison B, which plays the same deal later, comes last.
"""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256


def commit(
    *,
    salt: str,
    seed: str,
    game: str,
    rules: int,
    options: Mapping[str, str],
    order: Sequence[tuple[str, int, str]],
) -> str:
    """Return the commitment, as SHA-256 in hexadecimal."""
    said = {
        "game": game,
        "options": dict(options),
        "order": [list(seat) for seat in order],
        "rules": rules,
        "salt": salt,
        "seed": seed,
    }
    return sha256(json.dumps(said, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
