"""A bot that is honest but for one thing: what attack.py beside it does when it is asked for the second time.

It speaks the protocol without any library. What an attack achieved is said on stderr: ESCAPED and what, or refused.
"""

import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def answer(question, note=""):
    message = {"type": "action", "number": question["number"], "index": 0, "note": note}
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def attempt(what, action):
    """Tries something that must fail, and says whether it did."""
    try:
        result = action()
    except (OSError, RuntimeError, ValueError) as error:
        print(f"refused: {what}: {type(error).__name__} {error}", file=sys.stderr)
        return None
    print(f"ESCAPED: {what}: {result!r:.60}", file=sys.stderr)
    return result


def targets():
    """What the test lets this bot aim at: ports, files, process ids."""
    with open(os.path.join(HERE, "targets.json")) as file:
        return json.load(file)


def play(attack):
    asked = 0
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            print('{"type":"ready"}', flush=True)
        elif message["type"] == "over":
            return
        else:
            asked += 1
            if asked == 2 and attack(message) is not None:
                continue
            answer(message)


if __name__ == "__main__":
    sys.modules["main"] = sys.modules["__main__"]
    import attack

    play(attack.attack)
