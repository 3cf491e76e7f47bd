"""The objects that the service returns, and the values of their texts.

Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal, Mapping, Optional, Sequence, Union

from .._wire import raw_field, read, read_list, read_map, read_optional_list, to_decimal, to_time

__all__ = [
    "Account",
    "AccountEmailChange",
    "AccountRole",
    "AddressChangedEventData",
    "AddressChangedEventDataChange",
    "AddressKey",
    "AnyEventType",
    "App",
    "AppAddress",
    "AppAddressFinding",
    "AppAddressFindingCode",
    "AppAddressKind",
    "AppAttention",
    "AppAttentionKind",
    "AppCryptocurrency",
    "AppEnvironment",
    "AppMember",
    "AppMemberStatus",
    "AppRole",
    "AppSettings",
    "AppSettingsAmountRoom",
    "AppSettingsAppTokenMayItem",
    "AppSettingsBranding",
    "AppSettingsConfirmationsByValueItem",
    "AppSettingsLatePayments",
    "AppSettingsStablecoins",
    "AppSettingsUnconfirmedPayments",
    "AppSettingsUnconfirmedPaymentsHourlyMax",
    "AppSettingsUnderpaymentTolerance",
    "AppSettingsWebhookDefaults",
    "AppStatistics",
    "AppStatisticsBy",
    "AppToken",
    "AppTokenScope",
    "AuditLog",
    "BackupTarget",
    "BalanceSheet",
    "BalanceSheetCryptocurrency",
    "CreateAppAddressBodyScript",
    "CreateDoorAnswer",
    "CreateDoorBodyPermission",
    "CreateNotificationChannelAnswer",
    "CreateOauth2ClientAnswer",
    "CreateUploadTargetBodyContentType",
    "Credited",
    "Cryptocurrency",
    "CryptocurrencyWithNetworks",
    "Currency",
    "Door",
    "DoorKind",
    "EndSessionAnswer",
    "EndpointSuggestion",
    "Event",
    "EventType",
    "GetRequestAnswer",
    "GetRequestAnswerBodies",
    "Invoice",
    "InvoiceBranding",
    "InvoiceClaim",
    "InvoiceCustomer",
    "InvoiceEventData",
    "InvoiceException",
    "InvoiceOrder",
    "InvoiceOrderItem",
    "InvoicePayableReason",
    "InvoiceStatus",
    "InvoiceStep",
    "InvoiceStepAddressKind",
    "InvoiceStepKind",
    "InvoiceStepRateMethod",
    "InvoiceStepRateSource",
    "InvoiceStepSpeak",
    "ListRequestsQueryMethod",
    "Network",
    "NetworkFinalityTerm",
    "NetworkInternalTransfers",
    "NetworkOfCryptocurrency",
    "NetworkOfCryptocurrencyTransferFees",
    "NetworkTransferFees",
    "NetworkType",
    "NetworkWalletProtocol",
    "NewAppToken",
    "NewPersonalAccessToken",
    "NotificationChannel",
    "NotificationChannelKind",
    "NotificationChoice",
    "Oauth2Client",
    "Oauth2ClientApplicationType",
    "Oauth2ClientIdTokenSignedResponseAlg",
    "Oauth2ClientTokenEndpointAuthMethod",
    "Oauth2Session",
    "Oauth2SessionClient",
    "OperatorEndpoints",
    "OperatorEndpointsFinding",
    "OperatorEndpointsFindingCode",
    "OperatorEndpointsFindingLevel",
    "OperatorHealth",
    "OperatorHealthFinding",
    "OperatorHealthFindingSeverity",
    "OperatorInstance",
    "OperatorInstanceBackup",
    "OperatorInstanceDatabase",
    "OperatorInstanceMail",
    "OperatorInstanceSignUp",
    "OperatorNetwork",
    "OperatorNetworkBudget",
    "OperatorNetworkEndpoint",
    "OperatorNetworkEndpointState",
    "OperatorNetworkSource",
    "OperatorNetworkState",
    "OperatorPeople",
    "OperatorRates",
    "OperatorRatesCoin",
    "OperatorRatesSource",
    "OperatorRatesSourceState",
    "OperatorSetting",
    "OperatorSettings",
    "OperatorSettingsSignUpSource",
    "Passkey",
    "PayTransactionAnswer",
    "PayTransactionBodyCase",
    "Payment",
    "PaymentClaimNotice",
    "PaymentIdentifiedBy",
    "PaymentLink",
    "PaymentReason",
    "PaymentStatus",
    "PayoutChange",
    "PayoutChangeChange",
    "PayoutChangeKind",
    "PayoutChangeStatus",
    "PersonalAccessToken",
    "Problem",
    "ProblemError",
    "ProblemErrorProofPayment",
    "PublicApp",
    "PullPayment",
    "PullPaymentStatus",
    "RateDepeggedEventData",
    "RateDepeggedEventDataSource",
    "RecogniseAppAddressAnswer",
    "RecogniseAppAddressAnswerNetwork",
    "RecogniseAppAddressAnswerNetworkScript",
    "RecogniseAppAddressAnswerProblem",
    "Refund",
    "RefundBatch",
    "RefundEventData",
    "RefundRateKind",
    "RefundRateSources",
    "RefundRateSourcesSource",
    "RefundStatus",
    "RefundSuggestedBy",
    "RefundUnsignedReason",
    "ReplayWebhookAnswer",
    "Request",
    "RequestCallerKind",
    "RoleName",
    "Scope",
    "Session",
    "SimulateRefundBodyCase",
    "SimulateTransactionBodyCase",
    "TestClock",
    "TestMail",
    "Transaction",
    "TransactionClaimNotice",
    "TransactionEventData",
    "Turnout",
    "TurnoutPart",
    "UnmatchedPayment",
    "UnmatchedPaymentEventData",
    "UnmatchedPaymentEvidenceItem",
    "UnmatchedPaymentStatus",
    "UpdateNotificationChoiceAnswer",
    "UpdateNotificationChoiceAnswerKind",
    "UpdateOperatorNetworkAnswer",
    "UpdateOperatorNetworkAnswerToken",
    "UpdateOperatorSettingsBodyLogLevel",
    "UpdateOperatorSettingsBodyLogRequests",
    "UploadTarget",
    "Warning",
    "WarningCode",
    "Webhook",
    "WebhookDelivery",
    "WebhookDeliveryStatus",
    "WebhookDialect",
    "WebhookEventData",
    "WebhookSignature",
    "WebhookWithSecret",
]

AccountRole = Literal["operator", "merchant"]

AnyEventType = Literal[
    "invoice.created",
    "invoice.partially_paid",
    "invoice.paid",
    "invoice.expired",
    "invoice.canceled",
    "invoice.updated",
    "invoice.reversed",
    "invoice.refunded",
    "transaction.created",
    "transaction.detected",
    "transaction.succeeded",
    "transaction.canceled",
    "transaction.rejected",
    "refund.created",
    "refund.ready",
    "refund.seen",
    "refund.sent",
    "refund.reversed",
    "refund.canceled",
    "payment.unmatched",
    "address.changed",
    "webhook.disabled",
    "rate.depegged",
    "webhook.test",
]

AppEnvironment = Literal["development", "production"]

AppRole = Literal["owner", "accountant", "support", "developer"]

AppAddressKind = Literal["address", "xpub"]

AppAddressFindingCode = Literal[
    "burn_address",
    "precompile",
    "system_contract",
    "token_contract",
    "contract",
    "shared_wallet",
]

AppAttentionKind = Literal[
    "addresses_tampered",
    "records_tampered",
    "members_tampered",
    "addresses_unsafe",
    "payout_changes_waiting",
    "app_token_known",
    "payments_reorged",
    "shop_not_notified",
    "refunds_exceed_paid",
    "network_halted",
    "network_away",
    "network_behind",
    "no_rate",
    "support_contact_missing",
    "amounts_crowded",
    "visitors_crowded",
    "visitor_addresses_used",
    "addresses_blocked",
    "webhooks_disabled",
    "webhooks_failing",
    "claims_waiting",
    "refunds_after_cancellation",
    "refunds_differ",
    "pull_payments_waiting",
    "refunds_waiting",
    "unlisted_tokens",
    "receipts_held_back",
    "unmatched_payments",
]

AppMemberStatus = Literal["active", "invited", "expired", "tampered"]

AppSettingsLatePayments = Literal["accept_at_locked_rate", "accept_if_worth_the_due", "hold"]

AppSettingsStablecoins = Literal["at_par", "at_market"]

AppSettingsAppTokenMayItem = Literal["settle", "assign", "refund"]

AppStatisticsBy = Literal["day", "coin", "status"]

AppTokenScope = Literal[
    "invoices:read",
    "invoices:write",
    "invoices:settle",
    "transactions:read",
    "transactions:write",
    "payments:assign",
    "refunds:write",
    "apps:read",
    "apps:write",
    "addresses:read",
    "webhooks:read",
    "webhooks:write",
]

CreateAppAddressBodyScript = Literal["p2pkh", "p2sh-p2wpkh", "p2wpkh", "p2tr"]

DoorKind = Literal["epay", "epusdt", "greenfield", "commerce"]

CreateDoorBodyPermission = Literal[
    "btcpay.store.canviewinvoices",
    "btcpay.store.cancreateinvoice",
    "btcpay.store.canmodifyinvoices",
    "btcpay.store.canviewstoresettings",
    "btcpay.store.webhooks.canmodifywebhooks",
    "btcpay.store.cancreatenonapprovedpullpayments",
]

NotificationChannelKind = Literal["telegram", "slack", "discord", "ntfy", "webhook"]

Oauth2ClientApplicationType = Literal["web", "native"]

Oauth2ClientTokenEndpointAuthMethod = Literal["client_secret_basic", "client_secret_post", "none"]

Oauth2ClientIdTokenSignedResponseAlg = Literal["RS256", "ES256"]

RefundRateKind = Literal["locked", "current"]

CreateUploadTargetBodyContentType = Literal["image/png", "image/jpeg", "image/webp", "image/avif"]

WebhookSignature = Literal["v1", "v1a"]

EventType = Literal[
    "invoice.created",
    "invoice.partially_paid",
    "invoice.paid",
    "invoice.expired",
    "invoice.canceled",
    "invoice.updated",
    "invoice.reversed",
    "invoice.refunded",
    "transaction.created",
    "transaction.detected",
    "transaction.succeeded",
    "transaction.canceled",
    "transaction.rejected",
    "refund.created",
    "refund.ready",
    "refund.seen",
    "refund.sent",
    "refund.reversed",
    "refund.canceled",
    "payment.unmatched",
    "address.changed",
    "webhook.disabled",
    "rate.depegged",
]

RequestCallerKind = Literal["session", "personal_access_token", "app_token", "oauth2"]

GetRequestAnswerBodies = Literal["complete", "cut", "not_kept", "not_allowed"]

InvoiceStatus = Literal["open", "partially_paid", "paid", "expired", "canceled"]

InvoiceException = Literal["overpaid", "paid_late", "settled_manually", "reorged", "refunded", "partially_refunded"]

InvoicePayableReason = Literal["no_coin", "no_address", "no_rate", "network_away", "below_minimum"]

InvoiceStepKind = Literal[
    "invoice_created",
    "attempt_quoted",
    "late_payment_accepted",
    "part_accepted",
    "payment_claimed",
    "payment_seen",
    "payment_replaced",
    "payment_matched",
    "payment_mined",
    "payment_orphaned",
    "payment_held",
    "payment_unlisted",
    "payment_assigned",
    "payment_dismissed",
    "payment_confirmed",
    "payment_credited",
    "credit_reversed",
    "attempt_canceled",
    "attempt_rejected",
    "invoice_updated",
    "invoice_accepted",
    "invoice_not_accepted",
    "invoice_settled",
    "invoice_partially_paid",
    "invoice_paid",
    "invoice_expired",
    "invoice_canceled",
    "invoice_reversed",
    "refund_created",
    "refund_ready",
    "refund_seen",
    "refund_accepted",
    "refund_sent",
    "refund_reversed",
    "refund_canceled",
    "webhook_failed",
    "webhook_delivered",
]

InvoiceStepAddressKind = Literal["one_time", "leased", "shared"]

InvoiceStepRateMethod = Literal["fixed", "at_par", "median", "single", "cross"]

InvoiceStepSpeak = Literal["address", "amount", "near_amount", "sender", "signature"]

NetworkType = Literal["EVM", "TRON", "UTXO", "SVM"]

NetworkInternalTransfers = Literal["traced", "one_time_addresses", "direct_only"]

NetworkFinalityTerm = Literal["final", "solidified"]

NetworkWalletProtocol = Literal["eip1193", "tronlink"]

OperatorEndpointsFindingCode = Literal[
    "unreachable",
    "timed_out",
    "unauthorized",
    "rate_limited",
    "not_a_node",
    "wrong_chain",
    "not_synced",
    "head_old",
    "no_logs",
    "short_logs",
    "no_traces",
    "no_history",
    "no_batch",
    "no_final_block",
    "no_json_rpc",
    "no_filters",
    "pruned",
    "slow",
]

OperatorEndpointsFindingLevel = Literal["error", "warning", "info"]

OperatorHealthFindingSeverity = Literal["good", "warning", "bad"]

OperatorInstanceSignUp = Literal["open", "closed"]

OperatorNetworkState = Literal["followed", "swept", "no_addresses", "away", "halted", "not_in_use"]

OperatorNetworkSource = Literal["database", "file", "environment"]

OperatorNetworkEndpointState = Literal["healthy", "deprioritized", "cooling_down", "wrong_chain", "quarantined"]

OperatorRatesSourceState = Literal["answers", "doubted", "away", "not_asked"]

OperatorSettingsSignUpSource = Literal["database", "environment", "file", "default"]

PayTransactionBodyCase = Literal["paid", "underpaid", "overpaid"]

PaymentStatus = Literal["processing", "success", "canceled", "rejected"]

PaymentReason = Literal[
    "requested",
    "expired",
    "superseded",
    "address_lost",
    "failed_on_chain",
    "double_spent",
    "reorged",
    "late",
]

PaymentIdentifiedBy = Literal["address", "amount", "hash"]

PayoutChangeKind = Literal["address", "xpub", "slug"]

PayoutChangeChange = Literal["added", "enabled", "confirmed", "moved"]

PayoutChangeStatus = Literal["waiting", "effective", "stopped", "approved", "withdrawn"]

PullPaymentStatus = Literal["waiting", "assigned", "archived"]

RefundStatus = Literal["awaiting_address", "ready", "seen", "sent", "canceled"]

RefundSuggestedBy = Literal["chain", "payer"]

RefundUnsignedReason = Literal[
    "not_prepared",
    "no_extended_key",
    "not_enough_coins",
    "network_unavailable",
    "fee_too_high",
    "wallet_not_supported",
    "in_batch",
    "below_minimum",
    "earlier_psbt_sent",
    "exceeds_paid",
]

RoleName = Literal["owner", "accountant", "support", "developer"]
"""See the group Team."""

Scope = Literal[
    "invoices:read",
    "invoices:write",
    "invoices:settle",
    "transactions:read",
    "transactions:write",
    "payments:assign",
    "refunds:write",
    "apps:read",
    "apps:write",
    "apps:token",
    "addresses:read",
    "addresses:write",
    "webhooks:read",
    "webhooks:write",
    "account:read",
    "account:write",
]

SimulateRefundBodyCase = Literal["seen", "sent", "amount_differs", "reversed"]

SimulateTransactionBodyCase = Literal[
    "paid",
    "underpaid",
    "overpaid",
    "late",
    "wrong_asset",
    "failed",
    "reorged",
    "expired",
    "canceled",
    "unmatched",
]

UnmatchedPaymentStatus = Literal["waiting", "assigned", "dismissed", "withdrawn"]

UpdateNotificationChoiceAnswerKind = Literal["payments", "decisions", "webhooks", "coins", "security"]

UpdateOperatorSettingsBodyLogLevel = Literal["fatal", "error", "warn", "info", "debug", "trace", "silent"]

UpdateOperatorSettingsBodyLogRequests = Literal["on", "off"]

WarningCode = Literal[
    "too_long",
    "too_many",
    "too_many_decimals",
    "invalid_format",
    "not_mailable",
    "no_rate",
    "waiting",
]

WebhookDialect = Literal["quittance", "epay", "epusdt", "greenfield", "commerce"]

WebhookDeliveryStatus = Literal["pending", "delivered", "exhausted"]

ListRequestsQueryMethod = Literal["GET", "POST", "PUT", "DELETE"]

AddressChangedEventDataChange = Literal["added", "updated", "deleted", "blocked", "unblocked", "lost"]


@dataclass(frozen=True)
class Account:
    id: str
    name: str
    email: str
    email_verified: bool
    role: AccountRole
    email_change: Optional[AccountEmailChange]
    """The address changes after both confirmed. Null if no change is pending."""
    created_at: datetime
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Account:
        return cls(
            id=read(wire, "id"),
            name=read(wire, "name"),
            email=read(wire, "email"),
            email_verified=read(wire, "email_verified"),
            role=read(wire, "role"),
            email_change=read(wire, "email_change", AccountEmailChange.from_wire),
            created_at=read(wire, "created_at", to_time),
            raw=wire,
        )


@dataclass(frozen=True)
class AccountEmailChange:
    new_email: str
    new_agreed_at: Optional[datetime]
    old_agreed_at: Optional[datetime]
    counts_without_old_at: datetime
    """When the new address alone is enough."""
    created_at: datetime
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> AccountEmailChange:
        return cls(
            new_email=read(wire, "new_email"),
            new_agreed_at=read(wire, "new_agreed_at", to_time),
            old_agreed_at=read(wire, "old_agreed_at", to_time),
            counts_without_old_at=read(wire, "counts_without_old_at", to_time),
            created_at=read(wire, "created_at", to_time),
            raw=wire,
        )


@dataclass(frozen=True)
class AddressKey:
    kty: str
    crv: str
    x: str
    y: str
    use: str
    alg: str
    kid: str
    """Its thumbprint (RFC 7638). A shop puts it into its page as `data-key`."""
    successions: Sequence[str]
    """For each earlier key, a JWS signed by it (its `jwk`) with the `kid` of the next key."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> AddressKey:
        return cls(
            kty=read(wire, "kty"),
            crv=read(wire, "crv"),
            x=read(wire, "x"),
            y=read(wire, "y"),
            use=read(wire, "use"),
            alg=read(wire, "alg"),
            kid=read(wire, "kid"),
            successions=read_list(wire, "successions"),
            raw=wire,
        )


