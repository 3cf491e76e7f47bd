"""The events that webhooks deliver.

Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Dict, Mapping, Type

from .._wire import to_time
from .types import (
    AddressChangedEventData,
    InvoiceEventData,
    RateDepeggedEventData,
    RefundEventData,
    TransactionEventData,
    UnmatchedPaymentEventData,
    WebhookEventData,
)

__all__ = [
    "AddressChangedEvent",
    "InvoiceCanceledEvent",
    "InvoiceCreatedEvent",
    "InvoiceExpiredEvent",
    "InvoicePaidEvent",
    "InvoicePartiallyPaidEvent",
    "InvoiceRefundedEvent",
    "InvoiceReversedEvent",
    "InvoiceUpdatedEvent",
    "PaymentUnmatchedEvent",
    "RateDepeggedEvent",
    "RefundCanceledEvent",
    "RefundCreatedEvent",
    "RefundReadyEvent",
    "RefundReversedEvent",
    "RefundSeenEvent",
    "RefundSentEvent",
    "TransactionCanceledEvent",
    "TransactionCreatedEvent",
    "TransactionDetectedEvent",
    "TransactionRejectedEvent",
    "TransactionSucceededEvent",
    "WebhookDisabledEvent",
    "WebhookEvent",
    "WebhookTestEvent",
]


@dataclass(frozen=True)
class WebhookEvent:
    """An event. Its class is a subclass, unless this version does not know its type."""

    id: str
    """The same at every attempt: store it, and skip events that you have seen."""
    type: str
    timestamp: datetime
    data: Any
    raw: Mapping[str, Any] = field(repr=False, compare=False)
    """The JSON of the delivery, with members that this version does not know."""

    @classmethod
    def from_wire(cls, id: str, wire: Mapping[str, Any]) -> WebhookEvent:
        return cls(id=id, type=wire["type"], timestamp=to_time(wire["timestamp"]), data=wire.get("data"), raw=wire)


@dataclass(frozen=True)
class InvoiceCreatedEvent(WebhookEvent):
    """`invoice.created`"""

    data: InvoiceEventData
    sequence: int
    """Counts the invoice's events without a gap, from 1."""

    @classmethod
    def from_wire(cls, id: str, wire: Mapping[str, Any]) -> InvoiceCreatedEvent:
        return cls(
            id=id,
            type=wire["type"],
            timestamp=to_time(wire["timestamp"]),
            data=InvoiceEventData.from_wire(wire["data"]),
            raw=wire,
            sequence=wire.get("sequence", 0),
        )


@dataclass(frozen=True)
class InvoicePartiallyPaidEvent(WebhookEvent):
    """`invoice.partially_paid`"""

    data: InvoiceEventData
    sequence: int
    """Counts the invoice's events without a gap, from 1."""

    @classmethod
    def from_wire(cls, id: str, wire: Mapping[str, Any]) -> InvoicePartiallyPaidEvent:
        return cls(
            id=id,
            type=wire["type"],
            timestamp=to_time(wire["timestamp"]),
            data=InvoiceEventData.from_wire(wire["data"]),
            raw=wire,
            sequence=wire.get("sequence", 0),
        )


@dataclass(frozen=True)
class InvoicePaidEvent(WebhookEvent):
    """`invoice.paid`"""

    data: InvoiceEventData
    sequence: int
    """Counts the invoice's events without a gap, from 1."""

    @classmethod
    def from_wire(cls, id: str, wire: Mapping[str, Any]) -> InvoicePaidEvent:
        return cls(
            id=id,
            type=wire["type"],
            timestamp=to_time(wire["timestamp"]),
            data=InvoiceEventData.from_wire(wire["data"]),
            raw=wire,
            sequence=wire.get("sequence", 0),
        )


@dataclass(frozen=True)
class InvoiceExpiredEvent(WebhookEvent):
    """`invoice.expired`"""

    data: InvoiceEventData
    sequence: int
    """Counts the invoice's events without a gap, from 1."""

    @classmethod
    def from_wire(cls, id: str, wire: Mapping[str, Any]) -> InvoiceExpiredEvent:
        return cls(
            id=id,
            type=wire["type"],
            timestamp=to_time(wire["timestamp"]),
            data=InvoiceEventData.from_wire(wire["data"]),
            raw=wire,
            sequence=wire.get("sequence", 0),
        )


