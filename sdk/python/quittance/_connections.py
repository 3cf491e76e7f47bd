"""Connections to one host that are kept open, through a proxy if the environment names one."""

from __future__ import annotations

import http.client
import select
import ssl
import threading
from base64 import b64encode
from typing import Dict, Iterator, List, Mapping, Optional, Tuple
from urllib.parse import SplitResult, unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

Response = Tuple[int, Mapping[str, str], bytes]
"""Status, headers with names in lower case, and body."""

Stream = Tuple[http.client.HTTPConnection, http.client.HTTPResponse]


class Connections:
    """Safe for several threads: each call has a connection of its own."""

    def __init__(self, url: SplitResult, timeout: float, context: Optional[ssl.SSLContext]) -> None:
        self._url = url
        self._host = url.hostname or ""
        self._timeout = timeout
        self._context = context
        self._idle: List[http.client.HTTPConnection] = []
        self._lock = threading.Lock()
        self._proxy = _proxy_for(url.scheme, self._host)

    def request(self, method: str, target: str, headers: Mapping[str, str], body: Optional[bytes]) -> Response:
        """Sends one request and reads its response. Raises OSError or http.client.HTTPException."""
        connection = self._take()
        try:
            connection.request(method, self._address(target), body=body, headers=self._with_proxy(headers))
            response = connection.getresponse()
            text = response.read()
        except BaseException:
            connection.close()
            raise
        if response.will_close:
            connection.close()
        else:
            with self._lock:
                self._idle.append(connection)
        return response.status, lower_names(response), text

    def open_stream(self, target: str, headers: Mapping[str, str]) -> Stream:
        """Sends one GET over a connection of its own, which the caller closes. Raises as `request` does."""
        connection = self._open()
        try:
            connection.request("GET", self._address(target), headers=self._with_proxy(headers))
            return connection, connection.getresponse()
        except BaseException:
            connection.close()
            raise

    def close(self) -> None:
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def _take(self) -> http.client.HTTPConnection:
        while True:
            with self._lock:
                connection = self._idle.pop() if self._idle else None
            if connection is None:
                return self._open()
            if not _is_closed(connection):
                return connection
            connection.close()

    def _open(self) -> http.client.HTTPConnection:
        proxy = self._proxy
        host, port = (self._host, self._url.port) if proxy is None else (proxy.hostname or "", proxy.port)
        if self._url.scheme == "http":
            return http.client.HTTPConnection(host, port, timeout=self._timeout)
        context = self._context or ssl.create_default_context()
        connection = http.client.HTTPSConnection(host, port, timeout=self._timeout, context=context)
        if proxy is not None:
            connection.set_tunnel(self._host, self._url.port, headers=_proxy_credentials(proxy))
        return connection

    def _address(self, target: str) -> str:
        """A proxy of plain HTTP gets the whole URL (RFC 9112, 3.2.2)."""
        return target if self._proxy is None or self._url.scheme == "https" else f"http://{self._url.netloc}{target}"

    def _with_proxy(self, headers: Mapping[str, str]) -> Dict[str, str]:
        if self._proxy is None or self._url.scheme == "https":
            return dict(headers)
        return {**headers, **_proxy_credentials(self._proxy)}


def read_lines(response: http.client.HTTPResponse) -> Iterator[bytes]:
    """The lines as they come. Raises IncompleteRead if the response is cut, where `readline` would end silently."""
    missing = response.length
    unread = b""
    while True:
        piece = response.read1(1 << 16)
        if not piece:
            break
        missing = None if missing is None else missing - len(piece)
        lines = (unread + piece).split(b"\n")
        unread = lines.pop()
        for line in lines:
            yield line + b"\n"
    if missing:
        raise http.client.IncompleteRead(unread, missing)
    if unread:
        yield unread


def lower_names(response: http.client.HTTPResponse) -> Dict[str, str]:
    """The headers with names in lower case."""
    return {name.lower(): value for name, value in response.getheaders()}


def _is_closed(connection: http.client.HTTPConnection) -> bool:
    """Whether the other side has closed an idle connection: then its socket can be read."""
    if connection.sock is None:
        return True
    try:
        poll = select.poll()
        poll.register(connection.sock, select.POLLIN)
        return bool(poll.poll(0))
    except AttributeError:
        # Windows has no poll.
        return bool(select.select([connection.sock], [], [], 0)[0])


def _proxy_for(scheme: str, host: str) -> Optional[SplitResult]:
    """The proxy of HTTP_PROXY or HTTPS_PROXY, unless NO_PROXY names the host."""
    address = getproxies().get(scheme)
    if not address or proxy_bypass(host):
        return None
    return urlsplit(address if "//" in address else f"//{address}")


def _proxy_credentials(proxy: SplitResult) -> Dict[str, str]:
    if proxy.username is None:
        return {}
    pair = f"{unquote(proxy.username)}:{unquote(proxy.password or '')}"
    return {"Proxy-Authorization": f"Basic {b64encode(pair.encode()).decode('ascii')}"}