@dataclass(frozen=True)
class App:
    id: str
    name: str
    description: Optional[str]
    slug: Optional[str]
    image: Optional[str]
    """URL of the image."""
    url: str
    environment: AppEnvironment
    created_at: datetime
    updated_at: datetime
    token: Optional[str] = None
    """The main app token (a secret), for owners. A token with scopes sees it with apps:token, a browser after a recent
    sign-in or step-up.
    """
    token_last4: Optional[str] = None
    """Instead of `token`, for other members, and where a browser's proof is older."""
    role: Optional[AppRole] = None
    """The caller's role in the team; absent for an owner."""
    archived_at: Optional[datetime] = None
    """Absent unless it is archived."""
    warnings: Optional[Sequence[Warning]] = None
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> App:
        return cls(
            id=read(wire, "id"),
            name=read(wire, "name"),
            description=read(wire, "description"),
            slug=read(wire, "slug"),
            image=read(wire, "image"),
            url=read(wire, "url"),
            token=read(wire, "token"),
            token_last4=read(wire, "token_last4"),
            environment=read(wire, "environment"),
            role=read(wire, "role"),
            archived_at=read(wire, "archived_at", to_time),
            created_at=read(wire, "created_at", to_time),
            updated_at=read(wire, "updated_at", to_time),
            warnings=read_optional_list(wire, "warnings", Warning.from_wire),
            raw=wire,
        )


@dataclass(frozen=True)
class AppAddress:
    id: str
    app_id: str
    network: Network
    kind: AppAddressKind
    value: str
    label: Optional[str]
    enabled: bool
    effective_at: datetime
    """From when on customers are shown it. A new one of a production app that was paid before waits."""
    tampered: bool
    """It was changed directly in the database, and is not shown to customers. Compare it with your wallet, then confirm
    it, or remove it and add the right one.
    """
    proved_at: Optional[datetime]
    """The time since which your control is proved by a signature, so that no other owner can take it."""
    blocked_for: Sequence[str]
    """Symbols of tokens whose issuer has blocked the address: customers are not asked to pay with them here, and
    payments wait as unmatched payments. Add another address, or stop accepting the coin.
    """
    findings: Sequence[AppAddressFinding]
    """Reasons against being paid there, found when it was added or later; checked once a day."""
    derived_addresses: Sequence[str]
    """The first three addresses of an extended public key."""
    next_index: Optional[int]
    """The child of an extended public key that is shown next, counted from 0."""
    unused_in_a_row: Optional[int]
    """The number of children shown after the last one that was paid. Set the gap limit of your wallet (usually 20)
    higher than this, or it may not see the money.
    """
    created_at: datetime
    updated_at: datetime
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> AppAddress:
        return cls(
            id=read(wire, "id"),
            app_id=read(wire, "app_id"),
            network=read(wire, "network", Network.from_wire),
            kind=read(wire, "kind"),
            value=read(wire, "value"),
            label=read(wire, "label"),
            enabled=read(wire, "enabled"),
            effective_at=read(wire, "effective_at", to_time),
            tampered=read(wire, "tampered"),
            proved_at=read(wire, "proved_at", to_time),
            blocked_for=read_list(wire, "blocked_for"),
            findings=read_list(wire, "findings", AppAddressFinding.from_wire),
            derived_addresses=read_list(wire, "derived_addresses"),
            next_index=read(wire, "next_index"),
            unused_in_a_row=read(wire, "unused_in_a_row"),
            created_at=read(wire, "created_at", to_time),
            updated_at=read(wire, "updated_at", to_time),
            raw=wire,
        )


@dataclass(frozen=True)
class AppAddressFinding:
    code: AppAddressFindingCode
    message: str
    confirmed: bool
    """Whether the owner accepted the address in spite of it."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> AppAddressFinding:
        return cls(code=read(wire, "code"), message=read(wire, "message"), confirmed=read(wire, "confirmed"), raw=wire)


@dataclass(frozen=True)
class AppAttention:
    kind: AppAttentionKind
    count: int
    """Counted up to 100."""
    is_more: bool
    since: Optional[datetime]
    """The time of the oldest; null if it is not known."""
    ids: Sequence[str]
    """The oldest ones. For `no_rate`, ids of app cryptocurrencies; for payments, tokens and receipts, of invoices."""
    what_to_do: str
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> AppAttention:
        return cls(
            kind=read(wire, "kind"),
            count=read(wire, "count"),
            is_more=read(wire, "is_more"),
            since=read(wire, "since", to_time),
            ids=read_list(wire, "ids"),
            what_to_do=read(wire, "what_to_do"),
            raw=wire,
        )


@dataclass(frozen=True)
class AppCryptocurrency:
    id: str
    app_id: str
    cryptocurrency: Cryptocurrency
    network: Network
    contract: Optional[str]
    confirmations: int
    """The required number, never below that of the network."""
    min: str
    """The least amount of the coin that a wallet can send there."""
    min_total: Optional[str]
    """Least invoice total, in the invoice's currency."""
    max_total: Optional[str]
    """Greatest invoice total, in the invoice's currency."""
    available: bool
    """Whether customers can pay with it now: the network answers, the token is not stopped, and its issuer has not
    blocked every address of the app.
    """
    created_at: datetime
    updated_at: datetime
    accept_unconfirmed_up_to: Optional[str] = None
    """To the merchant only; null: off. The greatest invoice total, in the invoice's currency, for which unconfirmed
    payments are accepted: the invoice has `accepted_at`, and is paid when it is confirmed. Only UTXO networks show
    unconfirmed payments. `warning` explains the risk.
    """
    warning: Optional[str] = None
    """To the merchant only: the risk of the terms, in a sentence."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> AppCryptocurrency:
        return cls(
            id=read(wire, "id"),
            app_id=read(wire, "app_id"),
            cryptocurrency=read(wire, "cryptocurrency", Cryptocurrency.from_wire),
            network=read(wire, "network", Network.from_wire),
            contract=read(wire, "contract"),
            confirmations=read(wire, "confirmations"),
            min=read(wire, "min"),
            min_total=read(wire, "min_total"),
            max_total=read(wire, "max_total"),
            available=read(wire, "available"),
            accept_unconfirmed_up_to=read(wire, "accept_unconfirmed_up_to"),
            warning=read(wire, "warning"),
            created_at=read(wire, "created_at", to_time),
            updated_at=read(wire, "updated_at", to_time),
            raw=wire,
        )


@dataclass(frozen=True)
class AppMember:
    id: str
    app_id: str
    role: RoleName
    status: AppMemberStatus
    """expired: the invitation was not accepted in time; invite the address again. tampered: the row was changed outside
    the service and gives no role; remove it, or set the role again.
    """
    email: str
    """The person’s address, or that of the invitation."""
    name: Optional[str]
    user_id: Optional[str]
    """The person’s id in the audit log and in payout changes."""
    invitation_ends_at: Optional[datetime]
    created_at: datetime
    """When they joined, or were first invited."""
    updated_at: datetime
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> AppMember:
        return cls(
            id=read(wire, "id"),
            app_id=read(wire, "app_id"),
            role=read(wire, "role"),
            status=read(wire, "status"),
            email=read(wire, "email"),
            name=read(wire, "name"),
            user_id=read(wire, "user_id"),
            invitation_ends_at=read(wire, "invitation_ends_at", to_time),
            created_at=read(wire, "created_at", to_time),
            updated_at=read(wire, "updated_at", to_time),
            raw=wire,
        )


@dataclass(frozen=True)
class AppSettings:
    quote_window: int
    """How long a quote is valid, in seconds."""
    underpayment_tolerance: AppSettingsUnderpaymentTolerance
    amount_room: AppSettingsAmountRoom
    late_payments: AppSettingsLatePayments
    confirmations_by_value: Sequence[AppSettingsConfirmationsByValueItem]
    unconfirmed_payments: AppSettingsUnconfirmedPayments
    stablecoins: AppSettingsStablecoins
    unpaid_addresses_max: int
    support_contact: Optional[str]
    branding: AppSettingsBranding
    embed_origins: Sequence[str]
    """Origins that may frame the checkout: by default that of the app’s `url`."""
    webhook_defaults: AppSettingsWebhookDefaults
    app_token_may: Sequence[AppSettingsAppTokenMayItem]
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> AppSettings:
        return cls(
            quote_window=read(wire, "quote_window"),
            underpayment_tolerance=read(wire, "underpayment_tolerance", AppSettingsUnderpaymentTolerance.from_wire),
            amount_room=read(wire, "amount_room", AppSettingsAmountRoom.from_wire),
            late_payments=read(wire, "late_payments"),
            confirmations_by_value=read_list(
                wire, "confirmations_by_value", AppSettingsConfirmationsByValueItem.from_wire
            ),
            unconfirmed_payments=read(wire, "unconfirmed_payments", AppSettingsUnconfirmedPayments.from_wire),
            stablecoins=read(wire, "stablecoins"),
            unpaid_addresses_max=read(wire, "unpaid_addresses_max"),
            support_contact=read(wire, "support_contact"),
            branding=read(wire, "branding", AppSettingsBranding.from_wire),
            embed_origins=read_list(wire, "embed_origins"),
            webhook_defaults=read(wire, "webhook_defaults", AppSettingsWebhookDefaults.from_wire),
            app_token_may=read_list(wire, "app_token_may"),
            raw=wire,
        )


@dataclass(frozen=True)
class AppSettingsUnderpaymentTolerance:
    percent: Decimal
    fiat_max: Optional[str]
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> AppSettingsUnderpaymentTolerance:
        return cls(percent=read(wire, "percent", to_decimal), fiat_max=read(wire, "fiat_max"), raw=wire)


@dataclass(frozen=True)
class AppSettingsAmountRoom:
    percent: Decimal
    fiat_max: Optional[str]
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> AppSettingsAmountRoom:
        return cls(percent=read(wire, "percent", to_decimal), fiat_max=read(wire, "fiat_max"), raw=wire)


@dataclass(frozen=True)
class AppSettingsConfirmationsByValueItem:
    currency: str
    confirmations: Union[int, Literal["finalized"]]
    from_: Optional[str] = None
    below: Optional[str] = None
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> AppSettingsConfirmationsByValueItem:
        return cls(
            currency=read(wire, "currency"),
            from_=read(wire, "from"),
            below=read(wire, "below"),
            confirmations=read(wire, "confirmations"),
            raw=wire,
        )


@dataclass(frozen=True)
class AppSettingsUnconfirmedPayments:
    confirmed_inputs: bool
    fee_within_blocks: Optional[int]
    quiet_seconds: int
    hourly_max: Optional[AppSettingsUnconfirmedPaymentsHourlyMax]
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> AppSettingsUnconfirmedPayments:
        return cls(
            confirmed_inputs=read(wire, "confirmed_inputs"),
            fee_within_blocks=read(wire, "fee_within_blocks"),
            quiet_seconds=read(wire, "quiet_seconds"),
            hourly_max=read(wire, "hourly_max", AppSettingsUnconfirmedPaymentsHourlyMax.from_wire),
            raw=wire,
        )


@dataclass(frozen=True)
class AppSettingsUnconfirmedPaymentsHourlyMax:
    currency: str
    amount: str
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> AppSettingsUnconfirmedPaymentsHourlyMax:
        return cls(currency=read(wire, "currency"), amount=read(wire, "amount"), raw=wire)


@dataclass(frozen=True)
class AppSettingsBranding:
    color: Optional[str]
    logo: Optional[str]
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> AppSettingsBranding:
        return cls(color=read(wire, "color"), logo=read(wire, "logo"), raw=wire)


@dataclass(frozen=True)
class AppSettingsWebhookDefaults:
    events: Optional[Sequence[str]]
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> AppSettingsWebhookDefaults:
        return cls(events=read_optional_list(wire, "events"), raw=wire)


@dataclass(frozen=True)
class AppStatistics:
    app_id: str
    from_: datetime
    to: datetime
    """Exclusive: the end of the last day."""
    time_zone: str
    by: AppStatisticsBy
    total: Turnout
    parts: Sequence[TurnoutPart]
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> AppStatistics:
        return cls(
            app_id=read(wire, "app_id"),
            from_=read(wire, "from", to_time),
            to=read(wire, "to", to_time),
            time_zone=read(wire, "time_zone"),
            by=read(wire, "by"),
            total=read(wire, "total", Turnout.from_wire),
            parts=read_list(wire, "parts", TurnoutPart.from_wire),
            raw=wire,
        )


@dataclass(frozen=True)
class AppToken:
    id: str
    app_id: str
    name: str
    last_four: str
    scopes: Sequence[AppTokenScope]
    cidrs: Optional[Sequence[str]]
    """null: it works from any address."""
    made_by: str
    """A `user_id` of GET /app-members."""
    expires_at: datetime
    last_used_at: Optional[datetime]
    created_at: datetime
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> AppToken:
        return cls(
            id=read(wire, "id"),
            app_id=read(wire, "app_id"),
            name=read(wire, "name"),
            last_four=read(wire, "last_four"),
            scopes=read_list(wire, "scopes"),
            cidrs=read_optional_list(wire, "cidrs"),
            made_by=read(wire, "made_by"),
            expires_at=read(wire, "expires_at", to_time),
            last_used_at=read(wire, "last_used_at", to_time),
            created_at=read(wire, "created_at", to_time),
            raw=wire,
        )


@dataclass(frozen=True)
class AuditLog:
    id: str
    app_id: Optional[str]
    actor: str
    """A person and their token, an app by its own token, or the operator by the command line."""
    action: str
    """The action, as in `app.updated`."""
    subject_type: str
    subject_id: str
    before: Optional[Mapping[str, Any]]
    """The changed fields before."""
    after: Optional[Mapping[str, Any]]
    """The changed fields after."""
    ip: Optional[str]
    user_agent: Optional[str]
    created_at: datetime
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> AuditLog:
        return cls(
            id=read(wire, "id"),
            app_id=read(wire, "app_id"),
            actor=read(wire, "actor"),
            action=read(wire, "action"),
            subject_type=read(wire, "subject_type"),
            subject_id=read(wire, "subject_id"),
            before=read(wire, "before"),
            after=read(wire, "after"),
            ip=read(wire, "ip"),
            user_agent=read(wire, "user_agent"),
            created_at=read(wire, "created_at", to_time),
            raw=wire,
        )


@dataclass(frozen=True)
class BackupTarget:
    writable: bool
    error: Optional[str]
    """Why it cannot be written."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> BackupTarget:
        return cls(writable=read(wire, "writable"), error=read(wire, "error"), raw=wire)


@dataclass(frozen=True)
class BalanceSheet:
    app_id: str
    from_: Optional[datetime]
    to: datetime
    cryptocurrencies: Sequence[BalanceSheetCryptocurrency]
    """By coin and network, in coins."""
    currencies: Sequence[Credited]
    """By the invoices' currency, at the credited rates."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> BalanceSheet:
        return cls(
            app_id=read(wire, "app_id"),
            from_=read(wire, "from", to_time),
            to=read(wire, "to", to_time),
            cryptocurrencies=read_list(wire, "cryptocurrencies", BalanceSheetCryptocurrency.from_wire),
            currencies=read_list(wire, "currencies", Credited.from_wire),
            raw=wire,
        )


@dataclass(frozen=True)
class BalanceSheetCryptocurrency:
    cryptocurrency: str
    network: str
    contract: Optional[str]
    payments: int
    credited: str
    reversed: str
    """The amount reversed by reorganizations of a chain."""
    net: str
    """What came in: credited − reversed."""
    refunds: int
    """The number of refunds that were sent."""
    refunded: str
    """What refunds sent out."""
    refunds_reversed: str
    """The part of it that reorganizations of a chain reversed."""
    balance: str
    """What is left: net − refunded + refunds_reversed. It may be negative."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> BalanceSheetCryptocurrency:
        return cls(
            cryptocurrency=read(wire, "cryptocurrency"),
            network=read(wire, "network"),
            contract=read(wire, "contract"),
            payments=read(wire, "payments"),
            credited=read(wire, "credited"),
            reversed=read(wire, "reversed"),
            net=read(wire, "net"),
            refunds=read(wire, "refunds"),
            refunded=read(wire, "refunded"),
            refunds_reversed=read(wire, "refunds_reversed"),
            balance=read(wire, "balance"),
            raw=wire,
        )


