"""The errors that calls raise."""

from __future__ import annotations

import time
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from math import ceil
from typing import Any, Mapping, Optional, Sequence

from ._wire import from_json


class QuittanceError(Exception):
    """The base of all errors of this package."""


@dataclass(frozen=True)
class FieldProblem:
    """One rejected field. `field` is its path, as in `order.items.0.price`."""

    field: str
    code: str
    message: str


class QuittanceProblem(QuittanceError):
    """The service rejected the call and gave a reason."""

    status: int
    """The HTTP status of the response."""
    code: str
    """The stable code of the problem, for use in conditions.

    `unexpected_answer` if the response is not from the service.
    """
    detail: str
    """Advice on how to resolve it."""
    errors: Sequence[FieldProblem]
    """The rejected fields, for `validation_failed`."""
    request_id: Optional[str]
    """The id of the request in the instance's log."""
    retry_after: Optional[int]
    """Seconds to wait before the next call, as requested by the service."""

    def __init__(
        self,
        status: int,
        code: str,
        detail: str = "",
        errors: Sequence[FieldProblem] = (),
        request_id: Optional[str] = None,
        retry_after: Optional[int] = None,
    ) -> None:
        fields = " ".join(f"{one.field}: {one.message}" for one in errors)
        super().__init__(f"{status} {code}: {' '.join(text for text in (detail, fields) if text)}")
        self.status = status
        self.code = code
        self.detail = detail
        self.errors = tuple(errors)
        self.request_id = request_id
        self.retry_after = retry_after


class QuittanceUnreachable(QuittanceError):
    """No response came: the network failed, or the call timed out.

    It is unknown whether a change was made. Repeating the call with the same key is safe.
    """

    idempotency_key: Optional[str]
    """Use this key for the next attempt at the same change. None for a call that changes nothing."""

    def __init__(self, cause: BaseException, idempotency_key: Optional[str]) -> None:
        super().__init__(f"The service could not be reached: {str(cause) or type(cause).__name__}")
        self.idempotency_key = idempotency_key


class WebhookRefused(QuittanceError):
    """The delivery is not authentic. Respond with 400 and ignore it."""


def read_problem(status: int, headers: Mapping[str, str], body: bytes) -> QuittanceProblem:
    """Reads an error response. It may come from a proxy instead of the service, so its format is not certain."""
    try:
        wire = from_json(body)
    except ValueError:
        wire = None
    found = wire if isinstance(wire, dict) else {}
    code, detail = found.get("code"), found.get("detail")
    return QuittanceProblem(
        status=status,
        code=code if isinstance(code, str) else "unexpected_answer",
        detail=detail if isinstance(detail, str) else body[:200].decode("utf-8", "replace"),
        errors=_field_problems(found.get("errors")),
        request_id=headers.get("x-request-id"),
        retry_after=_seconds_to_wait(headers.get("retry-after")),
    )


def _field_problems(wire: Any) -> Sequence[FieldProblem]:
    if not isinstance(wire, list):
        return ()
    return tuple(
        FieldProblem(*(str(one.get(name, "")) for name in ("field", "code", "message")))
        for one in wire
        if isinstance(one, dict)
    )


def _seconds_to_wait(header: Optional[str]) -> Optional[int]:
    """Parses Retry-After (RFC 9110, 10.2.3): seconds, or a date."""
    if header is None:
        return None
    text = header.strip()
    if text.isascii() and text.isdigit():
        return int(text[:12])
    try:
        at = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    return max(0, ceil(at.timestamp() - time.time()))
