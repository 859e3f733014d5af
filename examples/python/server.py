"""Serves requests with a valid key, using only the standard library of Python."""

import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

VERIFY = os.environ["KEYWARD_URL"] + "/v2/keys.verifyKey"
HEADERS = {"Authorization": "Bearer " + os.environ["KEYWARD_KEY"], "Content-Type": "application/json"}
STATUSES = {"NOT_FOUND": 401, "RATE_LIMITED": 429, "USAGE_EXCEEDED": 429}


def verify(key, permissions):
    """Returns the verdict on a key, a dict with `valid` and `code`. Raises OSError if Keyward is unreachable."""
    body = json.dumps({"key": key, "permissions": permissions}).encode()
    try:
        with urlopen(Request(VERIFY, body, HEADERS), timeout=15) as response:
            return json.load(response)["data"]
    except HTTPError as refusal:
        if refusal.code == 400:  # The text cannot be a key.
            return {"valid": False, "code": "NOT_FOUND"}
        raise URLError(f"Keyward returned {refusal.code}: {refusal.read().decode()}") from refusal


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        scheme, _, key = self.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not key:
            return self.respond(401, {"error": "Send your API key as Authorization: Bearer <key>."})
        try:
            verdict = verify(key, "notes.read")
        except OSError as error:
            self.log_error("The key could not be verified: %s", error)
            return self.respond(503, {"error": "Please try again in a moment."})
        if not verdict["valid"]:
            return self.respond(STATUSES.get(verdict["code"], 403), {"error": verdict["code"]})
        self.respond(200, {"hello": verdict.get("identity", {}).get("externalId", "stranger")})

    def respond(self, status, body):
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        if status == 401:
            self.send_header("WWW-Authenticate", "Bearer")
        if status == 503:
            self.send_header("Retry-After", "1")
        self.end_headers()
        self.wfile.write(json.dumps(body).encode() + b"\n")


if __name__ == "__main__":
    ThreadingHTTPServer(("localhost", int(os.environ.get("PORT", "3000"))), Handler).serve_forever()
