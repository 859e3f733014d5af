"""Verifies keys in this process, over the connection that docs/verifier-protocol.md describes.

Needs the package `websockets`. It decides whole keys and single permissions itself, and asks Keyward about the rest.
"""

import asyncio
import base64
import hashlib
import json
import os
import random
import re
import sys
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, WebSocketException

RENEW_SECONDS, USED_SECONDS, MOST_RECORDS = 0.25, 0.5, 10_000
PERMISSION = re.compile(r"(?!(?:and|or)$)[A-Za-z0-9._\-:*/]{1,512}", re.IGNORECASE)


def moment():
    """Both clocks, in milliseconds."""
    return time.monotonic() * 1000, time.time() * 1000


def sha256(text):
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


class Verifier:
    def __init__(self, url, key):
        self.url, self.key = url, key
        self.counts, self.failures = {}, 0
        self.forget()

    def forget(self):
        """One connection is one memory."""
        self.socket, self.records, self.asks, self.next_ask = None, {}, {}, 0
        self.sent, self.answered, self.latest_drop = {}, 0, 0
        self.lease = self.server_time = None

    async def run(self):
        """Attaches again whenever the connection ends. Cancel it to end."""
        while True:
            wait = None
            try:
                address = re.sub("^http", "ws", self.url) + "/v2/verifier"
                # An answer may be larger than a frame of ours.
                async with connect(address, subprotocols=["keyward.verifier.1"], max_size=None) as socket:
                    await self.attend(socket)
            except ConnectionClosed as end:
                code, reason = (end.rcvd.code, end.rcvd.reason) if end.rcvd else (1006, "")
                if code in (4400, 4403):
                    wait = 30
                elif code == 4429:
                    wait = float(reason)
            except (OSError, WebSocketException):
                pass
            if wait is None:
                wait = random.uniform(0, min(5, 0.25 * 2**self.failures))
                self.failures += 1
            await asyncio.sleep(wait)

    async def attend(self, socket):
        """Handles one connection until it ends."""
        await socket.send(json.dumps({"t": "hello", "key": self.key, "client": "keyward-python-example/1"}))
        welcome = json.loads(await asyncio.wait_for(socket.recv(), 5))
        if welcome["t"] != "welcome":
            return await socket.close(4000)
        self.socket, self.failures = socket, 0
        timers = [asyncio.create_task(self.renew()), asyncio.create_task(self.report())]
        try:
            async for text in socket:
                try:
                    self.handle(json.loads(text))
                except (KeyError, TypeError, ValueError):  # What it does not understand ends the connection.
                    break
        finally:
            for timer in timers:
                timer.cancel()
            self.lose_asks()
            if socket.close_code is None:
                self.send_used()
            self.forget()
            await socket.close(4000)

    def handle(self, message):
        kind = message["t"]
        if kind == "lease":
            n, ms, now = message["n"], message["ms"], message["now"]
            if n > self.answered:
                monotonic, wall = self.sent[n]
                if not 0 <= ms <= 1000:
                    raise ValueError("A lease lasts a second at most.")
                self.answered = n
                self.sent = {later: at for later, at in self.sent.items() if later > n}
                self.lease = (monotonic + ms, wall + ms) if ms else None
                self.server_time = (now - moment()[0], now + 1 - monotonic)
        elif kind == "verdicts":
            for answer in message["answers"]:
                self.settle(answer)
        elif kind == "drop":
            if message["n"] <= self.latest_drop:
                raise ValueError("The numbers of drops grow.")
            self.latest_drop = message["n"]
            gone = message.get("ids")
            keep = {} if gone is None else {h: r for h, r in self.records.items() if not set(gone) & set(r["on"])}
            self.records = keep
            self.send({"t": "ack", "n": message["n"]})
        else:  # `bye`, and what it does not know.
            raise ValueError(kind)

    def settle(self, answer):
        pending = self.asks.pop(answer["i"], None)
        if pending is None:
            return
        hash, future = pending
        if record := answer.get("record"):
            if record["hash"] != hash or record.get("refused") not in (None, "DISABLED"):
                raise ValueError("The record is not one that this client understands.")
            while len(self.records) >= MOST_RECORDS:
                del self.records[next(iter(self.records))]
            self.records[hash] = record
        if not future.done():
            future.set_result(answer)

    def decide(self, hash, permission):
        """The verdict, or None if Keyward must be asked. One step: nothing in here waits."""
        monotonic, wall = moment()
        record = self.records.get(hash)
        if record is None or self.lease is None or monotonic >= self.lease[0] or wall >= self.lease[1]:
            return None
        earliest, latest = (monotonic + offset for offset in self.server_time)
        expires, until = record.get("expires"), record.get("until")
        if "networks" in record or (until is not None and latest >= until):
            return None
        if permission is not None and not PERMISSION.fullmatch(permission):
            return None
        if record.get("refused"):
            code = record["refused"]
        elif expires is not None and latest >= expires:
            if earliest < expires:
                return None
            code = "EXPIRED"
        elif permission is not None and permission not in record["data"]["permissions"]:
            code = "INSUFFICIENT_PERMISSIONS"
        else:
            code = "VALID"
        missing = permission if code == "INSUFFICIENT_PERMISSIONS" else None
        row = self.counts.setdefault((record["ticket"], code, missing), [0, 0])
        row[0], row[1] = row[0] + 1, int(earliest)
        limits = {"ratelimits": []} if code == "VALID" else {}
        return {"valid": code == "VALID", "code": code, **record["data"], **limits}

    async def verify(self, key, permission=None):
        """Returns the verdict and how it was found. Raises OSError if Keyward is unreachable."""
        hash = sha256(key)
        if verdict := self.decide(hash, permission):
            return verdict, "local"
        body = {} if permission is None else {"permissions": permission}
        if self.socket is not None:
            self.next_ask += 1
            ask = {"i": self.next_ask, "hash": hash, **body}
            if key.count("_") >= 2:
                ask["long"] = sha256(key.rpartition("_")[2])
            future = asyncio.get_running_loop().create_future()
            self.asks[ask["i"]] = (hash, future)
            self.send({"t": "verify", "asks": [ask]})
            answer = await asyncio.wait_for(future, 15)
            if "data" in answer:
                return answer["data"], "asked"
            if "error" in answer:
                raise OSError(answer["error"]["detail"])
        return await asyncio.to_thread(self.verify_over_http, {"key": key, **body}), "http"

    def verify_over_http(self, body):
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        try:
            with urlopen(Request(f"{self.url}/v2/keys.verifyKey", json.dumps(body).encode(), headers), timeout=15) as response:
                return json.load(response)["data"]
        except HTTPError as refusal:
            raise OSError(json.load(refusal)["error"]["detail"]) from refusal

    def lose_asks(self):
        """They are not repeated, because credits may have been taken."""
        for _, future in self.asks.values():
            if not future.done():
                future.set_exception(OSError("The connection to Keyward ended before the answer came."))
        self.asks = {}

    async def renew(self):
        while True:
            n = max(self.sent, default=self.answered) + 1
            self.sent[n] = moment()
            self.send({"t": "renew", "n": n})
            await asyncio.sleep(RENEW_SECONDS)

    async def report(self):
        while True:
            await asyncio.sleep(USED_SECONDS)
            self.send_used()

    def send_used(self):
        rows = [
            {"ticket": ticket, "code": code, "count": count, "last": last, **({"missing": missing} if missing else {})}
            for (ticket, code, missing), (count, last) in self.counts.items()
        ]
        self.counts = {}
        for start in range(0, len(rows), 100):
            self.send({"t": "used", "rows": rows[start : start + 100]})

    def send(self, message):
        """In order, without waiting, so that a decision stays one step."""
        task = asyncio.ensure_future(self.socket.send(json.dumps(message)))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())


async def main():
    """Verifies the keys on standard input, one per line, each with a permission after a space if you like."""
    verifier = Verifier(os.environ["KEYWARD_URL"], os.environ["KEYWARD_KEY"])
    running = asyncio.create_task(verifier.run())
    while line := await asyncio.to_thread(sys.stdin.readline):
        try:
            verdict, how = await verifier.verify(*line.strip().split(maxsplit=1))
            print(verdict["code"], how, flush=True)
        except OSError as error:
            print("UNVERIFIED", error, flush=True)
    running.cancel()
    await asyncio.wait([running])


if __name__ == "__main__":
    asyncio.run(main())