@dataclass(frozen=True)
class CreateDoorAnswer:
    id: str
    """Also the id of its app token: DELETE /app-token/{id} closes the door."""
    app_id: str
    kind: DoorKind
    base_url: str
    """The address to enter in the shop."""
    pid: Optional[str]
    """EPay: the merchant’s number. null for other kinds."""
    currency: str
    """The currency of amounts that the shop sends without one."""
    cidrs: Optional[Sequence[str]]
    """null: it works from any address."""
    last_used_at: Optional[datetime]
    created_at: datetime
    key: Optional[str] = None
    """EPay: signs requests and notifications (MD5)."""
    api_auth_token: Optional[str] = None
    """Epusdt: signs requests and notifications (MD5)."""
    api_key: Optional[str] = None
    """BTCPay Greenfield and Coinbase Commerce: the token that the shop sends."""
    store_id: Optional[str] = None
    """BTCPay Greenfield: the id of the store. It is the app’s."""
    webhook_url: Optional[str] = None
    """Coinbase Commerce: where the shop is notified. null: nowhere."""
    webhook_secret: Optional[str] = None
    """Coinbase Commerce: verifies notifications. null without a `webhook_url`."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> CreateDoorAnswer:
        return cls(
            id=read(wire, "id"),
            app_id=read(wire, "app_id"),
            kind=read(wire, "kind"),
            base_url=read(wire, "base_url"),
            pid=read(wire, "pid"),
            currency=read(wire, "currency"),
            cidrs=read_optional_list(wire, "cidrs"),
            last_used_at=read(wire, "last_used_at", to_time),
            created_at=read(wire, "created_at", to_time),
            key=read(wire, "key"),
            api_auth_token=read(wire, "api_auth_token"),
            api_key=read(wire, "api_key"),
            store_id=read(wire, "store_id"),
            webhook_url=read(wire, "webhook_url"),
            webhook_secret=read(wire, "webhook_secret"),
            raw=wire,
        )


@dataclass(frozen=True)
class CreateNotificationChannelAnswer:
    id: str
    kind: NotificationChannelKind
    name: str
    address: str
    """Identifies the address, without its secrets."""
    verified_at: Optional[datetime]
    disabled_at: Optional[datetime]
    last_error: Optional[str]
    """Why the last message was not accepted."""
    created_at: datetime
    secret: Optional[str]
    """Signs the messages of a webhook. It is in this answer only."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> CreateNotificationChannelAnswer:
        return cls(
            id=read(wire, "id"),
            kind=read(wire, "kind"),
            name=read(wire, "name"),
            address=read(wire, "address"),
            verified_at=read(wire, "verified_at", to_time),
            disabled_at=read(wire, "disabled_at", to_time),
            last_error=read(wire, "last_error"),
            created_at=read(wire, "created_at", to_time),
            secret=read(wire, "secret"),
            raw=wire,
        )


@dataclass(frozen=True)
class CreateOauth2ClientAnswer:
    id: str
    client_id: str
    """The client_id at /oauth2."""
    name: str
    application_type: Oauth2ClientApplicationType
    token_endpoint_auth_method: Oauth2ClientTokenEndpointAuthMethod
    id_token_signed_response_alg: Oauth2ClientIdTokenSignedResponseAlg
    redirect_uris: Sequence[str]
    post_logout_redirect_uris: Sequence[str]
    created_at: datetime
    updated_at: datetime
    client_secret: Optional[str] = None
    """Only in this answer. Absent for a client that cannot keep a secret."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> CreateOauth2ClientAnswer:
        return cls(
            id=read(wire, "id"),
            client_id=read(wire, "client_id"),
            name=read(wire, "name"),
            application_type=read(wire, "application_type"),
            token_endpoint_auth_method=read(wire, "token_endpoint_auth_method"),
            id_token_signed_response_alg=read(wire, "id_token_signed_response_alg"),
            redirect_uris=read_list(wire, "redirect_uris"),
            post_logout_redirect_uris=read_list(wire, "post_logout_redirect_uris"),
            created_at=read(wire, "created_at", to_time),
            updated_at=read(wire, "updated_at", to_time),
            client_secret=read(wire, "client_secret"),
            raw=wire,
        )


@dataclass(frozen=True)
class Credited:
    currency: str
    payments: int
    credited: str
    reversed: str
    """The amount reversed by reorganizations of a chain."""
    net: str
    """What came in: credited − reversed."""
    refunds: int
    """The number of refunds that were sent."""
    refunded: str
    """What refunds sent out."""
    refunds_reversed: str
    """The part of it that reorganizations of a chain reversed."""
    balance: str
    """What is left: net − refunded + refunds_reversed. It may be negative."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Credited:
        return cls(
            currency=read(wire, "currency"),
            payments=read(wire, "payments"),
            credited=read(wire, "credited"),
            reversed=read(wire, "reversed"),
            net=read(wire, "net"),
            refunds=read(wire, "refunds"),
            refunded=read(wire, "refunded"),
            refunds_reversed=read(wire, "refunds_reversed"),
            balance=read(wire, "balance"),
            raw=wire,
        )


@dataclass(frozen=True)
class Cryptocurrency:
    id: str
    symbol: str
    name: str
    decimals: int
    stable: bool
    """Whether it is pegged to a fiat currency."""
    rates: Mapping[str, Decimal]
    """The price of one whole coin by currency, for display only."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Cryptocurrency:
        return cls(
            id=read(wire, "id"),
            symbol=read(wire, "symbol"),
            name=read(wire, "name"),
            decimals=read(wire, "decimals"),
            stable=read(wire, "stable"),
            rates=read_map(wire, "rates", to_decimal),
            raw=wire,
        )


@dataclass(frozen=True)
class CryptocurrencyWithNetworks:
    id: str
    symbol: str
    name: str
    decimals: int
    stable: bool
    """Whether it is pegged to a fiat currency."""
    rates: Mapping[str, Decimal]
    """The price of one whole coin by currency, for display only."""
    networks: Sequence[NetworkOfCryptocurrency]
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> CryptocurrencyWithNetworks:
        return cls(
            id=read(wire, "id"),
            symbol=read(wire, "symbol"),
            name=read(wire, "name"),
            decimals=read(wire, "decimals"),
            stable=read(wire, "stable"),
            rates=read_map(wire, "rates", to_decimal),
            networks=read_list(wire, "networks", NetworkOfCryptocurrency.from_wire),
            raw=wire,
        )


@dataclass(frozen=True)
class Currency:
    id: str
    code: str
    """ISO 4217."""
    name: str
    symbol: str
    decimals: int
    """The number of decimals."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Currency:
        return cls(
            id=read(wire, "id"),
            code=read(wire, "code"),
            name=read(wire, "name"),
            symbol=read(wire, "symbol"),
            decimals=read(wire, "decimals"),
            raw=wire,
        )


@dataclass(frozen=True)
class Door:
    id: str
    """Also the id of its app token: DELETE /app-token/{id} closes the door."""
    app_id: str
    kind: DoorKind
    base_url: str
    """The address to enter in the shop."""
    pid: Optional[str]
    """EPay: the merchant’s number. null for other kinds."""
    currency: str
    """The currency of amounts that the shop sends without one."""
    cidrs: Optional[Sequence[str]]
    """null: it works from any address."""
    last_used_at: Optional[datetime]
    created_at: datetime
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Door:
        return cls(
            id=read(wire, "id"),
            app_id=read(wire, "app_id"),
            kind=read(wire, "kind"),
            base_url=read(wire, "base_url"),
            pid=read(wire, "pid"),
            currency=read(wire, "currency"),
            cidrs=read_optional_list(wire, "cidrs"),
            last_used_at=read(wire, "last_used_at", to_time),
            created_at=read(wire, "created_at", to_time),
            raw=wire,
        )


@dataclass(frozen=True)
class EndSessionAnswer:
    id: str
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> EndSessionAnswer:
        return cls(id=read(wire, "id"), raw=wire)


@dataclass(frozen=True)
class EndpointSuggestion:
    network: str
    provider: str
    endpoint: str
    """Its address. KEY stands for a key of an account with the provider."""
    needs_key: bool
    limits: str
    """The documented limits."""
    privacy: str
    """The data that the provider can see."""
    serves_logs: Optional[bool]
    """Whether it serves eth_getLogs. null: not documented."""
    serves_history: Optional[bool]
    """Whether it serves old state or a history of addresses. null: not documented."""
    serves_traces: Optional[bool]
    """Whether it serves traces. null: not documented."""
    documentation: str
    """The provider’s own page."""
    read_at: str
    """The day on which that page was read."""
    calls_per_day: Optional[int]
    """About so many calls a day this instance makes while nothing is open."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> EndpointSuggestion:
        return cls(
            network=read(wire, "network"),
            provider=read(wire, "provider"),
            endpoint=read(wire, "endpoint"),
            needs_key=read(wire, "needs_key"),
            limits=read(wire, "limits"),
            privacy=read(wire, "privacy"),
            serves_logs=read(wire, "serves_logs"),
            serves_history=read(wire, "serves_history"),
            serves_traces=read(wire, "serves_traces"),
            documentation=read(wire, "documentation"),
            read_at=read(wire, "read_at"),
            calls_per_day=read(wire, "calls_per_day"),
            raw=wire,
        )


@dataclass(frozen=True)
class Event:
    id: str
    type: str
    timestamp: datetime
    invoice_id: Optional[str]
    sequence: Optional[int]
    """Counts the invoice's events without a gap, from 1."""
    data: Mapping[str, Any]
    """The payload that was sent. A token with scopes sees it only if it may read such objects (invoices:read,
    transactions:read, addresses:read); otherwise only `id`. `metadata` in a transaction needs invoices:read.
    """
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Event:
        return cls(
            id=read(wire, "id"),
            type=read(wire, "type"),
            timestamp=read(wire, "timestamp", to_time),
            invoice_id=read(wire, "invoice_id"),
            sequence=read(wire, "sequence"),
            data=read(wire, "data"),
            raw=wire,
        )


@dataclass(frozen=True)
class GetRequestAnswer:
    id: str
    """The id of the request."""
    request_id: str
    """The same id, as in X-Request-Id and in `request_id` of a problem."""
    app_id: str
    operation: str
    """The operationId."""
    method: str
    path: str
    """As received, without the query."""
    query: str
    """Without secrets. Empty if there was none."""
    status: int
    """The HTTP status of the response."""
    error_code: Optional[str]
    """The `code` of the problem. Null for a success."""
    caller_kind: RequestCallerKind
    actor: str
    """The person and their token, or the app by its own token."""
    token_name: Optional[str]
    """The name of the token or of the OAuth2 client. Null for a session and for the main app token."""
    duration_ms: int
    """Milliseconds until the response was sent."""
    created_at: datetime
    request_body: Any
    """As read, with default values. JSON without secrets; the first 16 KiB as a text if it is cut."""
    response_body: Any
    """JSON without secrets; the first 16 KiB as a text if it is cut. Null for a stream."""
    bodies: GetRequestAnswerBodies
    """cut: a body had more than 16 KiB. not_kept: the app reached its limit of logged bodies. not_allowed: the token
    lacks the scope to read this data.
    """
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> GetRequestAnswer:
        return cls(
            id=read(wire, "id"),
            request_id=read(wire, "request_id"),
            app_id=read(wire, "app_id"),
            operation=read(wire, "operation"),
            method=read(wire, "method"),
            path=read(wire, "path"),
            query=read(wire, "query"),
            status=read(wire, "status"),
            error_code=read(wire, "error_code"),
            caller_kind=read(wire, "caller_kind"),
            actor=read(wire, "actor"),
            token_name=read(wire, "token_name"),
            duration_ms=read(wire, "duration_ms"),
            created_at=read(wire, "created_at", to_time),
            request_body=read(wire, "request_body"),
            response_body=read(wire, "response_body"),
            bodies=read(wire, "bodies"),
            raw=wire,
        )


