"""A proxy before the real service that answers the first requests itself, or not at all."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

import httpx

# Sends the response of a fault; False lets the request through.
Fault = Callable[["Handler"], None]


@dataclass
class Seen:
    """A request that reached the proxy."""

    path: str
    headers: dict[str, str]
    body: Any


@dataclass
class Faults:
    """Use `url` instead of the address of the service."""

    faults: list[Fault] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)
    released: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> Faults:
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._server.owner = self  # type: ignore[attr-defined]
        self._http = httpx.Client(base_url=os.environ["KEYWARD_URL"])
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.released.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
        self._http.close()

    def pass_on(self, seen: Seen) -> httpx.Response:
        names = ("authorization", "content-type", "idempotency-key")
        headers = {name: seen.headers[name] for name in names if name in seen.headers}
        return self._http.post(seen.path, content=seen.body, headers=headers)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        owner: Faults = self.server.owner  # type: ignore[attr-defined]
        body = self.rfile.read(int(self.headers["content-length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        seen = Seen(self.path, headers, body)
        owner.seen.append(seen)
        if owner.faults:
            owner.faults.pop(0)(self)
            return
        answer = owner.pass_on(seen)
        self.reply(answer.status_code, answer.content)

    def reply(self, status: int, content: bytes, **headers: str) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


def refuses(status: int, code: str, **headers: str) -> Fault:
    """Answers as the service does."""
    error = {
        "type": f"https://keys.example.com/errors/{code}",
        "detail": "Not now.",
        "status": status,
    }
    envelope = json.dumps({"meta": {"requestId": "req_fault"}, "error": error}).encode()
    return lambda handler: handler.reply(status, envelope, **headers)


def answers(status: int, content: bytes, **headers: str) -> Fault:
    """Answers as another program does."""
    return lambda handler: handler.reply(status, content, **headers)


def loses_the_answer(handler: Handler) -> None:
    """The service gets the request, and the connection breaks before its answer arrives."""
    owner: Faults = handler.server.owner  # type: ignore[attr-defined]
    owner.pass_on(owner.seen[-1])
    handler.close_connection = True
    handler.connection.close()


def stays_silent(handler: Handler) -> None:
    """Holds the request until the end of the test."""
    owner: Faults = handler.server.owner  # type: ignore[attr-defined]
    owner.released.wait()
    handler.close_connection = True
