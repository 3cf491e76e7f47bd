"""Verification of webhooks."""

from __future__ import annotations

import hashlib
import hmac
import json
import unittest
from base64 import b64decode, b64encode
from typing import Dict

from quittance import WebhookRefused, verify_webhook
from quittance.events import InvoicePaidEvent, WebhookEvent

# The example of the specification: Standard Webhooks 1.0.0, "Verifying webhook authenticity".
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
ID = "msg_p5jXN8AQM9LWM0D4loKWxJek"
BODY = b'{"test": 2432232314}'
TIME = 1614265330
SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="

PAID = json.dumps(
    {
        "type": "invoice.paid",
        "timestamp": "2026-01-15T09:29:59.000Z",
        "sequence": 3,
        "data": {"id": "i1", "status": "paid", "order": {"reference": "Größe ☕"}},
    },
    ensure_ascii=False,
).encode()


def headers(body: bytes, secret: str = SECRET) -> Dict[str, str]:
    signed = f"{ID}.{TIME}.".encode() + body
    signature = hmac.new(b64decode(secret[6:]), signed, hashlib.sha256).digest()
    text = f"v1,{b64encode(signature).decode()}"
    return {"Webhook-Id": ID, "Webhook-Timestamp": str(TIME), "Webhook-Signature": text}


class WebhooksTest(unittest.TestCase):
    def test_an_event_has_the_class_of_its_type(self) -> None:
        event = verify_webhook(PAID, headers(PAID), SECRET, now=TIME)
        assert isinstance(event, InvoicePaidEvent)
        self.assertEqual((event.id, event.sequence, event.data.order.reference), (ID, 3, "Größe ☕"))

    def test_text_is_accepted_as_bytes_are(self) -> None:
        self.assertEqual(verify_webhook(PAID.decode(), headers(PAID), SECRET, now=TIME).type, "invoice.paid")

    def test_an_event_of_a_later_version_has_its_json(self) -> None:
        body = PAID.replace(b"invoice.paid", b"invoice.framed").replace(b'"status": "paid"', b'"frame": "oak"')
        event = verify_webhook(body, headers(body), SECRET, now=TIME)
        self.assertIs(type(event), WebhookEvent)
        self.assertEqual((event.type, event.data["frame"]), ("invoice.framed", "oak"))

    def test_the_example_of_the_specification_is_signed_as_here(self) -> None:
        self.assertEqual(headers(BODY)["Webhook-Signature"], SIGNATURE)

    def test_a_repeated_header_is_refused(self) -> None:
        twice = {**headers(PAID), "webhook-id": ID}
        with self.assertRaises(WebhookRefused):
            verify_webhook(PAID, twice, SECRET, now=TIME)

    def test_every_single_change_of_the_body_is_refused(self) -> None:
        signed = headers(PAID)
        for at in range(len(PAID)):
            changed = PAID[:at] + bytes([PAID[at] ^ 1]) + PAID[at + 1 :]
            with self.assertRaises(WebhookRefused):
                verify_webhook(changed, signed, SECRET, now=TIME)

    def test_a_public_key_is_an_error_of_the_caller(self) -> None:
        with self.assertRaises(ValueError):
            verify_webhook(PAID, headers(PAID), "whpk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", now=TIME)


if __name__ == "__main__":
    unittest.main()
