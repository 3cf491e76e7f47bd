"""One method for each operation of the API, named after its operationId.

Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Literal, Mapping, Optional, Sequence, Union

from .._pages import Pages
from .._transport import Transport
from .._wire import OMIT, Omit, or_omit, part, present, read_all
from .bodies import (
    CreateOperatorNetworkBodyNative,
    CreateOperatorNetworkBodyToken,
    CustomerBody,
    OrderBody,
    UpdateAppSettingsBodyAmountRoom,
    UpdateAppSettingsBodyBranding,
    UpdateAppSettingsBodyConfirmationsByValueItem,
    UpdateAppSettingsBodyUnconfirmedPayments,
    UpdateAppSettingsBodyUnderpaymentTolerance,
    UpdateAppSettingsBodyWebhookDefaults,
)
from .types import (
    Account,
    AddressKey,
    AnyEventType,
    App,
    AppAddress,
    AppAddressKind,
    AppAttention,
    AppCryptocurrency,
    AppEnvironment,
    AppMember,
    AppSettings,
    AppSettingsAppTokenMayItem,
    AppSettingsLatePayments,
    AppSettingsStablecoins,
    AppStatistics,
    AppStatisticsBy,
    AppToken,
    AppTokenScope,
    AuditLog,
    BackupTarget,
    BalanceSheet,
    CreateAppAddressBodyScript,
    CreateDoorAnswer,
    CreateDoorBodyPermission,
    CreateNotificationChannelAnswer,
    CreateOauth2ClientAnswer,
    CreateUploadTargetBodyContentType,
    CryptocurrencyWithNetworks,
    Currency,
    Door,
    DoorKind,
    EndSessionAnswer,
    EndpointSuggestion,
    Event,
    EventType,
    GetRequestAnswer,
    Invoice,
    InvoiceStatus,
    InvoiceStep,
    ListRequestsQueryMethod,
    Network,
    NewAppToken,
    NewPersonalAccessToken,
    NotificationChannel,
    NotificationChannelKind,
    NotificationChoice,
    Oauth2Client,
    Oauth2ClientApplicationType,
    Oauth2ClientIdTokenSignedResponseAlg,
    Oauth2ClientTokenEndpointAuthMethod,
    Oauth2Session,
    OperatorEndpoints,
    OperatorHealth,
    OperatorInstance,
    OperatorInstanceSignUp,
    OperatorNetwork,
    OperatorPeople,
    OperatorRates,
    OperatorSettings,
    Passkey,
    PayTransactionAnswer,
    PayTransactionBodyCase,
    Payment,
    PaymentLink,
    PaymentStatus,
    PayoutChange,
    PersonalAccessToken,
    PublicApp,
    PullPayment,
    PullPaymentStatus,
    RecogniseAppAddressAnswer,
    Refund,
    RefundBatch,
    RefundRateKind,
    RefundStatus,
    ReplayWebhookAnswer,
    Request,
    RoleName,
    Scope,
    Session,
    SimulateRefundBodyCase,
    SimulateTransactionBodyCase,
    TestClock,
    TestMail,
    Transaction,
    UnmatchedPayment,
    UnmatchedPaymentStatus,
    UpdateNotificationChoiceAnswer,
    UpdateOperatorNetworkAnswer,
    UpdateOperatorSettingsBodyLogLevel,
    UpdateOperatorSettingsBodyLogRequests,
    UploadTarget,
    Webhook,
    WebhookDelivery,
    WebhookDeliveryStatus,
    WebhookSignature,
    WebhookWithSecret,
)


class Api(Transport):
    """The operations of the API. `Quittance` is the class to use."""

    def create_app(
        self,
        *,
        name: str,
        url: str,
        environment: AppEnvironment,
        description: Union[str, None, Omit] = OMIT,
        slug: Union[str, None, Omit] = OMIT,
        image: Union[str, None, Omit] = OMIT,
        idempotency_key: Optional[str] = None,
    ) -> App:
        """Create app.

        Next, set its coins and add receiving addresses. A development app accepts the coins of the network `test` at
        once, at an address made for it. Its `environment` cannot change later; a `slug` that is taken gets 422.

        Args:
            image: Name of an uploaded file.
        """
        body = present({
            "name": name,
            "description": description,
            "slug": slug,
            "image": image,
            "url": url,
            "environment": environment,
        })
        return self._send("POST", "/app", App.from_wire, body=body, idempotency_key=idempotency_key)

    def list_apps(
        self,
        *,
        archived: Optional[bool] = None,
        limit: Optional[int] = None,
        created_after: Optional[str] = None,
        created_before: Optional[str] = None,
        time_zone: Optional[str] = None,
    ) -> Pages[App]:
        """List apps.

        Lists the apps that the caller is a member of.

        Args:
            archived: true lists only the archived apps.
            limit: The maximum number. Without limit and cursor, all are returned.
            created_after: Created at this time or later, or on this day or later.
            created_before: Created before this time, or on this day or earlier.
        """
        query = present({
            "archived": or_omit(archived),
            "limit": or_omit(limit),
            "created_after": or_omit(created_after),
            "created_before": or_omit(created_before),
            "time_zone": or_omit(time_zone),
        })
        return self._list("/app", App.from_wire, query=query)

    def get_app(self, id: str) -> PublicApp:
        """Get app.

        By id, or by a slug that it has or had before. An archived app has no slug.
        """
        return self._send("GET", f"/app/{part(id)}", PublicApp.from_wire)

    def update_app(
        self,
        id: str,
        *,
        name: Optional[str] = None,
        description: Union[str, None, Omit] = OMIT,
        slug: Union[str, None, Omit] = OMIT,
        image: Union[str, None, Omit] = OMIT,
        url: Optional[str] = None,
        token: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
    ) -> App:
        """Update app.

        For a new token, a token with scopes needs apps:token. For that, for another url, and to give up or move a
        slug, a browser needs a recent sign-in or step-up. The old slug redirects to the new one. Role: owner.

        Args:
            image: Name of an uploaded file.
            token: true issues a new main app token; the old one stops at once.
        """
        body = present({
            "name": or_omit(name),
            "description": description,
            "slug": slug,
            "image": image,
            "url": or_omit(url),
            "token": or_omit(token),
        })
        return self._send("PUT", f"/app/{part(id)}", App.from_wire, body=body, idempotency_key=idempotency_key)

    def archive_app(self, id: str, *, idempotency_key: Optional[str] = None) -> App:
        """Archive app.

        It is listed only with archived=true and accepts no new invoices, addresses, coins, webhooks or settings (409
        `app_archived`). Its token gets 401, and its slug leads nowhere. Its data stays readable. Open invoices can
        still be paid, assigned, settled and canceled, and webhooks are still sent. POST /app/{id}/restore undoes
        this. An archived app is returned unchanged. Role: owner.
        """
        return self._send("DELETE", f"/app/{part(id)}", App.from_wire, idempotency_key=idempotency_key)

    def restore_app(self, id: str, *, idempotency_key: Optional[str] = None) -> App:
        """Restore app.

        Its token works again, and its slug unless another app of its owner has it. A live app is returned unchanged.
        Role: owner.
        """
        return self._send("POST", f"/app/{part(id)}/restore", App.from_wire, idempotency_key=idempotency_key)

    def get_app_settings(self, id: str) -> AppSettings:
        """Get app settings.

        Settings that were never changed have their defaults.
        """
        return self._send("GET", f"/app/{part(id)}/settings", AppSettings.from_wire)

    def update_app_settings(
        self,
        id: str,
        *,
        quote_window: Optional[int] = None,
        underpayment_tolerance: Optional[UpdateAppSettingsBodyUnderpaymentTolerance] = None,
        amount_room: Optional[UpdateAppSettingsBodyAmountRoom] = None,
        late_payments: Optional[AppSettingsLatePayments] = None,
        confirmations_by_value: Optional[Sequence[UpdateAppSettingsBodyConfirmationsByValueItem]] = None,
        unconfirmed_payments: Optional[UpdateAppSettingsBodyUnconfirmedPayments] = None,
        stablecoins: Optional[AppSettingsStablecoins] = None,
        unpaid_addresses_max: Optional[int] = None,
        support_contact: Union[str, None, Omit] = OMIT,
        branding: Optional[UpdateAppSettingsBodyBranding] = None,
        embed_origins: Union[Sequence[str], None, Omit] = OMIT,
        webhook_defaults: Optional[UpdateAppSettingsBodyWebhookDefaults] = None,
        app_token_may: Optional[Sequence[AppSettingsAppTokenMayItem]] = None,
        idempotency_key: Optional[str] = None,
    ) -> AppSettings:
        """Update app settings.

        Replaces the given fields, for new invoices and quotes. To accept less than before, a token with scopes also
        needs invoices:settle. For that, and for support_contact and embed_origins, a browser needs a recent sign-in
        or step-up. Role: owner.

        Args:
            quote_window: How long a quote is valid, in seconds.
            underpayment_tolerance: How far below its total an invoice still counts as paid.
            amount_room: By how much a quote on a shared address may exceed the price, to make its amount unique;
                at least 0.01.
            confirmations_by_value: More for large totals, fewer for small ones; never fewer than the operator or
                the coin’s terms allow.
            unconfirmed_payments: Further conditions to accept a payment unconfirmed.
            unpaid_addresses_max: How many addresses of an extended public key may wait for a first payment, on
                one network. Further invoices share one address of the key and differ by amount. Invoices of payment
                links have the same number of their own.
            support_contact: Shown to customers: an e-mail address, a URL, a number.
            embed_origins: Origins that may frame the checkout, such as https://shop.example. null: that of the
                app’s `url`. []: none.
            app_token_may: The decisions that the app token may make about payments; none by default.
        """
        body = present({
            "quote_window": or_omit(quote_window),
            "underpayment_tolerance": or_omit(underpayment_tolerance),
            "amount_room": or_omit(amount_room),
            "late_payments": or_omit(late_payments),
            "confirmations_by_value": or_omit(confirmations_by_value),
            "unconfirmed_payments": or_omit(unconfirmed_payments),
            "stablecoins": or_omit(stablecoins),
            "unpaid_addresses_max": or_omit(unpaid_addresses_max),
            "support_contact": support_contact,
            "branding": or_omit(branding),
            "embed_origins": embed_origins,
            "webhook_defaults": or_omit(webhook_defaults),
            "app_token_may": or_omit(app_token_may),
        })
        return self._send(
            "PUT",
            f"/app/{part(id)}/settings",
            AppSettings.from_wire,
            body=body,
            idempotency_key=idempotency_key,
        )

    def list_app_members(
        self,
        *,
        app_id: Optional[str] = None,
        limit: Optional[int] = None,
        created_after: Optional[str] = None,
        created_before: Optional[str] = None,
        time_zone: Optional[str] = None,
    ) -> Pages[AppMember]:
        """List app members.

        Lists members and invitations of one app, or of all apps that the caller is a member of.

        Args:
            app_id: Only this app. Default: all apps of the caller, or the app of an app token.
            limit: The maximum number.
            created_after: Created at this time or later, or on this day or later.
            created_before: Created before this time, or on this day or earlier.
        """
        query = present({
            "app_id": or_omit(app_id),
            "limit": or_omit(limit),
            "created_after": or_omit(created_after),
            "created_before": or_omit(created_before),
            "time_zone": or_omit(time_zone),
        })
        return self._list("/app-members", AppMember.from_wire, query=query)

    def invite_app_member(
        self,
        *,
        app_id: str,
        email: str,
        role: RoleName,
        idempotency_key: Optional[str] = None,
    ) -> AppMember:
        """Invite app member.

        Mails a link, valid for 7 days, by which the person with that address joins. Inviting an address again
        returns 200 and sends the mail again, with the role of this request, and earlier links are void. Role: owner.
        """
        body = present({"app_id": app_id, "email": email, "role": role})
        return self._send("POST", "/app-member", AppMember.from_wire, body=body, idempotency_key=idempotency_key)

    def get_app_member(self, id: str) -> AppMember:
        """Get app member.

        A member or an invitation of an app that the caller is a member of.
        """
        return self._send("GET", f"/app-member/{part(id)}", AppMember.from_wire)

    def update_app_member(self, id: str, *, role: RoleName, idempotency_key: Optional[str] = None) -> AppMember:
        """Update app member.

        Applies at once to all tokens of the person, too. The last owner must remain one. A `tampered` member has
        this role from now on. Role: owner.
        """
        body = present({"role": role})
        return self._send(
            "PUT",
            f"/app-member/{part(id)}",
            AppMember.from_wire,
            body=body,
            idempotency_key=idempotency_key,
        )

    def remove_app_member(self, id: str, *, idempotency_key: Optional[str] = None) -> AppMember:
        """Remove app member.

        Ends the person’s access to the app at once, with any token, or ends the invitation. Owners can remove
        anyone, and every member can leave. Their app tokens end. The main app token and the secrets of webhooks
        stay: make new ones if the person knew them.
        """
        return self._send("DELETE", f"/app-member/{part(id)}", AppMember.from_wire, idempotency_key=idempotency_key)

    def list_app_tokens(
        self,
        *,
        app_id: Optional[str] = None,
        limit: Optional[int] = None,
        created_after: Optional[str] = None,
        created_before: Optional[str] = None,
        time_zone: Optional[str] = None,
    ) -> Pages[AppToken]:
        """List app tokens.

        Lists those of one app, or of all apps in which the caller may create them, including expired ones. Role:
        owner or developer.

        Args:
            app_id: Only this app. Default: all apps of the caller, or the app of an app token.
            limit: The maximum number.
            created_after: Created at this time or later, or on this day or later.
            created_before: Created before this time, or on this day or earlier.
        """
        query = present({
            "app_id": or_omit(app_id),
            "limit": or_omit(limit),
            "created_after": or_omit(created_after),
            "created_before": or_omit(created_before),
            "time_zone": or_omit(time_zone),
        })
        return self._list("/app-tokens", AppToken.from_wire, query=query)

    def create_app_token(
        self,
        *,
        app_id: str,
        name: str,
        scopes: Sequence[AppTokenScope],
        cidrs: Union[Sequence[str], None, Omit] = OMIT,
        expires_at: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> NewAppToken:
        """Create app token.

        Rejects scopes beyond the caller’s role. An app has at most 50 tokens. Role: owner or developer.

        Args:
            cidrs: Works only from these ranges, at most /8 (IPv6: /19).
            expires_at: A time, or a day: the token expires at its end (UTC). Default: in 90 days. At most a
                year.
        """
        body = present({
            "app_id": app_id,
            "name": name,
            "scopes": scopes,
            "cidrs": cidrs,
            "expires_at": or_omit(expires_at),
        })
        return self._send("POST", "/app-token", NewAppToken.from_wire, body=body, idempotency_key=idempotency_key)

    def get_app_token(self, id: str) -> AppToken:
        """Get app token.

        Without the token itself. Role: owner or developer.
        """
        return self._send("GET", f"/app-token/{part(id)}", AppToken.from_wire)

    def delete_app_token(self, id: str, *, idempotency_key: Optional[str] = None) -> AppToken:
        """Revoke app token.

        It stops working at once, permanently. Its maker and owners may do this. Role: owner or developer.
        """
        return self._send("DELETE", f"/app-token/{part(id)}", AppToken.from_wire, idempotency_key=idempotency_key)

    def list_doors(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        created_after: Optional[str] = None,
        created_before: Optional[str] = None,
        time_zone: Optional[str] = None,
    ) -> Pages[Door]:
        """List doors.

        Lists the open ones, newest first. Role: owner or developer.

        Args:
            limit: The maximum number.
            created_after: Created at this time or later, or on this day or later.
            created_before: Created before this time, or on this day or earlier.
        """
        query = present({
            "limit": or_omit(limit),
            "created_after": or_omit(created_after),
            "created_before": or_omit(created_before),
            "time_zone": or_omit(time_zone),
        })
        return self._list(f"/app/{part(id)}/doors", Door.from_wire, query=query)

    def create_door(
        self,
        id: str,
        *,
        kind: DoorKind,
        currency: Optional[str] = None,
        cidrs: Union[Sequence[str], None, Omit] = OMIT,
        permissions: Union[Sequence[CreateDoorBodyPermission], None, Omit] = OMIT,
        webhook_url: Union[str, None, Omit] = OMIT,
        idempotency_key: Optional[str] = None,
    ) -> CreateDoorAnswer:
        """Open a door.

        Owners only. The credentials are in this answer only. DELETE /app-token/{id} with its id closes the door.

        Args:
            currency: The currency of amounts that the shop sends without one (ISO 4217). Default: CNY for EPay
                and Epusdt, otherwise USD.
            cidrs: Works only from these ranges, at most /8 (IPv6: /19).
            permissions: BTCPay Greenfield only: what the shop’s key may do. Default: all of them.
            webhook_url: Coinbase Commerce only: where the shop is notified. Other shops name it themselves.
        """
        body = present({
            "kind": kind,
            "currency": or_omit(currency),
            "cidrs": cidrs,
            "permissions": permissions,
            "webhook_url": webhook_url,
        })
        return self._send(
            "POST",
            f"/app/{part(id)}/doors",
            CreateDoorAnswer.from_wire,
            body=body,
            idempotency_key=idempotency_key,
        )

    def list_app_cryptocurrencies(
        self,
        *,
        app_id: Optional[str] = None,
        limit: Optional[int] = None,
        created_after: Optional[str] = None,
        created_before: Optional[str] = None,
        time_zone: Optional[str] = None,
    ) -> Pages[AppCryptocurrency]:
        """List accepted cryptocurrencies.

        The coins that customers of the app can pay with. Public, without the merchant's own terms.

        Args:
            app_id: Only this app. Default: all apps of the caller, or the app of an app token.
            limit: The maximum number.
            created_after: Created at this time or later, or on this day or later.
            created_before: Created before this time, or on this day or earlier.
        """
        query = present({
            "app_id": or_omit(app_id),
            "limit": or_omit(limit),
            "created_after": or_omit(created_after),
            "created_before": or_omit(created_before),
            "time_zone": or_omit(time_zone),
        })
        return self._list("/app-cryptocurrencies", AppCryptocurrency.from_wire, query=query)

    def create_app_cryptocurrency(
        self,
        *,
        app_id: str,
        cryptocurrency: str,
        network: str,
        confirmations: Union[int, None, Omit] = OMIT,
        min_total: Union[str, Decimal, None, Omit] = OMIT,
        max_total: Union[str, Decimal, None, Omit] = OMIT,
        accept_unconfirmed_up_to: Union[str, Decimal, None, Omit] = OMIT,
        idempotency_key: Optional[str] = None,
    ) -> AppCryptocurrency:
        """Accept a cryptocurrency.

        To accept payments unconfirmed, or with fewer confirmations than the app required before, a token with scopes
        also needs invoices:settle, and a browser needs a recent sign-in or step-up. Role: owner.

        Args:
            cryptocurrency: Symbol, e.g. USDT.
            network: Network symbol, e.g. ethereum.
            accept_unconfirmed_up_to: For UTXO networks only: see AppCryptocurrency.
        """
        body = present({
            "app_id": app_id,
            "cryptocurrency": cryptocurrency,
            "network": network,
            "confirmations": confirmations,
            "min_total": min_total,
            "max_total": max_total,
            "accept_unconfirmed_up_to": accept_unconfirmed_up_to,
        })
        return self._send(
            "POST",
            "/app-cryptocurrency",
            AppCryptocurrency.from_wire,
            body=body,
            idempotency_key=idempotency_key,
        )

    def get_app_cryptocurrency(self, id: str) -> AppCryptocurrency:
        """Get an accepted cryptocurrency.

        Public, without the merchant's own terms.
        """
        return self._send("GET", f"/app-cryptocurrency/{part(id)}", AppCryptocurrency.from_wire)

    def update_app_cryptocurrency(
        self,
        id: str,
        *,
        confirmations: Union[int, None, Omit] = OMIT,
        min_total: Union[str, Decimal, None, Omit] = OMIT,
        max_total: Union[str, Decimal, None, Omit] = OMIT,
        accept_unconfirmed_up_to: Union[str, Decimal, None, Omit] = OMIT,
        idempotency_key: Optional[str] = None,
    ) -> AppCryptocurrency:
        """Change how a cryptocurrency is accepted.

        Weakening its terms has the same requirements as POST /app-cryptocurrency. If a total is then no longer
        covered by any coin, a browser needs a recent sign-in or step-up. Role: owner.

        Args:
            accept_unconfirmed_up_to: For UTXO networks only: see AppCryptocurrency.
        """
        body = present({
            "confirmations": confirmations,
            "min_total": min_total,
            "max_total": max_total,
            "accept_unconfirmed_up_to": accept_unconfirmed_up_to,
        })
        return self._send(
            "PUT",
            f"/app-cryptocurrency/{part(id)}",
            AppCryptocurrency.from_wire,
            body=body,
            idempotency_key=idempotency_key,
        )

    def delete_app_cryptocurrency(self, id: str, *, idempotency_key: Optional[str] = None) -> AppCryptocurrency:
        """Stop accepting a cryptocurrency.

        New attempts cannot pay with it. Open ones continue, and its addresses stay. If no other accepted coin covers
        the same totals, a browser needs a recent sign-in or step-up. Role: owner.
        """
        return self._send(
            "DELETE",
            f"/app-cryptocurrency/{part(id)}",
            AppCryptocurrency.from_wire,
            idempotency_key=idempotency_key,
        )

    def list_payment_links(
        self,
        *,
        app_id: Optional[str] = None,
        limit: Optional[int] = None,
        created_after: Optional[str] = None,
        created_before: Optional[str] = None,
        time_zone: Optional[str] = None,
    ) -> Pages[PaymentLink]:
        """List payment links.

        For one app, or for all apps of which the caller is a member.

        Args:
            app_id: Only this app. Default: all apps of the caller, or the app of an app token.
            limit: The maximum number.
            created_after: Created at this time or later, or on this day or later.
            created_before: Created before this time, or on this day or earlier.
        """
        query = present({
            "app_id": or_omit(app_id),
            "limit": or_omit(limit),
            "created_after": or_omit(created_after),
            "created_before": or_omit(created_before),
            "time_zone": or_omit(time_zone),
        })
        return self._list("/payment-links", PaymentLink.from_wire, query=query)

    def create_payment_link(
        self,
        *,
        app_id: str,
        slug: str,
        currency: str,
        total: Union[str, Decimal, None, Omit] = OMIT,
        description: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> PaymentLink:
        """Make a payment link.

        Send customers to its `url`. A `slug` that led elsewhere, or had a higher price, needs more rights, or waits.
        Role: owner.

        Args:
            slug: Its name in URLs, unique on this instance.
            total: null or left out: the payer enters it.
            description: The purpose, as shown to customers; cut at 1,000 characters.
        """
        body = present({
            "app_id": app_id,
            "slug": slug,
            "currency": currency,
            "total": total,
            "description": or_omit(description),
        })
        return self._send("POST", "/payment-link", PaymentLink.from_wire, body=body, idempotency_key=idempotency_key)

    def get_payment_link(self, id: str) -> PaymentLink:
        """Get a payment link.

        Its terms, and the `url` for customers. Its invoices are in the list of the app.
        """
        return self._send("GET", f"/payment-link/{part(id)}", PaymentLink.from_wire)

    def update_payment_link(
        self,
        id: str,
        *,
        slug: Optional[str] = None,
        currency: Optional[str] = None,
        total: Union[str, Decimal, None, Omit] = OMIT,
        description: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> PaymentLink:
        """Change a payment link.

        Changes the given fields. Invoices made on its page stay unchanged. The old slug redirects to the new one. To
        lower the total, the caller needs more rights. Role: owner.

        Args:
            slug: Its name in URLs, unique on this instance.
            total: null or left out: the payer enters it.
            description: The purpose, as shown to customers; cut at 1,000 characters.
        """
        body = present({
            "slug": or_omit(slug),
            "currency": or_omit(currency),
            "total": total,
            "description": or_omit(description),
        })
        return self._send(
            "PUT",
            f"/payment-link/{part(id)}",
            PaymentLink.from_wire,
            body=body,
            idempotency_key=idempotency_key,
        )

    def delete_payment_link(self, id: str, *, idempotency_key: Optional[str] = None) -> PaymentLink:
        """Delete a payment link.

        Customers can no longer use the page. Invoices made on it can still be paid. Its slug stays with the owner.
        Role: owner.
        """
        return self._send("DELETE", f"/payment-link/{part(id)}", PaymentLink.from_wire, idempotency_key=idempotency_key)

    def list_app_addresses(
        self,
        *,
        app_id: Optional[str] = None,
        limit: Optional[int] = None,
        created_after: Optional[str] = None,
        created_before: Optional[str] = None,
        time_zone: Optional[str] = None,
    ) -> Pages[AppAddress]:
        """List receiving addresses.

        For one app, or for all apps of the caller. Children of an extended public key are not listed.

        Args:
            app_id: Only this app. Default: all apps of the caller, or the app of an app token.
            limit: The maximum number.
            created_after: Created at this time or later, or on this day or later.
            created_before: Created before this time, or on this day or earlier.
        """
        query = present({
            "app_id": or_omit(app_id),
            "limit": or_omit(limit),
            "created_after": or_omit(created_after),
            "created_before": or_omit(created_before),
            "time_zone": or_omit(time_zone),
        })
        return self._list("/app-addresses", AppAddress.from_wire, query=query)

    def get_app_address(self, id: str) -> AppAddress:
        """Get a receiving address.

        `effective_at`, `tampered` and `blocked_for` say whether customers are shown it.
        """
        return self._send("GET", f"/app-address/{part(id)}", AppAddress.from_wire)

    def update_app_address(
        self,
        id: str,
        *,
        label: Union[str, None, Omit] = OMIT,
        enabled: Optional[bool] = None,
        confirm: Optional[bool] = None,
        confirmed_value: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> AppAddress:
        """Update a receiving address.

        Changes the label, or whether new attempts use it. On a production app that was paid before, enabling one
        takes effect after a delay; the last one in effect stays enabled until then (409). Role: owner.

        Args:
            confirm: Enables an address in spite of a `confirm_needed` error; see createAppAddress.
            confirmed_value: For an address that is `tampered`: its value as shown by your wallet. It must equal
                the value shown here, and the address then counts as new.
        """
        body = present({
            "label": label,
            "enabled": or_omit(enabled),
            "confirm": or_omit(confirm),
            "confirmed_value": or_omit(confirmed_value),
        })
        return self._send(
            "PUT",
            f"/app-address/{part(id)}",
            AppAddress.from_wire,
            body=body,
            idempotency_key=idempotency_key,
        )

    def delete_app_address(self, id: str, *, idempotency_key: Optional[str] = None) -> AppAddress:
        """Remove a receiving address.

        New attempts no longer use it; later payments to it are still recorded. The last one in effect stays while
        another waits (409). Role: owner.
        """
        return self._send("DELETE", f"/app-address/{part(id)}", AppAddress.from_wire, idempotency_key=idempotency_key)

    def recognise_app_address(self, *, value: str, idempotency_key: Optional[str] = None) -> RecogniseAppAddressAnswer:
        """Recognise an address.

        Says on which networks a pasted text is an address or an extended public key, by the checks of
        createAppAddress. The text is not stored, and a private key is rejected. createAppAddress also asks the
        network, and may still reject it.

        Args:
            value: As `value` of createAppAddress. Surrounding white space is ignored.
        """
        body = present({"value": value})
        return self._send(
            "POST",
            "/app-address/recognise",
            RecogniseAppAddressAnswer.from_wire,
            body=body,
            idempotency_key=idempotency_key,
        )

    def list_payout_changes(
        self,
        *,
        app_id: Optional[str] = None,
        limit: Optional[int] = None,
        created_after: Optional[str] = None,
        created_before: Optional[str] = None,
        time_zone: Optional[str] = None,
    ) -> Pages[PayoutChange]:
        """List payout changes.

        New receiving addresses of production apps that were paid before wait for a while. Slugs that will lead to
        another app wait too.

        Args:
            app_id: Only this app. Default: all apps of the caller, or the app of an app token.
            limit: The maximum number.
            created_after: Created at this time or later, or on this day or later.
            created_before: Created before this time, or on this day or earlier.
        """
        query = present({
            "app_id": or_omit(app_id),
            "limit": or_omit(limit),
            "created_after": or_omit(created_after),
            "created_before": or_omit(created_before),
            "time_zone": or_omit(time_zone),
        })
        return self._list("/payout-changes", PayoutChange.from_wire, query=query)

    def stop_payout_change(self, id: str, *, idempotency_key: Optional[str] = None) -> PayoutChange:
        """Stop a payout change.

        Customers still pay to the previous address. An added address is removed, an older one disabled, a slug
        stays. Role: owner.
        """
        return self._send(
            "POST",
            f"/payout-change/{part(id)}/stop",
            PayoutChange.from_wire,
            idempotency_key=idempotency_key,
        )

    def approve_payout_change(self, id: str, *, idempotency_key: Optional[str] = None) -> PayoutChange:
        """Approve a payout change.

        Customers are shown the address at once. The person who requested the change cannot approve it. Neither can
        an owner who did not make the app and has been one for less time than changes wait. Role: owner.
        """
        return self._send(
            "POST",
            f"/payout-change/{part(id)}/approve",
            PayoutChange.from_wire,
            idempotency_key=idempotency_key,
        )

    def create_app_address(
        self,
        *,
        app_id: str,
        network: str,
        kind: AppAddressKind,
        value: str,
        script: Optional[CreateAppAddressBodyScript] = None,
        first_address: Optional[str] = None,
        signature: Optional[str] = None,
        confirm: Optional[bool] = None,
        label: Union[str, None, Omit] = OMIT,
        idempotency_key: Optional[str] = None,
    ) -> AppAddress:
        """Add a receiving address.

        An address has one owner on an instance, whether it was entered or belongs to an extended public key. An
        address of another owner is rejected with `address_in_use` and a `proof_text`: the same request with a
        `signature` over it proves control. An address that cannot sign also gets a `proof_payment`: send that amount
        from it to itself, and repeat the request after the confirmations. Its owner may use it in several apps. On a
        production app that was paid before, it takes effect after a delay, and every owner can stop it until then.
        Role: owner.

        Args:
            network: Network symbol, e.g. ethereum.
            value: The address, or the extended public key. On UTXO networks, ypub (upub) means P2SH-P2WPKH and
                zpub (vpub) means P2WPKH (SLIP-132). An output descriptor, such as tr(xpub…/0/*), states its kind. A
                bare xpub (tpub) needs `script` or `first_address`, unless its origin, such as [d34db33f/84h/0h/0h],
                names the purpose. Multisig wallets are given as a descriptor: wsh(sortedmulti(2,…)). Quotes and
                white space are ignored, and the files that wallets export (Electrum, Coldcard, BlueWallet, Sparrow,
                Specter, Caravan, Bitcoin Core) are read; `script` chooses where one holds several accounts.
            script: The kind of addresses of a bare xpub (tpub) on a UTXO network. It is never guessed, because a
                wallet does not see money sent to the wrong kind.
            first_address: The first receiving address that the wallet shows for the key. It is checked, and it
                can replace `script`.
            signature: A signature by the holder of the address (or of the first address of a key) over the
                `proof_text` of an `address_in_use` error: EIP-191, EIP-1271, TIP-191, BIP-322 (simple) or BIP-137.
                It takes the address from an owner who did not prove control.
            confirm: Accepts an address in spite of a `confirm_needed` error: it holds an unknown contract, or it
                has sent more than 1,000 transactions. An address that cannot be spent from (`not_spendable`) is
                never accepted.
        """
        body = present({
            "app_id": app_id,
            "network": network,
            "kind": kind,
            "value": value,
            "script": or_omit(script),
            "first_address": or_omit(first_address),
            "signature": or_omit(signature),
            "confirm": or_omit(confirm),
            "label": label,
        })
        return self._send("POST", "/app-address", AppAddress.from_wire, body=body, idempotency_key=idempotency_key)

    def list_invoices(
        self,
        *,
        app_id: Optional[str] = None,
        status: Optional[Union[InvoiceStatus, Sequence[InvoiceStatus]]] = None,
        reference: Optional[str] = None,
        currency: Optional[str] = None,
        cryptocurrency: Optional[str] = None,
        network: Optional[str] = None,
        total_min: Optional[Union[str, Decimal]] = None,
        total_max: Optional[Union[str, Decimal]] = None,
        metadata: Optional[Mapping[str, Any]] = None,
        q: Optional[str] = None,
        counts: Optional[bool] = None,
        limit: Optional[int] = None,
        created_after: Optional[str] = None,
        created_before: Optional[str] = None,
        time_zone: Optional[str] = None,
    ) -> Pages[Invoice]:
        """List invoices.

        All filters must match. `cryptocurrency` and `network` refer to its transactions.

        Args:
            app_id: Only this app. Default: all apps of the caller, or the app of an app token.
            reference: The order’s reference, exactly.
            currency: ISO 4217 code, as USD, in any case.
            cryptocurrency: Its symbol, as ETH, in any case.
            network: Its symbol, as ethereum, in any case.
            total_min: At least this, in each invoice's currency.
            total_max: At most this, in each invoice's currency.
            metadata: Exact pairs that the metadata must contain: `metadata[order]=1042`.
            q: The beginning of the order’s reference or of the customer’s e-mail (in any case), or in full: the
                id of the invoice or transaction, the hash of a chain transaction that pays it, or the address of
                either end.
            counts: true also returns the header X-Counts.
            limit: The maximum number.
            created_after: Created at this time or later, or on this day or later.
            created_before: Created before this time, or on this day or earlier.
        """
        query = present({
            "app_id": or_omit(app_id),
            "status": or_omit(status),
            "reference": or_omit(reference),
            "currency": or_omit(currency),
            "cryptocurrency": or_omit(cryptocurrency),
            "network": or_omit(network),
            "total_min": or_omit(total_min),
            "total_max": or_omit(total_max),
            "metadata": or_omit(metadata),
            "q": or_omit(q),
            "counts": or_omit(counts),
            "limit": or_omit(limit),
            "created_after": or_omit(created_after),
            "created_before": or_omit(created_before),
            "time_zone": or_omit(time_zone),
        })
        return self._list("/invoices", Invoice.from_wire, query=query)

    def create_invoice(
        self,
        *,
        total: Union[str, Decimal],
        currency: str,
        app_id: Optional[str] = None,
        order: Optional[OrderBody] = None,
        customer: Optional[CustomerBody] = None,
        success_url: Optional[str] = None,
        cancel_url: Optional[str] = None,
        metadata: Optional[Mapping[str, str]] = None,
        expires_in: Union[int, None, Omit] = OMIT,
        idempotency_key: Optional[str] = None,
    ) -> Invoice:
        """Create invoice.

        Returns the open invoice (200) if one with the same order.reference and total exists. Its customer and items
        must be the same or left out; otherwise, or once it is paid, the response is 409. For a lower total than the
        last canceled or expired invoice of the order, a token with scopes also needs invoices:settle. Descriptive
        text never fails an order: `warnings` name fields that were cut or left out, and a currency without a rate.
        Role: owner.

        Args:
            app_id: Implied by an app token.
            expires_in: Seconds.
        """
        body = present({
            "app_id": or_omit(app_id),
            "total": total,
            "currency": currency,
            "order": or_omit(order),
            "customer": or_omit(customer),
            "success_url": or_omit(success_url),
            "cancel_url": or_omit(cancel_url),
            "metadata": or_omit(metadata),
            "expires_in": expires_in,
        })
        return self._send("POST", "/invoice", Invoice.from_wire, body=body, idempotency_key=idempotency_key)

    def get_invoice(self, id: str) -> Invoice:
        """Get invoice.

        Without authentication: the customer’s view, without metadata and customer data.
        """
        return self._send("GET", f"/invoice/{part(id)}", Invoice.from_wire)

    def update_invoice(
        self,
        id: str,
        *,
        total: Optional[Union[str, Decimal]] = None,
        currency: Optional[str] = None,
        order: Optional[OrderBody] = None,
        customer: Optional[CustomerBody] = None,
        success_url: Optional[str] = None,
        cancel_url: Optional[str] = None,
        metadata: Optional[Mapping[str, str]] = None,
        idempotency_key: Optional[str] = None,
    ) -> Invoice:
        """Update invoice.

        Changes the given fields; `order`, `customer` and `metadata` are replaced as a whole. The reference stays
        unless `order` names another. `total` and `currency` are fixed while a transaction is open and once a payment
        came in, and `currency` once a refund was prepared. A canceled or expired invoice cannot be changed (409). To
        lower the total, a token with scopes also needs invoices:settle. For that, and for another success_url or
        cancel_url, a browser needs a recent sign-in. Role: owner.
        """
        body = present({
            "total": or_omit(total),
            "currency": or_omit(currency),
            "order": or_omit(order),
            "customer": or_omit(customer),
            "success_url": or_omit(success_url),
            "cancel_url": or_omit(cancel_url),
            "metadata": or_omit(metadata),
        })
        return self._send("PUT", f"/invoice/{part(id)}", Invoice.from_wire, body=body, idempotency_key=idempotency_key)

    def cancel_invoice(self, id: str, *, idempotency_key: Optional[str] = None) -> Invoice:
        """Cancel invoice.

        Also cancels its attempts without a payment. 409 once a payment was received or is on its way. A canceled
        invoice is returned unchanged. Role: owner or support.
        """
        return self._send("DELETE", f"/invoice/{part(id)}", Invoice.from_wire, idempotency_key=idempotency_key)

    def settle_invoice(self, id: str, *, reason: str, idempotency_key: Optional[str] = None) -> Invoice:
        """Settle invoice.

        Accepts the amount received as full payment; no money moves. 409 if it is 0 or the full total. Role: owner or
        support.
        """
        body = present({"reason": reason})
        return self._send(
            "POST",
            f"/invoice/{part(id)}/settle",
            Invoice.from_wire,
            body=body,
            idempotency_key=idempotency_key,
        )

    def list_transactions(
        self,
        *,
        invoice_id: str,
        limit: Optional[int] = None,
        created_after: Optional[str] = None,
        created_before: Optional[str] = None,
        time_zone: Optional[str] = None,
    ) -> Pages[Transaction]:
        """Get invoice transactions list.

        Returns all of them unless limit or cursor is sent. Transactions with a payment come first.

        Args:
            limit: The maximum number. Without limit and cursor, all are returned.
            created_after: Created at this time or later, or on this day or later.
            created_before: Created before this time, or on this day or earlier.
        """
        query = present({
            "invoice_id": invoice_id,
            "limit": or_omit(limit),
            "created_after": or_omit(created_after),
            "created_before": or_omit(created_before),
            "time_zone": or_omit(time_zone),
        })
        return self._list("/transactions", Transaction.from_wire, query=query)

    def list_payments(
        self,
        *,
        app_id: Optional[str] = None,
        status: Optional[Union[PaymentStatus, Sequence[PaymentStatus]]] = None,
        with_money: Optional[bool] = None,
        currency: Optional[str] = None,
        cryptocurrency: Optional[str] = None,
        network: Optional[str] = None,
        total_min: Optional[Union[str, Decimal]] = None,
        total_max: Optional[Union[str, Decimal]] = None,
        metadata: Optional[Mapping[str, Any]] = None,
        q: Optional[str] = None,
        counts: Optional[bool] = None,
        limit: Optional[int] = None,
        created_after: Optional[str] = None,
        created_before: Optional[str] = None,
        time_zone: Optional[str] = None,
    ) -> Pages[Payment]:
        """List payments.

        Lists the transactions of an app for all its invoices. All filters must match. `currency`, `total_min`,
        `total_max` and `metadata` refer to the invoice.

        Args:
            app_id: Only this app. Default: all apps of the caller, or the app of an app token.
            with_money: true: only transactions with a payment that was seen: confirming, confirmed, failed or
                reversed. Quotes without a payment, and canceled ones, are left out.
            currency: ISO 4217 code, as USD, in any case.
            cryptocurrency: Its symbol, as ETH, in any case.
            network: Its symbol, as ethereum, in any case.
            total_min: At least this, in each invoice's currency.
            total_max: At most this, in each invoice's currency.
            metadata: Exact pairs that the metadata must contain: `metadata[order]=1042`.
            q: The beginning of the order’s reference or of the customer’s e-mail (in any case), or in full: the
                id of the invoice or transaction, the hash of a chain transaction that pays it, or the address of
                either end.
            counts: true also returns the header X-Counts.
            limit: The maximum number.
            created_after: Created at this time or later, or on this day or later.
            created_before: Created before this time, or on this day or earlier.
        """
        query = present({
            "app_id": or_omit(app_id),
            "status": or_omit(status),
            "with_money": or_omit(with_money),
            "currency": or_omit(currency),
            "cryptocurrency": or_omit(cryptocurrency),
            "network": or_omit(network),
            "total_min": or_omit(total_min),
            "total_max": or_omit(total_max),
            "metadata": or_omit(metadata),
            "q": or_omit(q),
            "counts": or_omit(counts),
            "limit": or_omit(limit),
            "created_after": or_omit(created_after),
            "created_before": or_omit(created_before),
            "time_zone": or_omit(time_zone),
        })
        return self._list("/payments", Payment.from_wire, query=query)

    def get_transaction(self, id: str, *, signed: Optional[bool] = None, nonce: Optional[str] = None) -> Transaction:
        """Get transaction details.

        Any caller who knows the id may read it. Amounts are in whole coins. Show `to` and `amount` until
        `expire_at`, and poll for the outcome.

        Args:
            signed: true adds `address_signature` while it waits for its payment.
            nonce: With `signed`: is included in the signature, so that no older response can be replayed.
        """
        query = present({"signed": or_omit(signed), "nonce": or_omit(nonce)})
        return self._send("GET", f"/transaction/{part(id)}", Transaction.from_wire, query=query)

    def cancel_transaction(self, id: str, *, idempotency_key: Optional[str] = None) -> Transaction:
        """Cancel transaction.

        Any caller who knows the id may cancel. Money on its way is matched again, as a late payment. 409 once it is
        confirmed or rejected.
        """
        return self._send("DELETE", f"/transaction/{part(id)}", Transaction.from_wire, idempotency_key=idempotency_key)

    def create_transaction(
        self,
        *,
        invoice_id: str,
        from_: str,
        cryptocurrency: str,
        network: str,
        idempotency_key: Optional[str] = None,
    ) -> Transaction:
        """Create transaction.

        An invoice can have at most 10 processing transactions at a time, and at most 100 in a row without a payment;
        one more returns 409 `too_many_transactions`. Repeating a canceled one without a payment returns the same
        transaction, as long as its quote has not expired and the invoice still asks for the same amount.

        Args:
            from_: The address that will send the payment.
            cryptocurrency: Symbol, e.g. BTC, ETH.
            network: Network symbol, e.g. ethereum, tron.
        """
        body = present({"invoice_id": invoice_id, "from": from_, "cryptocurrency": cryptocurrency, "network": network})
        return self._send("POST", "/transaction", Transaction.from_wire, body=body, idempotency_key=idempotency_key)

    def request_payment(
        self,
        id: str,
        *,
        cryptocurrency: str,
        network: str,
        exchange: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
    ) -> Transaction:
        """Request payment details.

        Makes a transaction without `from`: the sender is filled in when the chain shows it. If the app has no
        extended public key, the transaction gets a fixed address that no other open one uses; if there is none, a
        unique amount. Repeating the request with the same coin replaces the earlier transaction and keeps its
        address. A canceled one is returned unchanged, as in `POST /transaction`. Amounts have at most 8 decimals (6
        for stable coins), because exchanges send no more.

        Args:
            cryptocurrency: Symbol, e.g. BTC, ETH.
            network: Network symbol, e.g. ethereum, tron.
            exchange: The customer pays from an exchange: the price holds for an hour, whatever quote_window
                says.
        """
        body = present({"cryptocurrency": cryptocurrency, "network": network, "exchange": or_omit(exchange)})
        return self._send(
            "POST",
            f"/invoice/{part(id)}/payment-request",
            Transaction.from_wire,
            body=body,
            idempotency_key=idempotency_key,
        )

    def get_address_key(self) -> AddressKey:
        """Get the key that signs addresses.

        A JWK that verifies the `address_signature` of a transaction. It changes with the instance’s secret key.
        """
        return self._send("GET", "/address-key", AddressKey.from_wire)

    def list_unmatched_payments(
        self,
        *,
        app_id: Optional[str] = None,
        status: Optional[Union[UnmatchedPaymentStatus, Sequence[UnmatchedPaymentStatus]]] = None,
        cryptocurrency: Optional[str] = None,
        network: Optional[str] = None,
        q: Optional[str] = None,
        counts: Optional[bool] = None,
        limit: Optional[int] = None,
        created_after: Optional[str] = None,
        created_before: Optional[str] = None,
        time_zone: Optional[str] = None,
    ) -> Pages[UnmatchedPayment]:
        """List unmatched payments.

        Lists money that reached an address of the app and cannot be matched to one transaction.

        Args:
            app_id: Only this app. Default: all apps of the caller, or the app of an app token.
            status: `waiting` unless given.
            cryptocurrency: Its symbol, as ETH, in any case.
            network: Its symbol, as ethereum, in any case.
            q: Exact match of its id, the hash of its chain transaction or, unless it is assigned, one of its
                addresses.
            counts: true also returns the header X-Counts.
            limit: The maximum number.
            created_after: Created at this time or later, or on this day or later.
            created_before: Created before this time, or on this day or earlier.
        """
        query = present({
            "app_id": or_omit(app_id),
            "status": or_omit(status),
            "cryptocurrency": or_omit(cryptocurrency),
            "network": or_omit(network),
            "q": or_omit(q),
            "counts": or_omit(counts),
            "limit": or_omit(limit),
            "created_after": or_omit(created_after),
            "created_before": or_omit(created_before),
            "time_zone": or_omit(time_zone),
        })
        return self._list("/unmatched-payments", UnmatchedPayment.from_wire, query=query)

    def get_unmatched_payment(self, id: str) -> UnmatchedPayment:
        """Get unmatched payment.

        `reason` says why it waits, and `candidates` and `evidence` name the transactions that it may pay. While it
        waits, assign or dismiss it.
        """
        return self._send("GET", f"/unmatched-payment/{part(id)}", UnmatchedPayment.from_wire)

    def assign_unmatched_payment(
        self,
        id: str,
        *,
        invoice_id: str,
        idempotency_key: Optional[str] = None,
    ) -> Transaction:
        """Assign unmatched payment.

        Makes it a transaction of the invoice (reason `late`, matched_by `merchant`). It is valued at the rate of the
        invoice’s newest attempt with the same coin if late_payments is accept_at_locked_rate and there is one,
        otherwise at the current rate. It needs the usual confirmations. Dust cannot be assigned. Role: owner or
        support.

        Args:
            invoice_id: An invoice of the payment's app, or of another app of the same owner.
        """
        body = present({"invoice_id": invoice_id})
        return self._send(
            "POST",
            f"/unmatched-payment/{part(id)}/assign",
            Transaction.from_wire,
            body=body,
            idempotency_key=idempotency_key,
        )

    def dismiss_unmatched_payment(self, id: str, *, idempotency_key: Optional[str] = None) -> UnmatchedPayment:
        """Dismiss unmatched payment.

        For money handled elsewhere, for example by a refund. Nothing is sent back. 409 if it no longer waits. Role:
        owner or support.
        """
        return self._send(
            "POST",
            f"/unmatched-payment/{part(id)}/dismiss",
            UnmatchedPayment.from_wire,
            idempotency_key=idempotency_key,
        )

    def claim_transaction(
        self,
        id: str,
        *,
        hash: str,
        signature: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> Transaction:
        """Claim payment.

        200: the payment is attached, because its sender signed, or because it has exactly the quoted amount and is
        no older than the transaction. 202: it is not attached yet. The merchant sees the claim, and the sender may
        sign `claim_text` to prove it. If it moves a token that is not accepted, `claim_notice` names the contract.
        422 `claim_refused`: the hash pays nothing here, or it belongs to another payment.

        Args:
            hash: The hash of the chain transaction that paid.
            signature: The signature of the paying address over `claim_text` with the hash filled in: EIP-191 or
                EIP-1271 on EVM networks, TIP-191 on TRON.
        """
        body = present({"hash": hash, "signature": or_omit(signature)})
        return self._send(
            "POST",
            f"/transaction/{part(id)}/claim",
            Transaction.from_wire,
            body=body,
            idempotency_key=idempotency_key,
        )

    def list_refunds(
        self,
        *,
        app_id: Optional[str] = None,
        invoice_id: Optional[str] = None,
        status: Optional[Union[RefundStatus, Sequence[RefundStatus]]] = None,
        currency: Optional[str] = None,
        cryptocurrency: Optional[str] = None,
        network: Optional[str] = None,
        total_min: Optional[Union[str, Decimal]] = None,
        total_max: Optional[Union[str, Decimal]] = None,
        metadata: Optional[Mapping[str, Any]] = None,
        q: Optional[str] = None,
        counts: Optional[bool] = None,
        limit: Optional[int] = None,
        created_after: Optional[str] = None,
        created_before: Optional[str] = None,
        time_zone: Optional[str] = None,
    ) -> Pages[Refund]:
        """List refunds.

        Newest first. All filters must match; `currency`, `total_min`, `total_max` and `metadata` refer to the
        invoice. Each PSBT is shown as it was built last: read one refund to have it built anew.

        Args:
            app_id: Only this app. Default: all apps of the caller, or the app of an app token.
            currency: ISO 4217 code, as USD, in any case.
            cryptocurrency: Its symbol, as ETH, in any case.
            network: Its symbol, as ethereum, in any case.
            total_min: At least this, in each invoice's currency.
            total_max: At most this, in each invoice's currency.
            metadata: Exact pairs that the metadata must contain: `metadata[order]=1042`.
            q: The beginning of the order’s reference or of the customer’s e-mail (in any case), or in full: the
                id of the refund or of its invoice, the hash of its transfer, or the address of either end.
            counts: true also returns the header X-Counts.
            limit: The maximum number.
            created_after: Created at this time or later, or on this day or later.
            created_before: Created before this time, or on this day or earlier.
        """
        query = present({
            "app_id": or_omit(app_id),
            "invoice_id": or_omit(invoice_id),
            "status": or_omit(status),
            "currency": or_omit(currency),
            "cryptocurrency": or_omit(cryptocurrency),
            "network": or_omit(network),
            "total_min": or_omit(total_min),
            "total_max": or_omit(total_max),
            "metadata": or_omit(metadata),
            "q": or_omit(q),
            "counts": or_omit(counts),
            "limit": or_omit(limit),
            "created_after": or_omit(created_after),
            "created_before": or_omit(created_before),
            "time_zone": or_omit(time_zone),
        })
        return self._list("/refunds", Refund.from_wire, query=query)

    def create_refund(
        self,
        *,
        invoice_id: str,
        fiat_value: Optional[Union[str, Decimal]] = None,
        overpaid: Optional[Literal[True]] = None,
        cryptocurrency: Optional[str] = None,
        network: Optional[str] = None,
        to: Union[str, None, Omit] = OMIT,
        confirm: Optional[bool] = None,
        rate_kind: Optional[RefundRateKind] = None,
        reason: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> Refund:
        """Prepare a refund.

        Nothing here can send coins. With `to`, the answer has the amount and the transfer to sign in your wallet.
        Without it, the customer names the destination at `refund_url`. The transfer is then found on the chain. On a
        UTXO network, a repeated request with the same Idempotency-Key gets the answer without the PSBT
        (`not_prepared`). Role: owner or support.

        Args:
            fiat_value: In the invoice's currency. Default: what is left of the overpaid amount. If nothing was
                overpaid, all that can still be refunded.
            overpaid: Refunds exactly what was overpaid.
            cryptocurrency: Default: the coin of the largest payment.
            network: Default: the network of the largest payment.
            to: The address that the coins go to, on the network.
            confirm: Takes an address in spite of a `confirm_needed` error.
            rate_kind: `locked`: the rate of the payment. `current`: the rate when the amount is quoted.
            reason: For your records.
        """
        body = present({
            "invoice_id": invoice_id,
            "fiat_value": or_omit(fiat_value),
            "overpaid": or_omit(overpaid),
            "cryptocurrency": or_omit(cryptocurrency),
            "network": or_omit(network),
            "to": to,
            "confirm": or_omit(confirm),
            "rate_kind": or_omit(rate_kind),
            "reason": or_omit(reason),
        })
        return self._send("POST", "/refund", Refund.from_wire, body=body, idempotency_key=idempotency_key)

    def get_refund(self, id: str) -> Refund:
        """Get refund.

        Without authentication: the customer’s view. For the merchant, a refund that is still to be sent after
        `quoted_until` is quoted anew, if the amount can still be sent. On a UTXO network, its PSBT is built.
        """
        return self._send("GET", f"/refund/{part(id)}", Refund.from_wire)

    def update_refund(
        self,
        id: str,
        *,
        to: Union[str, None, Omit] = OMIT,
        confirm: Optional[bool] = None,
        reason: Union[str, None, Omit] = OMIT,
        idempotency_key: Optional[str] = None,
    ) -> Refund:
        """Update refund.

        Without authentication: the customer gives `to`, once. The merchant may change it until a transfer was seen.
        The earlier destination stays watched, because a transfer to it may be on its way. Callers of the merchant
        need the right to refund, for each field. On a UTXO network, a repeated request with the same Idempotency-Key
        gets the answer without the PSBT (`not_prepared`).

        Args:
            to: The address that the coins go to, on the network.
            confirm: Takes an address in spite of a `confirm_needed` error.
            reason: For your records.
        """
        body = present({"to": to, "confirm": or_omit(confirm), "reason": reason})
        return self._send("PUT", f"/refund/{part(id)}", Refund.from_wire, body=body, idempotency_key=idempotency_key)

    def cancel_refund(self, id: str, *, idempotency_key: Optional[str] = None) -> Refund:
        """Cancel refund.

        Nothing is taken back: do not send a signed transfer afterwards. Its destination is watched for another 7
        days, and a transfer that comes all the same makes the refund `seen` and `sent`. 409 once a transfer was
        seen. Role: owner or support.
        """
        return self._send("DELETE", f"/refund/{part(id)}", Refund.from_wire, idempotency_key=idempotency_key)

    def report_refund_hash(self, id: str, *, hash: str, idempotency_key: Optional[str] = None) -> Refund:
        """Report the transfer.

        Not needed: the transfer is found without it. The chain transaction is looked up at once. 422 if it moves
        none of the refund’s coins to its destination. An unknown hash is kept as `reported_hash`. If the block of
        the transfer is not read within 5 seconds, the answer is still `ready`. Role: owner or support.

        Args:
            hash: The hash of the chain transaction.
        """
        body = present({"hash": hash})
        return self._send(
            "POST",
            f"/refund/{part(id)}/hash",
            Refund.from_wire,
            body=body,
            idempotency_key=idempotency_key,
        )

    def accept_refund(self, id: str, *, reason: str, idempotency_key: Optional[str] = None) -> Refund:
        """Accept another amount.

        What was sent counts, at the refund’s rate. 409 unless the refund is `seen` with `amount_differs`. Role:
        owner or support.
        """
        body = present({"reason": reason})
        return self._send(
            "POST",
            f"/refund/{part(id)}/accept",
            Refund.from_wire,
            body=body,
            idempotency_key=idempotency_key,
        )

    def prepare_refund_batch(
        self,
        *,
        network: str,
        refund_ids: Sequence[str],
        app_id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> RefundBatch:
        """Prepare one PSBT for several refunds.

        For UTXO networks: one chain transaction pays all of them. The same request returns the same PSBT until one
        of its refunds changes. Meanwhile `unsigned` of each refund is null (`in_batch`). A later PSBT of one of them
        spends a coin of this one, so only one of the two can be mined. Role: owner or support.

        Args:
            app_id: Not needed with an app token.
            refund_ids: Refunds of the app on the network, all `ready`.
        """
        body = present({"app_id": or_omit(app_id), "network": network, "refund_ids": refund_ids})
        return self._send("POST", "/refund-batch", RefundBatch.from_wire, body=body, idempotency_key=idempotency_key)

    def list_pull_payments(
        self,
        *,
        app_id: Optional[str] = None,
        status: Optional[Union[PullPaymentStatus, Sequence[PullPaymentStatus]]] = None,
        limit: Optional[int] = None,
        created_after: Optional[str] = None,
        created_before: Optional[str] = None,
        time_zone: Optional[str] = None,
    ) -> Pages[PullPayment]:
        """List pull payments.

        Lists refunds that a shop asked for through a door of BTCPay Greenfield. A `waiting` one names no order with
        exactly one paid invoice: assign it to an invoice, or archive it.

        Args:
            app_id: Only this app. Default: all apps of the caller, or the app of an app token.
            status: `waiting` unless given.
            limit: The maximum number.
            created_after: Created at this time or later, or on this day or later.
            created_before: Created before this time, or on this day or earlier.
        """
        query = present({
            "app_id": or_omit(app_id),
            "status": or_omit(status),
            "limit": or_omit(limit),
            "created_after": or_omit(created_after),
            "created_before": or_omit(created_before),
            "time_zone": or_omit(time_zone),
        })
        return self._list("/pull-payments", PullPayment.from_wire, query=query)

    def assign_pull_payment(self, id: str, *, invoice_id: str, idempotency_key: Optional[str] = None) -> Refund:
        """Assign pull payment.

        Makes it a refund of the invoice at the current rate, with the same id. If the customer named a destination
        meanwhile, the refund goes there. 409 unless it is `waiting`. Role: owner or support.

        Args:
            invoice_id: A paid invoice of the same app, in the same currency.
        """
        body = present({"invoice_id": invoice_id})
        return self._send(
            "POST",
            f"/pull-payment/{part(id)}/assign",
            Refund.from_wire,
            body=body,
            idempotency_key=idempotency_key,
        )

    def delete_pull_payment(self, id: str, *, idempotency_key: Optional[str] = None) -> PullPayment:
        """Archive pull payment.

        A refund of it is canceled, unless a transfer was seen. Then nothing of the refund changes. Role: owner or
        support.
        """
        return self._send("DELETE", f"/pull-payment/{part(id)}", PullPayment.from_wire, idempotency_key=idempotency_key)

    def simulate_transaction(
        self,
        id: str,
        *,
        case: SimulateTransactionBodyCase,
        idempotency_key: Optional[str] = None,
    ) -> Transaction:
        """Simulate a payment.

        For transactions of development apps without a payment. Simulates the whole case at once, with its events and
        webhooks, and returns the resulting transaction. The case ends as named, whatever other transactions are
        open; otherwise nothing changes and the response is 409. Simulated payments are in block 0. Role: owner or
        developer.
        """
        body = present({"case": case})
        return self._send(
            "POST",
            f"/sandbox/transaction/{part(id)}/simulate",
            Transaction.from_wire,
            body=body,
            idempotency_key=idempotency_key,
        )

    def pay_transaction(
        self,
        id: str,
        *,
        case: Optional[PayTransactionBodyCase] = None,
        amount: Optional[Union[str, Decimal]] = None,
        idempotency_key: Optional[str] = None,
    ) -> PayTransactionAnswer:
        """Pay on the test network.

        Sends a transfer on the network `test`, whose coins have no value. The service finds it in the next block,
        and credits it after its confirmations, like a payment on any network. For a processing transaction; an
        invoice takes at most 20 such transfers.

        Args:
            case: `paid` by default.
            amount: The amount of the coin to send, in place of a case.
        """
        body = present({"case": or_omit(case), "amount": or_omit(amount)})
        return self._send(
            "POST",
            f"/sandbox/transaction/{part(id)}/pay",
            PayTransactionAnswer.from_wire,
            body=body,
            idempotency_key=idempotency_key,
        )

    def reorg_transaction(self, id: str, *, idempotency_key: Optional[str] = None) -> Transaction:
        """Remove a payment by a reorg.

        Replaces the blocks of the network `test` from the payment on by others without it. The service notices the
        reorg as on any network: a credited payment is reversed, and the transaction is rejected if the payment does
        not come back. The payment must be in one of the newest 32 blocks. Other payments stay on the chain. Role:
        owner or developer.
        """
        return self._send(
            "POST",
            f"/sandbox/transaction/{part(id)}/reorg",
            Transaction.from_wire,
            idempotency_key=idempotency_key,
        )

    def simulate_refund(
        self,
        id: str,
        *,
        case: SimulateRefundBodyCase,
        idempotency_key: Optional[str] = None,
    ) -> Refund:
        """Simulate the transfer of a refund.

        For refunds of development apps with a destination. `seen`: the transfer is in a block. `sent`: it is
        confirmed. `amount_differs`: another amount came. `reversed`: it was sent, and a reorg removed it. A
        simulated refund that is `seen` can be `sent` or `reversed` later. The case ends as named, with its events
        and webhooks; otherwise nothing changes and the response is 409. Simulated transfers are in block 0. Role:
        owner or developer.
        """
        body = present({"case": case})
        return self._send(
            "POST",
            f"/sandbox/refund/{part(id)}/simulate",
            Refund.from_wire,
            body=body,
            idempotency_key=idempotency_key,
        )

    def get_test_clock(self, *, app_id: Optional[str] = None) -> TestClock:
        """Get the test clock.

        For development apps. A clock that was never advanced shows the time of the service. Role: owner or
        developer.

        Args:
            app_id: Implied by an app token.
        """
        query = present({"app_id": or_omit(app_id)})
        return self._send("GET", "/sandbox/clock", TestClock.from_wire, query=query)

    def advance_test_clock(
        self,
        *,
        advance_seconds: int,
        app_id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> TestClock:
        """Advance the test clock.

        For development apps. The response comes after expired quotes and invoices have ended. Retries of webhooks
        that came due are sent soon after. A clock never moves backwards, by at most 90 days at once and ten years in
        all. Role: owner or developer.

        Args:
            app_id: Implied by an app token.
        """
        body = present({"app_id": or_omit(app_id), "advance_seconds": advance_seconds})
        return self._send("POST", "/sandbox/clock", TestClock.from_wire, body=body, idempotency_key=idempotency_key)

    def create_sandbox_event(
        self,
        *,
        type: EventType,
        app_id: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> Event:
        """Emit a made-up event.

        For development apps. The event has a made-up object, with `simulated` true in `data`. It is sent to the
        webhooks of the app and listed like any other. The object itself does not exist, and no money is recorded.
        Role: owner or developer.

        Args:
            app_id: Implied by an app token.
        """
        body = present({"app_id": or_omit(app_id), "type": type})
        return self._send("POST", "/sandbox/event", Event.from_wire, body=body, idempotency_key=idempotency_key)

    def get_balance_sheet(
        self,
        id: str,
        *,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        time_zone: Optional[str] = None,
    ) -> BalanceSheet:
        """Get balance sheet.

        Credits with their value at receipt, refunds that were sent with the value that they gave back, and the
        reversals of both by chain reorganizations. It is not a wallet balance, because other spending is not
        recorded.

        Args:
            from_: Inclusive; by default from the start.
            to: A time is exclusive, a day is inclusive; by default until now.
        """
        query = present({"from": or_omit(from_), "to": or_omit(to), "time_zone": or_omit(time_zone)})
        return self._send("GET", f"/app/{part(id)}/balance-sheet", BalanceSheet.from_wire, query=query)

    def get_app_statistics(
        self,
        id: str,
        *,
        from_: Optional[str] = None,
        to: Optional[str] = None,
        by: Optional[AppStatisticsBy] = None,
        time_zone: Optional[str] = None,
    ) -> AppStatistics:
        """Get statistics.

        Counts, conversion and time to pay refer to the invoices created on these whole days; the volume refers to
        credits, refunds and their reversals on them.

        Args:
            from_: The first day; by default 30 days before `to`.
            to: The last day, inclusive; by default today. At most 366 days in all.
        """
        query = present({"from": or_omit(from_), "to": or_omit(to), "by": or_omit(by), "time_zone": or_omit(time_zone)})
        return self._send("GET", f"/app/{part(id)}/statistics", AppStatistics.from_wire, query=query)

    def list_app_attention(self, id: str) -> Sequence[AppAttention]:
        """List open tasks.

        Cheap enough to be polled every few seconds.
        """
        return self._send("GET", f"/app/{part(id)}/attention", read_all(AppAttention.from_wire))

    def list_invoice_steps(
        self,
        id: str,
        *,
        limit: Optional[int] = None,
        created_after: Optional[str] = None,
        created_before: Optional[str] = None,
        time_zone: Optional[str] = None,
    ) -> Pages[InvoiceStep]:
        """Get timeline.

        Oldest first. A step keeps its id. Deliveries are kept for 30 days, the rest as long as the invoice. A token
        with scopes sees deliveries with `webhooks:read`, and what waits for the merchant with `transactions:read`.

        Args:
            limit: The maximum number.
            created_after: Created at this time or later, or on this day or later.
            created_before: Created before this time, or on this day or earlier.
        """
        query = present({
            "limit": or_omit(limit),
            "created_after": or_omit(created_after),
            "created_before": or_omit(created_before),
            "time_zone": or_omit(time_zone),
        })
        return self._list(f"/invoice/{part(id)}/timeline", InvoiceStep.from_wire, query=query)

    def list_audit_log(
        self,
        *,
        app_id: Optional[str] = None,
        action: Optional[Union[str, Sequence[str]]] = None,
        q: Optional[str] = None,
        limit: Optional[int] = None,
        created_after: Optional[str] = None,
        created_before: Optional[str] = None,
        time_zone: Optional[str] = None,
    ) -> Pages[AuditLog]:
        """List audit log.

        Changes of apps, settings, addresses, webhooks, tokens and manual payments. Without app_id, also those of the
        caller’s own account: sign-ins, passwords, second factors. The log of an archived app stays readable.

        Args:
            action: A single action, for example `app.updated`, or several.
            q: Exact match of the id of an entry or of its subject, or of the address of the request.
            limit: The maximum number.
            created_after: Created at this time or later, or on this day or later.
            created_before: Created before this time, or on this day or earlier.
        """
        query = present({
            "app_id": or_omit(app_id),
            "action": or_omit(action),
            "q": or_omit(q),
            "limit": or_omit(limit),
            "created_after": or_omit(created_after),
            "created_before": or_omit(created_before),
            "time_zone": or_omit(time_zone),
        })
        return self._list("/audit-log", AuditLog.from_wire, query=query)

    def get_audit_entry(self, id: str) -> AuditLog:
        """Get audit log entry.

        The state before and after. Entries about an app are for its team; about an account, for its user.
        """
        return self._send("GET", f"/audit-log/{part(id)}", AuditLog.from_wire)

    def list_requests(
        self,
        *,
        app_id: Optional[str] = None,
        status: Optional[Union[str, Sequence[str]]] = None,
        method: Optional[Union[ListRequestsQueryMethod, Sequence[ListRequestsQueryMethod]]] = None,
        path: Optional[str] = None,
        since: Optional[str] = None,
        limit: Optional[int] = None,
        created_after: Optional[str] = None,
        created_before: Optional[str] = None,
        time_zone: Optional[str] = None,
    ) -> Pages[Request]:
        """List API calls.

        The calls of the last seven days that concern an app, by any token or session, newest first and without their
        bodies. Public calls of customers are not logged. Above a limit an hour, further reads of an app are left out
        first, then errors and changes. Role: owner or developer.

        Args:
            app_id: Only this app. Default: all apps of the caller, or the app of an app token.
            status: A status, or a class of them as `4xx`.
            path: A part of the path.
            since: Only calls from this time on.
            limit: The maximum number.
            created_after: Created at this time or later, or on this day or later.
            created_before: Created before this time, or on this day or earlier.
        """
        query = present({
            "app_id": or_omit(app_id),
            "status": or_omit(status),
            "method": or_omit(method),
            "path": or_omit(path),
            "since": or_omit(since),
            "limit": or_omit(limit),
            "created_after": or_omit(created_after),
            "created_before": or_omit(created_before),
            "time_zone": or_omit(time_zone),
        })
        return self._list("/requests", Request.from_wire, query=query)

    def get_request(self, id: str) -> GetRequestAnswer:
        """Get API call.

        By the `request_id` of its response. Secrets and data of customers are left out of the bodies. Role: owner or
        developer.
        """
        return self._send("GET", f"/request/{part(id)}", GetRequestAnswer.from_wire)

    def create_upload_target(
        self,
        *,
        content_type: CreateUploadTargetBodyContentType,
        size: int,
        idempotency_key: Optional[str] = None,
    ) -> UploadTarget:
        """Create upload target.

        Put the picture at `url` with `method` and `headers`: PNG, JPEG, WebP or AVIF of exactly this size and at
        most 8 million pixels. It is redrawn: as WebP, upright, at most 1024 pixels wide and high, without metadata.
        A picture that no app shows a day later is deleted. If `url` leads to a bucket, it is redrawn, or rejected,
        when first set as `image` of an app.

        Args:
            size: In bytes.
        """
        body = present({"content_type": content_type, "size": size})
        return self._send("POST", "/upload-target", UploadTarget.from_wire, body=body, idempotency_key=idempotency_key)

    def list_cryptocurrencies(self, *, limit: Optional[int] = None) -> Pages[CryptocurrencyWithNetworks]:
        """List cryptocurrencies.

        Lists all with networks and rates, in one answer unless a page is requested. An app accepts only some of
        them.

        Args:
            limit: The maximum number. Without limit and cursor, all are returned.
        """
        query = present({"limit": or_omit(limit)})
        return self._list("/cryptocurrencies", CryptocurrencyWithNetworks.from_wire, query=query)

    def get_cryptocurrency(self, symbol: str) -> CryptocurrencyWithNetworks:
        """Get cryptocurrency.

        With its networks and rates.
        """
        return self._send("GET", f"/cryptocurrency/{part(symbol)}", CryptocurrencyWithNetworks.from_wire)

    def list_networks(self, *, limit: Optional[int] = None) -> Pages[Network]:
        """List networks.

        Lists all networks, whether or not an app is paid on them, in one answer unless a page is requested.

        Args:
            limit: The maximum number. Without limit and cursor, all are returned.
        """
        query = present({"limit": or_omit(limit)})
        return self._list("/networks", Network.from_wire, query=query)

    def get_network(self, symbol: str) -> Network:
        """Get network.

        Returns one network of this instance. 404 for any other.
        """
        return self._send("GET", f"/network/{part(symbol)}", Network.from_wire)

    def list_currencies(self, *, limit: Optional[int] = None) -> Pages[Currency]:
        """List currencies.

        Lists all that this instance has rates in, in one answer unless a page is requested.

        Args:
            limit: The maximum number. Without limit and cursor, all are returned.
        """
        query = present({"limit": or_omit(limit)})
        return self._list("/currencies", Currency.from_wire, query=query)

    def get_currency(self, code: str) -> Currency:
        """Get currency.

        404 if this instance has no rates in it.
        """
        return self._send("GET", f"/currency/{part(code)}", Currency.from_wire)

    def get_account(self) -> Account:
        """Get account.

        Returns the person of the token or session.
        """
        return self._send("GET", "/account", Account.from_wire)

    def list_personal_access_tokens(
        self,
        *,
        limit: Optional[int] = None,
        created_after: Optional[str] = None,
        created_before: Optional[str] = None,
        time_zone: Optional[str] = None,
    ) -> Pages[PersonalAccessToken]:
        """List personal access tokens.

        Lists the caller’s tokens. The tokens themselves are shown only when they are created.

        Args:
            limit: The maximum number.
            created_after: Created at this time or later, or on this day or later.
            created_before: Created before this time, or on this day or earlier.
        """
        query = present({
            "limit": or_omit(limit),
            "created_after": or_omit(created_after),
            "created_before": or_omit(created_before),
            "time_zone": or_omit(time_zone),
        })
        return self._list("/personal-access-tokens", PersonalAccessToken.from_wire, query=query)

    def create_personal_access_token(
        self,
        *,
        name: str,
        scopes: Sequence[Scope],
        app_ids: Union[Sequence[str], None, Omit] = OMIT,
        cidrs: Union[Sequence[str], None, Omit] = OMIT,
        expires_at: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> NewPersonalAccessToken:
        """Create personal access token.

        Only in a browser session, so that a leaked token cannot create another. To change the receiving addresses of
        a production app, a token needs `cidrs`.

        Args:
            app_ids: Limits it to these apps of yours: it sees no others and cannot create any.
            cidrs: Works only from these ranges, at most /8 (IPv6: /19).
            expires_at: A time, or a day: the token expires at its end (UTC). Default: in 90 days. At most a
                year.
        """
        body = present({
            "name": name,
            "scopes": scopes,
            "app_ids": app_ids,
            "cidrs": cidrs,
            "expires_at": or_omit(expires_at),
        })
        return self._send(
            "POST",
            "/personal-access-token",
            NewPersonalAccessToken.from_wire,
            body=body,
            idempotency_key=idempotency_key,
        )

    def get_personal_access_token(self, id: str) -> PersonalAccessToken:
        """Get personal access token.

        Returns its scopes and expiry, not the token itself. 404 for other people’s tokens.
        """
        return self._send("GET", f"/personal-access-token/{part(id)}", PersonalAccessToken.from_wire)

    def delete_personal_access_token(self, id: str, *, idempotency_key: Optional[str] = None) -> PersonalAccessToken:
        """Revoke personal access token.

        It stops working at once, permanently. A browser needs a recent sign-in or step-up.
        """
        return self._send(
            "DELETE",
            f"/personal-access-token/{part(id)}",
            PersonalAccessToken.from_wire,
            idempotency_key=idempotency_key,
        )

    def list_sessions(
        self,
        *,
        limit: Optional[int] = None,
        created_after: Optional[str] = None,
        created_before: Optional[str] = None,
        time_zone: Optional[str] = None,
    ) -> Pages[Session]:
        """List browser sessions.

        Lists the browsers in which the caller is signed in, including this one.

        Args:
            limit: The maximum number.
            created_after: Created at this time or later, or on this day or later.
            created_before: Created before this time, or on this day or earlier.
        """
        query = present({
            "limit": or_omit(limit),
            "created_after": or_omit(created_after),
            "created_before": or_omit(created_before),
            "time_zone": or_omit(time_zone),
        })
        return self._list("/sessions", Session.from_wire, query=query)

    def end_session(self, id: str, *, idempotency_key: Optional[str] = None) -> EndSessionAnswer:
        """End browser session.

        Signs that browser out. To end another browser’s session, a recent proof is required, and a mail is sent.
        """
        return self._send("DELETE", f"/session/{part(id)}", EndSessionAnswer.from_wire, idempotency_key=idempotency_key)

    def list_passkeys(
        self,
        *,
        limit: Optional[int] = None,
        created_after: Optional[str] = None,
        created_before: Optional[str] = None,
        time_zone: Optional[str] = None,
    ) -> Pages[Passkey]:
        """List passkeys.

        Lists at most 100 of the signed-in person. Key material is not shown.

        Args:
            limit: The maximum number.
            created_after: Created at this time or later, or on this day or later.
            created_before: Created before this time, or on this day or earlier.
        """
        query = present({
            "limit": or_omit(limit),
            "created_after": or_omit(created_after),
            "created_before": or_omit(created_before),
            "time_zone": or_omit(time_zone),
        })
        return self._list("/passkeys", Passkey.from_wire, query=query)

    def prepare_passkey(self, *, idempotency_key: Optional[str] = None) -> Mapping[str, Any]:
        """Prepare a passkey.

        Pass the answer to `PublicKeyCredential.parseCreationOptionsFromJSON`. It is valid for 5 minutes.
        """
        return self._send("POST", "/passkey/options", dict, idempotency_key=idempotency_key)

    def create_passkey(
        self,
        *,
        name: str,
        response: Mapping[str, Any],
        idempotency_key: Optional[str] = None,
    ) -> Passkey:
        """Create passkey.

        Send the browser’s response to POST /passkey/options. Options can be used once, right or wrong: after a 422,
        request new ones.

        Args:
            response: RegistrationResponseJSON, as returned by `PublicKeyCredential.toJSON()`.
        """
        body = present({"name": name, "response": response})
        return self._send("POST", "/passkey", Passkey.from_wire, body=body, idempotency_key=idempotency_key)

    def delete_passkey(self, id: str, *, idempotency_key: Optional[str] = None) -> Passkey:
        """Delete passkey.

        It can no longer be used to sign in, and its owner is notified by mail. Remove it on the device too.
        """
        return self._send("DELETE", f"/passkey/{part(id)}", Passkey.from_wire, idempotency_key=idempotency_key)

    def list_notification_channels(
        self,
        *,
        limit: Optional[int] = None,
        created_after: Optional[str] = None,
        created_before: Optional[str] = None,
        time_zone: Optional[str] = None,
    ) -> Pages[NotificationChannel]:
        """List notification channels.

        Lists the caller’s channels. Bot tokens, URLs and secrets are not shown.

        Args:
            limit: The maximum number.
            created_after: Created at this time or later, or on this day or later.
            created_before: Created before this time, or on this day or earlier.
        """
        query = present({
            "limit": or_omit(limit),
            "created_after": or_omit(created_after),
            "created_before": or_omit(created_before),
            "time_zone": or_omit(time_zone),
        })
        return self._list("/notification-channels", NotificationChannel.from_wire, query=query)

    def create_notification_channel(
        self,
        *,
        kind: NotificationChannelKind,
        name: str,
        url: Optional[str] = None,
        bot_token: Optional[str] = None,
        chat: Optional[str] = None,
        access_token: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> CreateNotificationChannelAnswer:
        """Add notification channel.

        Only in a browser session. Send a test message next: until one is accepted, the channel is not used. A
        webhook gets messages signed by the rules of Standard Webhooks.

        Args:
            url: An incoming webhook of Slack or Discord, a topic of ntfy, or a webhook of your own.
            bot_token: The token of a bot of Telegram.
            chat: The chat of Telegram that the bot writes to.
            access_token: For a server of ntfy that asks for one.
        """
        body = present({
            "kind": kind,
            "name": name,
            "url": or_omit(url),
            "bot_token": or_omit(bot_token),
            "chat": or_omit(chat),
            "access_token": or_omit(access_token),
        })
        return self._send(
            "POST",
            "/notification-channel",
            CreateNotificationChannelAnswer.from_wire,
            body=body,
            idempotency_key=idempotency_key,
        )

    def delete_notification_channel(self, id: str, *, idempotency_key: Optional[str] = None) -> NotificationChannel:
        """Delete notification channel.

        It gets no more notifications. Queued messages to it are not sent.
        """
        return self._send(
            "DELETE",
            f"/notification-channel/{part(id)}",
            NotificationChannel.from_wire,
            idempotency_key=idempotency_key,
        )

    def test_notification_channel(self, id: str, *, idempotency_key: Optional[str] = None) -> NotificationChannel:
        """Test notification channel.

        Sends a test message and waits for the answer of the service. If it accepts the message, the channel is used
        from now on; otherwise `last_error` has the reason. At most 20 in an hour.
        """
        return self._send(
            "POST",
            f"/notification-channel/{part(id)}/test",
            NotificationChannel.from_wire,
            idempotency_key=idempotency_key,
        )

    def list_notification_choices(self) -> NotificationChoice:
        """List notification choices.

        `id` is the caller’s. There is one choice for each kind of notification. They cover all apps that the caller
        is a member of.
        """
        return self._send("GET", "/notification-choices", NotificationChoice.from_wire)

    def update_notification_choice(
        self,
        kind: str,
        *,
        mail: bool,
        channel_ids: Sequence[str],
        idempotency_key: Optional[str] = None,
    ) -> UpdateNotificationChoiceAnswer:
        """Choose ways of a notification.

        Only in a browser session. A channel is used once a test message was accepted.

        Args:
            mail: Whether it goes by mail. Security notices always do.
            channel_ids: Channels of yours.
        """
        body = present({"mail": mail, "channel_ids": channel_ids})
        return self._send(
            "PUT",
            f"/notification-choice/{part(kind)}",
            UpdateNotificationChoiceAnswer.from_wire,
            body=body,
            idempotency_key=idempotency_key,
        )

    def list_oauth2_clients(
        self,
        *,
        limit: Optional[int] = None,
        created_after: Optional[str] = None,
        created_before: Optional[str] = None,
        time_zone: Optional[str] = None,
    ) -> Pages[Oauth2Client]:
        """List OAuth2 clients.

        Lists the clients that the caller registered, without their secrets.

        Args:
            limit: The maximum number.
            created_after: Created at this time or later, or on this day or later.
            created_before: Created before this time, or on this day or earlier.
        """
        query = present({
            "limit": or_omit(limit),
            "created_after": or_omit(created_after),
            "created_before": or_omit(created_before),
            "time_zone": or_omit(time_zone),
        })
        return self._list("/oauth2-clients", Oauth2Client.from_wire, query=query)

    def create_oauth2_client(
        self,
        *,
        name: str,
        redirect_uris: Sequence[str],
        post_logout_redirect_uris: Optional[Sequence[str]] = None,
        application_type: Optional[Oauth2ClientApplicationType] = None,
        token_endpoint_auth_method: Optional[Oauth2ClientTokenEndpointAuthMethod] = None,
        id_token_signed_response_alg: Optional[Oauth2ClientIdTokenSignedResponseAlg] = None,
        idempotency_key: Optional[str] = None,
    ) -> CreateOauth2ClientAnswer:
        """Create OAuth2 client.

        Only this answer contains `client_secret`. A `native` client has none, and uses only PKCE.

        Args:
            name: Shown to people who are asked for consent.
            application_type: Default: web. native is for a program on a person’s own device.
            token_endpoint_auth_method: Default: client_secret_basic. none is for a client that cannot keep a
                secret.
        """
        body = present({
            "name": name,
            "redirect_uris": redirect_uris,
            "post_logout_redirect_uris": or_omit(post_logout_redirect_uris),
            "application_type": or_omit(application_type),
            "token_endpoint_auth_method": or_omit(token_endpoint_auth_method),
            "id_token_signed_response_alg": or_omit(id_token_signed_response_alg),
        })
        return self._send(
            "POST",
            "/oauth2-client",
            CreateOauth2ClientAnswer.from_wire,
            body=body,
            idempotency_key=idempotency_key,
        )

    def get_oauth2_client(self, id: str) -> Oauth2Client:
        """Get OAuth2 client.

        Returns its fields without the secret.
        """
        return self._send("GET", f"/oauth2-client/{part(id)}", Oauth2Client.from_wire)

    def update_oauth2_client(
        self,
        id: str,
        *,
        name: Optional[str] = None,
        redirect_uris: Optional[Sequence[str]] = None,
        post_logout_redirect_uris: Optional[Sequence[str]] = None,
        idempotency_key: Optional[str] = None,
    ) -> Oauth2Client:
        """Update OAuth2 client.

        Changes the given fields, lists as a whole. The secret and the kind of client stay.

        Args:
            name: Shown to people who are asked for consent.
        """
        body = present({
            "name": or_omit(name),
            "redirect_uris": or_omit(redirect_uris),
            "post_logout_redirect_uris": or_omit(post_logout_redirect_uris),
        })
        return self._send(
            "PUT",
            f"/oauth2-client/{part(id)}",
            Oauth2Client.from_wire,
            body=body,
            idempotency_key=idempotency_key,
        )

    def delete_oauth2_client(self, id: str, *, idempotency_key: Optional[str] = None) -> Oauth2Client:
        """Delete OAuth2 client.

        It can no longer request access, and existing access ends.
        """
        return self._send(
            "DELETE",
            f"/oauth2-client/{part(id)}",
            Oauth2Client.from_wire,
            idempotency_key=idempotency_key,
        )

    def rotate_oauth2_client_secret(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> CreateOauth2ClientAnswer:
        """Rotate OAuth2 client secret.

        The old secret stops working at once. 422 if there is none.
        """
        return self._send(
            "POST",
            f"/oauth2-client/{part(id)}/rotate-secret",
            CreateOauth2ClientAnswer.from_wire,
            idempotency_key=idempotency_key,
        )

    def list_oauth2_sessions(
        self,
        *,
        limit: Optional[int] = None,
        created_after: Optional[str] = None,
        created_before: Optional[str] = None,
        time_zone: Optional[str] = None,
    ) -> Pages[Oauth2Session]:
        """List OAuth2 sessions.

        Lists the programs that act for the caller. Their tokens are not shown.

        Args:
            limit: The maximum number.
            created_after: Created at this time or later, or on this day or later.
            created_before: Created before this time, or on this day or earlier.
        """
        query = present({
            "limit": or_omit(limit),
            "created_after": or_omit(created_after),
            "created_before": or_omit(created_before),
            "time_zone": or_omit(time_zone),
        })
        return self._list("/oauth2-sessions", Oauth2Session.from_wire, query=query)

    def get_oauth2_session(self, id: str) -> Oauth2Session:
        """Get OAuth2 session.

        Returns a program that acts for the caller, with its scopes.
        """
        return self._send("GET", f"/oauth2-session/{part(id)}", Oauth2Session.from_wire)

    def delete_oauth2_session(self, id: str, *, idempotency_key: Optional[str] = None) -> Oauth2Session:
        """Revoke OAuth2 session.

        All its tokens stop working at once. The program may ask again.
        """
        return self._send(
            "DELETE",
            f"/oauth2-session/{part(id)}",
            Oauth2Session.from_wire,
            idempotency_key=idempotency_key,
        )

    def list_webhooks(
        self,
        *,
        app_id: Optional[str] = None,
        limit: Optional[int] = None,
        created_after: Optional[str] = None,
        created_before: Optional[str] = None,
        time_zone: Optional[str] = None,
    ) -> Pages[Webhook]:
        """List webhooks.

        The webhooks of one app, or of all apps of the caller, without their secrets.

        Args:
            app_id: Only this app. Default: all apps of the caller, or the app of an app token.
            limit: The maximum number.
            created_after: Created at this time or later, or on this day or later.
            created_before: Created before this time, or on this day or earlier.
        """
        query = present({
            "app_id": or_omit(app_id),
            "limit": or_omit(limit),
            "created_after": or_omit(created_after),
            "created_before": or_omit(created_before),
            "time_zone": or_omit(time_zone),
        })
        return self._list("/webhooks", Webhook.from_wire, query=query)

    def create_webhook(
        self,
        *,
        url: str,
        app_id: Optional[str] = None,
        events: Union[Sequence[EventType], None, Omit] = OMIT,
        description: Union[str, None, Omit] = OMIT,
        signature: Optional[WebhookSignature] = None,
        idempotency_key: Optional[str] = None,
    ) -> WebhookWithSecret:
        """Create webhook.

        The secret is only in this response. Role: owner or developer.

        Args:
            app_id: Implied by an app token.
            url: An http or https URL at a public address.
            signature: How deliveries are signed: `v1` (HMAC-SHA256, the default) or `v1a` (Ed25519). It cannot
                be changed later.
        """
        body = present({
            "app_id": or_omit(app_id),
            "url": url,
            "events": events,
            "description": description,
            "signature": or_omit(signature),
        })
        return self._send("POST", "/webhook", WebhookWithSecret.from_wire, body=body, idempotency_key=idempotency_key)

    def get_webhook(self, id: str) -> Webhook:
        """Get webhook.

        `disabled_reason` and `failing_since` show its state.
        """
        return self._send("GET", f"/webhook/{part(id)}", Webhook.from_wire)

    def update_webhook(
        self,
        id: str,
        *,
        url: Optional[str] = None,
        events: Union[Sequence[EventType], None, Omit] = OMIT,
        description: Union[str, None, Omit] = OMIT,
        enabled: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
    ) -> Webhook:
        """Update webhook.

        Changes the given fields. A disabled webhook is sent nothing, not even pending deliveries. A `tampered` one
        can only be deleted (422). Role: owner or developer.

        Args:
            url: An http or https URL at a public address.
            enabled: false also ends pending deliveries; true clears past failures.
        """
        body = present({"url": or_omit(url), "events": events, "description": description, "enabled": or_omit(enabled)})
        return self._send("PUT", f"/webhook/{part(id)}", Webhook.from_wire, body=body, idempotency_key=idempotency_key)

    def delete_webhook(self, id: str, *, idempotency_key: Optional[str] = None) -> Webhook:
        """Delete webhook.

        Nothing more is sent there, not even pending deliveries. Its events stay listed. To delete the last enabled
        webhook, a browser needs a recent sign-in or step-up. Role: owner or developer.
        """
        return self._send("DELETE", f"/webhook/{part(id)}", Webhook.from_wire, idempotency_key=idempotency_key)

    def rotate_webhook_secret(self, id: str, *, idempotency_key: Optional[str] = None) -> WebhookWithSecret:
        """Rotate signing secret.

        For 24 hours, deliveries are signed with both secrets (or both keys, for `v1a`), so that a receiver can
        switch to the new one. Role: owner or developer.
        """
        return self._send(
            "POST",
            f"/webhook/{part(id)}/rotate-secret",
            WebhookWithSecret.from_wire,
            idempotency_key=idempotency_key,
        )

    def test_webhook(self, id: str, *, idempotency_key: Optional[str] = None) -> WebhookDelivery:
        """Send a test event.

        Sends `webhook.test` and returns its delivery. The result is listed a moment later. Role: owner or developer.
        """
        return self._send(
            "POST",
            f"/webhook/{part(id)}/test",
            WebhookDelivery.from_wire,
            idempotency_key=idempotency_key,
        )

    def list_webhook_deliveries(
        self,
        id: str,
        *,
        status: Optional[Union[WebhookDeliveryStatus, Sequence[WebhookDeliveryStatus]]] = None,
        limit: Optional[int] = None,
        created_after: Optional[str] = None,
        created_before: Optional[str] = None,
        time_zone: Optional[str] = None,
    ) -> Pages[WebhookDelivery]:
        """List deliveries.

        The deliveries of the last 30 days with their responses. `exhausted` ones can be sent again.

        Args:
            limit: The maximum number.
            created_after: Created at this time or later, or on this day or later.
            created_before: Created before this time, or on this day or earlier.
        """
        query = present({
            "status": or_omit(status),
            "limit": or_omit(limit),
            "created_after": or_omit(created_after),
            "created_before": or_omit(created_before),
            "time_zone": or_omit(time_zone),
        })
        return self._list(f"/webhook/{part(id)}/deliveries", WebhookDelivery.from_wire, query=query)

    def get_webhook_delivery(self, id: str) -> WebhookDelivery:
        """Get delivery.

        The delivery of one event to one endpoint. 404 after 30 days.
        """
        return self._send("GET", f"/webhook-delivery/{part(id)}", WebhookDelivery.from_wire)

    def redeliver_webhook_delivery(self, id: str, *, idempotency_key: Optional[str] = None) -> WebhookDelivery:
        """Deliver again.

        With the same webhook-id and body, taken before or not. Role: owner or developer.
        """
        return self._send(
            "POST",
            f"/webhook-delivery/{part(id)}/redeliver",
            WebhookDelivery.from_wire,
            idempotency_key=idempotency_key,
        )

    def replay_webhook(
        self,
        id: str,
        *,
        since: str,
        time_zone: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> ReplayWebhookAnswer:
        """Send events again.

        Sends the endpoint its subscribed events since that time again (from the last 30 days), with the same
        `webhook-id` and body as before, oldest first, alongside new events. At most 1000 are sent, and `next_since`
        is where to continue. Events with a pending attempt are left out. While a replay is running, the same request
        returns it. Role: owner or developer.

        Args:
            since: Events from this time on.
        """
        body = present({"since": since, "time_zone": or_omit(time_zone)})
        return self._send(
            "POST",
            f"/webhook/{part(id)}/replay",
            ReplayWebhookAnswer.from_wire,
            body=body,
            idempotency_key=idempotency_key,
        )

    def list_events(
        self,
        *,
        app_id: Optional[str] = None,
        type: Optional[Union[AnyEventType, Sequence[AnyEventType]]] = None,
        since: Optional[str] = None,
        limit: Optional[int] = None,
        created_after: Optional[str] = None,
        created_before: Optional[str] = None,
        time_zone: Optional[str] = None,
    ) -> Pages[Event]:
        """List events.

        Events of the last 30 days, newest first. With `since`, the oldest comes first, in a stable order that late
        commits do not change, and every page, also the last one, links to the next. With `Accept:
        text/event-stream`, events are sent as server-sent events with the same ids: from now on, from `since` on, or
        after `Last-Event-ID`. A stream ends after at most ten minutes.

        Args:
            app_id: Implied by an app token. By default, all apps of the caller. Required for a stream and with
                `since`.
            since: Only events from this time on, oldest first.
            limit: The maximum number.
            created_after: Created at this time or later, or on this day or later.
            created_before: Created before this time, or on this day or earlier.
        """
        query = present({
            "app_id": or_omit(app_id),
            "type": or_omit(type),
            "since": or_omit(since),
            "limit": or_omit(limit),
            "created_after": or_omit(created_after),
            "created_before": or_omit(created_before),
            "time_zone": or_omit(time_zone),
        })
        return self._list("/events", Event.from_wire, query=query)

    def get_event(self, id: str) -> Event:
        """Get event.

        One event of the last 30 days; its id is the webhook-id of its deliveries.
        """
        return self._send("GET", f"/event/{part(id)}", Event.from_wire)

    def get_operator_instance(self) -> OperatorInstance:
        """Get instance.

        The settings, and the state of database, mail and backups.
        """
        return self._send("GET", "/operator/instance", OperatorInstance.from_wire)

    def list_operator_networks(self, *, limit: Optional[int] = None) -> Pages[OperatorNetwork]:
        """List networks for the operator.

        As reported by the process that follows the network; no endpoint is asked.

        Args:
            limit: The maximum number. Without limit and cursor, all are returned.
        """
        query = present({"limit": or_omit(limit)})
        return self._list("/operator/networks", OperatorNetwork.from_wire, query=query)

    def update_operator_network(
        self,
        symbol: str,
        *,
        endpoints: Optional[Sequence[str]] = None,
        enabled: Optional[bool] = None,
        idempotency_key: Optional[str] = None,
    ) -> UpdateOperatorNetworkAnswer:
        """Connect network.

        Each endpoint is checked first. An error is named per endpoint, and nothing is saved. Every process uses the
        change within 5 seconds. Open invoices of a network that is switched off stay readable.

        Args:
            endpoints: Addresses in order of preference, with their keys. An address as GET /operator/networks
                shows it, with its key masked, keeps the saved one.
            enabled: false switches the network off and keeps its endpoints. Default: unchanged.
        """
        body = present({"endpoints": or_omit(endpoints), "enabled": or_omit(enabled)})
        return self._send(
            "PUT",
            f"/operator/network/{part(symbol)}",
            UpdateOperatorNetworkAnswer.from_wire,
            body=body,
            idempotency_key=idempotency_key,
        )

    def create_operator_network(
        self,
        *,
        chain_id: int,
        name: str,
        endpoints: Sequence[str],
        native: CreateOperatorNetworkBodyNative,
        symbol: Optional[str] = None,
        tokens: Optional[Sequence[CreateOperatorNetworkBodyToken]] = None,
        test: Optional[bool] = None,
        confirmations: Optional[int] = None,
        idempotency_key: Optional[str] = None,
    ) -> UpdateOperatorNetworkAnswer:
        """Add EVM network.

        Adds a network that is not built in. Decimals and symbols are read from the chain, and all endpoints must
        agree about them. Every process uses it within 5 seconds.

        Args:
            chain_id: EIP-155.
            symbol: The name of the network in the API. Default: the name in lower case, with hyphens.
            endpoints: Addresses in order of preference, with their keys. An address as GET /operator/networks
                shows it, with its key masked, keeps the saved one.
            tokens: Decimals and names are read from the chain.
            test: Whether its coins are worthless. Default: false.
            confirmations: Default: about a minute of blocks, and at least 12.
        """
        body = present({
            "chain_id": chain_id,
            "name": name,
            "symbol": or_omit(symbol),
            "endpoints": endpoints,
            "native": native,
            "tokens": or_omit(tokens),
            "test": or_omit(test),
            "confirmations": or_omit(confirmations),
        })
        return self._send(
            "POST",
            "/operator/network",
            UpdateOperatorNetworkAnswer.from_wire,
            body=body,
            idempotency_key=idempotency_key,
        )

    def check_operator_endpoints(
        self,
        *,
        network: str,
        endpoints: Sequence[str],
        idempotency_key: Optional[str] = None,
    ) -> Sequence[OperatorEndpoints]:
        """Check endpoints.

        Asks each endpoint for its chain and for what payments are read with. Nothing is saved.

        Args:
            network: The symbol of the network.
            endpoints: Addresses in order of preference, with their keys. An address as GET /operator/networks
                shows it, with its key masked, keeps the saved one.
        """
        body = present({"network": network, "endpoints": endpoints})
        return self._send(
            "POST",
            "/operator/endpoint-check",
            read_all(OperatorEndpoints.from_wire),
            body=body,
            idempotency_key=idempotency_key,
        )

    def list_endpoint_suggestions(
        self,
        *,
        limit: Optional[int] = None,
        network: Optional[str] = None,
    ) -> Pages[EndpointSuggestion]:
        """List endpoint suggestions.

        Public endpoints that a person may choose. The service contacts none of them by itself.

        Args:
            limit: The maximum number. Without limit and cursor, all are returned.
            network: Only those of this network.
        """
        query = present({"limit": or_omit(limit), "network": or_omit(network)})
        return self._list("/operator/endpoint-suggestions", EndpointSuggestion.from_wire, query=query)

    def get_operator_rates(self) -> OperatorRates:
        """Get rates and their sources.

        The prices known to the process that answers.
        """
        return self._send("GET", "/operator/rates", OperatorRates.from_wire)

    def list_operator_people(
        self,
        *,
        limit: Optional[int] = None,
        created_after: Optional[str] = None,
        created_before: Optional[str] = None,
        time_zone: Optional[str] = None,
    ) -> Pages[OperatorPeople]:
        """List people.

        Lists the accounts here, without their data.

        Args:
            limit: The maximum number.
            created_after: Created at this time or later, or on this day or later.
            created_before: Created before this time, or on this day or earlier.
        """
        query = present({
            "limit": or_omit(limit),
            "created_after": or_omit(created_after),
            "created_before": or_omit(created_before),
            "time_zone": or_omit(time_zone),
        })
        return self._list("/operator/people", OperatorPeople.from_wire, query=query)

    def get_operator_health(self) -> OperatorHealth:
        """Check the instance.

        Asks every endpoint, the mail server and the storage of pictures. It takes seconds.
        """
        return self._send("GET", "/operator/health", OperatorHealth.from_wire)

    def get_operator_settings(self) -> OperatorSettings:
        """Get settings.

        The settings of the instance by name. The environment and quittance.json have precedence over stored
        settings. A secret has no `value`; `is_set` says whether there is one.
        """
        return self._send("GET", "/operator/settings", OperatorSettings.from_wire)

    def update_operator_settings(
        self,
        *,
        public_url: Union[str, None, Omit] = OMIT,
        smtp_url: Union[str, None, Omit] = OMIT,
        mail_from: Union[str, None, Omit] = OMIT,
        mail_receipts_per_hour: Union[int, None, Omit] = OMIT,
        mail_invitations_per_hour: Union[int, None, Omit] = OMIT,
        backup_to: Union[str, None, Omit] = OMIT,
        backup_every: Union[str, None, Omit] = OMIT,
        backup_recipient: Union[str, None, Omit] = OMIT,
        sign_up: Union[OperatorInstanceSignUp, None, Omit] = OMIT,
        rate_sources: Union[Union[Sequence[str], str], None, Omit] = OMIT,
        rate_max_age: Union[int, None, Omit] = OMIT,
        security_contact: Union[str, None, Omit] = OMIT,
        cors_origins: Union[Union[Sequence[str], str], None, Omit] = OMIT,
        rate_limit: Union[str, None, Omit] = OMIT,
        log_level: Union[UpdateOperatorSettingsBodyLogLevel, None, Omit] = OMIT,
        log_requests: Union[UpdateOperatorSettingsBodyLogRequests, None, Omit] = OMIT,
        payout_delay: Union[str, None, Omit] = OMIT,
        webhook_allow_cidrs: Union[Union[Sequence[str], str], None, Omit] = OMIT,
        trust_proxy: Union[str, None, Omit] = OMIT,
        idempotency_key: Optional[str] = None,
    ) -> OperatorSettings:
        """Change settings.

        Stores the settings that are sent; null returns to the default. Every process uses them within 5 seconds,
        without a restart. A setting with `changeable: false` is rejected. All operators are notified by e-mail.

        Args:
            public_url: The address under which browsers reach the service. A path is allowed.
            smtp_url: The mail server: smtps://user:password@host:465 or smtp://user:password@host:587.
            mail_from: The sender of mails: an address, or Name <address>.
            mail_receipts_per_hour: The receipts that each app may mail within an hour.
            mail_invitations_per_hour: The invitations that each person may mail within an hour.
            backup_to: The folder of backups, as an absolute path, or
                https://KEY:SECRET@host/bucket/folder?region=us-east-1.
            backup_every: The interval of backups, such as 24h. It needs backup_to.
            backup_recipient: The age recipient (age1…) that backups are encrypted to.
            sign_up: Whether anyone can create an account.
            rate_sources: The sources of exchange rates.
            rate_max_age: The greatest age of a rate that is used, in seconds.
            security_contact: The contact in /.well-known/security.txt. By default, the e-mail address of the
                first operator.
            cors_origins: Web origins whose pages may call the API with a Bearer token.
            rate_limit: The requests that each caller may make, such as 600/minute, or off.
            log_level: The least severe messages that are logged.
            log_requests: Whether each request is logged.
            payout_delay: How long a new receiving address of a production app waits.
            webhook_allow_cidrs: Private address ranges that webhooks may call.
            trust_proxy: The addresses of proxies whose forwarding headers are believed.
        """
        body = present({
            "public_url": public_url,
            "smtp_url": smtp_url,
            "mail_from": mail_from,
            "mail_receipts_per_hour": mail_receipts_per_hour,
            "mail_invitations_per_hour": mail_invitations_per_hour,
            "backup_to": backup_to,
            "backup_every": backup_every,
            "backup_recipient": backup_recipient,
            "sign_up": sign_up,
            "rate_sources": rate_sources,
            "rate_max_age": rate_max_age,
            "security_contact": security_contact,
            "cors_origins": cors_origins,
            "rate_limit": rate_limit,
            "log_level": log_level,
            "log_requests": log_requests,
            "payout_delay": payout_delay,
            "webhook_allow_cidrs": webhook_allow_cidrs,
            "trust_proxy": trust_proxy,
        })
        return self._send(
            "PUT",
            "/operator/settings",
            OperatorSettings.from_wire,
            body=body,
            idempotency_key=idempotency_key,
        )

    def send_test_mail(
        self,
        *,
        smtp_url: Optional[str] = None,
        mail_from: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> TestMail:
        """Send test mail.

        Sends a mail to your own address, to try mail settings before they are stored.

        Args:
            smtp_url: By default the server in use.
        """
        body = present({"smtp_url": or_omit(smtp_url), "mail_from": or_omit(mail_from)})
        return self._send(
            "POST",
            "/operator/settings/test-mail",
            TestMail.from_wire,
            body=body,
            idempotency_key=idempotency_key,
        )

    def test_backup_target(
        self,
        *,
        backup_to: Optional[str] = None,
        idempotency_key: Optional[str] = None,
    ) -> BackupTarget:
        """Test backup target.

        Writes a small file to the folder or the bucket of backups, and removes it.

        Args:
            backup_to: By default the target in use.
        """
        body = present({"backup_to": or_omit(backup_to)})
        return self._send(
            "POST",
            "/operator/settings/test-backup",
            BackupTarget.from_wire,
            body=body,
            idempotency_key=idempotency_key,
        )
