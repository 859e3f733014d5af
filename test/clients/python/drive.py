"""Calls the published client for a test: one call per line of standard input, one answer per line of standard output.

Its argument is the address of the service. The first line of output lists the methods that the client has.
"""

import functools
import inspect
import json
import sys

from unkey.py import Unkey, errors


def methods_of(unkey):
    """`keys.create_key` and so on, without those that only await the same."""
    names = []
    for group in type(unkey)._sub_sdk_map:
        for name, _ in inspect.getmembers(getattr(unkey, group), inspect.ismethod):
            if not name.startswith(("_", "do_request")) and not name.endswith("_async"):
                names.append(f"{group}.{name}")
    return names


def plain(model):
    return model.model_dump(mode="json", by_alias=True)


def call(unkey, method, arguments):
    group, name = method.split(".")
    answer = getattr(getattr(unkey, group), name)(**arguments)
    if not hasattr(answer, "next"):
        return plain(answer)
    pages = []
    while answer is not None:
        pages.append(plain(answer.result)["data"])
        answer = answer.next()
    return {"pages": pages}


@functools.cache
def client(server_url, root_key):
    return Unkey(server_url=server_url, root_key=root_key)


def answer_to(server_url, line):
    request = json.loads(line)
    try:
        return call(client(server_url, request["rootKey"]), request["method"], request["arguments"])
    except errors.ResponseValidationError as error:
        return {"misunderstood": str(error)}
    except errors.UnkeyError as error:
        return {"refusal": {"kind": type(error).__name__, "status": error.status_code, "body": json.loads(error.body)}}


def say(value):
    print(json.dumps(value), flush=True)


def main():
    server_url = sys.argv[1]
    say(methods_of(Unkey()))
    for line in sys.stdin:
        say(answer_to(server_url, line))


main()