@dataclass(frozen=True)
class Invoice:
    id: str
    app_id: str
    status: InvoiceStatus
    """On pages: `open` is Awaiting payment, or Confirming once a payment is seen; `partially_paid` is Underpaid."""
    total: str
    """A decimal in the invoice's currency, with its minor units."""
    currency: str
    paid: str
    """Confirmed, in fiat."""
    pending: str
    """The value of payments that are not confirmed yet, in fiat."""
    refunded: str
    """What was given back of `paid` and is confirmed, in fiat."""
    remaining: str
    """The total less `paid` and `pending`."""
    exceptions: Sequence[InvoiceException]
    """On pages: Overpaid, Late, Marked as paid, Reversed."""
    order: InvoiceOrder
    success_url: Optional[str]
    cancel_url: Optional[str]
    checkout_url: str
    expires_at: datetime
    accepted_at: Optional[datetime]
    """The time since which the app accepts it before full confirmation, by accept_unconfirmed_up_to. The goods may be
    released at the merchant’s risk: nothing is credited yet. It becomes null again if a payment is replaced, double
    spent or lost. It stays when the invoice is paid.
    """
    paid_at: Optional[datetime]
    created_at: datetime
    updated_at: datetime
    customer: Optional[InvoiceCustomer] = None
    metadata: Optional[Mapping[str, Any]] = None
    payable: Optional[bool] = None
    """Whether a customer could pay it now. It is not in events, because it changes at any time."""
    payable_reason: Optional[InvoicePayableReason] = None
    """The obstacle to paying it. Also null if nothing is left to pay."""
    claims: Optional[Sequence[InvoiceClaim]] = None
    """Waiting claims for any of its transactions, at most 10. Only in `GET /invoice/{id}`."""
    more_claims: Optional[int] = None
    """The number of further waiting claims."""
    warnings: Optional[Sequence[Warning]] = None
    support_contact: Optional[str] = None
    """In the customer's view: the shop's contact."""
    branding: Optional[InvoiceBranding] = None
    """In the customer's view: the appearance of the app's checkout."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Invoice:
        return cls(
            id=read(wire, "id"),
            app_id=read(wire, "app_id"),
            status=read(wire, "status"),
            total=read(wire, "total"),
            currency=read(wire, "currency"),
            paid=read(wire, "paid"),
            pending=read(wire, "pending"),
            refunded=read(wire, "refunded"),
            remaining=read(wire, "remaining"),
            exceptions=read_list(wire, "exceptions"),
            order=read(wire, "order", InvoiceOrder.from_wire),
            success_url=read(wire, "success_url"),
            cancel_url=read(wire, "cancel_url"),
            checkout_url=read(wire, "checkout_url"),
            expires_at=read(wire, "expires_at", to_time),
            accepted_at=read(wire, "accepted_at", to_time),
            paid_at=read(wire, "paid_at", to_time),
            created_at=read(wire, "created_at", to_time),
            updated_at=read(wire, "updated_at", to_time),
            customer=read(wire, "customer", InvoiceCustomer.from_wire),
            metadata=read(wire, "metadata"),
            payable=read(wire, "payable"),
            payable_reason=read(wire, "payable_reason"),
            claims=read_optional_list(wire, "claims", InvoiceClaim.from_wire),
            more_claims=read(wire, "more_claims"),
            warnings=read_optional_list(wire, "warnings", Warning.from_wire),
            support_contact=read(wire, "support_contact"),
            branding=read(wire, "branding", InvoiceBranding.from_wire),
            raw=wire,
        )


@dataclass(frozen=True)
class InvoiceOrder:
    reference: Optional[str] = None
    description: Optional[str] = None
    items: Optional[Sequence[InvoiceOrderItem]] = None
    discount: Optional[str] = None
    tax: Optional[str] = None
    shipping: Optional[str] = None
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> InvoiceOrder:
        return cls(
            reference=read(wire, "reference"),
            description=read(wire, "description"),
            items=read_optional_list(wire, "items", InvoiceOrderItem.from_wire),
            discount=read(wire, "discount"),
            tax=read(wire, "tax"),
            shipping=read(wire, "shipping"),
            raw=wire,
        )


@dataclass(frozen=True)
class InvoiceOrderItem:
    name: str
    quantity: Decimal
    """With up to three decimals."""
    price: str
    """The price of one. It may have more digits than the currency; a coupon has a negative price."""
    image: Optional[str] = None
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> InvoiceOrderItem:
        return cls(
            name=read(wire, "name"),
            quantity=read(wire, "quantity", to_decimal),
            price=read(wire, "price"),
            image=read(wire, "image"),
            raw=wire,
        )


@dataclass(frozen=True)
class InvoiceCustomer:
    email: Optional[str] = None
    name: Optional[str] = None
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> InvoiceCustomer:
        return cls(email=read(wire, "email"), name=read(wire, "name"), raw=wire)


@dataclass(frozen=True)
class InvoiceClaim:
    transaction_id: str
    hash: str
    seen: bool
    """Whether the chain shows the payment and it waits for the merchant."""
    amount: Optional[str]
    """What waits, in coins; null until `seen`."""
    cryptocurrency: Optional[str]
    network: str
    """Its name."""
    reason: Optional[str]
    """As in unmatched payments."""
    explorer_url: Optional[str]
    created_at: datetime
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> InvoiceClaim:
        return cls(
            transaction_id=read(wire, "transaction_id"),
            hash=read(wire, "hash"),
            seen=read(wire, "seen"),
            amount=read(wire, "amount"),
            cryptocurrency=read(wire, "cryptocurrency"),
            network=read(wire, "network"),
            reason=read(wire, "reason"),
            explorer_url=read(wire, "explorer_url"),
            created_at=read(wire, "created_at", to_time),
            raw=wire,
        )


@dataclass(frozen=True)
class InvoiceBranding:
    color: Optional[str]
    logo: Optional[str]
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> InvoiceBranding:
        return cls(color=read(wire, "color"), logo=read(wire, "logo"), raw=wire)


@dataclass(frozen=True)
class InvoiceStep:
    id: str
    at: datetime
    kind: InvoiceStepKind
    """`attempt_quoted`: a customer was shown an address and an amount. `late_payment_accepted`: money without an open
    attempt became a transaction. `payment_claimed`: a customer claimed that this chain transaction pays.
    `payment_seen`: a payment, or more of it; unconfirmed if `block` is null. `payment_replaced`: another chain
    transaction replaced it, or none (`hash` is null). `payment_orphaned`: its block left the chain, or no node knows
    it any more. `payment_held`: money that may be for this invoice waits for the merchant. `payment_unlisted`: a
    customer claimed a token that is not accepted here. `payment_assigned`: the merchant assigned it to this invoice.
    `payment_dismissed`: the merchant handled it elsewhere. `credit_reversed`: taken back. `attempt_rejected`: its
    payment failed, was double spent or was taken back by the chain. `invoice_accepted`: the shop accepts the
    payments before they are confirmed. `invoice_not_accepted`: no more. `invoice_settled`: by the merchant,
    manually. `invoice_canceled`: by the merchant. `invoice_reversed`: the amount paid decreased. `refund_created`:
    the merchant prepared a refund. `refund_ready`: it has a destination, and waits for the wallet of the merchant.
    `refund_seen`: a transfer to its destination is in a block. `refund_accepted`: the merchant accepts that another
    amount was sent. `refund_sent`: the transfer is confirmed. `refund_reversed`: a reorganization of the chain
    removed the transfer. `refund_canceled`: by the merchant.
    """
    transaction_id: Optional[str]
    """Null where it is about the invoice itself."""
    cryptocurrency: Optional[str] = None
    network: Optional[str] = None
    amount: Optional[str] = None
    """In coins: the requested or received amount."""
    value: Optional[str] = None
    """The value of the amount, in the invoice's currency."""
    currency: Optional[str] = None
    total: Optional[str] = None
    """The total of the invoice at that time."""
    paid: Optional[str] = None
    """The amount paid at that time."""
    exceptions: Optional[Sequence[str]] = None
    to: Optional[str] = None
    """The shown address."""
    address_kind: Optional[InvoiceStepAddressKind] = None
    """Given out once; fixed, and reserved for this attempt; or fixed and identified by the amount."""
    from_: Optional[str] = None
    """The sender, as declared or as shown by the chain."""
    rate: Optional[str] = None
    """The fiat price of one whole coin."""
    rate_method: Optional[InvoiceStepRateMethod] = None
    rate_at: Optional[datetime] = None
    rate_sources: Optional[Sequence[InvoiceStepRateSource]] = None
    expire_at: Optional[datetime] = None
    hash: Optional[str] = None
    """The hash of the chain transaction."""
    contract: Optional[str] = None
    """The token contract, if the token is not accepted here."""
    hash_before: Optional[str] = None
    """The hash that was seen before."""
    block: Optional[int] = None
    settled: Optional[bool] = None
    """A network without blocks reported it, so it is final."""
    required_confirmations: Optional[int] = None
    requires_finality: Optional[bool] = None
    attested_by: Optional[Sequence[str]] = None
    """The endpoints that vouched."""
    matched_by: Optional[str] = None
    """The rule that decided, as in a transaction."""
    speaks: Optional[Sequence[InvoiceStepSpeak]] = None
    """All evidence for it."""
    others: Optional[int] = None
    """The number of attempts of other invoices with evidence by amount, sender or signature."""
    signed: Optional[bool] = None
    """Whether the sender signed the claim."""
    reason: Optional[str] = None
    """The reason, as an API code or in the words of the merchant."""
    payment_id: Optional[str] = None
    refund_id: Optional[str] = None
    by: Optional[str] = None
    """The person or program; without its id for callers who may not read the audit log."""
    event_id: Optional[str] = None
    event_type: Optional[str] = None
    webhook_id: Optional[str] = None
    delivery_id: Optional[str] = None
    url: Optional[str] = None
    response_status: Optional[int] = None
    response_body: Optional[str] = None
    """The first KiB of the answer."""
    error: Optional[str] = None
    """Why there was no answer."""
    next_attempt_at: Optional[datetime] = None
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> InvoiceStep:
        return cls(
            id=read(wire, "id"),
            at=read(wire, "at", to_time),
            kind=read(wire, "kind"),
            transaction_id=read(wire, "transaction_id"),
            cryptocurrency=read(wire, "cryptocurrency"),
            network=read(wire, "network"),
            amount=read(wire, "amount"),
            value=read(wire, "value"),
            currency=read(wire, "currency"),
            total=read(wire, "total"),
            paid=read(wire, "paid"),
            exceptions=read_optional_list(wire, "exceptions"),
            to=read(wire, "to"),
            address_kind=read(wire, "address_kind"),
            from_=read(wire, "from"),
            rate=read(wire, "rate"),
            rate_method=read(wire, "rate_method"),
            rate_at=read(wire, "rate_at", to_time),
            rate_sources=read_optional_list(wire, "rate_sources", InvoiceStepRateSource.from_wire),
            expire_at=read(wire, "expire_at", to_time),
            hash=read(wire, "hash"),
            contract=read(wire, "contract"),
            hash_before=read(wire, "hash_before"),
            block=read(wire, "block"),
            settled=read(wire, "settled"),
            required_confirmations=read(wire, "required_confirmations"),
            requires_finality=read(wire, "requires_finality"),
            attested_by=read_optional_list(wire, "attested_by"),
            matched_by=read(wire, "matched_by"),
            speaks=read_optional_list(wire, "speaks"),
            others=read(wire, "others"),
            signed=read(wire, "signed"),
            reason=read(wire, "reason"),
            payment_id=read(wire, "payment_id"),
            refund_id=read(wire, "refund_id"),
            by=read(wire, "by"),
            event_id=read(wire, "event_id"),
            event_type=read(wire, "event_type"),
            webhook_id=read(wire, "webhook_id"),
            delivery_id=read(wire, "delivery_id"),
            url=read(wire, "url"),
            response_status=read(wire, "response_status"),
            response_body=read(wire, "response_body"),
            error=read(wire, "error"),
            next_attempt_at=read(wire, "next_attempt_at", to_time),
            raw=wire,
        )


@dataclass(frozen=True)
class InvoiceStepRateSource:
    source: str
    rate: str
    at: datetime
    pair: Optional[str] = None
    """Where the rate came by way of another currency."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> InvoiceStepRateSource:
        return cls(
            source=read(wire, "source"),
            rate=read(wire, "rate"),
            at=read(wire, "at", to_time),
            pair=read(wire, "pair"),
            raw=wire,
        )


@dataclass(frozen=True)
class Network:
    id: str
    symbol: str
    """Accepted by `network` parameters, in any case."""
    name: str
    type: NetworkType
    test: bool
    """Whether it is a test network; its coins have no value."""
    available: bool
    """Whether this instance takes payments on it."""
    degraded: bool
    """Finality has stalled: payments that must be final wait."""
    native_coin: Optional[str]
    """Symbol of the coin that pays fees; null if no longer configured."""
    transfer_fees: Optional[NetworkTransferFees]
    """Approximate cost of a transfer in native coin, for display only."""
    internal_transfers: Optional[NetworkInternalTransfers]
    """How native coin sent by a contract is detected. `traced`: like other payments. `one_time_addresses`: a little
    later, and only if each payment has its own address; a transaction states which applies. `direct_only`: not at
    all, so pay from a plain account. null: not applicable, or not known yet.
    """
    simulated: Optional[bool] = None
    """True if the service makes its blocks itself: pay with `POST /sandbox/transaction/{id}/pay`."""
    names_sender: Optional[bool] = None
    """Whether a transfer names its sender, who can sign to prove a payment."""
    has_mempool: Optional[bool] = None
    """Whether payments are seen before they are mined, and `accept_unconfirmed_up_to` applies."""
    finality_term: Optional[NetworkFinalityTerm] = None
    """The network’s term for a final block; null if only depth counts."""
    wallet_protocol: Optional[NetworkWalletProtocol] = None
    """How a page asks a browser wallet to pay; null if no wallet supports it."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Network:
        return cls(
            id=read(wire, "id"),
            symbol=read(wire, "symbol"),
            name=read(wire, "name"),
            type=read(wire, "type"),
            test=read(wire, "test"),
            simulated=read(wire, "simulated"),
            available=read(wire, "available"),
            degraded=read(wire, "degraded"),
            native_coin=read(wire, "native_coin"),
            transfer_fees=read(wire, "transfer_fees", NetworkTransferFees.from_wire),
            internal_transfers=read(wire, "internal_transfers"),
            names_sender=read(wire, "names_sender"),
            has_mempool=read(wire, "has_mempool"),
            finality_term=read(wire, "finality_term"),
            wallet_protocol=read(wire, "wallet_protocol"),
            raw=wire,
        )


@dataclass(frozen=True)
class NetworkTransferFees:
    coin: Optional[str]
    token: Optional[str]
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> NetworkTransferFees:
        return cls(coin=read(wire, "coin"), token=read(wire, "token"), raw=wire)


@dataclass(frozen=True)
class NetworkOfCryptocurrency:
    id: str
    symbol: str
    """Accepted by `network` parameters, in any case."""
    name: str
    type: NetworkType
    test: bool
    """Whether it is a test network; its coins have no value."""
    available: bool
    """Whether this instance takes payments on it."""
    degraded: bool
    """Finality has stalled: payments that must be final wait."""
    native_coin: Optional[str]
    """Symbol of the coin that pays fees; null if no longer configured."""
    transfer_fees: Optional[NetworkOfCryptocurrencyTransferFees]
    """Approximate cost of a transfer in native coin, for display only."""
    internal_transfers: Optional[NetworkInternalTransfers]
    """How native coin sent by a contract is detected. `traced`: like other payments. `one_time_addresses`: a little
    later, and only if each payment has its own address; a transaction states which applies. `direct_only`: not at
    all, so pay from a plain account. null: not applicable, or not known yet.
    """
    contract: Optional[str]
    """Null for the native coin."""
    decimals: int
    """Decimals of amounts on this network."""
    confirmations: int
    """The minimum for a payment here, unless an app sets fewer."""
    confirmations_floor: int
    """The minimum that an app may set."""
    simulated: Optional[bool] = None
    """True if the service makes its blocks itself: pay with `POST /sandbox/transaction/{id}/pay`."""
    names_sender: Optional[bool] = None
    """Whether a transfer names its sender, who can sign to prove a payment."""
    has_mempool: Optional[bool] = None
    """Whether payments are seen before they are mined, and `accept_unconfirmed_up_to` applies."""
    finality_term: Optional[NetworkFinalityTerm] = None
    """The network’s term for a final block; null if only depth counts."""
    wallet_protocol: Optional[NetworkWalletProtocol] = None
    """How a page asks a browser wallet to pay; null if no wallet supports it."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> NetworkOfCryptocurrency:
        return cls(
            id=read(wire, "id"),
            symbol=read(wire, "symbol"),
            name=read(wire, "name"),
            type=read(wire, "type"),
            test=read(wire, "test"),
            simulated=read(wire, "simulated"),
            available=read(wire, "available"),
            degraded=read(wire, "degraded"),
            native_coin=read(wire, "native_coin"),
            transfer_fees=read(wire, "transfer_fees", NetworkOfCryptocurrencyTransferFees.from_wire),
            internal_transfers=read(wire, "internal_transfers"),
            names_sender=read(wire, "names_sender"),
            has_mempool=read(wire, "has_mempool"),
            finality_term=read(wire, "finality_term"),
            wallet_protocol=read(wire, "wallet_protocol"),
            contract=read(wire, "contract"),
            decimals=read(wire, "decimals"),
            confirmations=read(wire, "confirmations"),
            confirmations_floor=read(wire, "confirmations_floor"),
            raw=wire,
        )


@dataclass(frozen=True)
class NetworkOfCryptocurrencyTransferFees:
    coin: Optional[str]
    token: Optional[str]
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> NetworkOfCryptocurrencyTransferFees:
        return cls(coin=read(wire, "coin"), token=read(wire, "token"), raw=wire)


@dataclass(frozen=True)
class NewAppToken:
    id: str
    app_id: str
    name: str
    last_four: str
    scopes: Sequence[AppTokenScope]
    cidrs: Optional[Sequence[str]]
    """null: it works from any address."""
    made_by: str
    """A `user_id` of GET /app-members."""
    expires_at: datetime
    last_used_at: Optional[datetime]
    created_at: datetime
    token: str
    """The token (a secret). It is in this answer only."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> NewAppToken:
        return cls(
            id=read(wire, "id"),
            app_id=read(wire, "app_id"),
            name=read(wire, "name"),
            last_four=read(wire, "last_four"),
            scopes=read_list(wire, "scopes"),
            cidrs=read_optional_list(wire, "cidrs"),
            made_by=read(wire, "made_by"),
            expires_at=read(wire, "expires_at", to_time),
            last_used_at=read(wire, "last_used_at", to_time),
            created_at=read(wire, "created_at", to_time),
            token=read(wire, "token"),
            raw=wire,
        )


