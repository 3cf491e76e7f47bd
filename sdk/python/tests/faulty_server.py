"""A local server that returns the given responses in turn, and keeps the requests."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Dict, List, Mapping, Optional, Type


@dataclass
class Answer:
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    """JSON, or bytes."""
    cut: bool = False
    """Whether the connection is closed without a response."""


@dataclass
class Asked:
    method: str
    path: str
    headers: Dict[str, str]
    body: bytes
    port: int
    """The client's port: the same for requests over one connection."""


class FaultyServer:
    def __init__(self, *answers: Answer) -> None:
        self.asked: List[Asked] = []
        left = list(answers)
        asked = self.asked

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", "0")))
                names = {name.lower(): value for name, value in self.headers.items()}
                asked.append(Asked(self.command, self.path, names, body, self.client_address[1]))
                answer = left.pop(0)
                if answer.cut:
                    self.close_connection = True
                    return
                text = answer.body if isinstance(answer.body, bytes) else json.dumps(answer.body).encode()
                self.send_response(answer.status)
                length = {} if "Transfer-Encoding" in answer.headers else {"Content-Length": str(len(text))}
                for name, value in {**length, **answer.headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(text)

            do_GET = do_POST = do_PUT = do_DELETE = answer

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> FaultyServer:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
