"""Verifies that a delivery comes from the service, by its signature after Standard Webhooks 1.0.0."""

from __future__ import annotations

import binascii
import hashlib
import hmac
import re
import time
from base64 import b64decode
from typing import Iterable, Optional, Protocol, Sequence, Tuple, Union

from ._errors import WebhookRefused
from ._wire import from_json
from .generated.events import WebhookEvent, read_event

MOST_SIGNATURES = 10
"""More signatures than any rotation needs. The limit bounds the work for one request."""


class Headers(Protocol):
    """Headers of any framework: a dictionary, or an object with its `items()`."""

    def items(self) -> Iterable[Tuple[str, str]]: ...


def verify_webhook(
    body: Union[bytes, str],
    headers: Headers,
    secret: Union[str, Sequence[str]],
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> WebhookEvent:
    """Returns the event of a delivery that the service signed with HMAC (`v1`). Compares in constant time.

    Args:
        body: The raw body of the request, not parsed and serialized again.
        headers: The headers of the request; names in any case.
        secret: The `whsec_…` of the webhook, or several while it is being replaced.
        tolerance: How far the delivery's time may be from ours, in seconds.
        now: The current time in seconds since 1970, for tests.

    Raises:
        WebhookRefused: The delivery is not authentic, or too old.
        ValueError: A secret is not valid. `v1a` (Ed25519) is not supported: it needs more than the standard library.
    """
    keys = [_key(one) for one in ([secret] if isinstance(secret, str) else secret)]
    if not keys:
        raise ValueError("a delivery cannot be verified without a secret")
    id = _header(headers, "webhook-id")
    timestamp = _header(headers, "webhook-timestamp")
    signatures = _header(headers, "webhook-signature").split(" ")
    if re.fullmatch(r"[0-9]{1,12}", timestamp) is None:
        raise WebhookRefused("webhook-timestamp is not a time.")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance:
        raise WebhookRefused("The delivery is too old, or one of the two clocks is wrong.")
    if len(signatures) > MOST_SIGNATURES:
        raise WebhookRefused("There are too many signatures.")
    raw = body.encode("utf-8") if isinstance(body, str) else bytes(body)
    if not _is_genuine(f"{id}.{timestamp}.".encode("utf-8") + raw, signatures, keys):
        raise WebhookRefused("No signature matches: another secret was used, or the body was changed.")
    return read_event(id, from_json(raw))


def _is_genuine(signed: bytes, signatures: Sequence[str], keys: Sequence[bytes]) -> bool:
    """Tries all keys, so that timing does not reveal which one matched."""
    given = [found for found in map(_signature, signatures) if found is not None]
    matches = [
        hmac.compare_digest(hmac.new(key, signed, hashlib.sha256).digest(), signature)
        for key in keys
        for signature in given
    ]
    return any(matches)


def _header(headers: Headers, name: str) -> str:
    found = [value for key, value in headers.items() if key.lower() == name]
    if len(found) != 1 or not found[0]:
        raise WebhookRefused(f"The header {name} is missing.")
    return found[0]


def _key(secret: str) -> bytes:
    key = _base64(secret[len("whsec_") :]) if secret.startswith("whsec_") else None
    if key is None or len(key) < 16:
        raise ValueError("a webhook secret is whsec_ and base64")
    return key


def _signature(text: str) -> Optional[bytes]:
    return _base64(text[len("v1,") :]) if text.startswith("v1,") else None


def _base64(text: str) -> Optional[bytes]:
    try:
        return b64decode(text.encode("ascii"), validate=True)
    except (UnicodeEncodeError, binascii.Error):
        return None
