<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Generated;

use Quittance\Call;
use Quittance\Model\Account;
use Quittance\Model\AddressKey;
use Quittance\Model\App;
use Quittance\Model\AppAddress;
use Quittance\Model\AppAttention;
use Quittance\Model\AppCryptocurrency;
use Quittance\Model\AppMember;
use Quittance\Model\AppSettings;
use Quittance\Model\AppStatistics;
use Quittance\Model\AppToken;
use Quittance\Model\AuditLog;
use Quittance\Model\BackupTarget;
use Quittance\Model\BalanceSheet;
use Quittance\Model\CreateDoorAnswer;
use Quittance\Model\CreateNotificationChannelAnswer;
use Quittance\Model\CreateOauth2ClientAnswer;
use Quittance\Model\CryptocurrencyWithNetworks;
use Quittance\Model\Currency;
use Quittance\Model\Door;
use Quittance\Model\EndSessionAnswer;
use Quittance\Model\EndpointSuggestion;
use Quittance\Model\Event;
use Quittance\Model\GetRequestAnswer;
use Quittance\Model\Invoice;
use Quittance\Model\InvoiceStep;
use Quittance\Model\Network;
use Quittance\Model\NewAppToken;
use Quittance\Model\NewPersonalAccessToken;
use Quittance\Model\NotificationChannel;
use Quittance\Model\NotificationChoice;
use Quittance\Model\Oauth2Client;
use Quittance\Model\Oauth2Session;
use Quittance\Model\OperatorEndpoints;
use Quittance\Model\OperatorHealth;
use Quittance\Model\OperatorInstance;
use Quittance\Model\OperatorNetwork;
use Quittance\Model\OperatorPeople;
use Quittance\Model\OperatorRates;
use Quittance\Model\OperatorSettings;
use Quittance\Model\Passkey;
use Quittance\Model\PayTransactionAnswer;
use Quittance\Model\Payment;
use Quittance\Model\PaymentLink;
use Quittance\Model\PayoutChange;
use Quittance\Model\PersonalAccessToken;
use Quittance\Model\PublicApp;
use Quittance\Model\PullPayment;
use Quittance\Model\RecogniseAppAddressAnswer;
use Quittance\Model\Refund;
use Quittance\Model\RefundBatch;
use Quittance\Model\ReplayWebhookAnswer;
use Quittance\Model\Request;
use Quittance\Model\Session;
use Quittance\Model\TestClock;
use Quittance\Model\TestMail;
use Quittance\Model\Transaction;
use Quittance\Model\UnmatchedPayment;
use Quittance\Model\UpdateNotificationChoiceAnswer;
use Quittance\Model\UpdateOperatorNetworkAnswer;
use Quittance\Model\UploadTarget;
use Quittance\Model\Webhook;
use Quittance\Model\WebhookDelivery;
use Quittance\Model\WebhookWithSecret;
use Quittance\Pages;
use Quittance\Transport;

