"""Sends calls with the token, the version, a key for every change, and retries where they can help."""

from __future__ import annotations

import http.client
import platform
import random
import re
import ssl
import time
import uuid
from typing import Any, Callable, Dict, Iterator, Mapping, Optional, Sequence, Tuple, TypeVar, Union
from urllib.parse import parse_qs, urlsplit

from ._connections import Connections, Response, Stream, lower_names, read_lines
from ._errors import QuittanceError, QuittanceProblem, QuittanceUnreachable, read_problem
from ._pages import Pages
from ._version import __version__
from ._wire import from_json, to_json, to_query

T = TypeVar("T")

LONGEST_WAIT = 60.0
"""The longest wait before a retry, in seconds. If the service asks for a longer one, the call fails instead."""

LONGEST_BACKOFF = 8.0

USER_AGENT = f"quittance-python/{__version__} ({platform.python_implementation()} {platform.python_version()})"


class Transport:
    def __init__(
        self,
        url: str,
        token: Optional[str] = None,
        *,
        timeout: float = 30.0,
        max_retries: int = 3,
        backoff: float = 0.5,
        ssl_context: Optional[ssl.SSLContext] = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """
        Args:
            url: The URL of the instance, as in `https://pay.shop.example`.
            token: A personal access token, an app token or an OAuth 2 access token; None for public operations.
            timeout: The longest time without data of one attempt, in seconds.
            max_retries: How often a failed call is retried.
            backoff: The longest pause before the first retry if the service asks for none, in seconds. It doubles
                with each retry.
            ssl_context: For a certificate authority of your own. By default, that of Python.
            sleep: A replacement for `time.sleep`, for tests.
        """
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{url!r} is not the URL of an instance, as in 'https://pay.shop.example'")
        self._base = f"{parts.path.rstrip('/')}/api"
        self._connections = Connections(parts, timeout, ssl_context)
        self._token = token
        self._max_retries = max_retries
        self._backoff = backoff
        self._sleep = sleep

    def close(self) -> None:
        """Closes idle connections. The client can be used again."""
        self._connections.close()

    def _send(
        self,
        method: str,
        path: str,
        read: Callable[[Any], T],
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Optional[Mapping[str, Any]] = None,
        idempotency_key: Optional[str] = None,
    ) -> T:
        """Makes one call and reads its response. Raises QuittanceProblem or QuittanceUnreachable."""
        return _read_body(self._call(method, path, query or {}, body, idempotency_key), read)

    def _list(
        self,
        path: str,
        read: Callable[[Any], T],
        *,
        query: Optional[Mapping[str, Any]] = None,
    ) -> Pages[T]:
        def fetch(cursor: Optional[str]) -> Tuple[Sequence[T], Optional[str]]:
            found = dict(query or {}) if cursor is None else {**(query or {}), "cursor": cursor}
            response = self._call("GET", path, found, None, None)
            items = _read_body(response, lambda wire: tuple(read(one) for one in wire))
            return items, _next_cursor(response[1].get("link"))

        return Pages(fetch)

    def _call(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any],
        body: Optional[Mapping[str, Any]],
        idempotency_key: Optional[str],
    ) -> Response:
        key = None if method == "GET" else (idempotency_key or str(uuid.uuid4()))
        target = self._target(path, query)
        content = None if body is None else to_json(body)
        return self._retried(lambda: self._attempt(method, target, content, key))

    def _stream(self, path: str, query: Mapping[str, Any], accept: str) -> Iterator[bytes]:
        """The lines of a response, with their line feeds, as they come. Raises as `_send` does, also while reading."""
        target = self._target(path, query)
        connection, response = self._retried(lambda: self._attempt_stream(target, accept))
        try:
            yield from read_lines(response)
        except (OSError, http.client.HTTPException) as cause:
            raise QuittanceUnreachable(cause, None) from cause
        finally:
            connection.close()

    def _target(self, path: str, query: Mapping[str, Any]) -> str:
        return f"{self._base}{path}?{to_query({'v': 1, **query})}"

    def _retried(self, attempt: Callable[[], Union[T, QuittanceError]]) -> T:
        retries = 0
        while True:
            outcome = attempt()
            if not isinstance(outcome, QuittanceError):
                return outcome
            if retries >= self._max_retries or not _may_help(outcome):
                raise outcome
            self._sleep(self._pause(retries, outcome))
            retries += 1

    def _attempt(
        self, method: str, target: str, content: Optional[bytes], key: Optional[str]
    ) -> Union[Response, QuittanceError]:
        headers = self._headers("application/json")
        if key is not None:
            headers["Idempotency-Key"] = key
        if content is not None:
            headers["Content-Type"] = "application/json"
        try:
            status, received, text = self._connections.request(method, target, headers, content)
        except (OSError, http.client.HTTPException) as cause:
            return _unreachable(cause, key)
        # A redirect is no success: the token is sent only to the configured instance.
        return (status, received, text) if 200 <= status < 300 else read_problem(status, received, text)

    def _attempt_stream(self, target: str, accept: str) -> Union[Stream, QuittanceError]:
        try:
            connection, response = self._connections.open_stream(target, self._headers(accept))
            if 200 <= response.status < 300:
                return connection, response
            text = response.read()
        except (OSError, http.client.HTTPException) as cause:
            return _unreachable(cause, None)
        connection.close()
        return read_problem(response.status, lower_names(response), text)

    def _headers(self, accept: str) -> Dict[str, str]:
        headers = {"Accept": accept, "User-Agent": USER_AGENT}
        if self._token is not None:
            headers["Authorization"] = f"Bearer {self._token}"
        return headers

    def _pause(self, attempt: int, failure: QuittanceError) -> float:
        """As long as the service asks for, otherwise a random part of a growing time ("full jitter")."""
        if isinstance(failure, QuittanceProblem) and failure.retry_after is not None:
            return float(failure.retry_after)
        return random.uniform(0, min(LONGEST_BACKOFF, self._backoff * 2.0**attempt))


def _unreachable(cause: Exception, key: Optional[str]) -> QuittanceUnreachable:
    error = QuittanceUnreachable(cause, key)
    error.__cause__ = cause
    return error


def _may_help(failure: QuittanceError) -> bool:
    if not isinstance(failure, QuittanceProblem):
        return True
    if (failure.retry_after or 0) > LONGEST_WAIT:
        return False
    return failure.status in (429, 500, 502, 503, 504) or failure.code == "request_in_progress"


def _read_body(response: Response, read: Callable[[Any], T]) -> T:
    status, headers, body = response
    try:
        wire = from_json(body)
    except ValueError:
        raise read_problem(status, headers, body) from None
    return read(wire)


def _next_cursor(link: Optional[str]) -> Optional[str]:
    """Only the cursor of `Link: <…>; rel="next"` (RFC 8288) is used, never its URL."""
    found = re.search(r'<([^>]*)>\s*;\s*rel="next"', link or "")
    if found is None:
        return None
    return next(iter(parse_qs(urlsplit(found.group(1)).query).get("cursor", [])), None)
