"""The driver of the Python client for `npm run conformance`: see sdk/conformance/README.md."""

from __future__ import annotations

import json
import sys
from dataclasses import fields, is_dataclass
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any, Dict

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from quittance import Quittance, QuittanceProblem, QuittanceUnreachable, WebhookRefused, verify_webhook  # noqa: E402

client = Quittance("http://127.0.0.1")


def answer_to(call: Dict[str, Any]) -> Any:
    global client
    name = call["call"]
    if name == "client":
        client.close()
        client = Quittance(
            call["url"],
            call["token"],
            timeout=call["timeout_ms"] / 1000,
            max_retries=call["max_retries"],
            backoff=call.get("backoff_ms", 500) / 1000,
        )
        return None
    if name == "create_invoice":
        return client.create_invoice(**call["body"], idempotency_key=call["idempotency_key"])
    if name == "get_invoice":
        return client.get_invoice(call["id"])
    if name == "cancel_invoice":
        return client.cancel_invoice(call["id"])
    if name == "list_invoices":
        return {"ids": [invoice.id for invoice in client.list_invoices(**call["query"])]}
    if name == "verify_webhook":
        event = verify_webhook(
            call["body"].encode("utf-8"),
            call["headers"],
            call["secrets"],
            tolerance=call["tolerance"],
            now=call["now"],
        )
        return {"id": event.id, "type": event.type, "data_id": event.data.id}
    raise ValueError(f"{name} is no call")


def described(error: Exception) -> Dict[str, Any]:
    if isinstance(error, QuittanceProblem):
        return {
            "kind": "problem",
            "status": error.status,
            "code": error.code,
            "request_id": error.request_id,
            "errors": [{"field": one.field, "message": one.message} for one in error.errors],
            "retry_after": error.retry_after,
            "message": str(error),
        }
    if isinstance(error, QuittanceUnreachable):
        return {"kind": "unreachable", "idempotency_key": error.idempotency_key, "message": str(error)}
    kind = "webhook_refused" if isinstance(error, WebhookRefused) else "usage"
    return {"kind": kind, "message": str(error)}


def as_wire(value: Any) -> Any:
    """Writes the typed object, without the JSON that it was read from."""
    if is_dataclass(value):
        named = {one.name: getattr(value, one.name) for one in fields(value) if one.name != "raw"}
        return {name.rstrip("_"): as_wire(one) for name, one in named.items()}
    if isinstance(value, dict):
        return {name: as_wire(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [as_wire(one) for one in value]
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    return value.isoformat() if isinstance(value, datetime) else value


def main() -> None:
    for line in sys.stdin:
        try:
            answer = {"ok": as_wire(answer_to(json.loads(line)))}
        except (ValueError, QuittanceProblem, QuittanceUnreachable, WebhookRefused) as error:
            answer = {"error": described(error)}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