/**
 * One method for each operation of the API. A body or query is an array with the names of the API.
 *
 * `$idempotencyKey` is for a change that must happen only once even if this program restarts: a UUIDv4 stored together
 * with the change. Without it, each call has a new key for all of its attempts.
 *
 * @phpstan-type AcceptRefundBody array{
 *     reason: string,
 * }
 * @phpstan-type AdvanceTestClockBody array{
 *     app_id?: string,
 *     advance_seconds: int,
 * }
 * @phpstan-type AssignPullPaymentBody array{
 *     invoice_id: string,
 * }
 * @phpstan-type AssignUnmatchedPaymentBody array{
 *     invoice_id: string,
 * }
 * @phpstan-type CheckOperatorEndpointsBody array{
 *     network: string,
 *     endpoints: list<string>,
 * }
 * @phpstan-type ClaimTransactionBody array{
 *     hash: string,
 *     signature?: string,
 * }
 * @phpstan-type CreateAppAddressBody array{
 *     app_id: string,
 *     network: string,
 *     kind: 'address'|'xpub',
 *     value: string,
 *     script?: 'p2pkh'|'p2sh-p2wpkh'|'p2wpkh'|'p2tr',
 *     first_address?: string,
 *     signature?: string,
 *     confirm?: bool,
 *     label?: string|null,
 * }
 * @phpstan-type CreateAppBody array{
 *     name: string,
 *     description?: string|null,
 *     slug?: string|null,
 *     image?: string|null,
 *     url: string,
 *     environment: 'development'|'production',
 * }
 * @phpstan-type CreateAppCryptocurrencyBody array{
 *     app_id: string,
 *     cryptocurrency: string,
 *     network: string,
 *     confirmations?: int|null,
 *     min_total?: string|null,
 *     max_total?: string|null,
 *     accept_unconfirmed_up_to?: string|null,
 * }
 * @phpstan-type CreateAppTokenBody array{
 *     app_id: string,
 *     name: string,
 *     scopes: list<'invoices:read'|'invoices:write'|'invoices:settle'|'transactions:read'|'transactions:write'|'payments:assign'|'refunds:write'|'apps:read'|'apps:write'|'addresses:read'|'webhooks:read'|'webhooks:write'>,
 *     cidrs?: list<string>|null,
 *     expires_at?: string,
 * }
 * @phpstan-type CreateDoorBody array{
 *     kind: 'epay'|'epusdt'|'greenfield'|'commerce',
 *     currency?: string,
 *     cidrs?: list<string>|null,
 *     permissions?: list<'btcpay.store.canviewinvoices'|'btcpay.store.cancreateinvoice'|'btcpay.store.canmodifyinvoices'|'btcpay.store.canviewstoresettings'|'btcpay.store.webhooks.canmodifywebhooks'|'btcpay.store.cancreatenonapprovedpullpayments'>|null,
 *     webhook_url?: string|null,
 * }
 * @phpstan-type CreateInvoiceBody array{
 *     app_id?: string,
 *     total: string,
 *     currency: string,
 *     order?: OrderBody,
 *     customer?: CustomerBody,
 *     success_url?: string,
 *     cancel_url?: string,
 *     metadata?: array<string, string>,
 *     expires_in?: int|null,
 * }
 * @phpstan-type CreateNotificationChannelBody array{
 *     kind: 'telegram'|'slack'|'discord'|'ntfy'|'webhook',
 *     name: string,
 *     url?: string,
 *     bot_token?: string,
 *     chat?: string,
 *     access_token?: string,
 * }
 * @phpstan-type CreateOauth2ClientBody array{
 *     name: string,
 *     redirect_uris: list<string>,
 *     post_logout_redirect_uris?: list<string>,
 *     application_type?: 'web'|'native',
 *     token_endpoint_auth_method?: 'client_secret_basic'|'client_secret_post'|'none',
 *     id_token_signed_response_alg?: 'RS256'|'ES256',
 * }
 * @phpstan-type CreateOperatorNetworkBody array{
 *     chain_id: int,
 *     name: string,
 *     symbol?: string,
 *     endpoints: list<string>,
 *     native: CreateOperatorNetworkBodyNative,
 *     tokens?: list<CreateOperatorNetworkBodyToken>,
 *     test?: bool,
 *     confirmations?: int,
 * }
 * @phpstan-type CreateOperatorNetworkBodyNative array{
 *     symbol: string,
 * }
 * @phpstan-type CreateOperatorNetworkBodyToken array{
 *     contract: string,
 *     symbol?: string,
 *     stable?: bool,
 * }
 * @phpstan-type CreatePasskeyBody array{
 *     name: string,
 *     response: array<string, mixed>,
 * }
 * @phpstan-type CreatePaymentLinkBody array{
 *     app_id: string,
 *     slug: string,
 *     currency: string,
 *     total?: string|null,
 *     description?: string,
 * }
 * @phpstan-type CreatePersonalAccessTokenBody array{
 *     name: string,
 *     scopes: list<'invoices:read'|'invoices:write'|'invoices:settle'|'transactions:read'|'transactions:write'|'payments:assign'|'refunds:write'|'apps:read'|'apps:write'|'apps:token'|'addresses:read'|'addresses:write'|'webhooks:read'|'webhooks:write'|'account:read'|'account:write'>,
 *     app_ids?: list<string>|null,
 *     cidrs?: list<string>|null,
 *     expires_at?: string,
 * }
 * @phpstan-type CreateRefundBody array{
 *     invoice_id: string,
 *     fiat_value?: string,
 *     overpaid?: true,
 *     cryptocurrency?: string,
 *     network?: string,
 *     to?: string|null,
 *     confirm?: bool,
 *     rate_kind?: 'locked'|'current',
 *     reason?: string,
 * }
 * @phpstan-type CreateSandboxEventBody array{
 *     app_id?: string,
 *     type: 'invoice.created'|'invoice.partially_paid'|'invoice.paid'|'invoice.expired'|'invoice.canceled'|'invoice.updated'|'invoice.reversed'|'invoice.refunded'|'transaction.created'|'transaction.detected'|'transaction.succeeded'|'transaction.canceled'|'transaction.rejected'|'refund.created'|'refund.ready'|'refund.seen'|'refund.sent'|'refund.reversed'|'refund.canceled'|'payment.unmatched'|'address.changed'|'webhook.disabled'|'rate.depegged',
 * }
 * @phpstan-type CreateTransactionBody array{
 *     invoice_id: string,
 *     from: string,
 *     cryptocurrency: string,
 *     network: string,
 * }
 * @phpstan-type CreateUploadTargetBody array{
 *     content_type: 'image/png'|'image/jpeg'|'image/webp'|'image/avif',
 *     size: int,
 * }
 * @phpstan-type CreateWebhookBody array{
 *     app_id?: string,
 *     url: string,
 *     events?: list<'invoice.created'|'invoice.partially_paid'|'invoice.paid'|'invoice.expired'|'invoice.canceled'|'invoice.updated'|'invoice.reversed'|'invoice.refunded'|'transaction.created'|'transaction.detected'|'transaction.succeeded'|'transaction.canceled'|'transaction.rejected'|'refund.created'|'refund.ready'|'refund.seen'|'refund.sent'|'refund.reversed'|'refund.canceled'|'payment.unmatched'|'address.changed'|'webhook.disabled'|'rate.depegged'>|null,
 *     description?: string|null,
 *     signature?: 'v1'|'v1a',
 * }
 * @phpstan-type CustomerBody array{
 *     email?: string,
 *     name?: string,
 * }
 * @phpstan-type InviteAppMemberBody array{
 *     app_id: string,
 *     email: string,
 *     role: 'owner'|'accountant'|'support'|'developer',
 * }
 * @phpstan-type OrderBody array{
 *     reference?: string|int|float|null,
 *     description?: string,
 *     items?: list<OrderBodyItem>|null,
 *     discount?: string|null,
 *     tax?: string|null,
 *     shipping?: string|null,
 * }
 * @phpstan-type OrderBodyItem array{
 *     name?: string,
 *     quantity: int|float|string,
 *     price: string,
 *     image?: string,
 * }
 * @phpstan-type PayTransactionBody array{
 *     case?: 'paid'|'underpaid'|'overpaid',
 *     amount?: string,
 * }
 * @phpstan-type PrepareRefundBatchBody array{
 *     app_id?: string,
 *     network: string,
 *     refund_ids: list<string>,
 * }
 * @phpstan-type RecogniseAppAddressBody array{
 *     value: string,
 * }
 * @phpstan-type ReplayWebhookBody array{
 *     since: string,
 *     time_zone?: string,
 * }
 * @phpstan-type ReportRefundHashBody array{
 *     hash: string,
 * }
 * @phpstan-type RequestPaymentBody array{
 *     cryptocurrency: string,
 *     network: string,
 *     exchange?: bool,
 * }
 * @phpstan-type SendTestMailBody array{
 *     smtp_url?: string,
 *     mail_from?: string,
 * }
 * @phpstan-type SettleInvoiceBody array{
 *     reason: string,
 * }
 * @phpstan-type SimulateRefundBody array{
 *     case: 'seen'|'sent'|'amount_differs'|'reversed',
 * }
 * @phpstan-type SimulateTransactionBody array{
 *     case: 'paid'|'underpaid'|'overpaid'|'late'|'wrong_asset'|'failed'|'reorged'|'expired'|'canceled'|'unmatched',
 * }
 * @phpstan-type TestBackupTargetBody array{
 *     backup_to?: string,
 * }
 * @phpstan-type UpdateAppAddressBody array{
 *     label?: string|null,
 *     enabled?: bool,
 *     confirm?: bool,
 *     confirmed_value?: string,
 * }
 * @phpstan-type UpdateAppBody array{
 *     name?: string,
 *     description?: string|null,
 *     slug?: string|null,
 *     image?: string|null,
 *     url?: string,
 *     token?: bool,
 * }
 * @phpstan-type UpdateAppCryptocurrencyBody array{
 *     confirmations?: int|null,
 *     min_total?: string|null,
 *     max_total?: string|null,
 *     accept_unconfirmed_up_to?: string|null,
 * }
 * @phpstan-type UpdateAppMemberBody array{
 *     role: 'owner'|'accountant'|'support'|'developer',
 * }
 * @phpstan-type UpdateAppSettingsBody array{
 *     quote_window?: int,
 *     underpayment_tolerance?: UpdateAppSettingsBodyUnderpaymentTolerance,
 *     amount_room?: UpdateAppSettingsBodyAmountRoom,
 *     late_payments?: 'accept_at_locked_rate'|'accept_if_worth_the_due'|'hold',
 *     confirmations_by_value?: list<UpdateAppSettingsBodyConfirmationsByValueItem>,
 *     unconfirmed_payments?: UpdateAppSettingsBodyUnconfirmedPayments,
 *     stablecoins?: 'at_par'|'at_market',
 *     unpaid_addresses_max?: int,
 *     support_contact?: string|null,
 *     branding?: UpdateAppSettingsBodyBranding,
 *     embed_origins?: list<string>|null,
 *     webhook_defaults?: UpdateAppSettingsBodyWebhookDefaults,
 *     app_token_may?: list<'settle'|'assign'|'refund'>,
 * }
 * @phpstan-type UpdateAppSettingsBodyUnderpaymentTolerance array{
 *     percent: int|float,
 *     fiat_max?: string|null,
 * }
 * @phpstan-type UpdateAppSettingsBodyAmountRoom array{
 *     percent: int|float,
 *     fiat_max?: string|null,
 * }
 * @phpstan-type UpdateAppSettingsBodyConfirmationsByValueItem array{
 *     currency: string,
 *     from?: string,
 *     below?: string,
 *     confirmations: int|'finalized',
 * }
 * @phpstan-type UpdateAppSettingsBodyUnconfirmedPayments array{
 *     confirmed_inputs?: bool,
 *     fee_within_blocks?: int|null,
 *     quiet_seconds?: int,
 *     hourly_max?: UpdateAppSettingsBodyUnconfirmedPaymentsHourlyMax|null,
 * }
 * @phpstan-type UpdateAppSettingsBodyUnconfirmedPaymentsHourlyMax array{
 *     currency: string,
 *     amount: string,
 * }
 * @phpstan-type UpdateAppSettingsBodyBranding array{
 *     color?: string|null,
 *     logo?: string|null,
 * }
 * @phpstan-type UpdateAppSettingsBodyWebhookDefaults array{
 *     events: list<'invoice.created'|'invoice.partially_paid'|'invoice.paid'|'invoice.expired'|'invoice.canceled'|'invoice.updated'|'invoice.reversed'|'invoice.refunded'|'transaction.created'|'transaction.detected'|'transaction.succeeded'|'transaction.canceled'|'transaction.rejected'|'refund.created'|'refund.ready'|'refund.seen'|'refund.sent'|'refund.reversed'|'refund.canceled'|'payment.unmatched'|'address.changed'|'webhook.disabled'|'rate.depegged'>|null,
 * }
 * @phpstan-type UpdateInvoiceBody array{
 *     total?: string,
 *     currency?: string,
 *     order?: OrderBody,
 *     customer?: CustomerBody,
 *     success_url?: string,
 *     cancel_url?: string,
 *     metadata?: array<string, string>,
 * }
 * @phpstan-type UpdateNotificationChoiceBody array{
 *     mail: bool,
 *     channel_ids: list<string>,
 * }
 * @phpstan-type UpdateOauth2ClientBody array{
 *     name?: string,
 *     redirect_uris?: list<string>,
 *     post_logout_redirect_uris?: list<string>,
 * }
 * @phpstan-type UpdateOperatorNetworkBody array{
 *     endpoints?: list<string>,
 *     enabled?: bool,
 * }
 * @phpstan-type UpdateOperatorSettingsBody array{
 *     public_url?: string|null,
 *     smtp_url?: string|null,
 *     mail_from?: string|null,
 *     mail_receipts_per_hour?: int|null,
 *     mail_invitations_per_hour?: int|null,
 *     backup_to?: string|null,
 *     backup_every?: string|null,
 *     backup_recipient?: string|null,
 *     sign_up?: 'open'|'closed'|null,
 *     rate_sources?: list<string>|string|null,
 *     rate_max_age?: int|null,
 *     security_contact?: string|null,
 *     cors_origins?: list<string>|string|null,
 *     rate_limit?: string|null,
 *     log_level?: 'fatal'|'error'|'warn'|'info'|'debug'|'trace'|'silent'|null,
 *     log_requests?: 'on'|'off'|null,
 *     payout_delay?: string|null,
 *     webhook_allow_cidrs?: list<string>|string|null,
 *     trust_proxy?: string|null,
 * }
 * @phpstan-type UpdatePaymentLinkBody array{
 *     slug?: string,
 *     currency?: string,
 *     total?: string|null,
 *     description?: string,
 * }
 * @phpstan-type UpdateRefundBody array{
 *     to?: string|null,
 *     confirm?: bool,
 *     reason?: string|null,
 * }
 * @phpstan-type UpdateWebhookBody array{
 *     url?: string,
 *     events?: list<'invoice.created'|'invoice.partially_paid'|'invoice.paid'|'invoice.expired'|'invoice.canceled'|'invoice.updated'|'invoice.reversed'|'invoice.refunded'|'transaction.created'|'transaction.detected'|'transaction.succeeded'|'transaction.canceled'|'transaction.rejected'|'refund.created'|'refund.ready'|'refund.seen'|'refund.sent'|'refund.reversed'|'refund.canceled'|'payment.unmatched'|'address.changed'|'webhook.disabled'|'rate.depegged'>|null,
 *     description?: string|null,
 *     enabled?: bool,
 * }
 * @phpstan-type ListAppsQuery array{
 *     archived?: bool,
 *     limit?: int,
 *     cursor?: string,
 *     created_after?: string,
 *     created_before?: string,
 *     time_zone?: string,
 * }
 * @phpstan-type ListAppMembersQuery array{
 *     app_id?: string,
 *     limit?: int,
 *     cursor?: string,
 *     created_after?: string,
 *     created_before?: string,
 *     time_zone?: string,
 * }
 * @phpstan-type ListAppTokensQuery array{
 *     app_id?: string,
 *     limit?: int,
 *     cursor?: string,
 *     created_after?: string,
 *     created_before?: string,
 *     time_zone?: string,
 * }
 * @phpstan-type ListDoorsQuery array{
 *     limit?: int,
 *     cursor?: string,
 *     created_after?: string,
 *     created_before?: string,
 *     time_zone?: string,
 * }
 * @phpstan-type ListAppCryptocurrenciesQuery array{
 *     app_id?: string,
 *     limit?: int,
 *     cursor?: string,
 *     created_after?: string,
 *     created_before?: string,
 *     time_zone?: string,
 * }
 * @phpstan-type ListPaymentLinksQuery array{
 *     app_id?: string,
 *     limit?: int,
 *     cursor?: string,
 *     created_after?: string,
 *     created_before?: string,
 *     time_zone?: string,
 * }
 * @phpstan-type ListAppAddressesQuery array{
 *     app_id?: string,
 *     limit?: int,
 *     cursor?: string,
 *     created_after?: string,
 *     created_before?: string,
 *     time_zone?: string,
 * }
 * @phpstan-type ListPayoutChangesQuery array{
 *     app_id?: string,
 *     limit?: int,
 *     cursor?: string,
 *     created_after?: string,
 *     created_before?: string,
 *     time_zone?: string,
 * }
 * @phpstan-type ListInvoicesQuery array{
 *     app_id?: string,
 *     status?: 'open'|'partially_paid'|'paid'|'expired'|'canceled'|list<'open'|'partially_paid'|'paid'|'expired'|'canceled'>,
 *     reference?: string,
 *     currency?: string,
 *     cryptocurrency?: string,
 *     network?: string,
 *     total_min?: string,
 *     total_max?: string,
 *     metadata?: array<string, mixed>,
 *     q?: string,
 *     counts?: bool,
 *     limit?: int,
 *     cursor?: string,
 *     created_after?: string,
 *     created_before?: string,
 *     time_zone?: string,
 * }
 * @phpstan-type ListTransactionsQuery array{
 *     invoice_id: string,
 *     limit?: int,
 *     cursor?: string,
 *     created_after?: string,
 *     created_before?: string,
 *     time_zone?: string,
 * }
 * @phpstan-type ListPaymentsQuery array{
 *     app_id?: string,
 *     status?: 'processing'|'success'|'canceled'|'rejected'|list<'processing'|'success'|'canceled'|'rejected'>,
 *     with_money?: bool,
 *     currency?: string,
 *     cryptocurrency?: string,
 *     network?: string,
 *     total_min?: string,
 *     total_max?: string,
 *     metadata?: array<string, mixed>,
 *     q?: string,
 *     counts?: bool,
 *     limit?: int,
 *     cursor?: string,
 *     created_after?: string,
 *     created_before?: string,
 *     time_zone?: string,
 * }
 * @phpstan-type GetTransactionQuery array{
 *     signed?: bool,
 *     nonce?: string,
 * }
 * @phpstan-type ListUnmatchedPaymentsQuery array{
 *     app_id?: string,
 *     status?: 'waiting'|'assigned'|'dismissed'|'withdrawn'|list<'waiting'|'assigned'|'dismissed'|'withdrawn'>,
 *     cryptocurrency?: string,
 *     network?: string,
 *     q?: string,
 *     counts?: bool,
 *     limit?: int,
 *     cursor?: string,
 *     created_after?: string,
 *     created_before?: string,
 *     time_zone?: string,
 * }
 * @phpstan-type ListRefundsQuery array{
 *     app_id?: string,
 *     invoice_id?: string,
 *     status?: 'awaiting_address'|'ready'|'seen'|'sent'|'canceled'|list<'awaiting_address'|'ready'|'seen'|'sent'|'canceled'>,
 *     currency?: string,
 *     cryptocurrency?: string,
 *     network?: string,
 *     total_min?: string,
 *     total_max?: string,
 *     metadata?: array<string, mixed>,
 *     q?: string,
 *     counts?: bool,
 *     limit?: int,
 *     cursor?: string,
 *     created_after?: string,
 *     created_before?: string,
 *     time_zone?: string,
 * }
 * @phpstan-type ListPullPaymentsQuery array{
 *     app_id?: string,
 *     status?: 'waiting'|'assigned'|'archived'|list<'waiting'|'assigned'|'archived'>,
 *     limit?: int,
 *     cursor?: string,
 *     created_after?: string,
 *     created_before?: string,
 *     time_zone?: string,
 * }
 * @phpstan-type GetTestClockQuery array{
 *     app_id?: string,
 * }
 * @phpstan-type GetBalanceSheetQuery array{
 *     from?: string,
 *     to?: string,
 *     time_zone?: string,
 * }
 * @phpstan-type GetAppStatisticsQuery array{
 *     from?: string,
 *     to?: string,
 *     by?: 'day'|'coin'|'status',
 *     time_zone?: string,
 * }
 * @phpstan-type ListInvoiceStepsQuery array{
 *     limit?: int,
 *     cursor?: string,
 *     created_after?: string,
 *     created_before?: string,
 *     time_zone?: string,
 * }
 * @phpstan-type ListAuditLogQuery array{
 *     app_id?: string,
 *     action?: string|list<string>,
 *     q?: string,
 *     limit?: int,
 *     cursor?: string,
 *     created_after?: string,
 *     created_before?: string,
 *     time_zone?: string,
 * }
 * @phpstan-type ListRequestsQuery array{
 *     app_id?: string,
 *     status?: string|list<string>,
 *     method?: 'GET'|'POST'|'PUT'|'DELETE'|list<'GET'|'POST'|'PUT'|'DELETE'>,
 *     path?: string,
 *     since?: string,
 *     limit?: int,
 *     cursor?: string,
 *     created_after?: string,
 *     created_before?: string,
 *     time_zone?: string,
 * }
 * @phpstan-type ListCryptocurrenciesQuery array{
 *     limit?: int,
 *     cursor?: string,
 * }
 * @phpstan-type ListNetworksQuery array{
 *     limit?: int,
 *     cursor?: string,
 * }
 * @phpstan-type ListCurrenciesQuery array{
 *     limit?: int,
 *     cursor?: string,
 * }
 * @phpstan-type ListPersonalAccessTokensQuery array{
 *     limit?: int,
 *     cursor?: string,
 *     created_after?: string,
 *     created_before?: string,
 *     time_zone?: string,
 * }
 * @phpstan-type ListSessionsQuery array{
 *     limit?: int,
 *     cursor?: string,
 *     created_after?: string,
 *     created_before?: string,
 *     time_zone?: string,
 * }
 * @phpstan-type ListPasskeysQuery array{
 *     limit?: int,
 *     cursor?: string,
 *     created_after?: string,
 *     created_before?: string,
 *     time_zone?: string,
 * }
 * @phpstan-type ListNotificationChannelsQuery array{
 *     limit?: int,
 *     cursor?: string,
 *     created_after?: string,
 *     created_before?: string,
 *     time_zone?: string,
 * }
 * @phpstan-type ListOauth2ClientsQuery array{
 *     limit?: int,
 *     cursor?: string,
 *     created_after?: string,
 *     created_before?: string,
 *     time_zone?: string,
 * }
 * @phpstan-type ListOauth2SessionsQuery array{
 *     limit?: int,
 *     cursor?: string,
 *     created_after?: string,
 *     created_before?: string,
 *     time_zone?: string,
 * }
 * @phpstan-type ListWebhooksQuery array{
 *     app_id?: string,
 *     limit?: int,
 *     cursor?: string,
 *     created_after?: string,
 *     created_before?: string,
 *     time_zone?: string,
 * }
 * @phpstan-type ListWebhookDeliveriesQuery array{
 *     status?: 'pending'|'delivered'|'exhausted'|list<'pending'|'delivered'|'exhausted'>,
 *     limit?: int,
 *     cursor?: string,
 *     created_after?: string,
 *     created_before?: string,
 *     time_zone?: string,
 * }
 * @phpstan-type ListEventsQuery array{
 *     app_id?: string,
 *     type?: 'invoice.created'|'invoice.partially_paid'|'invoice.paid'|'invoice.expired'|'invoice.canceled'|'invoice.updated'|'invoice.reversed'|'invoice.refunded'|'transaction.created'|'transaction.detected'|'transaction.succeeded'|'transaction.canceled'|'transaction.rejected'|'refund.created'|'refund.ready'|'refund.seen'|'refund.sent'|'refund.reversed'|'refund.canceled'|'payment.unmatched'|'address.changed'|'webhook.disabled'|'rate.depegged'|'webhook.test'|list<'invoice.created'|'invoice.partially_paid'|'invoice.paid'|'invoice.expired'|'invoice.canceled'|'invoice.updated'|'invoice.reversed'|'invoice.refunded'|'transaction.created'|'transaction.detected'|'transaction.succeeded'|'transaction.canceled'|'transaction.rejected'|'refund.created'|'refund.ready'|'refund.seen'|'refund.sent'|'refund.reversed'|'refund.canceled'|'payment.unmatched'|'address.changed'|'webhook.disabled'|'rate.depegged'|'webhook.test'>,
 *     since?: string,
 *     limit?: int,
 *     cursor?: string,
 *     created_after?: string,
 *     created_before?: string,
 *     time_zone?: string,
 * }
 * @phpstan-type ListOperatorNetworksQuery array{
 *     limit?: int,
 *     cursor?: string,
 * }
 * @phpstan-type ListEndpointSuggestionsQuery array{
 *     limit?: int,
 *     cursor?: string,
 *     network?: string,
 * }
 * @phpstan-type ListOperatorPeopleQuery array{
 *     limit?: int,
 *     cursor?: string,
 *     created_after?: string,
 *     created_before?: string,
 *     time_zone?: string,
 * }
 */
