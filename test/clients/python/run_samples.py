"""Runs programs of the reference for a test: one program per line, and a line for what it came to."""

import contextlib
import io
import json
import os
import sys
import traceback


def run(text):
    try:
        # What the programs print would mix with the lines.
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(text, "sample.py", "exec"), {"__name__": "__main__"})
    except Exception:
        return {"error": traceback.format_exc()}
    return {}


for line in sys.stdin:
    program = json.loads(line)
    os.environ.update(program["environment"])
    print(json.dumps(run(program["text"])), flush=True)
