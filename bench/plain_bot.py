"""The least that a bot can be without the SDK: it reads a question with the standard library and answers it.

python plain_bot.py, then the protocol's lines on standard input
"""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "decide" and message["legal"]:
        print(json.dumps({"type": "action", "number": message["number"], "index": 0}), flush=True)
    else:
        break