@dataclass(frozen=True)
class InvoiceCanceledEvent(WebhookEvent):
    """`invoice.canceled`"""

    data: InvoiceEventData
    sequence: int
    """Counts the invoice's events without a gap, from 1."""

    @classmethod
    def from_wire(cls, id: str, wire: Mapping[str, Any]) -> InvoiceCanceledEvent:
        return cls(
            id=id,
            type=wire["type"],
            timestamp=to_time(wire["timestamp"]),
            data=InvoiceEventData.from_wire(wire["data"]),
            raw=wire,
            sequence=wire.get("sequence", 0),
        )


@dataclass(frozen=True)
class InvoiceUpdatedEvent(WebhookEvent):
    """`invoice.updated`"""

    data: InvoiceEventData
    sequence: int
    """Counts the invoice's events without a gap, from 1."""

    @classmethod
    def from_wire(cls, id: str, wire: Mapping[str, Any]) -> InvoiceUpdatedEvent:
        return cls(
            id=id,
            type=wire["type"],
            timestamp=to_time(wire["timestamp"]),
            data=InvoiceEventData.from_wire(wire["data"]),
            raw=wire,
            sequence=wire.get("sequence", 0),
        )


@dataclass(frozen=True)
class InvoiceReversedEvent(WebhookEvent):
    """`invoice.reversed`"""

    data: InvoiceEventData
    sequence: int
    """Counts the invoice's events without a gap, from 1."""

    @classmethod
    def from_wire(cls, id: str, wire: Mapping[str, Any]) -> InvoiceReversedEvent:
        return cls(
            id=id,
            type=wire["type"],
            timestamp=to_time(wire["timestamp"]),
            data=InvoiceEventData.from_wire(wire["data"]),
            raw=wire,
            sequence=wire.get("sequence", 0),
        )


@dataclass(frozen=True)
class InvoiceRefundedEvent(WebhookEvent):
    """`invoice.refunded`"""

    data: InvoiceEventData
    sequence: int
    """Counts the invoice's events without a gap, from 1."""

    @classmethod
    def from_wire(cls, id: str, wire: Mapping[str, Any]) -> InvoiceRefundedEvent:
        return cls(
            id=id,
            type=wire["type"],
            timestamp=to_time(wire["timestamp"]),
            data=InvoiceEventData.from_wire(wire["data"]),
            raw=wire,
            sequence=wire.get("sequence", 0),
        )


@dataclass(frozen=True)
class TransactionCreatedEvent(WebhookEvent):
    """`transaction.created`"""

    data: TransactionEventData
    sequence: int
    """Counts the invoice's events without a gap, from 1."""

    @classmethod
    def from_wire(cls, id: str, wire: Mapping[str, Any]) -> TransactionCreatedEvent:
        return cls(
            id=id,
            type=wire["type"],
            timestamp=to_time(wire["timestamp"]),
            data=TransactionEventData.from_wire(wire["data"]),
            raw=wire,
            sequence=wire.get("sequence", 0),
        )


@dataclass(frozen=True)
class TransactionDetectedEvent(WebhookEvent):
    """`transaction.detected`"""

    data: TransactionEventData
    sequence: int
    """Counts the invoice's events without a gap, from 1."""

    @classmethod
    def from_wire(cls, id: str, wire: Mapping[str, Any]) -> TransactionDetectedEvent:
        return cls(
            id=id,
            type=wire["type"],
            timestamp=to_time(wire["timestamp"]),
            data=TransactionEventData.from_wire(wire["data"]),
            raw=wire,
            sequence=wire.get("sequence", 0),
        )


@dataclass(frozen=True)
class TransactionSucceededEvent(WebhookEvent):
    """`transaction.succeeded`"""

    data: TransactionEventData
    sequence: int
    """Counts the invoice's events without a gap, from 1."""

    @classmethod
    def from_wire(cls, id: str, wire: Mapping[str, Any]) -> TransactionSucceededEvent:
        return cls(
            id=id,
            type=wire["type"],
            timestamp=to_time(wire["timestamp"]),
            data=TransactionEventData.from_wire(wire["data"]),
            raw=wire,
            sequence=wire.get("sequence", 0),
        )


