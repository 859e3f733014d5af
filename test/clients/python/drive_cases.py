"""Calls the client of clients/python for a test: one call per line, one answer per line.

A case names fields as they are on the wire. The types of a method say what they are in Python.
"""

import asyncio
import functools
import inspect
import json
import re
import sys
from collections.abc import Sequence
from dataclasses import MISSING, fields, is_dataclass
from typing import get_args, get_type_hints, is_typeddict

from keyward import AsyncKeyward, Keyward, KeywardError
from keyward._wire import wire_name


def python_name(wire):
    name = re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), wire)
    return f"{name}_" if name == "from" else name


def typed_dict_in(hint):
    return hint if is_typeddict(hint) else next(filter(None, map(typed_dict_in, get_args(hint))), None)


def to_python(value, hint):
    """Renames the keys of dictionaries whose keys are known. Keys of free maps stay as they are."""
    model = typed_dict_in(hint)
    if model is None:
        return value
    if isinstance(value, list):
        return [to_python(item, hint) for item in value]
    if not isinstance(value, dict):
        return value
    hints = get_type_hints(model)
    return {python_name(name): to_python(item, hints.get(python_name(name), object)) for name, item in value.items()}


def to_wire(value):
    """A result as it was on the wire. A field that may be absent has None as its default."""
    if isinstance(value, list):
        return [to_wire(item) for item in value]
    if not is_dataclass(value):
        return value
    found = {each.name: (each, getattr(value, each.name)) for each in fields(value)}
    return {
        wire_name(name): to_wire(item)
        for name, (each, item) in found.items()
        if item is not None or each.default is MISSING
    }


def arguments_of(method, body):
    hints = get_type_hints(method)
    if isinstance(body, list):
        return (to_python(body, hints["items"]),), {}
    named = {python_name(name): (name, item) for name, item in (body or {}).items()}
    return (), {name: to_python(item, hints.get(name, object)) for name, (_, item) in named.items()}


def without_check(method, named):
    """Cases that leave a required field out, or have an unknown one, are calls that Python refuses itself."""
    try:
        inspect.signature(method).bind(**named)
    except TypeError:
        return False
    return True


def outcome(data, pagination=None):
    paged = {} if pagination is None else {"pagination": to_wire(pagination)}
    return {"status": "200", "data": {} if data is None else to_wire(data), **paged}


def refusal(error):
    assert error.request_id, f"A refusal has its request id: {error}"
    violations = sorted(violation.location for violation in error.violations)
    return {"status": f"{error.status} {error.code}", "detail": error.detail, "violations": violations}


def method_of(client, operation):
    resource, name = operation.split(".")
    return getattr(getattr(client, python_name(resource)), python_name(name))


def raw_call(operation, body, kind):
    """What the transport of a method takes, for input that Python refuses before it is sent."""
    return operation, kind, body, {}


@functools.cache
def client_for(kind, url, key):
    return kind(url=url, key=key, retries=0)


def call(request):
    client = client_for(Keyward, request["url"], request["key"])
    method = method_of(client, request["operation"])
    positional, named = arguments_of(method, request["input"])
    try:
        if not positional and not without_check(method, named):
            return outcome(client._transport.send(*raw_call(request["operation"], request["input"], "query")).data)
        result = method(*positional, **named, options=options_of(request))
    except KeywardError as error:
        return refusal(error)
    return outcome(result.data, result.pagination) if hasattr(result, "next_page") else outcome(result)


async def call_async(request):
    client = client_for(AsyncKeyward, request["url"], request["key"])
    method = method_of(client, request["operation"])
    positional, named = arguments_of(method, request["input"])
    try:
        if not positional and not without_check(method, named):
            sent = client._transport.send(*raw_call(request["operation"], request["input"], "query"))
            return outcome((await sent).data)
        result = await method(*positional, **named, options=options_of(request))
    except KeywardError as error:
        return refusal(error)
    return outcome(result.data, result.pagination) if hasattr(result, "next_page") else outcome(result)


def options_of(request):
    key = request["idempotencyKey"]
    return {} if key is None else {"idempotency_key": key}


def main():
    loop = asyncio.new_event_loop()
    for line in sys.stdin:
        request = json.loads(line)
        answer = loop.run_until_complete(call_async(request)) if request["isAsync"] else call(request)
        print(json.dumps(answer), flush=True)
    loop.close()


main()