@dataclass(frozen=True)
class NewPersonalAccessToken:
    id: str
    name: str
    last_four: str
    """The last characters of the token, to recognize it."""
    scopes: Sequence[Scope]
    app_ids: Optional[Sequence[str]]
    """The only apps that it covers; null: all of the owner’s."""
    cidrs: Optional[Sequence[str]]
    """The only addresses that it works from; null: any."""
    expires_at: datetime
    last_used_at: Optional[datetime]
    created_at: datetime
    token: str
    """The token (a secret). It is in this answer only."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> NewPersonalAccessToken:
        return cls(
            id=read(wire, "id"),
            name=read(wire, "name"),
            last_four=read(wire, "last_four"),
            scopes=read_list(wire, "scopes"),
            app_ids=read_optional_list(wire, "app_ids"),
            cidrs=read_optional_list(wire, "cidrs"),
            expires_at=read(wire, "expires_at", to_time),
            last_used_at=read(wire, "last_used_at", to_time),
            created_at=read(wire, "created_at", to_time),
            token=read(wire, "token"),
            raw=wire,
        )


@dataclass(frozen=True)
class NotificationChannel:
    id: str
    kind: NotificationChannelKind
    name: str
    address: str
    """Identifies the address, without its secrets."""
    verified_at: Optional[datetime]
    disabled_at: Optional[datetime]
    last_error: Optional[str]
    """Why the last message was not accepted."""
    created_at: datetime
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> NotificationChannel:
        return cls(
            id=read(wire, "id"),
            kind=read(wire, "kind"),
            name=read(wire, "name"),
            address=read(wire, "address"),
            verified_at=read(wire, "verified_at", to_time),
            disabled_at=read(wire, "disabled_at", to_time),
            last_error=read(wire, "last_error"),
            created_at=read(wire, "created_at", to_time),
            raw=wire,
        )


@dataclass(frozen=True)
class NotificationChoice:
    id: str
    choices: Sequence[UpdateNotificationChoiceAnswer]
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> NotificationChoice:
        return cls(
            id=read(wire, "id"),
            choices=read_list(wire, "choices", UpdateNotificationChoiceAnswer.from_wire),
            raw=wire,
        )


@dataclass(frozen=True)
class Oauth2Client:
    id: str
    client_id: str
    """The client_id at /oauth2."""
    name: str
    application_type: Oauth2ClientApplicationType
    token_endpoint_auth_method: Oauth2ClientTokenEndpointAuthMethod
    id_token_signed_response_alg: Oauth2ClientIdTokenSignedResponseAlg
    redirect_uris: Sequence[str]
    post_logout_redirect_uris: Sequence[str]
    created_at: datetime
    updated_at: datetime
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Oauth2Client:
        return cls(
            id=read(wire, "id"),
            client_id=read(wire, "client_id"),
            name=read(wire, "name"),
            application_type=read(wire, "application_type"),
            token_endpoint_auth_method=read(wire, "token_endpoint_auth_method"),
            id_token_signed_response_alg=read(wire, "id_token_signed_response_alg"),
            redirect_uris=read_list(wire, "redirect_uris"),
            post_logout_redirect_uris=read_list(wire, "post_logout_redirect_uris"),
            created_at=read(wire, "created_at", to_time),
            updated_at=read(wire, "updated_at", to_time),
            raw=wire,
        )


@dataclass(frozen=True)
class Oauth2Session:
    id: str
    client: Oauth2SessionClient
    scopes: Sequence[str]
    first_used_at: datetime
    last_used_at: datetime
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Oauth2Session:
        return cls(
            id=read(wire, "id"),
            client=read(wire, "client", Oauth2SessionClient.from_wire),
            scopes=read_list(wire, "scopes"),
            first_used_at=read(wire, "first_used_at", to_time),
            last_used_at=read(wire, "last_used_at", to_time),
            raw=wire,
        )


@dataclass(frozen=True)
class Oauth2SessionClient:
    client_id: str
    name: str
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Oauth2SessionClient:
        return cls(client_id=read(wire, "client_id"), name=read(wire, "name"), raw=wire)


@dataclass(frozen=True)
class OperatorEndpoints:
    endpoint: str
    """Its address, with the key masked."""
    usable: bool
    head: Optional[int]
    """The newest block that it knows."""
    latency_ms: Optional[int]
    """The time of its first answer."""
    findings: Sequence[OperatorEndpointsFinding]
    """Empty if nothing was found."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> OperatorEndpoints:
        return cls(
            endpoint=read(wire, "endpoint"),
            usable=read(wire, "usable"),
            head=read(wire, "head"),
            latency_ms=read(wire, "latency_ms"),
            findings=read_list(wire, "findings", OperatorEndpointsFinding.from_wire),
            raw=wire,
        )


@dataclass(frozen=True)
class OperatorEndpointsFinding:
    code: OperatorEndpointsFindingCode
    level: OperatorEndpointsFindingLevel
    """error: the endpoint cannot be used. warning: it can, with a loss. info: worth knowing."""
    message: str
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> OperatorEndpointsFinding:
        return cls(code=read(wire, "code"), level=read(wire, "level"), message=read(wire, "message"), raw=wire)


@dataclass(frozen=True)
class OperatorHealth:
    healthy: bool
    """Whether all findings are good."""
    findings: Sequence[OperatorHealthFinding]
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> OperatorHealth:
        return cls(
            healthy=read(wire, "healthy"),
            findings=read_list(wire, "findings", OperatorHealthFinding.from_wire),
            raw=wire,
        )


@dataclass(frozen=True)
class OperatorHealthFinding:
    what: str
    """The subject of the check, for example `network ethereum`."""
    is_good: bool
    says: str
    """The observation, and the remedy for a fault."""
    severity: OperatorHealthFindingSeverity
    """A `warning` is advice: payments work."""
    help: Optional[str]
    """The path of its documentation below the public URL; null if good."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> OperatorHealthFinding:
        return cls(
            what=read(wire, "what"),
            is_good=read(wire, "is_good"),
            says=read(wire, "says"),
            severity=read(wire, "severity"),
            help=read(wire, "help"),
            raw=wire,
        )


@dataclass(frozen=True)
class OperatorInstance:
    version: str
    public_url: str
    database: OperatorInstanceDatabase
    people: int
    """The number of accounts."""
    sign_up: OperatorInstanceSignUp
    mail: OperatorInstanceMail
    backup: OperatorInstanceBackup
    keys: int
    """The number of secret keys in use: several until `quittance key rotate` was run."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> OperatorInstance:
        return cls(
            version=read(wire, "version"),
            public_url=read(wire, "public_url"),
            database=read(wire, "database", OperatorInstanceDatabase.from_wire),
            people=read(wire, "people"),
            sign_up=read(wire, "sign_up"),
            mail=read(wire, "mail", OperatorInstanceMail.from_wire),
            backup=read(wire, "backup", OperatorInstanceBackup.from_wire),
            keys=read(wire, "keys"),
            raw=wire,
        )


@dataclass(frozen=True)
class OperatorInstanceDatabase:
    version: str
    is_embedded: bool
    """Whether it runs inside the service, in DATA_DIR."""
    clock_apart_ms: int
    """The difference between its clock and this machine’s."""
    stopped: Optional[str]
    """Why quotes are stopped after commits were lost."""
    recovered_at: Optional[datetime]
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> OperatorInstanceDatabase:
        return cls(
            version=read(wire, "version"),
            is_embedded=read(wire, "is_embedded"),
            clock_apart_ms=read(wire, "clock_apart_ms"),
            stopped=read(wire, "stopped"),
            recovered_at=read(wire, "recovered_at", to_time),
            raw=wire,
        )


@dataclass(frozen=True)
class OperatorInstanceMail:
    server: Optional[str]
    """Its host; null: mails are written to a file in DATA_DIR."""
    waiting: int
    """Unsent mails."""
    failing: int
    """Unsent mails that failed at least once. They are given up after 30 tries."""
    held_back: int
    """Not sent within the last 24 hours: a limit for mail to unknown recipients was reached."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> OperatorInstanceMail:
        return cls(
            server=read(wire, "server"),
            waiting=read(wire, "waiting"),
            failing=read(wire, "failing"),
            held_back=read(wire, "held_back"),
            raw=wire,
        )


@dataclass(frozen=True)
class OperatorInstanceBackup:
    every_seconds: Optional[int]
    """The interval of planned backups; null: none."""
    good_at: Optional[datetime]
    """The time of the last good one."""
    name: Optional[str]
    failure: Optional[str]
    """Why the last try failed."""
    is_late: bool
    """Whether twice `every_seconds` has passed without a good one."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> OperatorInstanceBackup:
        return cls(
            every_seconds=read(wire, "every_seconds"),
            good_at=read(wire, "good_at", to_time),
            name=read(wire, "name"),
            failure=read(wire, "failure"),
            is_late=read(wire, "is_late"),
            raw=wire,
        )


@dataclass(frozen=True)
class OperatorNetwork:
    symbol: str
    name: str
    test: bool
    state: OperatorNetworkState
    """followed: read block by block. swept: read at intervals, because nothing is open there. no_addresses: not read,
    because no app is paid there. away: no endpoint answers. not_in_use: none is set.
    """
    variable: str
    """The environment variable that names its endpoints."""
    enabled: bool
    """false if the operator switched it off."""
    source: Optional[OperatorNetworkSource]
    """Where its endpoints are set. database: in the console. null: nowhere."""
    changeable: bool
    """Whether PUT /operator/network/{symbol} can change its endpoints."""
    own: bool
    """Whether it was added with POST /operator/network."""
    type: str
    """Its family."""
    addresses: Sequence[str]
    """The endpoints saved in the console, with keys masked."""
    block: Optional[int]
    """The newest block that was read."""
    head: Optional[int]
    """The newest block of the chain."""
    behind: Optional[int]
    """The number of blocks that are not read yet."""
    reached_at: Optional[datetime]
    halted: Optional[str]
    """Why it is no longer read, until `quittance network resume`; null if it is."""
    degraded: bool
    """Whether its final block has stopped moving."""
    dispute: Optional[str]
    """The disagreement between its endpoints."""
    held_payments: int
    """Payments that have their confirmations and wait for endpoints to agree."""
    quorum_lacks: Sequence[str]
    """Evidence that too few endpoints provide for its quorum."""
    apps: int
    """The number of apps that are paid there."""
    budget: Optional[OperatorNetworkBudget]
    """The limit set in quittance.json."""
    calls_per_day: Optional[int]
    """For all its endpoints, at the current pace."""
    units_per_day: Optional[int]
    """The same in the units of the provider."""
    endpoints: Sequence[OperatorNetworkEndpoint]
    """Their state within the last minute."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> OperatorNetwork:
        return cls(
            symbol=read(wire, "symbol"),
            name=read(wire, "name"),
            test=read(wire, "test"),
            state=read(wire, "state"),
            variable=read(wire, "variable"),
            enabled=read(wire, "enabled"),
            source=read(wire, "source"),
            changeable=read(wire, "changeable"),
            own=read(wire, "own"),
            type=read(wire, "type"),
            addresses=read_list(wire, "addresses"),
            block=read(wire, "block"),
            head=read(wire, "head"),
            behind=read(wire, "behind"),
            reached_at=read(wire, "reached_at", to_time),
            halted=read(wire, "halted"),
            degraded=read(wire, "degraded"),
            dispute=read(wire, "dispute"),
            held_payments=read(wire, "held_payments"),
            quorum_lacks=read_list(wire, "quorum_lacks"),
            apps=read(wire, "apps"),
            budget=read(wire, "budget", OperatorNetworkBudget.from_wire),
            calls_per_day=read(wire, "calls_per_day"),
            units_per_day=read(wire, "units_per_day"),
            endpoints=read_list(wire, "endpoints", OperatorNetworkEndpoint.from_wire),
            raw=wire,
        )


@dataclass(frozen=True)
class OperatorNetworkBudget:
    requests: int
    """The intended number of calls to each endpoint."""
    seconds: int
    """The period."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> OperatorNetworkBudget:
        return cls(requests=read(wire, "requests"), seconds=read(wire, "seconds"), raw=wire)


@dataclass(frozen=True)
class OperatorNetworkEndpoint:
    name: str
    """Its host, with a number if several endpoints share it."""
    state: OperatorNetworkEndpointState
    """quarantined: it contradicted most others, and is no longer asked."""
    reason: Optional[str]
    """Why it is not healthy."""
    head: Optional[int]
    """The newest block that it knows."""
    behind: Optional[int]
    """The number of blocks that it is behind the best endpoint."""
    error_rate: Decimal
    """The recent share of failed requests."""
    latency_ms: Optional[Decimal]
    calls_per_day: Optional[int]
    """At the current pace; null in the first minute."""
    units_per_day: Optional[int]
    """By its price list, in the units of its provider."""
    bytes_per_day: Optional[int]
    """In responses, at the current pace."""
    busy_answers: int
    """The number of requests to slow down."""
    budget_used: Optional[Decimal]
    """The used share of its budget in this period."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> OperatorNetworkEndpoint:
        return cls(
            name=read(wire, "name"),
            state=read(wire, "state"),
            reason=read(wire, "reason"),
            head=read(wire, "head"),
            behind=read(wire, "behind"),
            error_rate=read(wire, "error_rate", to_decimal),
            latency_ms=read(wire, "latency_ms", to_decimal),
            calls_per_day=read(wire, "calls_per_day"),
            units_per_day=read(wire, "units_per_day"),
            bytes_per_day=read(wire, "bytes_per_day"),
            busy_answers=read(wire, "busy_answers"),
            budget_used=read(wire, "budget_used", to_decimal),
            raw=wire,
        )


@dataclass(frozen=True)
class OperatorPeople:
    id: str
    name: str
    email: str
    role: AccountRole
    email_verified: bool
    second_factor: bool
    """Whether a password sign-in also requires a code."""
    last_seen_at: Optional[datetime]
    """Their newest request in a browser that is still signed in."""
    created_at: datetime
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> OperatorPeople:
        return cls(
            id=read(wire, "id"),
            name=read(wire, "name"),
            email=read(wire, "email"),
            role=read(wire, "role"),
            email_verified=read(wire, "email_verified"),
            second_factor=read(wire, "second_factor"),
            last_seen_at=read(wire, "last_seen_at", to_time),
            created_at=read(wire, "created_at", to_time),
            raw=wire,
        )


@dataclass(frozen=True)
class OperatorRates:
    sources: Sequence[OperatorRatesSource]
    coins: Sequence[OperatorRatesCoin]
    """Every coin of the followed networks, except the test network."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> OperatorRates:
        return cls(
            sources=read_list(wire, "sources", OperatorRatesSource.from_wire),
            coins=read_list(wire, "coins", OperatorRatesCoin.from_wire),
            raw=wire,
        )