@dataclass(frozen=True)
class TransactionCanceledEvent(WebhookEvent):
    """`transaction.canceled`"""

    data: TransactionEventData
    sequence: int
    """Counts the invoice's events without a gap, from 1."""

    @classmethod
    def from_wire(cls, id: str, wire: Mapping[str, Any]) -> TransactionCanceledEvent:
        return cls(
            id=id,
            type=wire["type"],
            timestamp=to_time(wire["timestamp"]),
            data=TransactionEventData.from_wire(wire["data"]),
            raw=wire,
            sequence=wire.get("sequence", 0),
        )


@dataclass(frozen=True)
class TransactionRejectedEvent(WebhookEvent):
    """`transaction.rejected`"""

    data: TransactionEventData
    sequence: int
    """Counts the invoice's events without a gap, from 1."""

    @classmethod
    def from_wire(cls, id: str, wire: Mapping[str, Any]) -> TransactionRejectedEvent:
        return cls(
            id=id,
            type=wire["type"],
            timestamp=to_time(wire["timestamp"]),
            data=TransactionEventData.from_wire(wire["data"]),
            raw=wire,
            sequence=wire.get("sequence", 0),
        )


@dataclass(frozen=True)
class RefundCreatedEvent(WebhookEvent):
    """`refund.created`"""

    data: RefundEventData
    sequence: int
    """Counts the invoice's events without a gap, from 1."""

    @classmethod
    def from_wire(cls, id: str, wire: Mapping[str, Any]) -> RefundCreatedEvent:
        return cls(
            id=id,
            type=wire["type"],
            timestamp=to_time(wire["timestamp"]),
            data=RefundEventData.from_wire(wire["data"]),
            raw=wire,
            sequence=wire.get("sequence", 0),
        )


@dataclass(frozen=True)
class RefundReadyEvent(WebhookEvent):
    """`refund.ready`"""

    data: RefundEventData
    sequence: int
    """Counts the invoice's events without a gap, from 1."""

    @classmethod
    def from_wire(cls, id: str, wire: Mapping[str, Any]) -> RefundReadyEvent:
        return cls(
            id=id,
            type=wire["type"],
            timestamp=to_time(wire["timestamp"]),
            data=RefundEventData.from_wire(wire["data"]),
            raw=wire,
            sequence=wire.get("sequence", 0),
        )


@dataclass(frozen=True)
class RefundSeenEvent(WebhookEvent):
    """`refund.seen`"""

    data: RefundEventData
    sequence: int
    """Counts the invoice's events without a gap, from 1."""

    @classmethod
    def from_wire(cls, id: str, wire: Mapping[str, Any]) -> RefundSeenEvent:
        return cls(
            id=id,
            type=wire["type"],
            timestamp=to_time(wire["timestamp"]),
            data=RefundEventData.from_wire(wire["data"]),
            raw=wire,
            sequence=wire.get("sequence", 0),
        )


@dataclass(frozen=True)
class RefundSentEvent(WebhookEvent):
    """`refund.sent`"""

    data: RefundEventData
    sequence: int
    """Counts the invoice's events without a gap, from 1."""

    @classmethod
    def from_wire(cls, id: str, wire: Mapping[str, Any]) -> RefundSentEvent:
        return cls(
            id=id,
            type=wire["type"],
            timestamp=to_time(wire["timestamp"]),
            data=RefundEventData.from_wire(wire["data"]),
            raw=wire,
            sequence=wire.get("sequence", 0),
        )


@dataclass(frozen=True)
class RefundReversedEvent(WebhookEvent):
    """`refund.reversed`"""

    data: RefundEventData
    sequence: int
    """Counts the invoice's events without a gap, from 1."""

    @classmethod
    def from_wire(cls, id: str, wire: Mapping[str, Any]) -> RefundReversedEvent:
        return cls(
            id=id,
            type=wire["type"],
            timestamp=to_time(wire["timestamp"]),
            data=RefundEventData.from_wire(wire["data"]),
            raw=wire,
            sequence=wire.get("sequence", 0),
        )


@dataclass(frozen=True)
class RefundCanceledEvent(WebhookEvent):
    """`refund.canceled`"""

    data: RefundEventData
    sequence: int
    """Counts the invoice's events without a gap, from 1."""

    @classmethod
    def from_wire(cls, id: str, wire: Mapping[str, Any]) -> RefundCanceledEvent:
        return cls(
            id=id,
            type=wire["type"],
            timestamp=to_time(wire["timestamp"]),
            data=RefundEventData.from_wire(wire["data"]),
            raw=wire,
            sequence=wire.get("sequence", 0),
        )


