"""Receives webhooks: verifies each over its raw body and keeps it once, in order. Any WSGI server runs `application`."""

import base64
import binascii
import fcntl
import hashlib
import hmac
import json
import os
import re
import sys
import time
from wsgiref.simple_server import make_server

TOLERANCE_SECONDS = 300
MAX_BODY_BYTES = 1024 * 1024


def key_of(secret: str) -> bytes:
    """Raises ValueError where the secret is none: nothing must be verified with an empty key."""
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except binascii.Error:
        key = b""
    if not secret.startswith("whsec_") or len(key) < 16:
        raise ValueError("WEBHOOK_SECRET is missing or no webhook secret")
    return key


def verify(secret: str, headers: dict[str, str], body: bytes) -> bool:
    """The names of headers may have any case. `body` is the raw body."""
    given = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp = given.get("webhook-id", ""), given.get("webhook-timestamp", "")
    if not re.fullmatch(r"[A-Za-z0-9_.-]{1,128}", message_id) or not re.fullmatch(r"[0-9]{1,12}", timestamp):
        return False
    if abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    signed = f"{message_id}.{timestamp}.".encode() + body
    digest = hmac.new(key_of(secret), signed, hashlib.sha256).digest()
    expected = b"v1," + base64.b64encode(digest)
    signatures = given.get("webhook-signature", "").encode("utf-8", "replace").split(b" ")
    return any([hmac.compare_digest(expected, one) for one in signatures])


def keep(path: str, message_id: str, body: bytes) -> None:
    """Appends the event to the inbox, one line each: id, invoice, sequence, body. Leaves out an event that is there, and
    one that is older than another of its invoice. A table of your database does the same, with a unique key on the id."""
    event = json.loads(body)
    sequence = event.get("sequence")
    data = event.get("data", {})
    invoice = "" if sequence is None else data.get("invoice_id") or data.get("id") or ""
    with open(path, "a+b") as inbox:
        fcntl.flock(inbox, fcntl.LOCK_EX)
        inbox.seek(0)
        last = b"\n"
        for last in inbox:
            fields = last.decode().split("\t")
            if len(fields) < 4:
                continue
            if fields[0] == message_id or (invoice != "" and fields[1] == invoice and int(fields[2]) >= sequence):
                return
        torn = b"" if last.endswith(b"\n") else b"\n"
        text = re.sub(r"[\t\r\n]", " ", body.decode())
        number = "" if sequence is None else str(sequence)
        inbox.write(torn + "\t".join([message_id, invoice, number, text]).encode() + b"\n")
        inbox.flush()
        os.fsync(inbox.fileno())


def application(environ, start_response):
    start_response(answer(environ), [("content-length", "0")])
    return [b""]


def answer(environ) -> str:
    if environ["REQUEST_METHOD"] != "POST":
        return "405 Method Not Allowed"
    length = environ.get("CONTENT_LENGTH") or "0"
    if not re.fullmatch(r"[0-9]{1,9}", length) or int(length) > MAX_BODY_BYTES:
        return "400 Bad Request"
    body = environ["wsgi.input"].read(int(length))
    headers = {name[5:].replace("_", "-"): value for name, value in environ.items() if name.startswith("HTTP_")}
    try:
        if not verify(os.environ.get("WEBHOOK_SECRET", ""), headers, body):
            return "400 Bad Request"
        keep(os.environ["WEBHOOK_INBOX"], environ["HTTP_WEBHOOK_ID"], body)
    except Exception as fault:
        print(fault, file=sys.stderr)
        return "500 Internal Server Error"
    return "204 No Content"


if __name__ == "__main__":
    make_server("127.0.0.1", int(os.environ["PORT"]), application).serve_forever()