@dataclass(frozen=True)
class OperatorRatesSource:
    name: str
    state: OperatorRatesSourceState
    """doubted: some of its prices disagree with the others or jumped, and are ignored."""
    fault: Optional[str]
    """Why it returned no prices the last time."""
    heard_at: Optional[datetime]
    """The time of its last prices."""
    answered_in_ms: Optional[Decimal]
    prices: int
    """The number of pairs that it priced the last time."""
    apart: Sequence[str]
    """Pairs in which it disagrees with the others and is ignored."""
    doubted: Sequence[str]
    """Pairs that only it prices, and whose price jumped."""
    refused: Sequence[str]
    """Pairs with an invalid price."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> OperatorRatesSource:
        return cls(
            name=read(wire, "name"),
            state=read(wire, "state"),
            fault=read(wire, "fault"),
            heard_at=read(wire, "heard_at", to_time),
            answered_in_ms=read(wire, "answered_in_ms", to_decimal),
            prices=read(wire, "prices"),
            apart=read_list(wire, "apart"),
            doubted=read_list(wire, "doubted"),
            refused=read_list(wire, "refused"),
            raw=wire,
        )


@dataclass(frozen=True)
class OperatorRatesCoin:
    cryptocurrency: str
    rate: Optional[str]
    """USD for one whole coin; null if it is not known now."""
    method: Optional[InvoiceStepRateMethod]
    """fixed: set in quittance.json. at_par: a stable coin at its peg. cross: through the dollar."""
    sources: Sequence[str]
    at: Optional[datetime]
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> OperatorRatesCoin:
        return cls(
            cryptocurrency=read(wire, "cryptocurrency"),
            rate=read(wire, "rate"),
            method=read(wire, "method"),
            sources=read_list(wire, "sources"),
            at=read(wire, "at", to_time),
            raw=wire,
        )


@dataclass(frozen=True)
class OperatorSettings:
    public_url: OperatorSetting
    smtp_url: OperatorSetting
    mail_from: OperatorSetting
    mail_receipts_per_hour: OperatorSetting
    mail_invitations_per_hour: OperatorSetting
    backup_to: OperatorSetting
    backup_every: OperatorSetting
    backup_recipient: OperatorSetting
    sign_up: OperatorSetting
    rate_sources: OperatorSetting
    rate_max_age: OperatorSetting
    security_contact: OperatorSetting
    cors_origins: OperatorSetting
    rate_limit: OperatorSetting
    log_level: OperatorSetting
    log_requests: OperatorSetting
    payout_delay: OperatorSetting
    webhook_allow_cidrs: OperatorSetting
    trust_proxy: OperatorSetting
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> OperatorSettings:
        return cls(
            public_url=read(wire, "public_url", OperatorSetting.from_wire),
            smtp_url=read(wire, "smtp_url", OperatorSetting.from_wire),
            mail_from=read(wire, "mail_from", OperatorSetting.from_wire),
            mail_receipts_per_hour=read(wire, "mail_receipts_per_hour", OperatorSetting.from_wire),
            mail_invitations_per_hour=read(wire, "mail_invitations_per_hour", OperatorSetting.from_wire),
            backup_to=read(wire, "backup_to", OperatorSetting.from_wire),
            backup_every=read(wire, "backup_every", OperatorSetting.from_wire),
            backup_recipient=read(wire, "backup_recipient", OperatorSetting.from_wire),
            sign_up=read(wire, "sign_up", OperatorSetting.from_wire),
            rate_sources=read(wire, "rate_sources", OperatorSetting.from_wire),
            rate_max_age=read(wire, "rate_max_age", OperatorSetting.from_wire),
            security_contact=read(wire, "security_contact", OperatorSetting.from_wire),
            cors_origins=read(wire, "cors_origins", OperatorSetting.from_wire),
            rate_limit=read(wire, "rate_limit", OperatorSetting.from_wire),
            log_level=read(wire, "log_level", OperatorSetting.from_wire),
            log_requests=read(wire, "log_requests", OperatorSetting.from_wire),
            payout_delay=read(wire, "payout_delay", OperatorSetting.from_wire),
            webhook_allow_cidrs=read(wire, "webhook_allow_cidrs", OperatorSetting.from_wire),
            trust_proxy=read(wire, "trust_proxy", OperatorSetting.from_wire),
            raw=wire,
        )


@dataclass(frozen=True)
class OperatorSetting:
    value: Optional[Union[Sequence[str], Decimal, str]]
    """As it is written. Null if it is unset, and for a secret."""
    source: OperatorSettingsSignUpSource
    changeable: bool
    """Whether PUT accepts it."""
    fixed_by: Optional[str]
    """Where to change it instead: a variable, quittance.json, or the command quittance settings."""
    is_set: bool
    """Whether it has a value."""
    is_secret: bool
    hint: Optional[str]
    """For a secret: its host, or its folder."""
    about: str
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> OperatorSetting:
        return cls(
            value=read(wire, "value"),
            source=read(wire, "source"),
            changeable=read(wire, "changeable"),
            fixed_by=read(wire, "fixed_by"),
            is_set=read(wire, "is_set"),
            is_secret=read(wire, "is_secret"),
            hint=read(wire, "hint"),
            about=read(wire, "about"),
            raw=wire,
        )


@dataclass(frozen=True)
class Passkey:
    id: str
    name: str
    last_used_at: Optional[datetime]
    created_at: datetime
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Passkey:
        return cls(
            id=read(wire, "id"),
            name=read(wire, "name"),
            last_used_at=read(wire, "last_used_at", to_time),
            created_at=read(wire, "created_at", to_time),
            raw=wire,
        )


@dataclass(frozen=True)
class PayTransactionAnswer:
    hash: str
    """The chain transaction. It is in the next block."""
    from_: str
    to: str
    amount: str
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> PayTransactionAnswer:
        return cls(
            hash=read(wire, "hash"),
            from_=read(wire, "from"),
            to=read(wire, "to"),
            amount=read(wire, "amount"),
            raw=wire,
        )


@dataclass(frozen=True)
class Payment:
    id: str
    invoice_id: str
    to: str
    """The merchant's address."""
    rate: str
    """The fiat price of one whole coin."""
    amount: Optional[str]
    """The amount to send. Null for a payment without a quote."""
    hash: Optional[str]
    block: Optional[int]
    """Null before it is mined, and on a network without blocks."""
    status: PaymentStatus
    """On pages: `processing` is Awaiting payment, or Confirming once `hash` is set; `success` is Confirmed; `rejected`
    is Failed, or Reversed with the reason `reorged`.
    """
    reason: Optional[PaymentReason]
    created_at: datetime
    updated_at: datetime
    expire_at: Optional[datetime]
    cryptocurrency: Cryptocurrency
    network: Network
    received_amount: Optional[str]
    confirmations: int
    required_confirmations: int
    requires_finality: bool
    """Whether its block must also be final on the network."""
    matched_by: Optional[str]
    """The rule that matched the payment with this transaction."""
    identified_by: Optional[PaymentIdentifiedBy]
    """How the payment is recognized: by its own address, by its own amount, or by the hash of the chain transaction if
    no own amount was left: claim it after paying. Null without a quote.
    """
    payment_uri: Optional[str]
    """Opens a wallet to pay: EIP-681 on EVM networks, BIP-321 (BIP-21) on UTXO networks. TRON has no standard: for a
    token it contains the address only.
    """
    explorer_url: Optional[str]
    contract: Optional[str]
    """The token's contract; null for the native coin."""
    claim_text: str
    """The sender signs it, with the chain transaction's hash for `{hash}`, to prove that a payment is theirs."""
    app_id: str
    reference: Optional[str]
    """The reference of its invoice's order."""
    currency: str
    """The currency of its invoice."""
    credited: str
    """The value credited to its invoice, in that currency."""
    from_: Optional[str] = None
    """The sender's address; absent until a payment shows it or a client declares it."""
    address_signature: Optional[str] = None
    """With `signed`: `{invoice_id, transaction_id, status, hash, awaited, to, amount, payment_uri, cryptocurrency,
    contract, network, network_name, chain_id, expire_at, signed_at, nonce}` as a JWS (RFC 7515, ES256), verified
    with GET /address-key. Unless it is `awaited`, `to` is empty.
    """
    claim_notice: Optional[PaymentClaimNotice] = None
    """In the response to a claim for a token that is not accepted here."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Payment:
        return cls(
            id=read(wire, "id"),
            invoice_id=read(wire, "invoice_id"),
            from_=read(wire, "from"),
            to=read(wire, "to"),
            rate=read(wire, "rate"),
            amount=read(wire, "amount"),
            hash=read(wire, "hash"),
            block=read(wire, "block"),
            status=read(wire, "status"),
            reason=read(wire, "reason"),
            created_at=read(wire, "created_at", to_time),
            updated_at=read(wire, "updated_at", to_time),
            expire_at=read(wire, "expire_at", to_time),
            cryptocurrency=read(wire, "cryptocurrency", Cryptocurrency.from_wire),
            network=read(wire, "network", Network.from_wire),
            received_amount=read(wire, "received_amount"),
            confirmations=read(wire, "confirmations"),
            required_confirmations=read(wire, "required_confirmations"),
            requires_finality=read(wire, "requires_finality"),
            matched_by=read(wire, "matched_by"),
            identified_by=read(wire, "identified_by"),
            payment_uri=read(wire, "payment_uri"),
            explorer_url=read(wire, "explorer_url"),
            contract=read(wire, "contract"),
            address_signature=read(wire, "address_signature"),
            claim_text=read(wire, "claim_text"),
            claim_notice=read(wire, "claim_notice", PaymentClaimNotice.from_wire),
            app_id=read(wire, "app_id"),
            reference=read(wire, "reference"),
            currency=read(wire, "currency"),
            credited=read(wire, "credited"),
            raw=wire,
        )


@dataclass(frozen=True)
class PaymentClaimNotice:
    code: Literal["unlisted_token"]
    contract: str
    message: str
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> PaymentClaimNotice:
        return cls(code=read(wire, "code"), contract=read(wire, "contract"), message=read(wire, "message"), raw=wire)


@dataclass(frozen=True)
class PaymentLink:
    id: str
    app_id: str
    slug: str
    url: str
    currency: str
    total: Optional[str]
    """The total for each payer; null if the payer enters it."""
    description: Optional[str]
    created_at: datetime
    updated_at: datetime
    warnings: Optional[Sequence[Warning]] = None
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> PaymentLink:
        return cls(
            id=read(wire, "id"),
            app_id=read(wire, "app_id"),
            slug=read(wire, "slug"),
            url=read(wire, "url"),
            currency=read(wire, "currency"),
            total=read(wire, "total"),
            description=read(wire, "description"),
            warnings=read_optional_list(wire, "warnings", Warning.from_wire),
            created_at=read(wire, "created_at", to_time),
            updated_at=read(wire, "updated_at", to_time),
            raw=wire,
        )


@dataclass(frozen=True)
class PayoutChange:
    id: str
    app_id: str
    address_id: Optional[str]
    """See GET /app-addresses. null for a slug."""
    network: Optional[str]
    """The network of the address; null if it is not configured now."""
    kind: PayoutChangeKind
    value: str
    """The requested address, key or URL. It stays here after the change has ended."""
    label: Optional[str]
    slug: Optional[str]
    """The slug that will lead to another app."""
    to_app_id: Optional[str]
    """The app that the slug will lead to."""
    change: PayoutChangeChange
    status: PayoutChangeStatus
    """withdrawn: the address was changed again, or removed, before its time."""
    effective_at: datetime
    """When customers are shown the address, unless it is stopped."""
    requested_by: Optional[str]
    decided_at: Optional[datetime]
    created_at: datetime
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> PayoutChange:
        return cls(
            id=read(wire, "id"),
            app_id=read(wire, "app_id"),
            address_id=read(wire, "address_id"),
            network=read(wire, "network"),
            kind=read(wire, "kind"),
            value=read(wire, "value"),
            label=read(wire, "label"),
            slug=read(wire, "slug"),
            to_app_id=read(wire, "to_app_id"),
            change=read(wire, "change"),
            status=read(wire, "status"),
            effective_at=read(wire, "effective_at", to_time),
            requested_by=read(wire, "requested_by"),
            decided_at=read(wire, "decided_at", to_time),
            created_at=read(wire, "created_at", to_time),
            raw=wire,
        )


@dataclass(frozen=True)
class PersonalAccessToken:
    id: str
    name: str
    last_four: str
    """The last characters of the token, to recognize it."""
    scopes: Sequence[Scope]
    app_ids: Optional[Sequence[str]]
    """The only apps that it covers; null: all of the owner’s."""
    cidrs: Optional[Sequence[str]]
    """The only addresses that it works from; null: any."""
    expires_at: datetime
    last_used_at: Optional[datetime]
    created_at: datetime
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> PersonalAccessToken:
        return cls(
            id=read(wire, "id"),
            name=read(wire, "name"),
            last_four=read(wire, "last_four"),
            scopes=read_list(wire, "scopes"),
            app_ids=read_optional_list(wire, "app_ids"),
            cidrs=read_optional_list(wire, "cidrs"),
            expires_at=read(wire, "expires_at", to_time),
            last_used_at=read(wire, "last_used_at", to_time),
            created_at=read(wire, "created_at", to_time),
            raw=wire,
        )


@dataclass(frozen=True)
class Problem:
    type: str
    title: str
    status: int
    detail: str
    """The cause of the problem and its remedy."""
    code: str
    request_id: str
    errors: Optional[Sequence[ProblemError]] = None
    """For validation errors: one entry per rejected field."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Problem:
        return cls(
            type=read(wire, "type"),
            title=read(wire, "title"),
            status=read(wire, "status"),
            detail=read(wire, "detail"),
            code=read(wire, "code"),
            request_id=read(wire, "request_id"),
            errors=read_optional_list(wire, "errors", ProblemError.from_wire),
            raw=wire,
        )


@dataclass(frozen=True)
class ProblemError:
    field: str
    code: str
    message: str
    proof_text: Optional[str] = None
    """With `address_in_use`: the text that the holder of the address signs to prove control of it."""
    proof_payment: Optional[ProblemErrorProofPayment] = None
    """If the address cannot sign: this payment from it to itself proves control."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> ProblemError:
        return cls(
            field=read(wire, "field"),
            code=read(wire, "code"),
            message=read(wire, "message"),
            proof_text=read(wire, "proof_text"),
            proof_payment=read(wire, "proof_payment", ProblemErrorProofPayment.from_wire),
            raw=wire,
        )


@dataclass(frozen=True)
class ProblemErrorProofPayment:
    cryptocurrency: str
    network: str
    amount: str
    expires_at: datetime
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> ProblemErrorProofPayment:
        return cls(
            cryptocurrency=read(wire, "cryptocurrency"),
            network=read(wire, "network"),
            amount=read(wire, "amount"),
            expires_at=read(wire, "expires_at", to_time),
            raw=wire,
        )


@dataclass(frozen=True)
class PublicApp:
    id: str
    name: str
    description: Optional[str]
    slug: Optional[str]
    image: Optional[str]
    """URL of the image."""
    url: str
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> PublicApp:
        return cls(
            id=read(wire, "id"),
            name=read(wire, "name"),
            description=read(wire, "description"),
            slug=read(wire, "slug"),
            image=read(wire, "image"),
            url=read(wire, "url"),
            raw=wire,
        )


@dataclass(frozen=True)
class PullPayment:
    id: str
    """Also the id of its refund, once it is assigned."""
    app_id: str
    status: PullPaymentStatus
    """`waiting`: it has no invoice. `assigned`: it is a refund. `archived`: it was given up."""
    name: str
    """In the words of the shop."""
    description: Optional[str]
    fiat_value: str
    """A decimal in the currency."""
    currency: str
    order_id: Optional[str]
    """The number of an order of the shop that the name has."""
    invoice_id: Optional[str]
    cryptocurrency: Optional[str]
    """The coin that the customer chose meanwhile."""
    network: Optional[str]
    to: Optional[str]
    """The destination that the customer named meanwhile."""
    refund_url: str
    """The page where the customer names the destination."""
    created_at: datetime
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> PullPayment:
        return cls(
            id=read(wire, "id"),
            app_id=read(wire, "app_id"),
            status=read(wire, "status"),
            name=read(wire, "name"),
            description=read(wire, "description"),
            fiat_value=read(wire, "fiat_value"),
            currency=read(wire, "currency"),
            order_id=read(wire, "order_id"),
            invoice_id=read(wire, "invoice_id"),
            cryptocurrency=read(wire, "cryptocurrency"),
            network=read(wire, "network"),
            to=read(wire, "to"),
            refund_url=read(wire, "refund_url"),
            created_at=read(wire, "created_at", to_time),
            raw=wire,
        )


@dataclass(frozen=True)
class RecogniseAppAddressAnswer:
    kind: Optional[AppAddressKind]
    """As `kind` of createAppAddress; null if it is neither."""
    belongs_to: Sequence[str]
    """The chains that it belongs to, by their English names."""
    networks: Sequence[RecogniseAppAddressAnswerNetwork]
    """The networks of this instance that accept it; empty for an address of a network that is unknown here."""
    problems: Sequence[RecogniseAppAddressAnswerProblem]
    """Why it is neither, if that is known."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> RecogniseAppAddressAnswer:
        return cls(
            kind=read(wire, "kind"),
            belongs_to=read_list(wire, "belongs_to"),
            networks=read_list(wire, "networks", RecogniseAppAddressAnswerNetwork.from_wire),
            problems=read_list(wire, "problems", RecogniseAppAddressAnswerProblem.from_wire),
            raw=wire,
        )


@dataclass(frozen=True)
class RecogniseAppAddressAnswerNetwork:
    symbol: str
    scripts: Sequence[RecogniseAppAddressAnswerNetworkScript]
    """Values for `script` if the key leaves the kind of addresses open; otherwise empty."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> RecogniseAppAddressAnswerNetwork:
        return cls(
            symbol=read(wire, "symbol"),
            scripts=read_list(wire, "scripts", RecogniseAppAddressAnswerNetworkScript.from_wire),
            raw=wire,
        )


@dataclass(frozen=True)
class RecogniseAppAddressAnswerNetworkScript:
    script: CreateAppAddressBodyScript
    begins: Sequence[str]
    """The possible first characters of such an address here."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> RecogniseAppAddressAnswerNetworkScript:
        return cls(script=read(wire, "script"), begins=read_list(wire, "begins"), raw=wire)


@dataclass(frozen=True)
class RecogniseAppAddressAnswerProblem:
    code: str
    message: str
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> RecogniseAppAddressAnswerProblem:
        return cls(code=read(wire, "code"), message=read(wire, "message"), raw=wire)


