"""Never reads again, and answers for ever whatever it might be asked."""

import json
import os


def attack(question):
    number = question["number"]
    while True:
        lines = [json.dumps({"type": "action", "number": number + step, "index": 0}) + "\n" for step in range(50)]
        os.write(1, "".join(lines).encode())
        number += 50
