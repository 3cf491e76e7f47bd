"""The objects within arguments of calls: dictionaries with the names of the API.

Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Literal, Optional, Sequence, TypedDict, Union

from .types import EventType

__all__ = [
    "CreateOperatorNetworkBodyNative",
    "CreateOperatorNetworkBodyToken",
    "CustomerBody",
    "OrderBody",
    "OrderBodyItem",
    "UpdateAppSettingsBodyAmountRoom",
    "UpdateAppSettingsBodyBranding",
    "UpdateAppSettingsBodyConfirmationsByValueItem",
    "UpdateAppSettingsBodyUnconfirmedPayments",
    "UpdateAppSettingsBodyUnconfirmedPaymentsHourlyMax",
    "UpdateAppSettingsBodyUnderpaymentTolerance",
    "UpdateAppSettingsBodyWebhookDefaults",
]


class CreateOperatorNetworkBodyNative(TypedDict):
    symbol: str


class _CreateOperatorNetworkBodyToken(TypedDict):
    contract: str


class CreateOperatorNetworkBodyToken(_CreateOperatorNetworkBodyToken, total=False):
    symbol: str
    """Default: the symbol that the contract returns."""
    stable: bool
    """Whether it is worth one US dollar. Default: false."""


class CustomerBody(TypedDict, total=False):
    email: str
    name: str


class OrderBody(TypedDict, total=False):
    reference: Optional[Union[str, float]]
    description: str
    items: Optional[Sequence[OrderBodyItem]]
    """If there are more than 100, the rest becomes one line with its sum. Less discount, plus tax and shipping, the
    lines must add up to the total. A line `rounding` covers up to one minor unit per line.
    """
    discount: Optional[Union[str, Decimal]]
    tax: Optional[Union[str, Decimal]]
    shipping: Optional[Union[str, Decimal]]


class _OrderBodyItem(TypedDict):
    quantity: Union[float, str]
    """A number or a decimal string, rounded to three decimals. Not 0."""
    price: Union[str, Decimal]
    """The price of one. Below zero for a coupon. It may have more digits than the currency."""


class OrderBodyItem(_OrderBodyItem, total=False):
    name: str
    image: str


class _UpdateAppSettingsBodyUnderpaymentTolerance(TypedDict):
    percent: float
    """Of the total; up to two decimals."""


class UpdateAppSettingsBodyUnderpaymentTolerance(_UpdateAppSettingsBodyUnderpaymentTolerance, total=False):
    fiat_max: Optional[Union[str, Decimal]]
    """At most this, in the invoice's currency."""


class _UpdateAppSettingsBodyAmountRoom(TypedDict):
    percent: float
    """Share of the price; up to two decimals."""


class UpdateAppSettingsBodyAmountRoom(_UpdateAppSettingsBodyAmountRoom, total=False):
    fiat_max: Optional[Union[str, Decimal]]
    """At most this, in the invoice's currency."""


UpdateAppSettingsBodyConfirmationsByValueItem = TypedDict(
    "UpdateAppSettingsBodyConfirmationsByValueItem",
    {
        "currency": "str",
        "from": "Union[str, Decimal]",
        "below": "Union[str, Decimal]",
        "confirmations": "Union[int, Literal['finalized']]",
    },
    total=False,
)


class UpdateAppSettingsBodyUnconfirmedPayments(TypedDict, total=False):
    confirmed_inputs: bool
    """Only payments that spend confirmed outputs."""
    fee_within_blocks: Optional[int]
    """Only payments with a fee that should confirm within this many blocks; none without an estimate."""
    quiet_seconds: int
    """Only after this many seconds without a conflicting transaction."""
    hourly_max: Optional[UpdateAppSettingsBodyUnconfirmedPaymentsHourlyMax]
    """The maximum that is accepted unconfirmed within an hour, over all coins of the app."""


class UpdateAppSettingsBodyUnconfirmedPaymentsHourlyMax(TypedDict):
    currency: str
    amount: Union[str, Decimal]


class UpdateAppSettingsBodyBranding(TypedDict, total=False):
    color: Optional[str]
    """#rrggbb"""
    logo: Optional[str]
    """URL of an image."""


class UpdateAppSettingsBodyWebhookDefaults(TypedDict):
    events: Optional[Sequence[EventType]]
    """The default events of a new webhook; null for all."""