@dataclass(frozen=True)
class Refund:
    id: str
    invoice_id: str
    status: RefundStatus
    """`awaiting_address`: the customer names the destination at `refund_url`. `ready`: send `amount` to `to`. `seen`: a
    transfer to it is in a block. `sent`: it is confirmed. A reorg takes both steps back.
    """
    fiat_value: str
    """A decimal in the invoice's currency."""
    currency: str
    cryptocurrency: str
    network: str
    network_name: str
    to: Optional[str]
    amount: Optional[str]
    """In coins; null before `ready`."""
    hash: Optional[str]
    confirmations: int
    required_confirmations: int
    explorer_url: Optional[str]
    exceeds_paid: bool
    """Whether the open refunds of the invoice exceed the paid amount, as after a reorg removed a payment. Nothing can
    be signed until the payment is back, or the merchant cancels refunds.
    """
    suggested_to: Optional[str]
    """Where the payment came from, until a destination is given. An exchange’s address must not be used: its customers
    cannot receive there.
    """
    suggested_by: Optional[RefundSuggestedBy]
    """`chain`: the chain shows that sender. `payer`: the payer stated it, and nothing proves it."""
    amount_differs: bool
    """Another amount came. Send the right one, or accept it. `hash` is of the transfer that came."""
    seen_at: Optional[datetime]
    """When its transfer was seen. If a reorg removes the transfer, the time stays, and the status is `ready`."""
    created_at: datetime
    updated_at: datetime
    app_id: Optional[str] = None
    refund_url: Optional[str] = None
    """The page where the customer names the destination and follows the refund."""
    rate_kind: Optional[RefundRateKind] = None
    rate: Optional[str] = None
    """Fiat for one coin; null until it is quoted."""
    rate_sources: Optional[RefundRateSources] = None
    quoted_until: Optional[datetime] = None
    """Until then the amount is held. Reading the refund later renews it."""
    reason: Optional[str] = None
    payment_uri: Optional[str] = None
    """For the merchant’s wallet, while `ready`, or `seen` with `amount_differs`."""
    unsigned: Optional[Union[str, Mapping[str, Any]]] = None
    """The transfer to sign, while there is a `payment_uri`. EVM: `{chain_id, to, value, data}`. TRON: the parameters of
    `TransferContract` or `TriggerSmartContract`. Amounts are decimals in smallest units. UTXO: a PSBT (BIP-174) as
    base64 text, built from coins that the app’s extended public key received.
    """
    unsigned_reason: Optional[RefundUnsignedReason] = None
    """Why `unsigned` is null while `ready`. `not_prepared`: read the refund to have its PSBT built. `no_extended_key`:
    the app has no extended public key on the network. `not_enough_coins`: the confirmed coins that the key received,
    and that no other refund uses, do not suffice. `network_unavailable`: no endpoint answers. `fee_too_high`: the
    reported fee rate is not plausible, or the fee exceeds the amount. `wallet_not_supported`: the wallet has too
    many keys. `in_batch`: a PSBT of several refunds pays it. `below_minimum`: the held amount expired, and at the
    present rate and fees it is too small to be sent. `earlier_psbt_sent`: the coins of an earlier PSBT of this
    refund are spent, or another refund uses them. If you sent that PSBT, wait for its confirmation. Otherwise send
    the amount by `payment_uri`, or cancel this refund and prepare it again. `exceeds_paid`: the open refunds of the
    invoice exceed the paid amount, as after a reorg removed a payment.
    """
    network_fee: Optional[str] = None
    """The network fee of the PSBT, in coins; null without one."""
    block: Optional[int] = None
    from_: Optional[str] = None
    """The sender, where the chain shows it."""
    from_own: Optional[bool] = None
    """Whether the sender is an address of the app; null if not known."""
    sent_amount: Optional[str] = None
    """In coins."""
    refunded: Optional[str] = None
    """What it gave back, in the invoice's currency; 0 until `sent`."""
    reported_hash: Optional[str] = None
    is_customers_address: Optional[bool] = None
    """Whether the customer named `to`."""
    sent_after_cancellation: Optional[bool] = None
    ready_at: Optional[datetime] = None
    sent_at: Optional[datetime] = None
    canceled_at: Optional[datetime] = None
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Refund:
        return cls(
            id=read(wire, "id"),
            invoice_id=read(wire, "invoice_id"),
            status=read(wire, "status"),
            fiat_value=read(wire, "fiat_value"),
            currency=read(wire, "currency"),
            cryptocurrency=read(wire, "cryptocurrency"),
            network=read(wire, "network"),
            network_name=read(wire, "network_name"),
            to=read(wire, "to"),
            amount=read(wire, "amount"),
            hash=read(wire, "hash"),
            confirmations=read(wire, "confirmations"),
            required_confirmations=read(wire, "required_confirmations"),
            explorer_url=read(wire, "explorer_url"),
            exceeds_paid=read(wire, "exceeds_paid"),
            suggested_to=read(wire, "suggested_to"),
            suggested_by=read(wire, "suggested_by"),
            amount_differs=read(wire, "amount_differs"),
            seen_at=read(wire, "seen_at", to_time),
            created_at=read(wire, "created_at", to_time),
            updated_at=read(wire, "updated_at", to_time),
            app_id=read(wire, "app_id"),
            refund_url=read(wire, "refund_url"),
            rate_kind=read(wire, "rate_kind"),
            rate=read(wire, "rate"),
            rate_sources=read(wire, "rate_sources", RefundRateSources.from_wire),
            quoted_until=read(wire, "quoted_until", to_time),
            reason=read(wire, "reason"),
            payment_uri=read(wire, "payment_uri"),
            unsigned=read(wire, "unsigned"),
            unsigned_reason=read(wire, "unsigned_reason"),
            network_fee=read(wire, "network_fee"),
            block=read(wire, "block"),
            from_=read(wire, "from"),
            from_own=read(wire, "from_own"),
            sent_amount=read(wire, "sent_amount"),
            refunded=read(wire, "refunded"),
            reported_hash=read(wire, "reported_hash"),
            is_customers_address=read(wire, "is_customers_address"),
            sent_after_cancellation=read(wire, "sent_after_cancellation"),
            ready_at=read(wire, "ready_at", to_time),
            sent_at=read(wire, "sent_at", to_time),
            canceled_at=read(wire, "canceled_at", to_time),
            raw=wire,
        )


@dataclass(frozen=True)
class RefundRateSources:
    method: str
    at: str
    sources: Sequence[RefundRateSourcesSource]
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> RefundRateSources:
        return cls(
            method=read(wire, "method"),
            at=read(wire, "at"),
            sources=read_list(wire, "sources", RefundRateSourcesSource.from_wire),
            raw=wire,
        )


@dataclass(frozen=True)
class RefundRateSourcesSource:
    source: str
    rate: str
    at: str
    pair: Optional[str] = None
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> RefundRateSourcesSource:
        return cls(
            source=read(wire, "source"),
            rate=read(wire, "rate"),
            at=read(wire, "at"),
            pair=read(wire, "pair"),
            raw=wire,
        )


@dataclass(frozen=True)
class RefundBatch:
    psbt: str
    """BIP-174, in base64."""
    refund_ids: Sequence[str]
    fee: str
    """In coins."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> RefundBatch:
        return cls(psbt=read(wire, "psbt"), refund_ids=read_list(wire, "refund_ids"), fee=read(wire, "fee"), raw=wire)


@dataclass(frozen=True)
class ReplayWebhookAnswer:
    id: str
    webhook_id: str
    since: datetime
    count: int
    """How many events are sent."""
    next_since: Optional[datetime]
    """Where the next replay goes on; null: this one sends all."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> ReplayWebhookAnswer:
        return cls(
            id=read(wire, "id"),
            webhook_id=read(wire, "webhook_id"),
            since=read(wire, "since", to_time),
            count=read(wire, "count"),
            next_since=read(wire, "next_since", to_time),
            raw=wire,
        )


@dataclass(frozen=True)
class Request:
    id: str
    """The id of the request."""
    request_id: str
    """The same id, as in X-Request-Id and in `request_id` of a problem."""
    app_id: str
    operation: str
    """The operationId."""
    method: str
    path: str
    """As received, without the query."""
    query: str
    """Without secrets. Empty if there was none."""
    status: int
    """The HTTP status of the response."""
    error_code: Optional[str]
    """The `code` of the problem. Null for a success."""
    caller_kind: RequestCallerKind
    actor: str
    """The person and their token, or the app by its own token."""
    token_name: Optional[str]
    """The name of the token or of the OAuth2 client. Null for a session and for the main app token."""
    duration_ms: int
    """Milliseconds until the response was sent."""
    created_at: datetime
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Request:
        return cls(
            id=read(wire, "id"),
            request_id=read(wire, "request_id"),
            app_id=read(wire, "app_id"),
            operation=read(wire, "operation"),
            method=read(wire, "method"),
            path=read(wire, "path"),
            query=read(wire, "query"),
            status=read(wire, "status"),
            error_code=read(wire, "error_code"),
            caller_kind=read(wire, "caller_kind"),
            actor=read(wire, "actor"),
            token_name=read(wire, "token_name"),
            duration_ms=read(wire, "duration_ms"),
            created_at=read(wire, "created_at", to_time),
            raw=wire,
        )


@dataclass(frozen=True)
class Session:
    id: str
    current: bool
    """Whether it is the session of this request."""
    ip_address: Optional[str]
    user_agent: Optional[str]
    last_used_at: datetime
    expires_at: datetime
    created_at: datetime
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Session:
        return cls(
            id=read(wire, "id"),
            current=read(wire, "current"),
            ip_address=read(wire, "ip_address"),
            user_agent=read(wire, "user_agent"),
            last_used_at=read(wire, "last_used_at", to_time),
            expires_at=read(wire, "expires_at", to_time),
            created_at=read(wire, "created_at", to_time),
            raw=wire,
        )


@dataclass(frozen=True)
class TestClock:
    app_id: str
    now: datetime
    """The time on the clock of the app."""
    advanced_seconds: int
    """The sum of all advances, by which the clock runs ahead of the clock of the service."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> TestClock:
        return cls(
            app_id=read(wire, "app_id"),
            now=read(wire, "now", to_time),
            advanced_seconds=read(wire, "advanced_seconds"),
            raw=wire,
        )


@dataclass(frozen=True)
class TestMail:
    sent: bool
    """Whether the mail server accepted the mail."""
    to: str
    """Your e-mail address."""
    error: Optional[str]
    """Why it was not sent."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> TestMail:
        return cls(sent=read(wire, "sent"), to=read(wire, "to"), error=read(wire, "error"), raw=wire)


@dataclass(frozen=True)
class Transaction:
    id: str
    invoice_id: str
    to: str
    """The merchant's address."""
    rate: str
    """The fiat price of one whole coin."""
    amount: Optional[str]
    """The amount to send. Null for a payment without a quote."""
    hash: Optional[str]
    block: Optional[int]
    """Null before it is mined, and on a network without blocks."""
    status: PaymentStatus
    """On pages: `processing` is Awaiting payment, or Confirming once `hash` is set; `success` is Confirmed; `rejected`
    is Failed, or Reversed with the reason `reorged`.
    """
    reason: Optional[PaymentReason]
    created_at: datetime
    updated_at: datetime
    expire_at: Optional[datetime]
    cryptocurrency: Cryptocurrency
    network: Network
    received_amount: Optional[str]
    confirmations: int
    required_confirmations: int
    requires_finality: bool
    """Whether its block must also be final on the network."""
    matched_by: Optional[str]
    """The rule that matched the payment with this transaction."""
    identified_by: Optional[PaymentIdentifiedBy]
    """How the payment is recognized: by its own address, by its own amount, or by the hash of the chain transaction if
    no own amount was left: claim it after paying. Null without a quote.
    """
    payment_uri: Optional[str]
    """Opens a wallet to pay: EIP-681 on EVM networks, BIP-321 (BIP-21) on UTXO networks. TRON has no standard: for a
    token it contains the address only.
    """
    explorer_url: Optional[str]
    contract: Optional[str]
    """The token's contract; null for the native coin."""
    claim_text: str
    """The sender signs it, with the chain transaction's hash for `{hash}`, to prove that a payment is theirs."""
    from_: Optional[str] = None
    """The sender's address; absent until a payment shows it or a client declares it."""
    address_signature: Optional[str] = None
    """With `signed`: `{invoice_id, transaction_id, status, hash, awaited, to, amount, payment_uri, cryptocurrency,
    contract, network, network_name, chain_id, expire_at, signed_at, nonce}` as a JWS (RFC 7515, ES256), verified
    with GET /address-key. Unless it is `awaited`, `to` is empty.
    """
    claim_notice: Optional[TransactionClaimNotice] = None
    """In the response to a claim for a token that is not accepted here."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Transaction:
        return cls(
            id=read(wire, "id"),
            invoice_id=read(wire, "invoice_id"),
            from_=read(wire, "from"),
            to=read(wire, "to"),
            rate=read(wire, "rate"),
            amount=read(wire, "amount"),
            hash=read(wire, "hash"),
            block=read(wire, "block"),
            status=read(wire, "status"),
            reason=read(wire, "reason"),
            created_at=read(wire, "created_at", to_time),
            updated_at=read(wire, "updated_at", to_time),
            expire_at=read(wire, "expire_at", to_time),
            cryptocurrency=read(wire, "cryptocurrency", Cryptocurrency.from_wire),
            network=read(wire, "network", Network.from_wire),
            received_amount=read(wire, "received_amount"),
            confirmations=read(wire, "confirmations"),
            required_confirmations=read(wire, "required_confirmations"),
            requires_finality=read(wire, "requires_finality"),
            matched_by=read(wire, "matched_by"),
            identified_by=read(wire, "identified_by"),
            payment_uri=read(wire, "payment_uri"),
            explorer_url=read(wire, "explorer_url"),
            contract=read(wire, "contract"),
            address_signature=read(wire, "address_signature"),
            claim_text=read(wire, "claim_text"),
            claim_notice=read(wire, "claim_notice", TransactionClaimNotice.from_wire),
            raw=wire,
        )


@dataclass(frozen=True)
class TransactionClaimNotice:
    code: Literal["unlisted_token"]
    contract: str
    message: str
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> TransactionClaimNotice:
        return cls(code=read(wire, "code"), contract=read(wire, "contract"), message=read(wire, "message"), raw=wire)


@dataclass(frozen=True)
class Turnout:
    created: Optional[int]
    """Invoices created; null by coin, because an invoice has no coin."""
    paid: int
    """How many of them are paid; by coin: those it was credited to."""
    conversion: Optional[Decimal]
    """paid ÷ created, from 0 to 1, to four digits."""
    median_seconds: Optional[Decimal]
    """From creation to payment: the median of the paid ones."""
    p95_seconds: Optional[Decimal]
    """From creation to payment: the 95th percentile."""
    volume: Sequence[Credited]
    """By currency: the credits and refunds in this period, for invoices of any date."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Turnout:
        return cls(
            created=read(wire, "created"),
            paid=read(wire, "paid"),
            conversion=read(wire, "conversion", to_decimal),
            median_seconds=read(wire, "median_seconds", to_decimal),
            p95_seconds=read(wire, "p95_seconds", to_decimal),
            volume=read_list(wire, "volume", Credited.from_wire),
            raw=wire,
        )


@dataclass(frozen=True)
class TurnoutPart:
    created: Optional[int]
    """Invoices created; null by coin, because an invoice has no coin."""
    paid: int
    """How many of them are paid; by coin: those it was credited to."""
    conversion: Optional[Decimal]
    """paid ÷ created, from 0 to 1, to four digits."""
    median_seconds: Optional[Decimal]
    """From creation to payment: the median of the paid ones."""
    p95_seconds: Optional[Decimal]
    """From creation to payment: the 95th percentile."""
    volume: Sequence[Credited]
    """By currency: the credits and refunds in this period, for invoices of any date."""
    date: Optional[str] = None
    """By day: each day, also those without any."""
    status: Optional[str] = None
    """By status: the current status of the invoices."""
    cryptocurrency: Optional[str] = None
    """By coin."""
    network: Optional[str] = None
    """By coin."""
    contract: Optional[str] = None
    """By coin; null for the native one."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> TurnoutPart:
        return cls(
            date=read(wire, "date"),
            status=read(wire, "status"),
            cryptocurrency=read(wire, "cryptocurrency"),
            network=read(wire, "network"),
            contract=read(wire, "contract"),
            created=read(wire, "created"),
            paid=read(wire, "paid"),
            conversion=read(wire, "conversion", to_decimal),
            median_seconds=read(wire, "median_seconds", to_decimal),
            p95_seconds=read(wire, "p95_seconds", to_decimal),
            volume=read_list(wire, "volume", Credited.from_wire),
            raw=wire,
        )


@dataclass(frozen=True)
class UnmatchedPayment:
    id: str
    app_id: str
    status: UnmatchedPaymentStatus
    """`withdrawn`: a reorganization of the chain removed it."""
    reason: str
    """Why: `unknown`, `ambiguous`, `wrong_asset`, `wrong_network`, `invoice_canceled`, `held` (by late_payments),
    `short_delivery` (less arrived than the token reports), `selfdestruct` (sent without a call), `unproved_call`
    (shown by the balance only), `asset_stopped` (its contract contradicts the pinned decimals), `address_blocked`
    (by the token’s issuer), `out_of_range` (too large), `undecided` (see the log).
    """
    candidates: Sequence[str]
    """Transactions that it may pay, the likeliest first."""
    evidence: Sequence[UnmatchedPaymentEvidenceItem]
    """The evidence for each candidate."""
    dust: bool
    """Worth almost nothing: one entry for each coin, address and day (UTC)."""
    claims: Sequence[str]
    """Transactions with a customer’s claim for it."""
    transaction_id: Optional[str]
    """The transaction that it was assigned to."""
    cryptocurrency: str
    network: str
    contract: Optional[str]
    from_: Optional[str]
    to: str
    amount: str
    hash: str
    block: Optional[int]
    created_at: datetime
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> UnmatchedPayment:
        return cls(
            id=read(wire, "id"),
            app_id=read(wire, "app_id"),
            status=read(wire, "status"),
            reason=read(wire, "reason"),
            candidates=read_list(wire, "candidates"),
            evidence=read_list(wire, "evidence", UnmatchedPaymentEvidenceItem.from_wire),
            dust=read(wire, "dust"),
            claims=read_list(wire, "claims"),
            transaction_id=read(wire, "transaction_id"),
            cryptocurrency=read(wire, "cryptocurrency"),
            network=read(wire, "network"),
            contract=read(wire, "contract"),
            from_=read(wire, "from"),
            to=read(wire, "to"),
            amount=read(wire, "amount"),
            hash=read(wire, "hash"),
            block=read(wire, "block"),
            created_at=read(wire, "created_at", to_time),
            raw=wire,
        )


@dataclass(frozen=True)
class UnmatchedPaymentEvidenceItem:
    transaction_id: str
    speaks: Sequence[InvoiceStepSpeak]
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> UnmatchedPaymentEvidenceItem:
        return cls(transaction_id=read(wire, "transaction_id"), speaks=read_list(wire, "speaks"), raw=wire)


@dataclass(frozen=True)
class UpdateNotificationChoiceAnswer:
    kind: UpdateNotificationChoiceAnswerKind
    mail: bool
    """Whether it goes by mail."""
    mail_required: bool
    """Whether it always goes by mail."""
    channel_ids: Sequence[str]
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> UpdateNotificationChoiceAnswer:
        return cls(
            kind=read(wire, "kind"),
            mail=read(wire, "mail"),
            mail_required=read(wire, "mail_required"),
            channel_ids=read_list(wire, "channel_ids"),
            raw=wire,
        )


@dataclass(frozen=True)
class UpdateOperatorNetworkAnswer:
    symbol: str
    name: str
    type: str
    """Its family."""
    chain_id: Optional[int]
    test: bool
    enabled: bool
    """Whether its endpoints are used."""
    confirmations: int
    native: str
    """The symbol of its native coin."""
    tokens: Sequence[UpdateOperatorNetworkAnswerToken]
    addresses: Sequence[str]
    """The saved endpoints, with keys masked."""
    checks: Sequence[OperatorEndpoints]
    """The report for each endpoint. Empty if the network is off."""
    note: Optional[str]
    """How several endpoints work together."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> UpdateOperatorNetworkAnswer:
        return cls(
            symbol=read(wire, "symbol"),
            name=read(wire, "name"),
            type=read(wire, "type"),
            chain_id=read(wire, "chain_id"),
            test=read(wire, "test"),
            enabled=read(wire, "enabled"),
            confirmations=read(wire, "confirmations"),
            native=read(wire, "native"),
            tokens=read_list(wire, "tokens", UpdateOperatorNetworkAnswerToken.from_wire),
            addresses=read_list(wire, "addresses"),
            checks=read_list(wire, "checks", OperatorEndpoints.from_wire),
            note=read(wire, "note"),
            raw=wire,
        )