abstract class Api extends Transport
{
    /**
     * Create app.
     *
     * Next, set its coins and add receiving addresses. A development app accepts the coins of the network `test` at
     * once, at an address made for it. Its `environment` cannot change later; a `slug` that is taken gets 422.
     *
     * @param CreateAppBody $body
     *     - image: Name of an uploaded file.
     */
    public function createApp(array $body, ?string $idempotencyKey = null): App
    {
        return $this->one(App::class, new Call('POST', '/app', body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * List apps.
     *
     * Lists the apps that the caller is a member of.
     *
     * @param ListAppsQuery $query
     *     - archived: true lists only the archived apps.
     *     - limit: The maximum number. Without limit and cursor, all are returned.
     *     - cursor: From the Link header of the previous page.
     *     - created_after: Created at this time or later, or on this day or later.
     *     - created_before: Created before this time, or on this day or earlier.
     * @return Pages<App>
     */
    public function listApps(array $query = []): Pages
    {
        return $this->pages(App::class, new Call('GET', '/app', $query));
    }

    /**
     * Get app.
     *
     * By id, or by a slug that it has or had before. An archived app has no slug.
     */
    public function getApp(string $id): PublicApp
    {
        return $this->one(PublicApp::class, new Call('GET', '/app/' . rawurlencode($id)));
    }

    /**
     * Update app.
     *
     * For a new token, a token with scopes needs apps:token. For that, for another url, and to give up or move a slug,
     * a browser needs a recent sign-in or step-up. The old slug redirects to the new one. Role: owner.
     *
     * @param UpdateAppBody $body
     *     - image: Name of an uploaded file.
     *     - token: true issues a new main app token; the old one stops at once.
     */
    public function updateApp(string $id, array $body, ?string $idempotencyKey = null): App
    {
        return $this->one(App::class, new Call('PUT', '/app/' . rawurlencode($id), body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * Archive app.
     *
     * It is listed only with archived=true and accepts no new invoices, addresses, coins, webhooks or settings (409
     * `app_archived`). Its token gets 401, and its slug leads nowhere. Its data stays readable. Open invoices can still
     * be paid, assigned, settled and canceled, and webhooks are still sent. POST /app/{id}/restore undoes this. An
     * archived app is returned unchanged. Role: owner.
     */
    public function archiveApp(string $id, ?string $idempotencyKey = null): App
    {
        return $this->one(App::class, new Call('DELETE', '/app/' . rawurlencode($id), idempotencyKey: $idempotencyKey));
    }

    /**
     * Restore app.
     *
     * Its token works again, and its slug unless another app of its owner has it. A live app is returned unchanged.
     * Role: owner.
     */
    public function restoreApp(string $id, ?string $idempotencyKey = null): App
    {
        return $this->one(App::class, new Call('POST', '/app/' . rawurlencode($id) . '/restore', idempotencyKey: $idempotencyKey));
    }

    /**
     * Get app settings.
     *
     * Settings that were never changed have their defaults.
     */
    public function getAppSettings(string $id): AppSettings
    {
        return $this->one(AppSettings::class, new Call('GET', '/app/' . rawurlencode($id) . '/settings'));
    }

    /**
     * Update app settings.
     *
     * Replaces the given fields, for new invoices and quotes. To accept less than before, a token with scopes also
     * needs invoices:settle. For that, and for support_contact and embed_origins, a browser needs a recent sign-in or
     * step-up. Role: owner.
     *
     * @param UpdateAppSettingsBody $body
     *     - quote_window: How long a quote is valid, in seconds.
     *     - underpayment_tolerance: How far below its total an invoice still counts as paid.
     *     - amount_room: By how much a quote on a shared address may exceed the price, to make its amount unique; at
     *       least 0.01.
     *     - confirmations_by_value: More for large totals, fewer for small ones; never fewer than the operator or the
     *       coin’s terms allow.
     *     - unconfirmed_payments: Further conditions to accept a payment unconfirmed.
     *     - unpaid_addresses_max: How many addresses of an extended public key may wait for a first payment, on one
     *       network. Further invoices share one address of the key and differ by amount. Invoices of payment links have
     *       the same number of their own.
     *     - support_contact: Shown to customers: an e-mail address, a URL, a number.
     *     - embed_origins: Origins that may frame the checkout, such as https://shop.example. null: that of the app’s
     *       `url`. []: none.
     *     - app_token_may: The decisions that the app token may make about payments; none by default.
     */
    public function updateAppSettings(string $id, array $body, ?string $idempotencyKey = null): AppSettings
    {
        return $this->one(AppSettings::class, new Call('PUT', '/app/' . rawurlencode($id) . '/settings', body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * List app members.
     *
     * Lists members and invitations of one app, or of all apps that the caller is a member of.
     *
     * @param ListAppMembersQuery $query
     *     - app_id: Only this app. Default: all apps of the caller, or the app of an app token.
     *     - limit: The maximum number.
     *     - cursor: From the Link header of the previous page.
     *     - created_after: Created at this time or later, or on this day or later.
     *     - created_before: Created before this time, or on this day or earlier.
     * @return Pages<AppMember>
     */
    public function listAppMembers(array $query = []): Pages
    {
        return $this->pages(AppMember::class, new Call('GET', '/app-members', $query));
    }

    /**
     * Invite app member.
     *
     * Mails a link, valid for 7 days, by which the person with that address joins. Inviting an address again returns
     * 200 and sends the mail again, with the role of this request, and earlier links are void. Role: owner.
     *
     * @param InviteAppMemberBody $body
     */
    public function inviteAppMember(array $body, ?string $idempotencyKey = null): AppMember
    {
        return $this->one(AppMember::class, new Call('POST', '/app-member', body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * Get app member.
     *
     * A member or an invitation of an app that the caller is a member of.
     */
    public function getAppMember(string $id): AppMember
    {
        return $this->one(AppMember::class, new Call('GET', '/app-member/' . rawurlencode($id)));
    }

    /**
     * Update app member.
     *
     * Applies at once to all tokens of the person, too. The last owner must remain one. A `tampered` member has this
     * role from now on. Role: owner.
     *
     * @param UpdateAppMemberBody $body
     */
    public function updateAppMember(string $id, array $body, ?string $idempotencyKey = null): AppMember
    {
        return $this->one(AppMember::class, new Call('PUT', '/app-member/' . rawurlencode($id), body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * Remove app member.
     *
     * Ends the person’s access to the app at once, with any token, or ends the invitation. Owners can remove anyone,
     * and every member can leave. Their app tokens end. The main app token and the secrets of webhooks stay: make new
     * ones if the person knew them.
     */
    public function removeAppMember(string $id, ?string $idempotencyKey = null): AppMember
    {
        return $this->one(AppMember::class, new Call('DELETE', '/app-member/' . rawurlencode($id), idempotencyKey: $idempotencyKey));
    }

    /**
     * List app tokens.
     *
     * Lists those of one app, or of all apps in which the caller may create them, including expired ones. Role: owner
     * or developer.
     *
     * @param ListAppTokensQuery $query
     *     - app_id: Only this app. Default: all apps of the caller, or the app of an app token.
     *     - limit: The maximum number.
     *     - cursor: From the Link header of the previous page.
     *     - created_after: Created at this time or later, or on this day or later.
     *     - created_before: Created before this time, or on this day or earlier.
     * @return Pages<AppToken>
     */
    public function listAppTokens(array $query = []): Pages
    {
        return $this->pages(AppToken::class, new Call('GET', '/app-tokens', $query));
    }

    /**
     * Create app token.
     *
     * Rejects scopes beyond the caller’s role. An app has at most 50 tokens. Role: owner or developer.
     *
     * @param CreateAppTokenBody $body
     *     - cidrs: Works only from these ranges, at most /8 (IPv6: /19).
     *     - expires_at: A time, or a day: the token expires at its end (UTC). Default: in 90 days. At most a year.
     */
    public function createAppToken(array $body, ?string $idempotencyKey = null): NewAppToken
    {
        return $this->one(NewAppToken::class, new Call('POST', '/app-token', body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * Get app token.
     *
     * Without the token itself. Role: owner or developer.
     */
    public function getAppToken(string $id): AppToken
    {
        return $this->one(AppToken::class, new Call('GET', '/app-token/' . rawurlencode($id)));
    }

    /**
     * Revoke app token.
     *
     * It stops working at once, permanently. Its maker and owners may do this. Role: owner or developer.
     */
    public function deleteAppToken(string $id, ?string $idempotencyKey = null): AppToken
    {
        return $this->one(AppToken::class, new Call('DELETE', '/app-token/' . rawurlencode($id), idempotencyKey: $idempotencyKey));
    }

    /**
     * List doors.
     *
     * Lists the open ones, newest first. Role: owner or developer.
     *
     * @param ListDoorsQuery $query
     *     - limit: The maximum number.
     *     - cursor: From the Link header of the previous page.
     *     - created_after: Created at this time or later, or on this day or later.
     *     - created_before: Created before this time, or on this day or earlier.
     * @return Pages<Door>
     */
    public function listDoors(string $id, array $query = []): Pages
    {
        return $this->pages(Door::class, new Call('GET', '/app/' . rawurlencode($id) . '/doors', $query));
    }

    /**
     * Open a door.
     *
     * Owners only. The credentials are in this answer only. DELETE /app-token/{id} with its id closes the door.
     *
     * @param CreateDoorBody $body
     *     - currency: The currency of amounts that the shop sends without one (ISO 4217). Default: CNY for EPay and
     *       Epusdt, otherwise USD.
     *     - cidrs: Works only from these ranges, at most /8 (IPv6: /19).
     *     - permissions: BTCPay Greenfield only: what the shop’s key may do. Default: all of them.
     *     - webhook_url: Coinbase Commerce only: where the shop is notified. Other shops name it themselves.
     */
    public function createDoor(string $id, array $body, ?string $idempotencyKey = null): CreateDoorAnswer
    {
        return $this->one(CreateDoorAnswer::class, new Call('POST', '/app/' . rawurlencode($id) . '/doors', body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * List accepted cryptocurrencies.
     *
     * The coins that customers of the app can pay with. Public, without the merchant's own terms.
     *
     * @param ListAppCryptocurrenciesQuery $query
     *     - app_id: Only this app. Default: all apps of the caller, or the app of an app token.
     *     - limit: The maximum number.
     *     - cursor: From the Link header of the previous page.
     *     - created_after: Created at this time or later, or on this day or later.
     *     - created_before: Created before this time, or on this day or earlier.
     * @return Pages<AppCryptocurrency>
     */
    public function listAppCryptocurrencies(array $query = []): Pages
    {
        return $this->pages(AppCryptocurrency::class, new Call('GET', '/app-cryptocurrencies', $query));
    }

    /**
     * Accept a cryptocurrency.
     *
     * To accept payments unconfirmed, or with fewer confirmations than the app required before, a token with scopes
     * also needs invoices:settle, and a browser needs a recent sign-in or step-up. Role: owner.
     *
     * @param CreateAppCryptocurrencyBody $body
     *     - cryptocurrency: Symbol, e.g. USDT.
     *     - network: Network symbol, e.g. ethereum.
     *     - accept_unconfirmed_up_to: For UTXO networks only: see AppCryptocurrency.
     */
    public function createAppCryptocurrency(array $body, ?string $idempotencyKey = null): AppCryptocurrency
    {
        return $this->one(AppCryptocurrency::class, new Call('POST', '/app-cryptocurrency', body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * Get an accepted cryptocurrency.
     *
     * Public, without the merchant's own terms.
     */
    public function getAppCryptocurrency(string $id): AppCryptocurrency
    {
        return $this->one(AppCryptocurrency::class, new Call('GET', '/app-cryptocurrency/' . rawurlencode($id)));
    }

    /**
     * Change how a cryptocurrency is accepted.
     *
     * Weakening its terms has the same requirements as POST /app-cryptocurrency. If a total is then no longer covered
     * by any coin, a browser needs a recent sign-in or step-up. Role: owner.
     *
     * @param UpdateAppCryptocurrencyBody $body
     *     - accept_unconfirmed_up_to: For UTXO networks only: see AppCryptocurrency.
     */
    public function updateAppCryptocurrency(string $id, array $body, ?string $idempotencyKey = null): AppCryptocurrency
    {
        return $this->one(AppCryptocurrency::class, new Call('PUT', '/app-cryptocurrency/' . rawurlencode($id), body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * Stop accepting a cryptocurrency.
     *
     * New attempts cannot pay with it. Open ones continue, and its addresses stay. If no other accepted coin covers the
     * same totals, a browser needs a recent sign-in or step-up. Role: owner.
     */
    public function deleteAppCryptocurrency(string $id, ?string $idempotencyKey = null): AppCryptocurrency
    {
        return $this->one(AppCryptocurrency::class, new Call('DELETE', '/app-cryptocurrency/' . rawurlencode($id), idempotencyKey: $idempotencyKey));
    }

    /**
     * List payment links.
     *
     * For one app, or for all apps of which the caller is a member.
     *
     * @param ListPaymentLinksQuery $query
     *     - app_id: Only this app. Default: all apps of the caller, or the app of an app token.
     *     - limit: The maximum number.
     *     - cursor: From the Link header of the previous page.
     *     - created_after: Created at this time or later, or on this day or later.
     *     - created_before: Created before this time, or on this day or earlier.
     * @return Pages<PaymentLink>
     */
    public function listPaymentLinks(array $query = []): Pages
    {
        return $this->pages(PaymentLink::class, new Call('GET', '/payment-links', $query));
    }

    /**
     * Make a payment link.
     *
     * Send customers to its `url`. A `slug` that led elsewhere, or had a higher price, needs more rights, or waits.
     * Role: owner.
     *
     * @param CreatePaymentLinkBody $body
     *     - slug: Its name in URLs, unique on this instance.
     *     - total: null or left out: the payer enters it.
     *     - description: The purpose, as shown to customers; cut at 1,000 characters.
     */
    public function createPaymentLink(array $body, ?string $idempotencyKey = null): PaymentLink
    {
        return $this->one(PaymentLink::class, new Call('POST', '/payment-link', body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * Get a payment link.
     *
     * Its terms, and the `url` for customers. Its invoices are in the list of the app.
     */
    public function getPaymentLink(string $id): PaymentLink
    {
        return $this->one(PaymentLink::class, new Call('GET', '/payment-link/' . rawurlencode($id)));
    }

    /**
     * Change a payment link.
     *
     * Changes the given fields. Invoices made on its page stay unchanged. The old slug redirects to the new one. To
     * lower the total, the caller needs more rights. Role: owner.
     *
     * @param UpdatePaymentLinkBody $body
     *     - slug: Its name in URLs, unique on this instance.
     *     - total: null or left out: the payer enters it.
     *     - description: The purpose, as shown to customers; cut at 1,000 characters.
     */
    public function updatePaymentLink(string $id, array $body, ?string $idempotencyKey = null): PaymentLink
    {
        return $this->one(PaymentLink::class, new Call('PUT', '/payment-link/' . rawurlencode($id), body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * Delete a payment link.
     *
     * Customers can no longer use the page. Invoices made on it can still be paid. Its slug stays with the owner. Role:
     * owner.
     */
    public function deletePaymentLink(string $id, ?string $idempotencyKey = null): PaymentLink
    {
        return $this->one(PaymentLink::class, new Call('DELETE', '/payment-link/' . rawurlencode($id), idempotencyKey: $idempotencyKey));
    }

    /**
     * List receiving addresses.
     *
     * For one app, or for all apps of the caller. Children of an extended public key are not listed.
     *
     * @param ListAppAddressesQuery $query
     *     - app_id: Only this app. Default: all apps of the caller, or the app of an app token.
     *     - limit: The maximum number.
     *     - cursor: From the Link header of the previous page.
     *     - created_after: Created at this time or later, or on this day or later.
     *     - created_before: Created before this time, or on this day or earlier.
     * @return Pages<AppAddress>
     */
    public function listAppAddresses(array $query = []): Pages
    {
        return $this->pages(AppAddress::class, new Call('GET', '/app-addresses', $query));
    }

    /**
     * Get a receiving address.
     *
     * `effective_at`, `tampered` and `blocked_for` say whether customers are shown it.
     */
    public function getAppAddress(string $id): AppAddress
    {
        return $this->one(AppAddress::class, new Call('GET', '/app-address/' . rawurlencode($id)));
    }

    /**
     * Update a receiving address.
     *
     * Changes the label, or whether new attempts use it. On a production app that was paid before, enabling one takes
     * effect after a delay; the last one in effect stays enabled until then (409). Role: owner.
     *
     * @param UpdateAppAddressBody $body
     *     - confirm: Enables an address in spite of a `confirm_needed` error; see createAppAddress.
     *     - confirmed_value: For an address that is `tampered`: its value as shown by your wallet. It must equal the
     *       value shown here, and the address then counts as new.
     */
    public function updateAppAddress(string $id, array $body, ?string $idempotencyKey = null): AppAddress
    {
        return $this->one(AppAddress::class, new Call('PUT', '/app-address/' . rawurlencode($id), body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * Remove a receiving address.
     *
     * New attempts no longer use it; later payments to it are still recorded. The last one in effect stays while
     * another waits (409). Role: owner.
     */
    public function deleteAppAddress(string $id, ?string $idempotencyKey = null): AppAddress
    {
        return $this->one(AppAddress::class, new Call('DELETE', '/app-address/' . rawurlencode($id), idempotencyKey: $idempotencyKey));
    }

    /**
     * Recognise an address.
     *
     * Says on which networks a pasted text is an address or an extended public key, by the checks of createAppAddress.
     * The text is not stored, and a private key is rejected. createAppAddress also asks the network, and may still
     * reject it.
     *
     * @param RecogniseAppAddressBody $body
     *     - value: As `value` of createAppAddress. Surrounding white space is ignored.
     */
    public function recogniseAppAddress(array $body, ?string $idempotencyKey = null): RecogniseAppAddressAnswer
    {
        return $this->one(RecogniseAppAddressAnswer::class, new Call('POST', '/app-address/recognise', body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * List payout changes.
     *
     * New receiving addresses of production apps that were paid before wait for a while. Slugs that will lead to
     * another app wait too.
     *
     * @param ListPayoutChangesQuery $query
     *     - app_id: Only this app. Default: all apps of the caller, or the app of an app token.
     *     - limit: The maximum number.
     *     - cursor: From the Link header of the previous page.
     *     - created_after: Created at this time or later, or on this day or later.
     *     - created_before: Created before this time, or on this day or earlier.
     * @return Pages<PayoutChange>
     */
    public function listPayoutChanges(array $query = []): Pages
    {
        return $this->pages(PayoutChange::class, new Call('GET', '/payout-changes', $query));
    }

    /**
     * Stop a payout change.
     *
     * Customers still pay to the previous address. An added address is removed, an older one disabled, a slug stays.
     * Role: owner.
     */
    public function stopPayoutChange(string $id, ?string $idempotencyKey = null): PayoutChange
    {
        return $this->one(PayoutChange::class, new Call('POST', '/payout-change/' . rawurlencode($id) . '/stop', idempotencyKey: $idempotencyKey));
    }

    /**
     * Approve a payout change.
     *
     * Customers are shown the address at once. The person who requested the change cannot approve it. Neither can an
     * owner who did not make the app and has been one for less time than changes wait. Role: owner.
     */
    public function approvePayoutChange(string $id, ?string $idempotencyKey = null): PayoutChange
    {
        return $this->one(PayoutChange::class, new Call('POST', '/payout-change/' . rawurlencode($id) . '/approve', idempotencyKey: $idempotencyKey));
    }

    /**
     * Add a receiving address.
     *
     * An address has one owner on an instance, whether it was entered or belongs to an extended public key. An address
     * of another owner is rejected with `address_in_use` and a `proof_text`: the same request with a `signature` over
     * it proves control. An address that cannot sign also gets a `proof_payment`: send that amount from it to itself,
     * and repeat the request after the confirmations. Its owner may use it in several apps. On a production app that
     * was paid before, it takes effect after a delay, and every owner can stop it until then. Role: owner.
     *
     * @param CreateAppAddressBody $body
     *     - network: Network symbol, e.g. ethereum.
     *     - value: The address, or the extended public key. On UTXO networks, ypub (upub) means P2SH-P2WPKH and zpub
     *       (vpub) means P2WPKH (SLIP-132). An output descriptor, such as tr(xpub…/0/*), states its kind. A bare xpub
     *       (tpub) needs `script` or `first_address`, unless its origin, such as [d34db33f/84h/0h/0h], names the
     *       purpose. Multisig wallets are given as a descriptor: wsh(sortedmulti(2,…)). Quotes and white space are
     *       ignored, and the files that wallets export (Electrum, Coldcard, BlueWallet, Sparrow, Specter, Caravan,
     *       Bitcoin Core) are read; `script` chooses where one holds several accounts.
     *     - script: The kind of addresses of a bare xpub (tpub) on a UTXO network. It is never guessed, because a
     *       wallet does not see money sent to the wrong kind.
     *     - first_address: The first receiving address that the wallet shows for the key. It is checked, and it can
     *       replace `script`.
     *     - signature: A signature by the holder of the address (or of the first address of a key) over the
     *       `proof_text` of an `address_in_use` error: EIP-191, EIP-1271, TIP-191, BIP-322 (simple) or BIP-137. It
     *       takes the address from an owner who did not prove control.
     *     - confirm: Accepts an address in spite of a `confirm_needed` error: it holds an unknown contract, or it has
     *       sent more than 1,000 transactions. An address that cannot be spent from (`not_spendable`) is never
     *       accepted.
     */
    public function createAppAddress(array $body, ?string $idempotencyKey = null): AppAddress
    {
        return $this->one(AppAddress::class, new Call('POST', '/app-address', body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * List invoices.
     *
     * All filters must match. `cryptocurrency` and `network` refer to its transactions.
     *
     * @param ListInvoicesQuery $query
     *     - app_id: Only this app. Default: all apps of the caller, or the app of an app token.
     *     - reference: The order’s reference, exactly.
     *     - currency: ISO 4217 code, as USD, in any case.
     *     - cryptocurrency: Its symbol, as ETH, in any case.
     *     - network: Its symbol, as ethereum, in any case.
     *     - total_min: At least this, in each invoice's currency.
     *     - total_max: At most this, in each invoice's currency.
     *     - metadata: Exact pairs that the metadata must contain: `metadata[order]=1042`.
     *     - q: The beginning of the order’s reference or of the customer’s e-mail (in any case), or in full: the id of
     *       the invoice or transaction, the hash of a chain transaction that pays it, or the address of either end.
     *     - counts: true also returns the header X-Counts.
     *     - limit: The maximum number.
     *     - cursor: From the Link header of the previous page.
     *     - created_after: Created at this time or later, or on this day or later.
     *     - created_before: Created before this time, or on this day or earlier.
     * @return Pages<Invoice>
     */
    public function listInvoices(array $query = []): Pages
    {
        return $this->pages(Invoice::class, new Call('GET', '/invoices', $query));
    }

    /**
     * Create invoice.
     *
     * Returns the open invoice (200) if one with the same order.reference and total exists. Its customer and items must
     * be the same or left out; otherwise, or once it is paid, the response is 409. For a lower total than the last
     * canceled or expired invoice of the order, a token with scopes also needs invoices:settle. Descriptive text never
     * fails an order: `warnings` name fields that were cut or left out, and a currency without a rate. Role: owner.
     *
     * @param CreateInvoiceBody $body
     *     - app_id: Implied by an app token.
     *     - expires_in: Seconds.
     */
    public function createInvoice(array $body, ?string $idempotencyKey = null): Invoice
    {
        return $this->one(Invoice::class, new Call('POST', '/invoice', body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * Get invoice.
     *
     * Without authentication: the customer’s view, without metadata and customer data.
     */
    public function getInvoice(string $id): Invoice
    {
        return $this->one(Invoice::class, new Call('GET', '/invoice/' . rawurlencode($id)));
    }

    /**
     * Update invoice.
     *
     * Changes the given fields; `order`, `customer` and `metadata` are replaced as a whole. The reference stays unless
     * `order` names another. `total` and `currency` are fixed while a transaction is open and once a payment came in,
     * and `currency` once a refund was prepared. A canceled or expired invoice cannot be changed (409). To lower the
     * total, a token with scopes also needs invoices:settle. For that, and for another success_url or cancel_url, a
     * browser needs a recent sign-in. Role: owner.
     *
     * @param UpdateInvoiceBody $body
     */
    public function updateInvoice(string $id, array $body, ?string $idempotencyKey = null): Invoice
    {
        return $this->one(Invoice::class, new Call('PUT', '/invoice/' . rawurlencode($id), body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * Cancel invoice.
     *
     * Also cancels its attempts without a payment. 409 once a payment was received or is on its way. A canceled invoice
     * is returned unchanged. Role: owner or support.
     */
    public function cancelInvoice(string $id, ?string $idempotencyKey = null): Invoice
    {
        return $this->one(Invoice::class, new Call('DELETE', '/invoice/' . rawurlencode($id), idempotencyKey: $idempotencyKey));
    }

    /**
     * Settle invoice.
     *
     * Accepts the amount received as full payment; no money moves. 409 if it is 0 or the full total. Role: owner or
     * support.
     *
     * @param SettleInvoiceBody $body
     */
    public function settleInvoice(string $id, array $body, ?string $idempotencyKey = null): Invoice
    {
        return $this->one(Invoice::class, new Call('POST', '/invoice/' . rawurlencode($id) . '/settle', body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * Get invoice transactions list.
     *
     * Returns all of them unless limit or cursor is sent. Transactions with a payment come first.
     *
     * @param ListTransactionsQuery $query
     *     - limit: The maximum number. Without limit and cursor, all are returned.
     *     - cursor: From the Link header of the previous page.
     *     - created_after: Created at this time or later, or on this day or later.
     *     - created_before: Created before this time, or on this day or earlier.
     * @return Pages<Transaction>
     */
    public function listTransactions(array $query): Pages
    {
        return $this->pages(Transaction::class, new Call('GET', '/transactions', $query));
    }

    /**
     * List payments.
     *
     * Lists the transactions of an app for all its invoices. All filters must match. `currency`, `total_min`,
     * `total_max` and `metadata` refer to the invoice.
     *
     * @param ListPaymentsQuery $query
     *     - app_id: Only this app. Default: all apps of the caller, or the app of an app token.
     *     - with_money: true: only transactions with a payment that was seen: confirming, confirmed, failed or
     *       reversed. Quotes without a payment, and canceled ones, are left out.
     *     - currency: ISO 4217 code, as USD, in any case.
     *     - cryptocurrency: Its symbol, as ETH, in any case.
     *     - network: Its symbol, as ethereum, in any case.
     *     - total_min: At least this, in each invoice's currency.
     *     - total_max: At most this, in each invoice's currency.
     *     - metadata: Exact pairs that the metadata must contain: `metadata[order]=1042`.
     *     - q: The beginning of the order’s reference or of the customer’s e-mail (in any case), or in full: the id of
     *       the invoice or transaction, the hash of a chain transaction that pays it, or the address of either end.
     *     - counts: true also returns the header X-Counts.
     *     - limit: The maximum number.
     *     - cursor: From the Link header of the previous page.
     *     - created_after: Created at this time or later, or on this day or later.
     *     - created_before: Created before this time, or on this day or earlier.
     * @return Pages<Payment>
     */
    public function listPayments(array $query = []): Pages
    {
        return $this->pages(Payment::class, new Call('GET', '/payments', $query));
    }

    /**
     * Get transaction details.
     *
     * Any caller who knows the id may read it. Amounts are in whole coins. Show `to` and `amount` until `expire_at`,
     * and poll for the outcome.
     *
     * @param GetTransactionQuery $query
     *     - signed: true adds `address_signature` while it waits for its payment.
     *     - nonce: With `signed`: is included in the signature, so that no older response can be replayed.
     */
    public function getTransaction(string $id, array $query = []): Transaction
    {
        return $this->one(Transaction::class, new Call('GET', '/transaction/' . rawurlencode($id), $query));
    }

    /**
     * Cancel transaction.
     *
     * Any caller who knows the id may cancel. Money on its way is matched again, as a late payment. 409 once it is
     * confirmed or rejected.
     */
    public function cancelTransaction(string $id, ?string $idempotencyKey = null): Transaction
    {
        return $this->one(Transaction::class, new Call('DELETE', '/transaction/' . rawurlencode($id), idempotencyKey: $idempotencyKey));
    }

    /**
     * Create transaction.
     *
     * An invoice can have at most 10 processing transactions at a time, and at most 100 in a row without a payment; one
     * more returns 409 `too_many_transactions`. Repeating a canceled one without a payment returns the same
     * transaction, as long as its quote has not expired and the invoice still asks for the same amount.
     *
     * @param CreateTransactionBody $body
     *     - from: The address that will send the payment.
     *     - cryptocurrency: Symbol, e.g. BTC, ETH.
     *     - network: Network symbol, e.g. ethereum, tron.
     */
    public function createTransaction(array $body, ?string $idempotencyKey = null): Transaction
    {
        return $this->one(Transaction::class, new Call('POST', '/transaction', body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * Request payment details.
     *
     * Makes a transaction without `from`: the sender is filled in when the chain shows it. If the app has no extended
     * public key, the transaction gets a fixed address that no other open one uses; if there is none, a unique amount.
     * Repeating the request with the same coin replaces the earlier transaction and keeps its address. A canceled one
     * is returned unchanged, as in `POST /transaction`. Amounts have at most 8 decimals (6 for stable coins), because
     * exchanges send no more.
     *
     * @param RequestPaymentBody $body
     *     - cryptocurrency: Symbol, e.g. BTC, ETH.
     *     - network: Network symbol, e.g. ethereum, tron.
     *     - exchange: The customer pays from an exchange: the price holds for an hour, whatever quote_window says.
     */
    public function requestPayment(string $id, array $body, ?string $idempotencyKey = null): Transaction
    {
        return $this->one(Transaction::class, new Call('POST', '/invoice/' . rawurlencode($id) . '/payment-request', body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * Get the key that signs addresses.
     *
     * A JWK that verifies the `address_signature` of a transaction. It changes with the instance’s secret key.
     */
    public function getAddressKey(): AddressKey
    {
        return $this->one(AddressKey::class, new Call('GET', '/address-key'));
    }

    /**
     * List unmatched payments.
     *
     * Lists money that reached an address of the app and cannot be matched to one transaction.
     *
     * @param ListUnmatchedPaymentsQuery $query
     *     - app_id: Only this app. Default: all apps of the caller, or the app of an app token.
     *     - status: `waiting` unless given.
     *     - cryptocurrency: Its symbol, as ETH, in any case.
     *     - network: Its symbol, as ethereum, in any case.
     *     - q: Exact match of its id, the hash of its chain transaction or, unless it is assigned, one of its
     *       addresses.
     *     - counts: true also returns the header X-Counts.
     *     - limit: The maximum number.
     *     - cursor: From the Link header of the previous page.
     *     - created_after: Created at this time or later, or on this day or later.
     *     - created_before: Created before this time, or on this day or earlier.
     * @return Pages<UnmatchedPayment>
     */
    public function listUnmatchedPayments(array $query = []): Pages
    {
        return $this->pages(UnmatchedPayment::class, new Call('GET', '/unmatched-payments', $query));
    }

    /**
     * Get unmatched payment.
     *
     * `reason` says why it waits, and `candidates` and `evidence` name the transactions that it may pay. While it
     * waits, assign or dismiss it.
     */
    public function getUnmatchedPayment(string $id): UnmatchedPayment
    {
        return $this->one(UnmatchedPayment::class, new Call('GET', '/unmatched-payment/' . rawurlencode($id)));
    }

    /**
     * Assign unmatched payment.
     *
     * Makes it a transaction of the invoice (reason `late`, matched_by `merchant`). It is valued at the rate of the
     * invoice’s newest attempt with the same coin if late_payments is accept_at_locked_rate and there is one, otherwise
     * at the current rate. It needs the usual confirmations. Dust cannot be assigned. Role: owner or support.
     *
     * @param AssignUnmatchedPaymentBody $body
     *     - invoice_id: An invoice of the payment's app, or of another app of the same owner.
     */
    public function assignUnmatchedPayment(string $id, array $body, ?string $idempotencyKey = null): Transaction
    {
        return $this->one(Transaction::class, new Call('POST', '/unmatched-payment/' . rawurlencode($id) . '/assign', body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * Dismiss unmatched payment.
     *
     * For money handled elsewhere, for example by a refund. Nothing is sent back. 409 if it no longer waits. Role:
     * owner or support.
     */
    public function dismissUnmatchedPayment(string $id, ?string $idempotencyKey = null): UnmatchedPayment
    {
        return $this->one(UnmatchedPayment::class, new Call('POST', '/unmatched-payment/' . rawurlencode($id) . '/dismiss', idempotencyKey: $idempotencyKey));
    }

    /**
     * Claim payment.
     *
     * 200: the payment is attached, because its sender signed, or because it has exactly the quoted amount and is no
     * older than the transaction. 202: it is not attached yet. The merchant sees the claim, and the sender may sign
     * `claim_text` to prove it. If it moves a token that is not accepted, `claim_notice` names the contract. 422
     * `claim_refused`: the hash pays nothing here, or it belongs to another payment.
     *
     * @param ClaimTransactionBody $body
     *     - hash: The hash of the chain transaction that paid.
     *     - signature: The signature of the paying address over `claim_text` with the hash filled in: EIP-191 or
     *       EIP-1271 on EVM networks, TIP-191 on TRON.
     */
    public function claimTransaction(string $id, array $body, ?string $idempotencyKey = null): Transaction
    {
        return $this->one(Transaction::class, new Call('POST', '/transaction/' . rawurlencode($id) . '/claim', body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * List refunds.
     *
     * Newest first. All filters must match; `currency`, `total_min`, `total_max` and `metadata` refer to the invoice.
     * Each PSBT is shown as it was built last: read one refund to have it built anew.
     *
     * @param ListRefundsQuery $query
     *     - app_id: Only this app. Default: all apps of the caller, or the app of an app token.
     *     - currency: ISO 4217 code, as USD, in any case.
     *     - cryptocurrency: Its symbol, as ETH, in any case.
     *     - network: Its symbol, as ethereum, in any case.
     *     - total_min: At least this, in each invoice's currency.
     *     - total_max: At most this, in each invoice's currency.
     *     - metadata: Exact pairs that the metadata must contain: `metadata[order]=1042`.
     *     - q: The beginning of the order’s reference or of the customer’s e-mail (in any case), or in full: the id of
     *       the refund or of its invoice, the hash of its transfer, or the address of either end.
     *     - counts: true also returns the header X-Counts.
     *     - limit: The maximum number.
     *     - cursor: From the Link header of the previous page.
     *     - created_after: Created at this time or later, or on this day or later.
     *     - created_before: Created before this time, or on this day or earlier.
     * @return Pages<Refund>
     */
    public function listRefunds(array $query = []): Pages
    {
        return $this->pages(Refund::class, new Call('GET', '/refunds', $query));
    }

    /**
     * Prepare a refund.
     *
     * Nothing here can send coins. With `to`, the answer has the amount and the transfer to sign in your wallet.
     * Without it, the customer names the destination at `refund_url`. The transfer is then found on the chain. On a
     * UTXO network, a repeated request with the same Idempotency-Key gets the answer without the PSBT (`not_prepared`).
     * Role: owner or support.
     *
     * @param CreateRefundBody $body
     *     - fiat_value: In the invoice's currency. Default: what is left of the overpaid amount. If nothing was
     *       overpaid, all that can still be refunded.
     *     - overpaid: Refunds exactly what was overpaid.
     *     - cryptocurrency: Default: the coin of the largest payment.
     *     - network: Default: the network of the largest payment.
     *     - to: The address that the coins go to, on the network.
     *     - confirm: Takes an address in spite of a `confirm_needed` error.
     *     - rate_kind: `locked`: the rate of the payment. `current`: the rate when the amount is quoted.
     *     - reason: For your records.
     */
    public function createRefund(array $body, ?string $idempotencyKey = null): Refund
    {
        return $this->one(Refund::class, new Call('POST', '/refund', body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * Get refund.
     *
     * Without authentication: the customer’s view. For the merchant, a refund that is still to be sent after
     * `quoted_until` is quoted anew, if the amount can still be sent. On a UTXO network, its PSBT is built.
     */
    public function getRefund(string $id): Refund
    {
        return $this->one(Refund::class, new Call('GET', '/refund/' . rawurlencode($id)));
    }

    /**
     * Update refund.
     *
     * Without authentication: the customer gives `to`, once. The merchant may change it until a transfer was seen. The
     * earlier destination stays watched, because a transfer to it may be on its way. Callers of the merchant need the
     * right to refund, for each field. On a UTXO network, a repeated request with the same Idempotency-Key gets the
     * answer without the PSBT (`not_prepared`).
     *
     * @param UpdateRefundBody $body
     *     - to: The address that the coins go to, on the network.
     *     - confirm: Takes an address in spite of a `confirm_needed` error.
     *     - reason: For your records.
     */
    public function updateRefund(string $id, array $body, ?string $idempotencyKey = null): Refund
    {
        return $this->one(Refund::class, new Call('PUT', '/refund/' . rawurlencode($id), body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * Cancel refund.
     *
     * Nothing is taken back: do not send a signed transfer afterwards. Its destination is watched for another 7 days,
     * and a transfer that comes all the same makes the refund `seen` and `sent`. 409 once a transfer was seen. Role:
     * owner or support.
     */
    public function cancelRefund(string $id, ?string $idempotencyKey = null): Refund
    {
        return $this->one(Refund::class, new Call('DELETE', '/refund/' . rawurlencode($id), idempotencyKey: $idempotencyKey));
    }

    /**
     * Report the transfer.
     *
     * Not needed: the transfer is found without it. The chain transaction is looked up at once. 422 if it moves none of
     * the refund’s coins to its destination. An unknown hash is kept as `reported_hash`. If the block of the transfer
     * is not read within 5 seconds, the answer is still `ready`. Role: owner or support.
     *
     * @param ReportRefundHashBody $body
     *     - hash: The hash of the chain transaction.
     */
    public function reportRefundHash(string $id, array $body, ?string $idempotencyKey = null): Refund
    {
        return $this->one(Refund::class, new Call('POST', '/refund/' . rawurlencode($id) . '/hash', body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * Accept another amount.
     *
     * What was sent counts, at the refund’s rate. 409 unless the refund is `seen` with `amount_differs`. Role: owner or
     * support.
     *
     * @param AcceptRefundBody $body
     */
    public function acceptRefund(string $id, array $body, ?string $idempotencyKey = null): Refund
    {
        return $this->one(Refund::class, new Call('POST', '/refund/' . rawurlencode($id) . '/accept', body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * Prepare one PSBT for several refunds.
     *
     * For UTXO networks: one chain transaction pays all of them. The same request returns the same PSBT until one of
     * its refunds changes. Meanwhile `unsigned` of each refund is null (`in_batch`). A later PSBT of one of them spends
     * a coin of this one, so only one of the two can be mined. Role: owner or support.
     *
     * @param PrepareRefundBatchBody $body
     *     - app_id: Not needed with an app token.
     *     - refund_ids: Refunds of the app on the network, all `ready`.
     */
    public function prepareRefundBatch(array $body, ?string $idempotencyKey = null): RefundBatch
    {
        return $this->one(RefundBatch::class, new Call('POST', '/refund-batch', body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * List pull payments.
     *
     * Lists refunds that a shop asked for through a door of BTCPay Greenfield. A `waiting` one names no order with
     * exactly one paid invoice: assign it to an invoice, or archive it.
     *
     * @param ListPullPaymentsQuery $query
     *     - app_id: Only this app. Default: all apps of the caller, or the app of an app token.
     *     - status: `waiting` unless given.
     *     - limit: The maximum number.
     *     - cursor: From the Link header of the previous page.
     *     - created_after: Created at this time or later, or on this day or later.
     *     - created_before: Created before this time, or on this day or earlier.
     * @return Pages<PullPayment>
     */
    public function listPullPayments(array $query = []): Pages
    {
        return $this->pages(PullPayment::class, new Call('GET', '/pull-payments', $query));
    }

    /**
     * Assign pull payment.
     *
     * Makes it a refund of the invoice at the current rate, with the same id. If the customer named a destination
     * meanwhile, the refund goes there. 409 unless it is `waiting`. Role: owner or support.
     *
     * @param AssignPullPaymentBody $body
     *     - invoice_id: A paid invoice of the same app, in the same currency.
     */
    public function assignPullPayment(string $id, array $body, ?string $idempotencyKey = null): Refund
    {
        return $this->one(Refund::class, new Call('POST', '/pull-payment/' . rawurlencode($id) . '/assign', body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * Archive pull payment.
     *
     * A refund of it is canceled, unless a transfer was seen. Then nothing of the refund changes. Role: owner or
     * support.
     */
    public function deletePullPayment(string $id, ?string $idempotencyKey = null): PullPayment
    {
        return $this->one(PullPayment::class, new Call('DELETE', '/pull-payment/' . rawurlencode($id), idempotencyKey: $idempotencyKey));
    }

    /**
     * Simulate a payment.
     *
     * For transactions of development apps without a payment. Simulates the whole case at once, with its events and
     * webhooks, and returns the resulting transaction. The case ends as named, whatever other transactions are open;
     * otherwise nothing changes and the response is 409. Simulated payments are in block 0. Role: owner or developer.
     *
     * @param SimulateTransactionBody $body
     */
    public function simulateTransaction(string $id, array $body, ?string $idempotencyKey = null): Transaction
    {
        return $this->one(Transaction::class, new Call('POST', '/sandbox/transaction/' . rawurlencode($id) . '/simulate', body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * Pay on the test network.
     *
     * Sends a transfer on the network `test`, whose coins have no value. The service finds it in the next block, and
     * credits it after its confirmations, like a payment on any network. For a processing transaction; an invoice takes
     * at most 20 such transfers.
     *
     * @param PayTransactionBody $body
     *     - case: `paid` by default.
     *     - amount: The amount of the coin to send, in place of a case.
     */
    public function payTransaction(string $id, array $body, ?string $idempotencyKey = null): PayTransactionAnswer
    {
        return $this->one(PayTransactionAnswer::class, new Call('POST', '/sandbox/transaction/' . rawurlencode($id) . '/pay', body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * Remove a payment by a reorg.
     *
     * Replaces the blocks of the network `test` from the payment on by others without it. The service notices the reorg
     * as on any network: a credited payment is reversed, and the transaction is rejected if the payment does not come
     * back. The payment must be in one of the newest 32 blocks. Other payments stay on the chain. Role: owner or
     * developer.
     */
    public function reorgTransaction(string $id, ?string $idempotencyKey = null): Transaction
    {
        return $this->one(Transaction::class, new Call('POST', '/sandbox/transaction/' . rawurlencode($id) . '/reorg', idempotencyKey: $idempotencyKey));
    }

    /**
     * Simulate the transfer of a refund.
     *
     * For refunds of development apps with a destination. `seen`: the transfer is in a block. `sent`: it is confirmed.
     * `amount_differs`: another amount came. `reversed`: it was sent, and a reorg removed it. A simulated refund that
     * is `seen` can be `sent` or `reversed` later. The case ends as named, with its events and webhooks; otherwise
     * nothing changes and the response is 409. Simulated transfers are in block 0. Role: owner or developer.
     *
     * @param SimulateRefundBody $body
     */
    public function simulateRefund(string $id, array $body, ?string $idempotencyKey = null): Refund
    {
        return $this->one(Refund::class, new Call('POST', '/sandbox/refund/' . rawurlencode($id) . '/simulate', body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * Get the test clock.
     *
     * For development apps. A clock that was never advanced shows the time of the service. Role: owner or developer.
     *
     * @param GetTestClockQuery $query
     *     - app_id: Implied by an app token.
     */
    public function getTestClock(array $query = []): TestClock
    {
        return $this->one(TestClock::class, new Call('GET', '/sandbox/clock', $query));
    }

    /**
     * Advance the test clock.
     *
     * For development apps. The response comes after expired quotes and invoices have ended. Retries of webhooks that
     * came due are sent soon after. A clock never moves backwards, by at most 90 days at once and ten years in all.
     * Role: owner or developer.
     *
     * @param AdvanceTestClockBody $body
     *     - app_id: Implied by an app token.
     */
    public function advanceTestClock(array $body, ?string $idempotencyKey = null): TestClock
    {
        return $this->one(TestClock::class, new Call('POST', '/sandbox/clock', body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * Emit a made-up event.
     *
     * For development apps. The event has a made-up object, with `simulated` true in `data`. It is sent to the webhooks
     * of the app and listed like any other. The object itself does not exist, and no money is recorded. Role: owner or
     * developer.
     *
     * @param CreateSandboxEventBody $body
     *     - app_id: Implied by an app token.
     */
    public function createSandboxEvent(array $body, ?string $idempotencyKey = null): Event
    {
        return $this->one(Event::class, new Call('POST', '/sandbox/event', body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * Get balance sheet.
     *
     * Credits with their value at receipt, refunds that were sent with the value that they gave back, and the reversals
     * of both by chain reorganizations. It is not a wallet balance, because other spending is not recorded.
     *
     * @param GetBalanceSheetQuery $query
     *     - from: Inclusive; by default from the start.
     *     - to: A time is exclusive, a day is inclusive; by default until now.
     */
    public function getBalanceSheet(string $id, array $query = []): BalanceSheet
    {
        return $this->one(BalanceSheet::class, new Call('GET', '/app/' . rawurlencode($id) . '/balance-sheet', $query));
    }

    /**
     * Get statistics.
     *
     * Counts, conversion and time to pay refer to the invoices created on these whole days; the volume refers to
     * credits, refunds and their reversals on them.
     *
     * @param GetAppStatisticsQuery $query
     *     - from: The first day; by default 30 days before `to`.
     *     - to: The last day, inclusive; by default today. At most 366 days in all.
     */
    public function getAppStatistics(string $id, array $query = []): AppStatistics
    {
        return $this->one(AppStatistics::class, new Call('GET', '/app/' . rawurlencode($id) . '/statistics', $query));
    }

    /**
     * List open tasks.
     *
     * Cheap enough to be polled every few seconds.
     *
     * @return list<AppAttention>
     */
    public function listAppAttention(string $id): array
    {
        return $this->many(AppAttention::class, new Call('GET', '/app/' . rawurlencode($id) . '/attention'));
    }

    /**
     * Get timeline.
     *
     * Oldest first. A step keeps its id. Deliveries are kept for 30 days, the rest as long as the invoice. A token with
     * scopes sees deliveries with `webhooks:read`, and what waits for the merchant with `transactions:read`.
     *
     * @param ListInvoiceStepsQuery $query
     *     - limit: The maximum number.
     *     - cursor: From the Link header of the previous page.
     *     - created_after: Created at this time or later, or on this day or later.
     *     - created_before: Created before this time, or on this day or earlier.
     * @return Pages<InvoiceStep>
     */
    public function listInvoiceSteps(string $id, array $query = []): Pages
    {
        return $this->pages(InvoiceStep::class, new Call('GET', '/invoice/' . rawurlencode($id) . '/timeline', $query));
    }

    /**
     * List audit log.
     *
     * Changes of apps, settings, addresses, webhooks, tokens and manual payments. Without app_id, also those of the
     * caller’s own account: sign-ins, passwords, second factors. The log of an archived app stays readable.
     *
     * @param ListAuditLogQuery $query
     *     - action: A single action, for example `app.updated`, or several.
     *     - q: Exact match of the id of an entry or of its subject, or of the address of the request.
     *     - limit: The maximum number.
     *     - cursor: From the Link header of the previous page.
     *     - created_after: Created at this time or later, or on this day or later.
     *     - created_before: Created before this time, or on this day or earlier.
     * @return Pages<AuditLog>
     */
    public function listAuditLog(array $query = []): Pages
    {
        return $this->pages(AuditLog::class, new Call('GET', '/audit-log', $query));
    }

    /**
     * Get audit log entry.
     *
     * The state before and after. Entries about an app are for its team; about an account, for its user.
     */
    public function getAuditEntry(string $id): AuditLog
    {
        return $this->one(AuditLog::class, new Call('GET', '/audit-log/' . rawurlencode($id)));
    }

    /**
     * List API calls.
     *
     * The calls of the last seven days that concern an app, by any token or session, newest first and without their
     * bodies. Public calls of customers are not logged. Above a limit an hour, further reads of an app are left out
     * first, then errors and changes. Role: owner or developer.
     *
     * @param ListRequestsQuery $query
     *     - app_id: Only this app. Default: all apps of the caller, or the app of an app token.
     *     - status: A status, or a class of them as `4xx`.
     *     - path: A part of the path.
     *     - since: Only calls from this time on.
     *     - limit: The maximum number.
     *     - cursor: From the Link header of the previous page.
     *     - created_after: Created at this time or later, or on this day or later.
     *     - created_before: Created before this time, or on this day or earlier.
     * @return Pages<Request>
     */
    public function listRequests(array $query = []): Pages
    {
        return $this->pages(Request::class, new Call('GET', '/requests', $query));
    }

    /**
     * Get API call.
     *
     * By the `request_id` of its response. Secrets and data of customers are left out of the bodies. Role: owner or
     * developer.
     */
    public function getRequest(string $id): GetRequestAnswer
    {
        return $this->one(GetRequestAnswer::class, new Call('GET', '/request/' . rawurlencode($id)));
    }

    /**
     * Create upload target.
     *
     * Put the picture at `url` with `method` and `headers`: PNG, JPEG, WebP or AVIF of exactly this size and at most 8
     * million pixels. It is redrawn: as WebP, upright, at most 1024 pixels wide and high, without metadata. A picture
     * that no app shows a day later is deleted. If `url` leads to a bucket, it is redrawn, or rejected, when first set
     * as `image` of an app.
     *
     * @param CreateUploadTargetBody $body
     *     - size: In bytes.
     */
    public function createUploadTarget(array $body, ?string $idempotencyKey = null): UploadTarget
    {
        return $this->one(UploadTarget::class, new Call('POST', '/upload-target', body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * List cryptocurrencies.
     *
     * Lists all with networks and rates, in one answer unless a page is requested. An app accepts only some of them.
     *
     * @param ListCryptocurrenciesQuery $query
     *     - limit: The maximum number. Without limit and cursor, all are returned.
     *     - cursor: From the Link header of the previous page.
     * @return Pages<CryptocurrencyWithNetworks>
     */
    public function listCryptocurrencies(array $query = []): Pages
    {
        return $this->pages(CryptocurrencyWithNetworks::class, new Call('GET', '/cryptocurrencies', $query));
    }

    /**
     * Get cryptocurrency.
     *
     * With its networks and rates.
     */
    public function getCryptocurrency(string $symbol): CryptocurrencyWithNetworks
    {
        return $this->one(CryptocurrencyWithNetworks::class, new Call('GET', '/cryptocurrency/' . rawurlencode($symbol)));
    }

    /**
     * List networks.
     *
     * Lists all networks, whether or not an app is paid on them, in one answer unless a page is requested.
     *
     * @param ListNetworksQuery $query
     *     - limit: The maximum number. Without limit and cursor, all are returned.
     *     - cursor: From the Link header of the previous page.
     * @return Pages<Network>
     */
    public function listNetworks(array $query = []): Pages
    {
        return $this->pages(Network::class, new Call('GET', '/networks', $query));
    }

    /**
     * Get network.
     *
     * Returns one network of this instance. 404 for any other.
     */
    public function getNetwork(string $symbol): Network
    {
        return $this->one(Network::class, new Call('GET', '/network/' . rawurlencode($symbol)));
    }

    /**
     * List currencies.
     *
     * Lists all that this instance has rates in, in one answer unless a page is requested.
     *
     * @param ListCurrenciesQuery $query
     *     - limit: The maximum number. Without limit and cursor, all are returned.
     *     - cursor: From the Link header of the previous page.
     * @return Pages<Currency>
     */
    public function listCurrencies(array $query = []): Pages
    {
        return $this->pages(Currency::class, new Call('GET', '/currencies', $query));
    }

    /**
     * Get currency.
     *
     * 404 if this instance has no rates in it.
     */
    public function getCurrency(string $code): Currency
    {
        return $this->one(Currency::class, new Call('GET', '/currency/' . rawurlencode($code)));
    }

    /**
     * Get account.
     *
     * Returns the person of the token or session.
     */
    public function getAccount(): Account
    {
        return $this->one(Account::class, new Call('GET', '/account'));
    }

    /**
     * List personal access tokens.
     *
     * Lists the caller’s tokens. The tokens themselves are shown only when they are created.
     *
     * @param ListPersonalAccessTokensQuery $query
     *     - limit: The maximum number.
     *     - cursor: From the Link header of the previous page.
     *     - created_after: Created at this time or later, or on this day or later.
     *     - created_before: Created before this time, or on this day or earlier.
     * @return Pages<PersonalAccessToken>
     */
    public function listPersonalAccessTokens(array $query = []): Pages
    {
        return $this->pages(PersonalAccessToken::class, new Call('GET', '/personal-access-tokens', $query));
    }

    /**
     * Create personal access token.
     *
     * Only in a browser session, so that a leaked token cannot create another. To change the receiving addresses of a
     * production app, a token needs `cidrs`.
     *
     * @param CreatePersonalAccessTokenBody $body
     *     - app_ids: Limits it to these apps of yours: it sees no others and cannot create any.
     *     - cidrs: Works only from these ranges, at most /8 (IPv6: /19).
     *     - expires_at: A time, or a day: the token expires at its end (UTC). Default: in 90 days. At most a year.
     */
    public function createPersonalAccessToken(array $body, ?string $idempotencyKey = null): NewPersonalAccessToken
    {
        return $this->one(NewPersonalAccessToken::class, new Call('POST', '/personal-access-token', body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * Get personal access token.
     *
     * Returns its scopes and expiry, not the token itself. 404 for other people’s tokens.
     */
    public function getPersonalAccessToken(string $id): PersonalAccessToken
    {
        return $this->one(PersonalAccessToken::class, new Call('GET', '/personal-access-token/' . rawurlencode($id)));
    }

    /**
     * Revoke personal access token.
     *
     * It stops working at once, permanently. A browser needs a recent sign-in or step-up.
     */
    public function deletePersonalAccessToken(string $id, ?string $idempotencyKey = null): PersonalAccessToken
    {
        return $this->one(PersonalAccessToken::class, new Call('DELETE', '/personal-access-token/' . rawurlencode($id), idempotencyKey: $idempotencyKey));
    }

    /**
     * List browser sessions.
     *
     * Lists the browsers in which the caller is signed in, including this one.
     *
     * @param ListSessionsQuery $query
     *     - limit: The maximum number.
     *     - cursor: From the Link header of the previous page.
     *     - created_after: Created at this time or later, or on this day or later.
     *     - created_before: Created before this time, or on this day or earlier.
     * @return Pages<Session>
     */
    public function listSessions(array $query = []): Pages
    {
        return $this->pages(Session::class, new Call('GET', '/sessions', $query));
    }

    /**
     * End browser session.
     *
     * Signs that browser out. To end another browser’s session, a recent proof is required, and a mail is sent.
     */
    public function endSession(string $id, ?string $idempotencyKey = null): EndSessionAnswer
    {
        return $this->one(EndSessionAnswer::class, new Call('DELETE', '/session/' . rawurlencode($id), idempotencyKey: $idempotencyKey));
    }

    /**
     * List passkeys.
     *
     * Lists at most 100 of the signed-in person. Key material is not shown.
     *
     * @param ListPasskeysQuery $query
     *     - limit: The maximum number.
     *     - cursor: From the Link header of the previous page.
     *     - created_after: Created at this time or later, or on this day or later.
     *     - created_before: Created before this time, or on this day or earlier.
     * @return Pages<Passkey>
     */
    public function listPasskeys(array $query = []): Pages
    {
        return $this->pages(Passkey::class, new Call('GET', '/passkeys', $query));
    }

    /**
     * Prepare a passkey.
     *
     * Pass the answer to `PublicKeyCredential.parseCreationOptionsFromJSON`. It is valid for 5 minutes.
     *
     * @return array<string, mixed>
     */
    public function preparePasskey(?string $idempotencyKey = null): array
    {
        return $this->map(new Call('POST', '/passkey/options', idempotencyKey: $idempotencyKey));
    }

    /**
     * Create passkey.
     *
     * Send the browser’s response to POST /passkey/options. Options can be used once, right or wrong: after a 422,
     * request new ones.
     *
     * @param CreatePasskeyBody $body
     *     - response: RegistrationResponseJSON, as returned by `PublicKeyCredential.toJSON()`.
     */
    public function createPasskey(array $body, ?string $idempotencyKey = null): Passkey
    {
        return $this->one(Passkey::class, new Call('POST', '/passkey', body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * Delete passkey.
     *
     * It can no longer be used to sign in, and its owner is notified by mail. Remove it on the device too.
     */
    public function deletePasskey(string $id, ?string $idempotencyKey = null): Passkey
    {
        return $this->one(Passkey::class, new Call('DELETE', '/passkey/' . rawurlencode($id), idempotencyKey: $idempotencyKey));
    }

    /**
     * List notification channels.
     *
     * Lists the caller’s channels. Bot tokens, URLs and secrets are not shown.
     *
     * @param ListNotificationChannelsQuery $query
     *     - limit: The maximum number.
     *     - cursor: From the Link header of the previous page.
     *     - created_after: Created at this time or later, or on this day or later.
     *     - created_before: Created before this time, or on this day or earlier.
     * @return Pages<NotificationChannel>
     */
    public function listNotificationChannels(array $query = []): Pages
    {
        return $this->pages(NotificationChannel::class, new Call('GET', '/notification-channels', $query));
    }

    /**
     * Add notification channel.
     *
     * Only in a browser session. Send a test message next: until one is accepted, the channel is not used. A webhook
     * gets messages signed by the rules of Standard Webhooks.
     *
     * @param CreateNotificationChannelBody $body
     *     - url: An incoming webhook of Slack or Discord, a topic of ntfy, or a webhook of your own.
     *     - bot_token: The token of a bot of Telegram.
     *     - chat: The chat of Telegram that the bot writes to.
     *     - access_token: For a server of ntfy that asks for one.
     */
    public function createNotificationChannel(array $body, ?string $idempotencyKey = null): CreateNotificationChannelAnswer
    {
        return $this->one(CreateNotificationChannelAnswer::class, new Call('POST', '/notification-channel', body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * Delete notification channel.
     *
     * It gets no more notifications. Queued messages to it are not sent.
     */
    public function deleteNotificationChannel(string $id, ?string $idempotencyKey = null): NotificationChannel
    {
        return $this->one(NotificationChannel::class, new Call('DELETE', '/notification-channel/' . rawurlencode($id), idempotencyKey: $idempotencyKey));
    }

    /**
     * Test notification channel.
     *
     * Sends a test message and waits for the answer of the service. If it accepts the message, the channel is used from
     * now on; otherwise `last_error` has the reason. At most 20 in an hour.
     */
    public function testNotificationChannel(string $id, ?string $idempotencyKey = null): NotificationChannel
    {
        return $this->one(NotificationChannel::class, new Call('POST', '/notification-channel/' . rawurlencode($id) . '/test', idempotencyKey: $idempotencyKey));
    }

    /**
     * List notification choices.
     *
     * `id` is the caller’s. There is one choice for each kind of notification. They cover all apps that the caller is a
     * member of.
     */
    public function listNotificationChoices(): NotificationChoice
    {
        return $this->one(NotificationChoice::class, new Call('GET', '/notification-choices'));
    }

    /**
     * Choose ways of a notification.
     *
     * Only in a browser session. A channel is used once a test message was accepted.
     *
     * @param UpdateNotificationChoiceBody $body
     *     - mail: Whether it goes by mail. Security notices always do.
     *     - channel_ids: Channels of yours.
     */
    public function updateNotificationChoice(string $kind, array $body, ?string $idempotencyKey = null): UpdateNotificationChoiceAnswer
    {
        return $this->one(UpdateNotificationChoiceAnswer::class, new Call('PUT', '/notification-choice/' . rawurlencode($kind), body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * List OAuth2 clients.
     *
     * Lists the clients that the caller registered, without their secrets.
     *
     * @param ListOauth2ClientsQuery $query
     *     - limit: The maximum number.
     *     - cursor: From the Link header of the previous page.
     *     - created_after: Created at this time or later, or on this day or later.
     *     - created_before: Created before this time, or on this day or earlier.
     * @return Pages<Oauth2Client>
     */
    public function listOauth2Clients(array $query = []): Pages
    {
        return $this->pages(Oauth2Client::class, new Call('GET', '/oauth2-clients', $query));
    }

    /**
     * Create OAuth2 client.
     *
     * Only this answer contains `client_secret`. A `native` client has none, and uses only PKCE.
     *
     * @param CreateOauth2ClientBody $body
     *     - name: Shown to people who are asked for consent.
     *     - application_type: Default: web. native is for a program on a person’s own device.
     *     - token_endpoint_auth_method: Default: client_secret_basic. none is for a client that cannot keep a secret.
     */
    public function createOauth2Client(array $body, ?string $idempotencyKey = null): CreateOauth2ClientAnswer
    {
        return $this->one(CreateOauth2ClientAnswer::class, new Call('POST', '/oauth2-client', body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * Get OAuth2 client.
     *
     * Returns its fields without the secret.
     */
    public function getOauth2Client(string $id): Oauth2Client
    {
        return $this->one(Oauth2Client::class, new Call('GET', '/oauth2-client/' . rawurlencode($id)));
    }

    /**
     * Update OAuth2 client.
     *
     * Changes the given fields, lists as a whole. The secret and the kind of client stay.
     *
     * @param UpdateOauth2ClientBody $body
     *     - name: Shown to people who are asked for consent.
     */
    public function updateOauth2Client(string $id, array $body, ?string $idempotencyKey = null): Oauth2Client
    {
        return $this->one(Oauth2Client::class, new Call('PUT', '/oauth2-client/' . rawurlencode($id), body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * Delete OAuth2 client.
     *
     * It can no longer request access, and existing access ends.
     */
    public function deleteOauth2Client(string $id, ?string $idempotencyKey = null): Oauth2Client
    {
        return $this->one(Oauth2Client::class, new Call('DELETE', '/oauth2-client/' . rawurlencode($id), idempotencyKey: $idempotencyKey));
    }

    /**
     * Rotate OAuth2 client secret.
     *
     * The old secret stops working at once. 422 if there is none.
     */
    public function rotateOauth2ClientSecret(string $id, ?string $idempotencyKey = null): CreateOauth2ClientAnswer
    {
        return $this->one(CreateOauth2ClientAnswer::class, new Call('POST', '/oauth2-client/' . rawurlencode($id) . '/rotate-secret', idempotencyKey: $idempotencyKey));
    }

    /**
     * List OAuth2 sessions.
     *
     * Lists the programs that act for the caller. Their tokens are not shown.
     *
     * @param ListOauth2SessionsQuery $query
     *     - limit: The maximum number.
     *     - cursor: From the Link header of the previous page.
     *     - created_after: Created at this time or later, or on this day or later.
     *     - created_before: Created before this time, or on this day or earlier.
     * @return Pages<Oauth2Session>
     */
    public function listOauth2Sessions(array $query = []): Pages
    {
        return $this->pages(Oauth2Session::class, new Call('GET', '/oauth2-sessions', $query));
    }

    /**
     * Get OAuth2 session.
     *
     * Returns a program that acts for the caller, with its scopes.
     */
    public function getOauth2Session(string $id): Oauth2Session
    {
        return $this->one(Oauth2Session::class, new Call('GET', '/oauth2-session/' . rawurlencode($id)));
    }

    /**
     * Revoke OAuth2 session.
     *
     * All its tokens stop working at once. The program may ask again.
     */
    public function deleteOauth2Session(string $id, ?string $idempotencyKey = null): Oauth2Session
    {
        return $this->one(Oauth2Session::class, new Call('DELETE', '/oauth2-session/' . rawurlencode($id), idempotencyKey: $idempotencyKey));
    }

    /**
     * List webhooks.
     *
     * The webhooks of one app, or of all apps of the caller, without their secrets.
     *
     * @param ListWebhooksQuery $query
     *     - app_id: Only this app. Default: all apps of the caller, or the app of an app token.
     *     - limit: The maximum number.
     *     - cursor: From the Link header of the previous page.
     *     - created_after: Created at this time or later, or on this day or later.
     *     - created_before: Created before this time, or on this day or earlier.
     * @return Pages<Webhook>
     */
    public function listWebhooks(array $query = []): Pages
    {
        return $this->pages(Webhook::class, new Call('GET', '/webhooks', $query));
    }

    /**
     * Create webhook.
     *
     * The secret is only in this response. Role: owner or developer.
     *
     * @param CreateWebhookBody $body
     *     - app_id: Implied by an app token.
     *     - url: An http or https URL at a public address.
     *     - signature: How deliveries are signed: `v1` (HMAC-SHA256, the default) or `v1a` (Ed25519). It cannot be
     *       changed later.
     */
    public function createWebhook(array $body, ?string $idempotencyKey = null): WebhookWithSecret
    {
        return $this->one(WebhookWithSecret::class, new Call('POST', '/webhook', body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * Get webhook.
     *
     * `disabled_reason` and `failing_since` show its state.
     */
    public function getWebhook(string $id): Webhook
    {
        return $this->one(Webhook::class, new Call('GET', '/webhook/' . rawurlencode($id)));
    }

    /**
     * Update webhook.
     *
     * Changes the given fields. A disabled webhook is sent nothing, not even pending deliveries. A `tampered` one can
     * only be deleted (422). Role: owner or developer.
     *
     * @param UpdateWebhookBody $body
     *     - url: An http or https URL at a public address.
     *     - enabled: false also ends pending deliveries; true clears past failures.
     */
    public function updateWebhook(string $id, array $body, ?string $idempotencyKey = null): Webhook
    {
        return $this->one(Webhook::class, new Call('PUT', '/webhook/' . rawurlencode($id), body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * Delete webhook.
     *
     * Nothing more is sent there, not even pending deliveries. Its events stay listed. To delete the last enabled
     * webhook, a browser needs a recent sign-in or step-up. Role: owner or developer.
     */
    public function deleteWebhook(string $id, ?string $idempotencyKey = null): Webhook
    {
        return $this->one(Webhook::class, new Call('DELETE', '/webhook/' . rawurlencode($id), idempotencyKey: $idempotencyKey));
    }

    /**
     * Rotate signing secret.
     *
     * For 24 hours, deliveries are signed with both secrets (or both keys, for `v1a`), so that a receiver can switch to
     * the new one. Role: owner or developer.
     */
    public function rotateWebhookSecret(string $id, ?string $idempotencyKey = null): WebhookWithSecret
    {
        return $this->one(WebhookWithSecret::class, new Call('POST', '/webhook/' . rawurlencode($id) . '/rotate-secret', idempotencyKey: $idempotencyKey));
    }

    /**
     * Send a test event.
     *
     * Sends `webhook.test` and returns its delivery. The result is listed a moment later. Role: owner or developer.
     */
    public function testWebhook(string $id, ?string $idempotencyKey = null): WebhookDelivery
    {
        return $this->one(WebhookDelivery::class, new Call('POST', '/webhook/' . rawurlencode($id) . '/test', idempotencyKey: $idempotencyKey));
    }

    /**
     * List deliveries.
     *
     * The deliveries of the last 30 days with their responses. `exhausted` ones can be sent again.
     *
     * @param ListWebhookDeliveriesQuery $query
     *     - limit: The maximum number.
     *     - cursor: From the Link header of the previous page.
     *     - created_after: Created at this time or later, or on this day or later.
     *     - created_before: Created before this time, or on this day or earlier.
     * @return Pages<WebhookDelivery>
     */
    public function listWebhookDeliveries(string $id, array $query = []): Pages
    {
        return $this->pages(WebhookDelivery::class, new Call('GET', '/webhook/' . rawurlencode($id) . '/deliveries', $query));
    }

    /**
     * Get delivery.
     *
     * The delivery of one event to one endpoint. 404 after 30 days.
     */
    public function getWebhookDelivery(string $id): WebhookDelivery
    {
        return $this->one(WebhookDelivery::class, new Call('GET', '/webhook-delivery/' . rawurlencode($id)));
    }

    /**
     * Deliver again.
     *
     * With the same webhook-id and body, taken before or not. Role: owner or developer.
     */
    public function redeliverWebhookDelivery(string $id, ?string $idempotencyKey = null): WebhookDelivery
    {
        return $this->one(WebhookDelivery::class, new Call('POST', '/webhook-delivery/' . rawurlencode($id) . '/redeliver', idempotencyKey: $idempotencyKey));
    }

    /**
     * Send events again.
     *
     * Sends the endpoint its subscribed events since that time again (from the last 30 days), with the same
     * `webhook-id` and body as before, oldest first, alongside new events. At most 1000 are sent, and `next_since` is
     * where to continue. Events with a pending attempt are left out. While a replay is running, the same request
     * returns it. Role: owner or developer.
     *
     * @param ReplayWebhookBody $body
     *     - since: Events from this time on.
     */
    public function replayWebhook(string $id, array $body, ?string $idempotencyKey = null): ReplayWebhookAnswer
    {
        return $this->one(ReplayWebhookAnswer::class, new Call('POST', '/webhook/' . rawurlencode($id) . '/replay', body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * List events.
     *
     * Events of the last 30 days, newest first. With `since`, the oldest comes first, in a stable order that late
     * commits do not change, and every page, also the last one, links to the next. With `Accept: text/event-stream`,
     * events are sent as server-sent events with the same ids: from now on, from `since` on, or after `Last-Event-ID`.
     * A stream ends after at most ten minutes.
     *
     * @param ListEventsQuery $query
     *     - app_id: Implied by an app token. By default, all apps of the caller. Required for a stream and with
     *       `since`.
     *     - since: Only events from this time on, oldest first.
     *     - limit: The maximum number.
     *     - cursor: From the Link header of the previous page.
     *     - created_after: Created at this time or later, or on this day or later.
     *     - created_before: Created before this time, or on this day or earlier.
     * @return Pages<Event>
     */
    public function listEvents(array $query = []): Pages
    {
        return $this->pages(Event::class, new Call('GET', '/events', $query));
    }

    /**
     * Get event.
     *
     * One event of the last 30 days; its id is the webhook-id of its deliveries.
     */
    public function getEvent(string $id): Event
    {
        return $this->one(Event::class, new Call('GET', '/event/' . rawurlencode($id)));
    }

    /**
     * Get instance.
     *
     * The settings, and the state of database, mail and backups.
     */
    public function getOperatorInstance(): OperatorInstance
    {
        return $this->one(OperatorInstance::class, new Call('GET', '/operator/instance'));
    }

    /**
     * List networks for the operator.
     *
     * As reported by the process that follows the network; no endpoint is asked.
     *
     * @param ListOperatorNetworksQuery $query
     *     - limit: The maximum number. Without limit and cursor, all are returned.
     *     - cursor: From the Link header of the previous page.
     * @return Pages<OperatorNetwork>
     */
    public function listOperatorNetworks(array $query = []): Pages
    {
        return $this->pages(OperatorNetwork::class, new Call('GET', '/operator/networks', $query));
    }

    /**
     * Connect network.
     *
     * Each endpoint is checked first. An error is named per endpoint, and nothing is saved. Every process uses the
     * change within 5 seconds. Open invoices of a network that is switched off stay readable.
     *
     * @param UpdateOperatorNetworkBody $body
     *     - endpoints: Addresses in order of preference, with their keys. An address as GET /operator/networks shows
     *       it, with its key masked, keeps the saved one.
     *     - enabled: false switches the network off and keeps its endpoints. Default: unchanged.
     */
    public function updateOperatorNetwork(string $symbol, array $body, ?string $idempotencyKey = null): UpdateOperatorNetworkAnswer
    {
        return $this->one(UpdateOperatorNetworkAnswer::class, new Call('PUT', '/operator/network/' . rawurlencode($symbol), body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * Add EVM network.
     *
     * Adds a network that is not built in. Decimals and symbols are read from the chain, and all endpoints must agree
     * about them. Every process uses it within 5 seconds.
     *
     * @param CreateOperatorNetworkBody $body
     *     - chain_id: EIP-155.
     *     - symbol: The name of the network in the API. Default: the name in lower case, with hyphens.
     *     - endpoints: Addresses in order of preference, with their keys. An address as GET /operator/networks shows
     *       it, with its key masked, keeps the saved one.
     *     - tokens: Decimals and names are read from the chain.
     *     - test: Whether its coins are worthless. Default: false.
     *     - confirmations: Default: about a minute of blocks, and at least 12.
     */
    public function createOperatorNetwork(array $body, ?string $idempotencyKey = null): UpdateOperatorNetworkAnswer
    {
        return $this->one(UpdateOperatorNetworkAnswer::class, new Call('POST', '/operator/network', body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * Check endpoints.
     *
     * Asks each endpoint for its chain and for what payments are read with. Nothing is saved.
     *
     * @param CheckOperatorEndpointsBody $body
     *     - network: The symbol of the network.
     *     - endpoints: Addresses in order of preference, with their keys. An address as GET /operator/networks shows
     *       it, with its key masked, keeps the saved one.
     * @return list<OperatorEndpoints>
     */
    public function checkOperatorEndpoints(array $body, ?string $idempotencyKey = null): array
    {
        return $this->many(OperatorEndpoints::class, new Call('POST', '/operator/endpoint-check', body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * List endpoint suggestions.
     *
     * Public endpoints that a person may choose. The service contacts none of them by itself.
     *
     * @param ListEndpointSuggestionsQuery $query
     *     - limit: The maximum number. Without limit and cursor, all are returned.
     *     - cursor: From the Link header of the previous page.
     *     - network: Only those of this network.
     * @return Pages<EndpointSuggestion>
     */
    public function listEndpointSuggestions(array $query = []): Pages
    {
        return $this->pages(EndpointSuggestion::class, new Call('GET', '/operator/endpoint-suggestions', $query));
    }

    /**
     * Get rates and their sources.
     *
     * The prices known to the process that answers.
     */
    public function getOperatorRates(): OperatorRates
    {
        return $this->one(OperatorRates::class, new Call('GET', '/operator/rates'));
    }

    /**
     * List people.
     *
     * Lists the accounts here, without their data.
     *
     * @param ListOperatorPeopleQuery $query
     *     - limit: The maximum number.
     *     - cursor: From the Link header of the previous page.
     *     - created_after: Created at this time or later, or on this day or later.
     *     - created_before: Created before this time, or on this day or earlier.
     * @return Pages<OperatorPeople>
     */
    public function listOperatorPeople(array $query = []): Pages
    {
        return $this->pages(OperatorPeople::class, new Call('GET', '/operator/people', $query));
    }

    /**
     * Check the instance.
     *
     * Asks every endpoint, the mail server and the storage of pictures. It takes seconds.
     */
    public function getOperatorHealth(): OperatorHealth
    {
        return $this->one(OperatorHealth::class, new Call('GET', '/operator/health'));
    }

    /**
     * Get settings.
     *
     * The settings of the instance by name. The environment and quittance.json have precedence over stored settings. A
     * secret has no `value`; `is_set` says whether there is one.
     */
    public function getOperatorSettings(): OperatorSettings
    {
        return $this->one(OperatorSettings::class, new Call('GET', '/operator/settings'));
    }

    /**
     * Change settings.
     *
     * Stores the settings that are sent; null returns to the default. Every process uses them within 5 seconds, without
     * a restart. A setting with `changeable: false` is rejected. All operators are notified by e-mail.
     *
     * @param UpdateOperatorSettingsBody $body
     *     - public_url: The address under which browsers reach the service. A path is allowed.
     *     - smtp_url: The mail server: smtps://user:password@host:465 or smtp://user:password@host:587.
     *     - mail_from: The sender of mails: an address, or Name <address>.
     *     - mail_receipts_per_hour: The receipts that each app may mail within an hour.
     *     - mail_invitations_per_hour: The invitations that each person may mail within an hour.
     *     - backup_to: The folder of backups, as an absolute path, or
     *       https://KEY:SECRET@host/bucket/folder?region=us-east-1.
     *     - backup_every: The interval of backups, such as 24h. It needs backup_to.
     *     - backup_recipient: The age recipient (age1…) that backups are encrypted to.
     *     - sign_up: Whether anyone can create an account.
     *     - rate_sources: The sources of exchange rates.
     *     - rate_max_age: The greatest age of a rate that is used, in seconds.
     *     - security_contact: The contact in /.well-known/security.txt. By default, the e-mail address of the first
     *       operator.
     *     - cors_origins: Web origins whose pages may call the API with a Bearer token.
     *     - rate_limit: The requests that each caller may make, such as 600/minute, or off.
     *     - log_level: The least severe messages that are logged.
     *     - log_requests: Whether each request is logged.
     *     - payout_delay: How long a new receiving address of a production app waits.
     *     - webhook_allow_cidrs: Private address ranges that webhooks may call.
     *     - trust_proxy: The addresses of proxies whose forwarding headers are believed.
     */
    public function updateOperatorSettings(array $body, ?string $idempotencyKey = null): OperatorSettings
    {
        return $this->one(OperatorSettings::class, new Call('PUT', '/operator/settings', body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * Send test mail.
     *
     * Sends a mail to your own address, to try mail settings before they are stored.
     *
     * @param SendTestMailBody $body
     *     - smtp_url: By default the server in use.
     */
    public function sendTestMail(array $body, ?string $idempotencyKey = null): TestMail
    {
        return $this->one(TestMail::class, new Call('POST', '/operator/settings/test-mail', body: $body, idempotencyKey: $idempotencyKey));
    }

    /**
     * Test backup target.
     *
     * Writes a small file to the folder or the bucket of backups, and removes it.
     *
     * @param TestBackupTargetBody $body
     *     - backup_to: By default the target in use.
     */
    public function testBackupTarget(array $body, ?string $idempotencyKey = null): BackupTarget
    {
        return $this->one(BackupTarget::class, new Call('POST', '/operator/settings/test-backup', body: $body, idempotencyKey: $idempotencyKey));
    }
}
