"""Receives webhooks with the standard library only.

WEBHOOK_SECRET=whsec_… python3 receive_webhooks.py 8000
"""

from __future__ import annotations

import os
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Set

from quittance import WebhookRefused, verify_webhook
from quittance.events import InvoicePaidEvent, WebhookEvent

SECRET = os.environ["WEBHOOK_SECRET"]

# Keep these in your database, in the transaction that delivers the order.
seen: Set[str] = set()


def handle(event: WebhookEvent) -> None:
    # An event can come twice, with the same id.
    if event.id in seen:
        return
    seen.add(event.id)
    if isinstance(event, InvoicePaidEvent):
        print(f"paid: {event.data.order.reference}", flush=True)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        # The raw bytes are verified, not JSON that was parsed and written again.
        body = self.rfile.read(int(self.headers.get("content-length", "0")))
        try:
            event = verify_webhook(body, self.headers, SECRET)
        except WebhookRefused:
            self.answer(400)
            return
        handle(event)
        self.answer(204)

    def answer(self, status: int) -> None:
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


if __name__ == "__main__":
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8000
    ThreadingHTTPServer(("127.0.0.1", port), Receiver).serve_forever()