@dataclass(frozen=True)
class UpdateOperatorNetworkAnswerToken:
    symbol: str
    name: str
    contract: str
    decimals: int
    stable: bool
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> UpdateOperatorNetworkAnswerToken:
        return cls(
            symbol=read(wire, "symbol"),
            name=read(wire, "name"),
            contract=read(wire, "contract"),
            decimals=read(wire, "decimals"),
            stable=read(wire, "stable"),
            raw=wire,
        )


@dataclass(frozen=True)
class UploadTarget:
    name: str
    """Set this as `image` of an app after the upload, within a day."""
    method: Literal["PUT"]
    url: str
    """Accepts the picture as the body. Its query contains the authorization."""
    headers: Mapping[str, str]
    """Send them unchanged."""
    expires_at: datetime
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> UploadTarget:
        return cls(
            name=read(wire, "name"),
            method=read(wire, "method"),
            url=read(wire, "url"),
            headers=read(wire, "headers"),
            expires_at=read(wire, "expires_at", to_time),
            raw=wire,
        )


@dataclass(frozen=True)
class Warning:
    """A field of this request that was cut, rounded or left out. `no_rate`: no coin of the app has a rate in it.
    `waiting`: see GET /payout-changes.
    """
    field: str
    code: WarningCode
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Warning:
        return cls(field=read(wire, "field"), code=read(wire, "code"), raw=wire)


@dataclass(frozen=True)
class Webhook:
    id: str
    app_id: str
    url: str
    events: Optional[Sequence[str]]
    """The event types it is sent; null for all types, including future ones."""
    description: Optional[str]
    signature: WebhookSignature
    """`v1`: HMAC-SHA256 with the secret. `v1a`: Ed25519, verified with `public_key`."""
    public_key: Optional[str]
    """Verifies deliveries signed with `v1a`: `whpk_` and 32 bytes in base64."""
    enabled: bool
    disabled_reason: Optional[str]
    """`by_owner`, `gone` (it answered 410), `failing` (only failures for five days) or `tampered` (changed outside the
    service: delete it and add a new one).
    """
    failing_since: Optional[datetime]
    previous_secret_until: Optional[datetime]
    """Until this time the previous secret signs too; null if it was never rotated."""
    dialect: WebhookDialect
    """The form of its deliveries. `quittance`: the events of this API."""
    door_id: Optional[str]
    """The door that it belongs to; null for an endpoint that was added through this API."""
    created_at: datetime
    updated_at: datetime
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> Webhook:
        return cls(
            id=read(wire, "id"),
            app_id=read(wire, "app_id"),
            url=read(wire, "url"),
            events=read_optional_list(wire, "events"),
            description=read(wire, "description"),
            signature=read(wire, "signature"),
            public_key=read(wire, "public_key"),
            enabled=read(wire, "enabled"),
            disabled_reason=read(wire, "disabled_reason"),
            failing_since=read(wire, "failing_since", to_time),
            previous_secret_until=read(wire, "previous_secret_until", to_time),
            dialect=read(wire, "dialect"),
            door_id=read(wire, "door_id"),
            created_at=read(wire, "created_at", to_time),
            updated_at=read(wire, "updated_at", to_time),
            raw=wire,
        )


@dataclass(frozen=True)
class WebhookDelivery:
    id: str
    webhook_id: str
    event_id: str
    """Sent as the header webhook-id at every attempt."""
    event_type: str
    status: WebhookDeliveryStatus
    attempts: int
    next_attempt_at: Optional[datetime]
    response_status: Optional[int]
    response_body: Optional[str]
    """The first KiB of the last response body."""
    error: Optional[str]
    created_at: datetime
    updated_at: datetime
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> WebhookDelivery:
        return cls(
            id=read(wire, "id"),
            webhook_id=read(wire, "webhook_id"),
            event_id=read(wire, "event_id"),
            event_type=read(wire, "event_type"),
            status=read(wire, "status"),
            attempts=read(wire, "attempts"),
            next_attempt_at=read(wire, "next_attempt_at", to_time),
            response_status=read(wire, "response_status"),
            response_body=read(wire, "response_body"),
            error=read(wire, "error"),
            created_at=read(wire, "created_at", to_time),
            updated_at=read(wire, "updated_at", to_time),
            raw=wire,
        )


@dataclass(frozen=True)
class WebhookWithSecret:
    id: str
    app_id: str
    url: str
    events: Optional[Sequence[str]]
    """The event types it is sent; null for all types, including future ones."""
    description: Optional[str]
    signature: WebhookSignature
    """`v1`: HMAC-SHA256 with the secret. `v1a`: Ed25519, verified with `public_key`."""
    public_key: Optional[str]
    """Verifies deliveries signed with `v1a`: `whpk_` and 32 bytes in base64."""
    enabled: bool
    disabled_reason: Optional[str]
    """`by_owner`, `gone` (it answered 410), `failing` (only failures for five days) or `tampered` (changed outside the
    service: delete it and add a new one).
    """
    failing_since: Optional[datetime]
    previous_secret_until: Optional[datetime]
    """Until this time the previous secret signs too; null if it was never rotated."""
    dialect: WebhookDialect
    """The form of its deliveries. `quittance`: the events of this API."""
    door_id: Optional[str]
    """The door that it belongs to; null for an endpoint that was added through this API."""
    created_at: datetime
    updated_at: datetime
    secret: Optional[str]
    """Verifies `v1` signatures. It is only in this response, so store it. null for `v1a`: its private key never leaves
    the service.
    """
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> WebhookWithSecret:
        return cls(
            id=read(wire, "id"),
            app_id=read(wire, "app_id"),
            url=read(wire, "url"),
            events=read_optional_list(wire, "events"),
            description=read(wire, "description"),
            signature=read(wire, "signature"),
            public_key=read(wire, "public_key"),
            enabled=read(wire, "enabled"),
            disabled_reason=read(wire, "disabled_reason"),
            failing_since=read(wire, "failing_since", to_time),
            previous_secret_until=read(wire, "previous_secret_until", to_time),
            dialect=read(wire, "dialect"),
            door_id=read(wire, "door_id"),
            created_at=read(wire, "created_at", to_time),
            updated_at=read(wire, "updated_at", to_time),
            secret=read(wire, "secret"),
            raw=wire,
        )


@dataclass(frozen=True)
class InvoiceEventData(Invoice):
    simulated: Optional[bool] = None
    """True in an event of POST /sandbox/event: its object is made up."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> InvoiceEventData:
        return cls(
            id=read(wire, "id"),
            app_id=read(wire, "app_id"),
            status=read(wire, "status"),
            total=read(wire, "total"),
            currency=read(wire, "currency"),
            paid=read(wire, "paid"),
            pending=read(wire, "pending"),
            refunded=read(wire, "refunded"),
            remaining=read(wire, "remaining"),
            exceptions=read_list(wire, "exceptions"),
            order=read(wire, "order", InvoiceOrder.from_wire),
            success_url=read(wire, "success_url"),
            cancel_url=read(wire, "cancel_url"),
            checkout_url=read(wire, "checkout_url"),
            expires_at=read(wire, "expires_at", to_time),
            accepted_at=read(wire, "accepted_at", to_time),
            paid_at=read(wire, "paid_at", to_time),
            created_at=read(wire, "created_at", to_time),
            updated_at=read(wire, "updated_at", to_time),
            customer=read(wire, "customer", InvoiceCustomer.from_wire),
            metadata=read(wire, "metadata"),
            payable=read(wire, "payable"),
            payable_reason=read(wire, "payable_reason"),
            claims=read_optional_list(wire, "claims", InvoiceClaim.from_wire),
            more_claims=read(wire, "more_claims"),
            warnings=read_optional_list(wire, "warnings", Warning.from_wire),
            support_contact=read(wire, "support_contact"),
            branding=read(wire, "branding", InvoiceBranding.from_wire),
            simulated=read(wire, "simulated"),
            raw=wire,
        )


@dataclass(frozen=True)
class TransactionEventData(Transaction):
    reference: Optional[str] = None
    metadata: Optional[Mapping[str, str]] = None

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> TransactionEventData:
        return cls(
            id=read(wire, "id"),
            invoice_id=read(wire, "invoice_id"),
            from_=read(wire, "from"),
            to=read(wire, "to"),
            rate=read(wire, "rate"),
            amount=read(wire, "amount"),
            hash=read(wire, "hash"),
            block=read(wire, "block"),
            status=read(wire, "status"),
            reason=read(wire, "reason"),
            created_at=read(wire, "created_at", to_time),
            updated_at=read(wire, "updated_at", to_time),
            expire_at=read(wire, "expire_at", to_time),
            cryptocurrency=read(wire, "cryptocurrency", Cryptocurrency.from_wire),
            network=read(wire, "network", Network.from_wire),
            received_amount=read(wire, "received_amount"),
            confirmations=read(wire, "confirmations"),
            required_confirmations=read(wire, "required_confirmations"),
            requires_finality=read(wire, "requires_finality"),
            matched_by=read(wire, "matched_by"),
            identified_by=read(wire, "identified_by"),
            payment_uri=read(wire, "payment_uri"),
            explorer_url=read(wire, "explorer_url"),
            contract=read(wire, "contract"),
            address_signature=read(wire, "address_signature"),
            claim_text=read(wire, "claim_text"),
            claim_notice=read(wire, "claim_notice", TransactionClaimNotice.from_wire),
            reference=read(wire, "reference"),
            metadata=read(wire, "metadata"),
            raw=wire,
        )


@dataclass(frozen=True)
class RefundEventData(Refund):
    reference: Optional[str] = None
    metadata: Optional[Mapping[str, str]] = None

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> RefundEventData:
        return cls(
            id=read(wire, "id"),
            invoice_id=read(wire, "invoice_id"),
            status=read(wire, "status"),
            fiat_value=read(wire, "fiat_value"),
            currency=read(wire, "currency"),
            cryptocurrency=read(wire, "cryptocurrency"),
            network=read(wire, "network"),
            network_name=read(wire, "network_name"),
            to=read(wire, "to"),
            amount=read(wire, "amount"),
            hash=read(wire, "hash"),
            confirmations=read(wire, "confirmations"),
            required_confirmations=read(wire, "required_confirmations"),
            explorer_url=read(wire, "explorer_url"),
            exceeds_paid=read(wire, "exceeds_paid"),
            suggested_to=read(wire, "suggested_to"),
            suggested_by=read(wire, "suggested_by"),
            amount_differs=read(wire, "amount_differs"),
            seen_at=read(wire, "seen_at", to_time),
            created_at=read(wire, "created_at", to_time),
            updated_at=read(wire, "updated_at", to_time),
            app_id=read(wire, "app_id"),
            refund_url=read(wire, "refund_url"),
            rate_kind=read(wire, "rate_kind"),
            rate=read(wire, "rate"),
            rate_sources=read(wire, "rate_sources", RefundRateSources.from_wire),
            quoted_until=read(wire, "quoted_until", to_time),
            reason=read(wire, "reason"),
            payment_uri=read(wire, "payment_uri"),
            unsigned=read(wire, "unsigned"),
            unsigned_reason=read(wire, "unsigned_reason"),
            network_fee=read(wire, "network_fee"),
            block=read(wire, "block"),
            from_=read(wire, "from"),
            from_own=read(wire, "from_own"),
            sent_amount=read(wire, "sent_amount"),
            refunded=read(wire, "refunded"),
            reported_hash=read(wire, "reported_hash"),
            is_customers_address=read(wire, "is_customers_address"),
            sent_after_cancellation=read(wire, "sent_after_cancellation"),
            ready_at=read(wire, "ready_at", to_time),
            sent_at=read(wire, "sent_at", to_time),
            canceled_at=read(wire, "canceled_at", to_time),
            reference=read(wire, "reference"),
            metadata=read(wire, "metadata"),
            raw=wire,
        )


@dataclass(frozen=True)
class UnmatchedPaymentEventData(UnmatchedPayment):
    simulated: Optional[bool] = None
    """True in an event of POST /sandbox/event: its object is made up."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> UnmatchedPaymentEventData:
        return cls(
            id=read(wire, "id"),
            app_id=read(wire, "app_id"),
            status=read(wire, "status"),
            reason=read(wire, "reason"),
            candidates=read_list(wire, "candidates"),
            evidence=read_list(wire, "evidence", UnmatchedPaymentEvidenceItem.from_wire),
            dust=read(wire, "dust"),
            claims=read_list(wire, "claims"),
            transaction_id=read(wire, "transaction_id"),
            cryptocurrency=read(wire, "cryptocurrency"),
            network=read(wire, "network"),
            contract=read(wire, "contract"),
            from_=read(wire, "from"),
            to=read(wire, "to"),
            amount=read(wire, "amount"),
            hash=read(wire, "hash"),
            block=read(wire, "block"),
            created_at=read(wire, "created_at", to_time),
            simulated=read(wire, "simulated"),
            raw=wire,
        )


@dataclass(frozen=True)
class AddressChangedEventData:
    change: AddressChangedEventDataChange
    """blocked, unblocked: by the issuer of a token. lost: another owner proved control by a signature."""
    address: AppAddress
    cryptocurrency: Optional[str] = None
    """Which token, where an issuer did it."""
    lost_address: Optional[str] = None
    """With lost: which address, where it is one of those that an extended public key gives out."""
    simulated: Optional[bool] = None
    """True in an event of POST /sandbox/event: its object is made up."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> AddressChangedEventData:
        return cls(
            change=read(wire, "change"),
            cryptocurrency=read(wire, "cryptocurrency"),
            address=read(wire, "address", AppAddress.from_wire),
            lost_address=read(wire, "lost_address"),
            simulated=read(wire, "simulated"),
            raw=wire,
        )


@dataclass(frozen=True)
class WebhookEventData(Webhook):
    simulated: Optional[bool] = None
    """True in an event of POST /sandbox/event: its object is made up."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> WebhookEventData:
        return cls(
            id=read(wire, "id"),
            app_id=read(wire, "app_id"),
            url=read(wire, "url"),
            events=read_optional_list(wire, "events"),
            description=read(wire, "description"),
            signature=read(wire, "signature"),
            public_key=read(wire, "public_key"),
            enabled=read(wire, "enabled"),
            disabled_reason=read(wire, "disabled_reason"),
            failing_since=read(wire, "failing_since", to_time),
            previous_secret_until=read(wire, "previous_secret_until", to_time),
            dialect=read(wire, "dialect"),
            door_id=read(wire, "door_id"),
            created_at=read(wire, "created_at", to_time),
            updated_at=read(wire, "updated_at", to_time),
            simulated=read(wire, "simulated"),
            raw=wire,
        )


@dataclass(frozen=True)
class RateDepeggedEventData:
    cryptocurrency: str
    """The symbol of the coin."""
    currency: str
    """What it stands for."""
    rate: str
    """What the market says that one is worth, a plain decimal."""
    sources: Sequence[RateDepeggedEventDataSource]
    simulated: Optional[bool] = None
    """True in an event of POST /sandbox/event: its object is made up."""
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> RateDepeggedEventData:
        return cls(
            cryptocurrency=read(wire, "cryptocurrency"),
            currency=read(wire, "currency"),
            rate=read(wire, "rate"),
            sources=read_list(wire, "sources", RateDepeggedEventDataSource.from_wire),
            simulated=read(wire, "simulated"),
            raw=wire,
        )


@dataclass(frozen=True)
class RateDepeggedEventDataSource:
    source: str
    rate: str
    at: datetime
    raw: Mapping[str, Any] = raw_field()
    """The JSON of the response, with members that this version does not know."""

    @classmethod
    def from_wire(cls, wire: Mapping[str, Any]) -> RateDepeggedEventDataSource:
        return cls(source=read(wire, "source"), rate=read(wire, "rate"), at=read(wire, "at", to_time), raw=wire)
