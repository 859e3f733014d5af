from __future__ import annotations

import queue
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from keyward import Keyward, WebhookError, verify_webhook


class Receiver(BaseHTTPRequestHandler):
    received: queue.Queue[tuple[bytes, dict[str, str]]] = queue.Queue()

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.received.put((body, dict(self.headers.items())))
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


def test_a_delivered_event_is_verified_and_nothing_else(client: Keyward) -> None:
    server = HTTPServer(("127.0.0.1", 0), Receiver)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        url = f"http://127.0.0.1:{server.server_address[1]}/keyward"
        webhook = client.webhooks.create_webhook(url=url, types=["api.created"])
        api_id = client.apis.create_api(name="Announced").api_id
        body, headers = Receiver.received.get(timeout=300)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    client.webhooks.delete_webhook(webhook_id=webhook.webhook_id)

    secret = webhook.secret
    assert secret is not None
    message = verify_webhook(body, headers, secret)
    assert message.type == "api.created"
    assert [(one.type, one.id) for one in message.data.resources] == [("api", api_id)]
    assert verify_webhook(body.decode(), headers, secret) == message

    lower = {name.lower(): value for name, value in headers.items()}
    refused = {
        "body": (body + b" ", lower),
        "missing": (body, {}),
        "id": (body, {**lower, "webhook-id": "evt_other"}),
        "time": (body, {**lower, "webhook-timestamp": str(int(time.time()) - 301)}),
        "no time": (body, {**lower, "webhook-timestamp": "soon"}),
        "signature": (body, {**lower, "webhook-signature": "v1,AAAA v1,ä v2,AAAA"}),
    }
    for name, (content, changed) in refused.items():
        with pytest.raises(WebhookError):
            verify_webhook(content, changed, secret)
            pytest.fail(f"{name} was accepted")
    rotated = {**lower, "webhook-signature": f"v1,AAAA {lower['webhook-signature']}"}
    assert verify_webhook(body, rotated, secret) == message
    with pytest.raises(WebhookError):
        verify_webhook(body, lower, "whsec_" + "A" * 44)
    with pytest.raises(ValueError, match="whsec_"):
        verify_webhook(body, lower, "not a secret")
