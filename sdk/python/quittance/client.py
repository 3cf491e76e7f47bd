"""The client of an instance."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from types import TracebackType
from typing import Iterator, Literal, Optional, Sequence, Type, Union

from ._wire import from_json, or_omit, part, present, read_list
from .generated.api import Api
from .generated.types import Invoice, Transaction


@dataclass(frozen=True)
class InvoiceNow:
    """An invoice as its customer sees it, with the newest attempts to pay it."""

    invoice: Invoice
    transactions: Sequence[Transaction]


class Quittance(Api):
    """One method for each operation of the API. Each returns the response, or raises QuittanceProblem.

    A client keeps its connections open, and may be used by several threads. Use it in a `with` block, or call
    `close()`, to close them.
    """

    def watch_invoice(self, id: str) -> Iterator[InvoiceNow]:
        """Yields the invoice as it is now, and again after each change.

        It ends with the connection; call it again to continue, since the first value is always complete.
        """
        event = b""
        for line in self._stream(f"/invoice/{part(id)}/events", {}, "text/event-stream"):
            text = line.rstrip(b"\r\n")
            if text.startswith(b"event: "):
                event = text[len(b"event: ") :]
            # The stream also has heartbeats, which only keep the connection open.
            elif text.startswith(b"data: ") and event == b"invoice":
                wire = from_json(text[len(b"data: ") :])
                transactions = read_list(wire, "transactions", Transaction.from_wire)
                yield InvoiceNow(Invoice.from_wire(wire["invoice"]), transactions)

    def export_credits(
        self,
        *,
        app_id: Optional[str] = None,
        from_: Union[str, datetime, None] = None,
        to: Union[str, datetime, None] = None,
        format: Literal["csv", "jsonl"] = "csv",
    ) -> Iterator[bytes]:
        """Yields all credits of a period as lines of CSV or JSON, with their line feeds.

        If it raises, the lines so far are incomplete.

        Args:
            app_id: Implied by an app token.
            from_: The beginning of the period. It belongs to the period.
            to: The end of the period. It does not belong to it.
            format: `csv`, or `jsonl` for a JSON object in each line.
        """
        given = {"app_id": or_omit(app_id), "from": or_omit(from_), "to": or_omit(to), "format": format}
        accept = "application/x-ndjson" if format == "jsonl" else "text/csv"
        return self._stream("/exports", present(given), accept)

    def __enter__(self) -> Quittance:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self.close()