@dataclass(frozen=True)
class PaymentUnmatchedEvent(WebhookEvent):
    """`payment.unmatched`"""

    data: UnmatchedPaymentEventData

    @classmethod
    def from_wire(cls, id: str, wire: Mapping[str, Any]) -> PaymentUnmatchedEvent:
        return cls(
            id=id,
            type=wire["type"],
            timestamp=to_time(wire["timestamp"]),
            data=UnmatchedPaymentEventData.from_wire(wire["data"]),
            raw=wire,
        )


@dataclass(frozen=True)
class AddressChangedEvent(WebhookEvent):
    """`address.changed`"""

    data: AddressChangedEventData

    @classmethod
    def from_wire(cls, id: str, wire: Mapping[str, Any]) -> AddressChangedEvent:
        return cls(
            id=id,
            type=wire["type"],
            timestamp=to_time(wire["timestamp"]),
            data=AddressChangedEventData.from_wire(wire["data"]),
            raw=wire,
        )


@dataclass(frozen=True)
class WebhookDisabledEvent(WebhookEvent):
    """`webhook.disabled`"""

    data: WebhookEventData

    @classmethod
    def from_wire(cls, id: str, wire: Mapping[str, Any]) -> WebhookDisabledEvent:
        return cls(
            id=id,
            type=wire["type"],
            timestamp=to_time(wire["timestamp"]),
            data=WebhookEventData.from_wire(wire["data"]),
            raw=wire,
        )


@dataclass(frozen=True)
class RateDepeggedEvent(WebhookEvent):
    """`rate.depegged`"""

    data: RateDepeggedEventData

    @classmethod
    def from_wire(cls, id: str, wire: Mapping[str, Any]) -> RateDepeggedEvent:
        return cls(
            id=id,
            type=wire["type"],
            timestamp=to_time(wire["timestamp"]),
            data=RateDepeggedEventData.from_wire(wire["data"]),
            raw=wire,
        )


@dataclass(frozen=True)
class WebhookTestEvent(WebhookEvent):
    """`webhook.test`"""

    data: WebhookEventData

    @classmethod
    def from_wire(cls, id: str, wire: Mapping[str, Any]) -> WebhookTestEvent:
        return cls(
            id=id,
            type=wire["type"],
            timestamp=to_time(wire["timestamp"]),
            data=WebhookEventData.from_wire(wire["data"]),
            raw=wire,
        )


_classes: Dict[str, Type[WebhookEvent]] = {
    "invoice.created": InvoiceCreatedEvent,
    "invoice.partially_paid": InvoicePartiallyPaidEvent,
    "invoice.paid": InvoicePaidEvent,
    "invoice.expired": InvoiceExpiredEvent,
    "invoice.canceled": InvoiceCanceledEvent,
    "invoice.updated": InvoiceUpdatedEvent,
    "invoice.reversed": InvoiceReversedEvent,
    "invoice.refunded": InvoiceRefundedEvent,
    "transaction.created": TransactionCreatedEvent,
    "transaction.detected": TransactionDetectedEvent,
    "transaction.succeeded": TransactionSucceededEvent,
    "transaction.canceled": TransactionCanceledEvent,
    "transaction.rejected": TransactionRejectedEvent,
    "refund.created": RefundCreatedEvent,
    "refund.ready": RefundReadyEvent,
    "refund.seen": RefundSeenEvent,
    "refund.sent": RefundSentEvent,
    "refund.reversed": RefundReversedEvent,
    "refund.canceled": RefundCanceledEvent,
    "payment.unmatched": PaymentUnmatchedEvent,
    "address.changed": AddressChangedEvent,
    "webhook.disabled": WebhookDisabledEvent,
    "rate.depegged": RateDepeggedEvent,
    "webhook.test": WebhookTestEvent,
}


def read_event(id: str, wire: Mapping[str, Any]) -> WebhookEvent:
    """The event with the class of its type."""
    return _classes.get(str(wire.get("type")), WebhookEvent).from_wire(id, wire)
