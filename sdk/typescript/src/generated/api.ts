// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
import type { Pages } from '../pages.ts';
import { type CallOptions, Transport } from '../transport.ts';

export interface AcceptRefundBody {
  readonly reason: string;
}

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly role: 'operator' | 'merchant';
  /** The address changes after both confirmed. Null if no change is pending. */
  readonly email_change: {
    readonly new_email: string;
    /** RFC 3339, UTC, milliseconds. */
    readonly new_agreed_at: string | null;
    /** RFC 3339, UTC, milliseconds. */
    readonly old_agreed_at: string | null;
    /** When the new address alone is enough. */
    readonly counts_without_old_at: string;
    /** RFC 3339, UTC, milliseconds. */
    readonly created_at: string;
  } | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly created_at: string;
}

export interface AddressKey {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly y: string;
  readonly use: string;
  readonly alg: string;
  /** Its thumbprint (RFC 7638). A shop puts it into its page as `data-key`. */
  readonly kid: string;
  /** For each earlier key, a JWS signed by it (its `jwk`) with the `kid` of the next key. */
  readonly successions: readonly string[];
}

export interface AdvanceTestClockBody {
  /** Implied by an app token. */
  readonly app_id?: string | undefined;
  readonly advance_seconds: number;
}

export type AnyEventType = 'invoice.created' | 'invoice.partially_paid' | 'invoice.paid' | 'invoice.expired' | 'invoice.canceled' | 'invoice.updated' | 'invoice.reversed' | 'invoice.refunded' | 'transaction.created' | 'transaction.detected' | 'transaction.succeeded' | 'transaction.canceled' | 'transaction.rejected' | 'refund.created' | 'refund.ready' | 'refund.seen' | 'refund.sent' | 'refund.reversed' | 'refund.canceled' | 'payment.unmatched' | 'address.changed' | 'webhook.disabled' | 'rate.depegged' | 'webhook.test';

export interface App {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly slug: string | null;
  /** URL of the image. */
  readonly image: string | null;
  readonly url: string;
  /** The main app token (a secret), for owners. A token with scopes sees it with apps:token, a browser after a recent sign-in or step-up. */
  readonly token?: string;
  /** Instead of `token`, for other members, and where a browser's proof is older. */
  readonly token_last4?: string;
  readonly environment: 'development' | 'production';
  /** The caller's role in the team; absent for an owner. */
  readonly role?: 'owner' | 'accountant' | 'support' | 'developer';
  /** Absent unless it is archived. */
  readonly archived_at?: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly updated_at: string;
  readonly warnings?: readonly Warning[];
}

export interface AppAddress {
  readonly id: string;
  readonly app_id: string;
  readonly network: Network;
  readonly kind: 'address' | 'xpub';
  readonly value: string;
  readonly label: string | null;
  readonly enabled: boolean;
  /** From when on customers are shown it. A new one of a production app that was paid before waits. */
  readonly effective_at: string;
  /** It was changed directly in the database, and is not shown to customers. Compare it with your wallet, then confirm it, or remove it and add the right one. */
  readonly tampered: boolean;
  /** The time since which your control is proved by a signature, so that no other owner can take it. */
  readonly proved_at: string | null;
  /** Symbols of tokens whose issuer has blocked the address: customers are not asked to pay with them here, and payments wait as unmatched payments. Add another address, or stop accepting the coin. */
  readonly blocked_for: readonly string[];
  /** Reasons against being paid there, found when it was added or later; checked once a day. */
  readonly findings: readonly ({
    readonly code: 'burn_address' | 'precompile' | 'system_contract' | 'token_contract' | 'contract' | 'shared_wallet';
    readonly message: string;
    /** Whether the owner accepted the address in spite of it. */
    readonly confirmed: boolean;
  })[];
  /** The first three addresses of an extended public key. */
  readonly derived_addresses: readonly string[];
  /** The child of an extended public key that is shown next, counted from 0. */
  readonly next_index: number | null;
  /** The number of children shown after the last one that was paid. Set the gap limit of your wallet (usually 20) higher than this, or it may not see the money. */
  readonly unused_in_a_row: number | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly updated_at: string;
}

export interface AppAttention {
  readonly kind: 'addresses_tampered' | 'records_tampered' | 'members_tampered' | 'addresses_unsafe' | 'payout_changes_waiting' | 'app_token_known' | 'payments_reorged' | 'shop_not_notified' | 'refunds_exceed_paid' | 'network_halted' | 'network_away' | 'network_behind' | 'no_rate' | 'support_contact_missing' | 'amounts_crowded' | 'visitors_crowded' | 'visitor_addresses_used' | 'addresses_blocked' | 'webhooks_disabled' | 'webhooks_failing' | 'claims_waiting' | 'refunds_after_cancellation' | 'refunds_differ' | 'pull_payments_waiting' | 'refunds_waiting' | 'unlisted_tokens' | 'receipts_held_back' | 'unmatched_payments';
  /** Counted up to 100. */
  readonly count: number;
  readonly is_more: boolean;
  /** The time of the oldest; null if it is not known. */
  readonly since: string | null;
  /** The oldest ones. For `no_rate`, ids of app cryptocurrencies; for payments, tokens and receipts, of invoices. */
  readonly ids: readonly string[];
  readonly what_to_do: string;
}

export interface AppCryptocurrency {
  readonly id: string;
  readonly app_id: string;
  readonly cryptocurrency: Cryptocurrency;
  readonly network: Network;
  readonly contract: string | null;
  /** The required number, never below that of the network. */
  readonly confirmations: number;
  /** The least amount of the coin that a wallet can send there. */
  readonly min: string;
  /** Least invoice total, in the invoice's currency. */
  readonly min_total: string | null;
  /** Greatest invoice total, in the invoice's currency. */
  readonly max_total: string | null;
  /** Whether customers can pay with it now: the network answers, the token is not stopped, and its issuer has not blocked every address of the app. */
  readonly available: boolean;
  /** To the merchant only; null: off. The greatest invoice total, in the invoice's currency, for which unconfirmed payments are accepted: the invoice has `accepted_at`, and is paid when it is confirmed. Only UTXO networks show unconfirmed payments. `warning` explains the risk. */
  readonly accept_unconfirmed_up_to?: string | null;
  /** To the merchant only: the risk of the terms, in a sentence. */
  readonly warning?: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly updated_at: string;
}

export interface AppMember {
  readonly id: string;
  readonly app_id: string;
  readonly role: RoleName;
  /** expired: the invitation was not accepted in time; invite the address again. tampered: the row was changed outside the service and gives no role; remove it, or set the role again. */
  readonly status: 'active' | 'invited' | 'expired' | 'tampered';
  /** The person’s address, or that of the invitation. */
  readonly email: string;
  readonly name: string | null;
  /** The person’s id in the audit log and in payout changes. */
  readonly user_id: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly invitation_ends_at: string | null;
  /** When they joined, or were first invited. */
  readonly created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly updated_at: string;
}

export interface AppSettings {
  /** How long a quote is valid, in seconds. */
  readonly quote_window: number;
  readonly underpayment_tolerance: {
    readonly percent: number;
    readonly fiat_max: string | null;
  };
  readonly amount_room: {
    readonly percent: number;
    readonly fiat_max: string | null;
  };
  readonly late_payments: 'accept_at_locked_rate' | 'accept_if_worth_the_due' | 'hold';
  readonly confirmations_by_value: readonly ({
    readonly currency: string;
    readonly from?: string;
    readonly below?: string;
    readonly confirmations: number | 'finalized';
  })[];
  readonly unconfirmed_payments: {
    readonly confirmed_inputs: boolean;
    readonly fee_within_blocks: number | null;
    readonly quiet_seconds: number;
    readonly hourly_max: {
      readonly currency: string;
      readonly amount: string;
    } | null;
  };
  readonly stablecoins: 'at_par' | 'at_market';
  readonly unpaid_addresses_max: number;
  readonly support_contact: string | null;
  readonly branding: {
    readonly color: string | null;
    readonly logo: string | null;
  };
  /** Origins that may frame the checkout: by default that of the app’s `url`. */
  readonly embed_origins: readonly string[];
  readonly webhook_defaults: {
    readonly events: readonly string[] | null;
  };
  readonly app_token_may: readonly ('settle' | 'assign' | 'refund')[];
}

export interface AppStatistics {
  readonly app_id: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly from: string;
  /** Exclusive: the end of the last day. */
  readonly to: string;
  readonly time_zone: string;
  readonly by: 'day' | 'coin' | 'status';
  readonly total: Turnout;
  readonly parts: readonly TurnoutPart[];
}

export interface AppToken {
  readonly id: string;
  readonly app_id: string;
  readonly name: string;
  readonly last_four: string;
  readonly scopes: readonly AppTokenScope[];
  /** null: it works from any address. */
  readonly cidrs: readonly string[] | null;
  /** A `user_id` of GET /app-members. */
  readonly made_by: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly expires_at: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly last_used_at: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly created_at: string;
}

export type AppTokenScope = 'invoices:read' | 'invoices:write' | 'invoices:settle' | 'transactions:read' | 'transactions:write' | 'payments:assign' | 'refunds:write' | 'apps:read' | 'apps:write' | 'addresses:read' | 'webhooks:read' | 'webhooks:write';

export interface AssignPullPaymentBody {
  /** A paid invoice of the same app, in the same currency. */
  readonly invoice_id: string;
}

export interface AssignUnmatchedPaymentBody {
  /** An invoice of the payment's app, or of another app of the same owner. */
  readonly invoice_id: string;
}

export interface AuditLog {
  readonly id: string;
  readonly app_id: string | null;
  /** A person and their token, an app by its own token, or the operator by the command line. */
  readonly actor: string;
  /** The action, as in `app.updated`. */
  readonly action: string;
  readonly subject_type: string;
  readonly subject_id: string;
  /** The changed fields before. */
  readonly before: Readonly<Record<string, unknown>> | null;
  /** The changed fields after. */
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly ip: string | null;
  readonly user_agent: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly created_at: string;
}

export interface BackupTarget {
  readonly writable: boolean;
  /** Why it cannot be written. */
  readonly error: string | null;
}

export interface BalanceSheet {
  readonly app_id: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly from: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly to: string;
  /** By coin and network, in coins. */
  readonly cryptocurrencies: readonly ({
    readonly cryptocurrency: string;
    readonly network: string;
    readonly contract: string | null;
    readonly payments: number;
    readonly credited: string;
    /** The amount reversed by reorganizations of a chain. */
    readonly reversed: string;
    /** What came in: credited − reversed. */
    readonly net: string;
    /** The number of refunds that were sent. */
    readonly refunds: number;
    /** What refunds sent out. */
    readonly refunded: string;
    /** The part of it that reorganizations of a chain reversed. */
    readonly refunds_reversed: string;
    /** What is left: net − refunded + refunds_reversed. It may be negative. */
    readonly balance: string;
  })[];
  /** By the invoices' currency, at the credited rates. */
  readonly currencies: readonly Credited[];
}

/** Descriptive text. It is cut at 255 characters, a description at 2,000, an e-mail address at 254. */
export type CaptionBody = unknown;

export interface CheckOperatorEndpointsBody {
  /** The symbol of the network. */
  readonly network: string;
  /** Addresses in order of preference, with their keys. An address as GET /operator/networks shows it, with its key masked, keeps the saved one. */
  readonly endpoints: readonly string[];
}

export interface ClaimTransactionBody {
  /** The hash of the chain transaction that paid. */
  readonly hash: string;
  /** The signature of the paying address over `claim_text` with the hash filled in: EIP-191 or EIP-1271 on EVM networks, TIP-191 on TRON. */
  readonly signature?: string | undefined;
}

export interface CreateAppAddressBody {
  readonly app_id: string;
  /** Network symbol, e.g. ethereum. */
  readonly network: string;
  readonly kind: 'address' | 'xpub';
  /** The address, or the extended public key. On UTXO networks, ypub (upub) means P2SH-P2WPKH and zpub (vpub) means P2WPKH (SLIP-132). An output descriptor, such as tr(xpub…/0/*), states its kind. A bare xpub (tpub) needs `script` or `first_address`, unless its origin, such as [d34db33f/84h/0h/0h], names the purpose. Multisig wallets are given as a descriptor: wsh(sortedmulti(2,…)). Quotes and white space are ignored, and the files that wallets export (Electrum, Coldcard, BlueWallet, Sparrow, Specter, Caravan, Bitcoin Core) are read; `script` chooses where one holds several accounts. */
  readonly value: string;
  /** The kind of addresses of a bare xpub (tpub) on a UTXO network. It is never guessed, because a wallet does not see money sent to the wrong kind. */
  readonly script?: 'p2pkh' | 'p2sh-p2wpkh' | 'p2wpkh' | 'p2tr' | undefined;
  /** The first receiving address that the wallet shows for the key. It is checked, and it can replace `script`. */
  readonly first_address?: string | undefined;
  /** A signature by the holder of the address (or of the first address of a key) over the `proof_text` of an `address_in_use` error: EIP-191, EIP-1271, TIP-191, BIP-322 (simple) or BIP-137. It takes the address from an owner who did not prove control. */
  readonly signature?: string | undefined;
  /** Accepts an address in spite of a `confirm_needed` error: it holds an unknown contract, or it has sent more than 1,000 transactions. An address that cannot be spent from (`not_spendable`) is never accepted. */
  readonly confirm?: boolean | undefined;
  readonly label?: string | null | undefined;
}

export interface CreateAppBody {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly slug?: string | null | undefined;
  /** Name of an uploaded file. */
  readonly image?: string | null | undefined;
  readonly url: string;
  readonly environment: 'development' | 'production';
}

export interface CreateAppCryptocurrencyBody {
  readonly app_id: string;
  /** Symbol, e.g. USDT. */
  readonly cryptocurrency: string;
  /** Network symbol, e.g. ethereum. */
  readonly network: string;
  readonly confirmations?: number | null | undefined;
  /** A decimal in plain notation. */
  readonly min_total?: string | null | undefined;
  /** A decimal in plain notation. */
  readonly max_total?: string | null | undefined;
  /** For UTXO networks only: see AppCryptocurrency. */
  readonly accept_unconfirmed_up_to?: string | null | undefined;
}

export interface CreateAppTokenBody {
  readonly app_id: string;
  readonly name: string;
  readonly scopes: readonly AppTokenScope[];
  /** Works only from these ranges, at most /8 (IPv6: /19). */
  readonly cidrs?: readonly string[] | null | undefined;
  /** A time, or a day: the token expires at its end (UTC). Default: in 90 days. At most a year. */
  readonly expires_at?: string | undefined;
}

export interface CreateDoorAnswer {
  /** Also the id of its app token: DELETE /app-token/{id} closes the door. */
  readonly id: string;
  readonly app_id: string;
  readonly kind: 'epay' | 'epusdt' | 'greenfield' | 'commerce';
  /** The address to enter in the shop. */
  readonly base_url: string;
  /** EPay: the merchant’s number. null for other kinds. */
  readonly pid: string | null;
  /** The currency of amounts that the shop sends without one. */
  readonly currency: string;
  /** null: it works from any address. */
  readonly cidrs: readonly string[] | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly last_used_at: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly created_at: string;
  /** EPay: signs requests and notifications (MD5). */
  readonly key?: string;
  /** Epusdt: signs requests and notifications (MD5). */
  readonly api_auth_token?: string;
  /** BTCPay Greenfield and Coinbase Commerce: the token that the shop sends. */
  readonly api_key?: string;
  /** BTCPay Greenfield: the id of the store. It is the app’s. */
  readonly store_id?: string;
  /** Coinbase Commerce: where the shop is notified. null: nowhere. */
  readonly webhook_url?: string | null;
  /** Coinbase Commerce: verifies notifications. null without a `webhook_url`. */
  readonly webhook_secret?: string | null;
}

export interface CreateDoorBody {
  readonly kind: 'epay' | 'epusdt' | 'greenfield' | 'commerce';
  /** The currency of amounts that the shop sends without one (ISO 4217). Default: CNY for EPay and Epusdt, otherwise USD. */
  readonly currency?: string | undefined;
  /** Works only from these ranges, at most /8 (IPv6: /19). */
  readonly cidrs?: readonly string[] | null | undefined;
  /** BTCPay Greenfield only: what the shop’s key may do. Default: all of them. */
  readonly permissions?: readonly ('btcpay.store.canviewinvoices' | 'btcpay.store.cancreateinvoice' | 'btcpay.store.canmodifyinvoices' | 'btcpay.store.canviewstoresettings' | 'btcpay.store.webhooks.canmodifywebhooks' | 'btcpay.store.cancreatenonapprovedpullpayments')[] | null | undefined;
  /** Coinbase Commerce only: where the shop is notified. Other shops name it themselves. */
  readonly webhook_url?: string | null | undefined;
}

export interface CreateInvoiceBody {
  /** Implied by an app token. */
  readonly app_id?: string | undefined;
  /** A decimal in plain notation. */
  readonly total: string;
  readonly currency: CurrencyCode;
  readonly order?: OrderBody | undefined;
  readonly customer?: CustomerBody | undefined;
  readonly success_url?: ReturnAddressBody | undefined;
  readonly cancel_url?: ReturnAddressBody | undefined;
  readonly metadata?: MetadataBody | undefined;
  /** Seconds. */
  readonly expires_in?: number | null | undefined;
}

export interface CreateNotificationChannelAnswer {
  readonly id: string;
  readonly kind: 'telegram' | 'slack' | 'discord' | 'ntfy' | 'webhook';
  readonly name: string;
  /** Identifies the address, without its secrets. */
  readonly address: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly verified_at: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly disabled_at: string | null;
  /** Why the last message was not accepted. */
  readonly last_error: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly created_at: string;
  /** Signs the messages of a webhook. It is in this answer only. */
  readonly secret: string | null;
}

export interface CreateNotificationChannelBody {
  readonly kind: 'telegram' | 'slack' | 'discord' | 'ntfy' | 'webhook';
  readonly name: string;
  /** An incoming webhook of Slack or Discord, a topic of ntfy, or a webhook of your own. */
  readonly url?: string | undefined;
  /** The token of a bot of Telegram. */
  readonly bot_token?: string | undefined;
  /** The chat of Telegram that the bot writes to. */
  readonly chat?: string | undefined;
  /** For a server of ntfy that asks for one. */
  readonly access_token?: string | undefined;
}

export interface CreateOauth2ClientAnswer {
  readonly id: string;
  /** The client_id at /oauth2. */
  readonly client_id: string;
  readonly name: string;
  readonly application_type: 'web' | 'native';
  readonly token_endpoint_auth_method: 'client_secret_basic' | 'client_secret_post' | 'none';
  readonly id_token_signed_response_alg: 'RS256' | 'ES256';
  readonly redirect_uris: readonly string[];
  readonly post_logout_redirect_uris: readonly string[];
  /** RFC 3339, UTC, milliseconds. */
  readonly created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly updated_at: string;
  /** Only in this answer. Absent for a client that cannot keep a secret. */
  readonly client_secret?: string;
}

export interface CreateOauth2ClientBody {
  /** Shown to people who are asked for consent. */
  readonly name: string;
  readonly redirect_uris: RedirectUris;
  readonly post_logout_redirect_uris?: readonly string[] | undefined;
  /** Default: web. native is for a program on a person’s own device. */
  readonly application_type?: 'web' | 'native' | undefined;
  /** Default: client_secret_basic. none is for a client that cannot keep a secret. */
  readonly token_endpoint_auth_method?: 'client_secret_basic' | 'client_secret_post' | 'none' | undefined;
  readonly id_token_signed_response_alg?: 'RS256' | 'ES256' | undefined;
}

export interface CreateOperatorNetworkBody {
  /** EIP-155. */
  readonly chain_id: number;
  readonly name: string;
  /** The name of the network in the API. Default: the name in lower case, with hyphens. */
  readonly symbol?: string | undefined;
  /** Addresses in order of preference, with their keys. An address as GET /operator/networks shows it, with its key masked, keeps the saved one. */
  readonly endpoints: readonly string[];
  readonly native: {
    readonly symbol: string;
  };
  /** Decimals and names are read from the chain. */
  readonly tokens?: readonly ({
    readonly contract: string;
    /** Default: the symbol that the contract returns. */
    readonly symbol?: string | undefined;
    /** Whether it is worth one US dollar. Default: false. */
    readonly stable?: boolean | undefined;
  })[] | undefined;
  /** Whether its coins are worthless. Default: false. */
  readonly test?: boolean | undefined;
  /** Default: about a minute of blocks, and at least 12. */
  readonly confirmations?: number | undefined;
}

export interface CreatePasskeyBody {
  readonly name: string;
  /** RegistrationResponseJSON, as returned by `PublicKeyCredential.toJSON()`. */
  readonly response: Readonly<Record<string, unknown>>;
}

export interface CreatePaymentLinkBody {
  readonly app_id: string;
  /** Its name in URLs, unique on this instance. */
  readonly slug: string;
  readonly currency: CurrencyCode;
  /** null or left out: the payer enters it. */
  readonly total?: string | null | undefined;
  /** The purpose, as shown to customers; cut at 1,000 characters. */
  readonly description?: unknown | undefined;
}

export interface CreatePersonalAccessTokenBody {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Limits it to these apps of yours: it sees no others and cannot create any. */
  readonly app_ids?: readonly string[] | null | undefined;
  /** Works only from these ranges, at most /8 (IPv6: /19). */
  readonly cidrs?: readonly string[] | null | undefined;
  /** A time, or a day: the token expires at its end (UTC). Default: in 90 days. At most a year. */
  readonly expires_at?: string | undefined;
}

export interface CreateRefundBody {
  readonly invoice_id: string;
  /** In the invoice's currency. Default: what is left of the overpaid amount. If nothing was overpaid, all that can still be refunded. */
  readonly fiat_value?: string | undefined;
  /** Refunds exactly what was overpaid. */
  readonly overpaid?: true | undefined;
  /** Default: the coin of the largest payment. */
  readonly cryptocurrency?: string | undefined;
  /** Default: the network of the largest payment. */
  readonly network?: string | undefined;
  /** The address that the coins go to, on the network. */
  readonly to?: string | null | undefined;
  /** Takes an address in spite of a `confirm_needed` error. */
  readonly confirm?: boolean | undefined;
  /** `locked`: the rate of the payment. `current`: the rate when the amount is quoted. */
  readonly rate_kind?: 'locked' | 'current' | undefined;
  /** For your records. */
  readonly reason?: string | undefined;
}

export interface CreateSandboxEventBody {
  /** Implied by an app token. */
  readonly app_id?: string | undefined;
  readonly type: EventType;
}

export interface CreateTransactionBody {
  readonly invoice_id: string;
  /** The address that will send the payment. */
  readonly from: string;
  /** Symbol, e.g. BTC, ETH. */
  readonly cryptocurrency: string;
  /** Network symbol, e.g. ethereum, tron. */
  readonly network: string;
}

export interface CreateUploadTargetBody {
  readonly content_type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/avif';
  /** In bytes. */
  readonly size: number;
}

export interface CreateWebhookBody {
  /** Implied by an app token. */
  readonly app_id?: string | undefined;
  /** An http or https URL at a public address. */
  readonly url: string;
  readonly events?: EventTypes | undefined;
  readonly description?: string | null | undefined;
  /** How deliveries are signed: `v1` (HMAC-SHA256, the default) or `v1a` (Ed25519). It cannot be changed later. */
  readonly signature?: 'v1' | 'v1a' | undefined;
}

export interface Credited {
  readonly currency: string;
  readonly payments: number;
  readonly credited: string;
  /** The amount reversed by reorganizations of a chain. */
  readonly reversed: string;
  /** What came in: credited − reversed. */
  readonly net: string;
  /** The number of refunds that were sent. */
  readonly refunds: number;
  /** What refunds sent out. */
  readonly refunded: string;
  /** The part of it that reorganizations of a chain reversed. */
  readonly refunds_reversed: string;
  /** What is left: net − refunded + refunds_reversed. It may be negative. */
  readonly balance: string;
}

export interface Cryptocurrency {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  /** Whether it is pegged to a fiat currency. */
  readonly stable: boolean;
  /** The price of one whole coin by currency, for display only. */
  readonly rates: Readonly<Record<string, number>>;
}

export interface CryptocurrencyWithNetworks {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  /** Whether it is pegged to a fiat currency. */
  readonly stable: boolean;
  /** The price of one whole coin by currency, for display only. */
  readonly rates: Readonly<Record<string, number>>;
  readonly networks: readonly NetworkOfCryptocurrency[];
}

export interface Currency {
  readonly id: string;
  /** ISO 4217. */
  readonly code: string;
  readonly name: string;
  readonly symbol: string;
  /** The number of decimals. */
  readonly decimals: number;
}

/** ISO 4217 code, in any case. */
export type CurrencyCode = string;

export interface CustomerBody {
  readonly email?: CaptionBody;
  readonly name?: CaptionBody;
}

export interface Door {
  /** Also the id of its app token: DELETE /app-token/{id} closes the door. */
  readonly id: string;
  readonly app_id: string;
  readonly kind: 'epay' | 'epusdt' | 'greenfield' | 'commerce';
  /** The address to enter in the shop. */
  readonly base_url: string;
  /** EPay: the merchant’s number. null for other kinds. */
  readonly pid: string | null;
  /** The currency of amounts that the shop sends without one. */
  readonly currency: string;
  /** null: it works from any address. */
  readonly cidrs: readonly string[] | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly last_used_at: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly created_at: string;
}

export interface EndSessionAnswer {
  readonly id: string;
}

export interface EndpointSuggestion {
  readonly network: string;
  readonly provider: string;
  /** Its address. KEY stands for a key of an account with the provider. */
  readonly endpoint: string;
  readonly needs_key: boolean;
  /** The documented limits. */
  readonly limits: string;
  /** The data that the provider can see. */
  readonly privacy: string;
  /** Whether it serves eth_getLogs. null: not documented. */
  readonly serves_logs: boolean | null;
  /** Whether it serves old state or a history of addresses. null: not documented. */
  readonly serves_history: boolean | null;
  /** Whether it serves traces. null: not documented. */
  readonly serves_traces: boolean | null;
  /** The provider’s own page. */
  readonly documentation: string;
  /** The day on which that page was read. */
  readonly read_at: string;
  /** About so many calls a day this instance makes while nothing is open. */
  readonly calls_per_day: number | null;
}

export interface Event {
  readonly id: string;
  readonly type: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly timestamp: string;
  readonly invoice_id: string | null;
  /** Counts the invoice's events without a gap, from 1. */
  readonly sequence: number | null;
  /** The payload that was sent. A token with scopes sees it only if it may read such objects (invoices:read, transactions:read, addresses:read); otherwise only `id`. `metadata` in a transaction needs invoices:read. */
  readonly data: Readonly<Record<string, unknown>>;
}

export type EventType = 'invoice.created' | 'invoice.partially_paid' | 'invoice.paid' | 'invoice.expired' | 'invoice.canceled' | 'invoice.updated' | 'invoice.reversed' | 'invoice.refunded' | 'transaction.created' | 'transaction.detected' | 'transaction.succeeded' | 'transaction.canceled' | 'transaction.rejected' | 'refund.created' | 'refund.ready' | 'refund.seen' | 'refund.sent' | 'refund.reversed' | 'refund.canceled' | 'payment.unmatched' | 'address.changed' | 'webhook.disabled' | 'rate.depegged';

/** The event types to send; null for all types. If absent, the default of the app applies. */
export type EventTypes = readonly EventType[] | null;

export interface GetRequestAnswer {
  /** The id of the request. */
  readonly id: string;
  /** The same id, as in X-Request-Id and in `request_id` of a problem. */
  readonly request_id: string;
  readonly app_id: string;
  /** The operationId. */
  readonly operation: string;
  readonly method: string;
  /** As received, without the query. */
  readonly path: string;
  /** Without secrets. Empty if there was none. */
  readonly query: string;
  /** The HTTP status of the response. */
  readonly status: number;
  /** The `code` of the problem. Null for a success. */
  readonly error_code: string | null;
  readonly caller_kind: 'session' | 'personal_access_token' | 'app_token' | 'oauth2';
  /** The person and their token, or the app by its own token. */
  readonly actor: string;
  /** The name of the token or of the OAuth2 client. Null for a session and for the main app token. */
  readonly token_name: string | null;
  /** Milliseconds until the response was sent. */
  readonly duration_ms: number;
  /** RFC 3339, UTC, milliseconds. */
  readonly created_at: string;
  /** As read, with default values. JSON without secrets; the first 16 KiB as a text if it is cut. */
  readonly request_body: unknown;
  /** JSON without secrets; the first 16 KiB as a text if it is cut. Null for a stream. */
  readonly response_body: unknown;
  /** cut: a body had more than 16 KiB. not_kept: the app reached its limit of logged bodies. not_allowed: the token lacks the scope to read this data. */
  readonly bodies: 'complete' | 'cut' | 'not_kept' | 'not_allowed';
}

export interface InviteAppMemberBody {
  readonly app_id: string;
  readonly email: string;
  readonly role: RoleName;
}

export interface Invoice {
  readonly id: string;
  readonly app_id: string;
  /** On pages: `open` is Awaiting payment, or Confirming once a payment is seen; `partially_paid` is Underpaid. */
  readonly status: 'open' | 'partially_paid' | 'paid' | 'expired' | 'canceled';
  /** A decimal in the invoice's currency, with its minor units. */
  readonly total: string;
  readonly currency: string;
  /** Confirmed, in fiat. */
  readonly paid: string;
  /** The value of payments that are not confirmed yet, in fiat. */
  readonly pending: string;
  /** What was given back of `paid` and is confirmed, in fiat. */
  readonly refunded: string;
  /** The total less `paid` and `pending`. */
  readonly remaining: string;
  /** On pages: Overpaid, Late, Marked as paid, Reversed. */
  readonly exceptions: readonly ('overpaid' | 'paid_late' | 'settled_manually' | 'reorged' | 'refunded' | 'partially_refunded')[];
  readonly order: {
    readonly reference?: string | null;
    readonly description?: string | null;
    readonly items?: readonly ({
      readonly name: string;
      /** With up to three decimals. */
      readonly quantity: number;
      /** The price of one. It may have more digits than the currency; a coupon has a negative price. */
      readonly price: string;
      readonly image?: string | null;
    })[];
    readonly discount?: string | null;
    readonly tax?: string | null;
    readonly shipping?: string | null;
  };
  readonly success_url: string | null;
  readonly cancel_url: string | null;
  readonly checkout_url: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly expires_at: string;
  /** The time since which the app accepts it before full confirmation, by accept_unconfirmed_up_to. The goods may be released at the merchant’s risk: nothing is credited yet. It becomes null again if a payment is replaced, double spent or lost. It stays when the invoice is paid. */
  readonly accepted_at: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly paid_at: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly updated_at: string;
  readonly customer?: {
    readonly email?: string | null;
    readonly name?: string | null;
  };
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Whether a customer could pay it now. It is not in events, because it changes at any time. */
  readonly payable?: boolean;
  /** The obstacle to paying it. Also null if nothing is left to pay. */
  readonly payable_reason?: 'no_coin' | 'no_address' | 'no_rate' | 'network_away' | 'below_minimum' | null;
  /** Waiting claims for any of its transactions, at most 10. Only in `GET /invoice/{id}`. */
  readonly claims?: readonly ({
    readonly transaction_id: string;
    readonly hash: string;
    /** Whether the chain shows the payment and it waits for the merchant. */
    readonly seen: boolean;
    /** What waits, in coins; null until `seen`. */
    readonly amount: string | null;
    readonly cryptocurrency: string | null;
    /** Its name. */
    readonly network: string;
    /** As in unmatched payments. */
    readonly reason: string | null;
    readonly explorer_url: string | null;
    /** RFC 3339, UTC, milliseconds. */
    readonly created_at: string;
  })[];
  /** The number of further waiting claims. */
  readonly more_claims?: number;
  readonly warnings?: readonly Warning[];
  /** In the customer's view: the shop's contact. */
  readonly support_contact?: string | null;
  /** In the customer's view: the appearance of the app's checkout. */
  readonly branding?: {
    readonly color: string | null;
    readonly logo: string | null;
  };
}

export interface InvoiceStep {
  readonly id: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly at: string;
  /** `attempt_quoted`: a customer was shown an address and an amount. `late_payment_accepted`: money without an open attempt became a transaction. `payment_claimed`: a customer claimed that this chain transaction pays. `payment_seen`: a payment, or more of it; unconfirmed if `block` is null. `payment_replaced`: another chain transaction replaced it, or none (`hash` is null). `payment_orphaned`: its block left the chain, or no node knows it any more. `payment_held`: money that may be for this invoice waits for the merchant. `payment_unlisted`: a customer claimed a token that is not accepted here. `payment_assigned`: the merchant assigned it to this invoice. `payment_dismissed`: the merchant handled it elsewhere. `credit_reversed`: taken back. `attempt_rejected`: its payment failed, was double spent or was taken back by the chain. `invoice_accepted`: the shop accepts the payments before they are confirmed. `invoice_not_accepted`: no more. `invoice_settled`: by the merchant, manually. `invoice_canceled`: by the merchant. `invoice_reversed`: the amount paid decreased. `refund_created`: the merchant prepared a refund. `refund_ready`: it has a destination, and waits for the wallet of the merchant. `refund_seen`: a transfer to its destination is in a block. `refund_accepted`: the merchant accepts that another amount was sent. `refund_sent`: the transfer is confirmed. `refund_reversed`: a reorganization of the chain removed the transfer. `refund_canceled`: by the merchant. */
  readonly kind: 'invoice_created' | 'attempt_quoted' | 'late_payment_accepted' | 'part_accepted' | 'payment_claimed' | 'payment_seen' | 'payment_replaced' | 'payment_matched' | 'payment_mined' | 'payment_orphaned' | 'payment_held' | 'payment_unlisted' | 'payment_assigned' | 'payment_dismissed' | 'payment_confirmed' | 'payment_credited' | 'credit_reversed' | 'attempt_canceled' | 'attempt_rejected' | 'invoice_updated' | 'invoice_accepted' | 'invoice_not_accepted' | 'invoice_settled' | 'invoice_partially_paid' | 'invoice_paid' | 'invoice_expired' | 'invoice_canceled' | 'invoice_reversed' | 'refund_created' | 'refund_ready' | 'refund_seen' | 'refund_accepted' | 'refund_sent' | 'refund_reversed' | 'refund_canceled' | 'webhook_failed' | 'webhook_delivered';
  /** Null where it is about the invoice itself. */
  readonly transaction_id: string | null;
  readonly cryptocurrency?: string;
  readonly network?: string;
  /** In coins: the requested or received amount. */
  readonly amount?: string | null;
  /** The value of the amount, in the invoice's currency. */
  readonly value?: string | null;
  readonly currency?: string;
  /** The total of the invoice at that time. */
  readonly total?: string | null;
  /** The amount paid at that time. */
  readonly paid?: string | null;
  readonly exceptions?: readonly string[];
  /** The shown address. */
  readonly to?: string | null;
  /** Given out once; fixed, and reserved for this attempt; or fixed and identified by the amount. */
  readonly address_kind?: 'one_time' | 'leased' | 'shared';
  /** The sender, as declared or as shown by the chain. */
  readonly from?: string | null;
  /** The fiat price of one whole coin. */
  readonly rate?: string | null;
  readonly rate_method?: 'fixed' | 'at_par' | 'median' | 'single' | 'cross';
  /** RFC 3339, UTC, milliseconds. */
  readonly rate_at?: string;
  readonly rate_sources?: readonly ({
    readonly source: string;
    readonly rate: string;
    /** RFC 3339, UTC, milliseconds. */
    readonly at: string;
    /** Where the rate came by way of another currency. */
    readonly pair?: string;
  })[];
  /** RFC 3339, UTC, milliseconds. */
  readonly expire_at?: string | null;
  /** The hash of the chain transaction. */
  readonly hash?: string | null;
  /** The token contract, if the token is not accepted here. */
  readonly contract?: string | null;
  /** The hash that was seen before. */
  readonly hash_before?: string | null;
  readonly block?: number | null;
  /** A network without blocks reported it, so it is final. */
  readonly settled?: boolean;
  readonly required_confirmations?: number;
  readonly requires_finality?: boolean;
  /** The endpoints that vouched. */
  readonly attested_by?: readonly string[] | null;
  /** The rule that decided, as in a transaction. */
  readonly matched_by?: string;
  /** All evidence for it. */
  readonly speaks?: readonly ('address' | 'amount' | 'near_amount' | 'sender' | 'signature')[];
  /** The number of attempts of other invoices with evidence by amount, sender or signature. */
  readonly others?: number;
  /** Whether the sender signed the claim. */
  readonly signed?: boolean;
  /** The reason, as an API code or in the words of the merchant. */
  readonly reason?: string | null;
  readonly payment_id?: string;
  readonly refund_id?: string;
  /** The person or program; without its id for callers who may not read the audit log. */
  readonly by?: string | null;
  readonly event_id?: string;
  readonly event_type?: string;
  readonly webhook_id?: string;
  readonly delivery_id?: string;
  readonly url?: string;
  readonly response_status?: number | null;
  /** The first KiB of the answer. */
  readonly response_body?: string | null;
  /** Why there was no answer. */
  readonly error?: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly next_attempt_at?: string | null;
}

/** Up to 50 pairs of text, 8 KiB in all; more is cut or left out. `language` (`pt-BR`) applies to page and receipt. */
export type MetadataBody = unknown;

export interface Network {
  readonly id: string;
  /** Accepted by `network` parameters, in any case. */
  readonly symbol: string;
  readonly name: string;
  readonly type: 'EVM' | 'TRON' | 'UTXO' | 'SVM';
  /** Whether it is a test network; its coins have no value. */
  readonly test: boolean;
  /** True if the service makes its blocks itself: pay with `POST /sandbox/transaction/{id}/pay`. */
  readonly simulated?: boolean;
  /** Whether this instance takes payments on it. */
  readonly available: boolean;
  /** Finality has stalled: payments that must be final wait. */
  readonly degraded: boolean;
  /** Symbol of the coin that pays fees; null if no longer configured. */
  readonly native_coin: string | null;
  /** Approximate cost of a transfer in native coin, for display only. */
  readonly transfer_fees: {
    readonly coin: string | null;
    readonly token: string | null;
  } | null;
  /** How native coin sent by a contract is detected. `traced`: like other payments. `one_time_addresses`: a little later, and only if each payment has its own address; a transaction states which applies. `direct_only`: not at all, so pay from a plain account. null: not applicable, or not known yet. */
  readonly internal_transfers: 'traced' | 'one_time_addresses' | 'direct_only' | null;
  /** Whether a transfer names its sender, who can sign to prove a payment. */
  readonly names_sender?: boolean;
  /** Whether payments are seen before they are mined, and `accept_unconfirmed_up_to` applies. */
  readonly has_mempool?: boolean;
  /** The network’s term for a final block; null if only depth counts. */
  readonly finality_term?: 'final' | 'solidified' | null;
  /** How a page asks a browser wallet to pay; null if no wallet supports it. */
  readonly wallet_protocol?: 'eip1193' | 'tronlink' | null;
}

export interface NetworkOfCryptocurrency {
  readonly id: string;
  /** Accepted by `network` parameters, in any case. */
  readonly symbol: string;
  readonly name: string;
  readonly type: 'EVM' | 'TRON' | 'UTXO' | 'SVM';
  /** Whether it is a test network; its coins have no value. */
  readonly test: boolean;
  /** True if the service makes its blocks itself: pay with `POST /sandbox/transaction/{id}/pay`. */
  readonly simulated?: boolean;
  /** Whether this instance takes payments on it. */
  readonly available: boolean;
  /** Finality has stalled: payments that must be final wait. */
  readonly degraded: boolean;
  /** Symbol of the coin that pays fees; null if no longer configured. */
  readonly native_coin: string | null;
  /** Approximate cost of a transfer in native coin, for display only. */
  readonly transfer_fees: {
    readonly coin: string | null;
    readonly token: string | null;
  } | null;
  /** How native coin sent by a contract is detected. `traced`: like other payments. `one_time_addresses`: a little later, and only if each payment has its own address; a transaction states which applies. `direct_only`: not at all, so pay from a plain account. null: not applicable, or not known yet. */
  readonly internal_transfers: 'traced' | 'one_time_addresses' | 'direct_only' | null;
  /** Whether a transfer names its sender, who can sign to prove a payment. */
  readonly names_sender?: boolean;
  /** Whether payments are seen before they are mined, and `accept_unconfirmed_up_to` applies. */
  readonly has_mempool?: boolean;
  /** The network’s term for a final block; null if only depth counts. */
  readonly finality_term?: 'final' | 'solidified' | null;
  /** How a page asks a browser wallet to pay; null if no wallet supports it. */
  readonly wallet_protocol?: 'eip1193' | 'tronlink' | null;
  /** Null for the native coin. */
  readonly contract: string | null;
  /** Decimals of amounts on this network. */
  readonly decimals: number;
  /** The minimum for a payment here, unless an app sets fewer. */
  readonly confirmations: number;
  /** The minimum that an app may set. */
  readonly confirmations_floor: number;
}

export interface NewAppToken {
  readonly id: string;
  readonly app_id: string;
  readonly name: string;
  readonly last_four: string;
  readonly scopes: readonly AppTokenScope[];
  /** null: it works from any address. */
  readonly cidrs: readonly string[] | null;
  /** A `user_id` of GET /app-members. */
  readonly made_by: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly expires_at: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly last_used_at: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly created_at: string;
  /** The token (a secret). It is in this answer only. */
  readonly token: string;
}

export interface NewPersonalAccessToken {
  readonly id: string;
  readonly name: string;
  /** The last characters of the token, to recognize it. */
  readonly last_four: string;
  readonly scopes: readonly Scope[];
  /** The only apps that it covers; null: all of the owner’s. */
  readonly app_ids: readonly string[] | null;
  /** The only addresses that it works from; null: any. */
  readonly cidrs: readonly string[] | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly expires_at: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly last_used_at: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly created_at: string;
  /** The token (a secret). It is in this answer only. */
  readonly token: string;
}

export interface NotificationChannel {
  readonly id: string;
  readonly kind: 'telegram' | 'slack' | 'discord' | 'ntfy' | 'webhook';
  readonly name: string;
  /** Identifies the address, without its secrets. */
  readonly address: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly verified_at: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly disabled_at: string | null;
  /** Why the last message was not accepted. */
  readonly last_error: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly created_at: string;
}

export interface NotificationChoice {
  readonly id: string;
  readonly choices: readonly UpdateNotificationChoiceAnswer[];
}

export interface Oauth2Client {
  readonly id: string;
  /** The client_id at /oauth2. */
  readonly client_id: string;
  readonly name: string;
  readonly application_type: 'web' | 'native';
  readonly token_endpoint_auth_method: 'client_secret_basic' | 'client_secret_post' | 'none';
  readonly id_token_signed_response_alg: 'RS256' | 'ES256';
  readonly redirect_uris: readonly string[];
  readonly post_logout_redirect_uris: readonly string[];
  /** RFC 3339, UTC, milliseconds. */
  readonly created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly updated_at: string;
}

export interface Oauth2Session {
  readonly id: string;
  readonly client: {
    readonly client_id: string;
    readonly name: string;
  };
  readonly scopes: readonly string[];
  /** RFC 3339, UTC, milliseconds. */
  readonly first_used_at: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly last_used_at: string;
}

export interface OperatorEndpoints {
  /** Its address, with the key masked. */
  readonly endpoint: string;
  readonly usable: boolean;
  /** The newest block that it knows. */
  readonly head: number | null;
  /** The time of its first answer. */
  readonly latency_ms: number | null;
  /** Empty if nothing was found. */
  readonly findings: readonly ({
    readonly code: 'unreachable' | 'timed_out' | 'unauthorized' | 'rate_limited' | 'not_a_node' | 'wrong_chain' | 'not_synced' | 'head_old' | 'no_logs' | 'short_logs' | 'no_traces' | 'no_history' | 'no_batch' | 'no_final_block' | 'no_json_rpc' | 'no_filters' | 'pruned' | 'slow';
    /** error: the endpoint cannot be used. warning: it can, with a loss. info: worth knowing. */
    readonly level: 'error' | 'warning' | 'info';
    readonly message: string;
  })[];
}

export interface OperatorHealth {
  /** Whether all findings are good. */
  readonly healthy: boolean;
  readonly findings: readonly ({
    /** The subject of the check, for example `network ethereum`. */
    readonly what: string;
    readonly is_good: boolean;
    /** The observation, and the remedy for a fault. */
    readonly says: string;
    /** A `warning` is advice: payments work. */
    readonly severity: 'good' | 'warning' | 'bad';
    /** The path of its documentation below the public URL; null if good. */
    readonly help: string | null;
  })[];
}

export interface OperatorInstance {
  readonly version: string;
  readonly public_url: string;
  readonly database: {
    readonly version: string;
    /** Whether it runs inside the service, in DATA_DIR. */
    readonly is_embedded: boolean;
    /** The difference between its clock and this machine’s. */
    readonly clock_apart_ms: number;
    /** Why quotes are stopped after commits were lost. */
    readonly stopped: string | null;
    /** RFC 3339, UTC, milliseconds. */
    readonly recovered_at: string | null;
  };
  /** The number of accounts. */
  readonly people: number;
  readonly sign_up: 'open' | 'closed';
  readonly mail: {
    /** Its host; null: mails are written to a file in DATA_DIR. */
    readonly server: string | null;
    /** Unsent mails. */
    readonly waiting: number;
    /** Unsent mails that failed at least once. They are given up after 30 tries. */
    readonly failing: number;
    /** Not sent within the last 24 hours: a limit for mail to unknown recipients was reached. */
    readonly held_back: number;
  };
  readonly backup: {
    /** The interval of planned backups; null: none. */
    readonly every_seconds: number | null;
    /** The time of the last good one. */
    readonly good_at: string | null;
    readonly name: string | null;
    /** Why the last try failed. */
    readonly failure: string | null;
    /** Whether twice `every_seconds` has passed without a good one. */
    readonly is_late: boolean;
  };
  /** The number of secret keys in use: several until `quittance key rotate` was run. */
  readonly keys: number;
}

export interface OperatorNetwork {
  readonly symbol: string;
  readonly name: string;
  readonly test: boolean;
  /** followed: read block by block. swept: read at intervals, because nothing is open there. no_addresses: not read, because no app is paid there. away: no endpoint answers. not_in_use: none is set. */
  readonly state: 'followed' | 'swept' | 'no_addresses' | 'away' | 'halted' | 'not_in_use';
  /** The environment variable that names its endpoints. */
  readonly variable: string;
  /** false if the operator switched it off. */
  readonly enabled: boolean;
  /** Where its endpoints are set. database: in the console. null: nowhere. */
  readonly source: 'database' | 'file' | 'environment' | null;
  /** Whether PUT /operator/network/{symbol} can change its endpoints. */
  readonly changeable: boolean;
  /** Whether it was added with POST /operator/network. */
  readonly own: boolean;
  /** Its family. */
  readonly type: string;
  /** The endpoints saved in the console, with keys masked. */
  readonly addresses: readonly string[];
  /** The newest block that was read. */
  readonly block: number | null;
  /** The newest block of the chain. */
  readonly head: number | null;
  /** The number of blocks that are not read yet. */
  readonly behind: number | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly reached_at: string | null;
  /** Why it is no longer read, until `quittance network resume`; null if it is. */
  readonly halted: string | null;
  /** Whether its final block has stopped moving. */
  readonly degraded: boolean;
  /** The disagreement between its endpoints. */
  readonly dispute: string | null;
  /** Payments that have their confirmations and wait for endpoints to agree. */
  readonly held_payments: number;
  /** Evidence that too few endpoints provide for its quorum. */
  readonly quorum_lacks: readonly string[];
  /** The number of apps that are paid there. */
  readonly apps: number;
  /** The limit set in quittance.json. */
  readonly budget: {
    /** The intended number of calls to each endpoint. */
    readonly requests: number;
    /** The period. */
    readonly seconds: number;
  } | null;
  /** For all its endpoints, at the current pace. */
  readonly calls_per_day: number | null;
  /** The same in the units of the provider. */
  readonly units_per_day: number | null;
  /** Their state within the last minute. */
  readonly endpoints: readonly ({
    /** Its host, with a number if several endpoints share it. */
    readonly name: string;
    /** quarantined: it contradicted most others, and is no longer asked. */
    readonly state: 'healthy' | 'deprioritized' | 'cooling_down' | 'wrong_chain' | 'quarantined';
    /** Why it is not healthy. */
    readonly reason: string | null;
    /** The newest block that it knows. */
    readonly head: number | null;
    /** The number of blocks that it is behind the best endpoint. */
    readonly behind: number | null;
    /** The recent share of failed requests. */
    readonly error_rate: number;
    readonly latency_ms: number | null;
    /** At the current pace; null in the first minute. */
    readonly calls_per_day: number | null;
    /** By its price list, in the units of its provider. */
    readonly units_per_day: number | null;
    /** In responses, at the current pace. */
    readonly bytes_per_day: number | null;
    /** The number of requests to slow down. */
    readonly busy_answers: number;
    /** The used share of its budget in this period. */
    readonly budget_used: number | null;
  })[];
}

export interface OperatorPeople {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: 'operator' | 'merchant';
  readonly email_verified: boolean;
  /** Whether a password sign-in also requires a code. */
  readonly second_factor: boolean;
  /** Their newest request in a browser that is still signed in. */
  readonly last_seen_at: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly created_at: string;
}

export interface OperatorRates {
  readonly sources: readonly ({
    readonly name: string;
    /** doubted: some of its prices disagree with the others or jumped, and are ignored. */
    readonly state: 'answers' | 'doubted' | 'away' | 'not_asked';
    /** Why it returned no prices the last time. */
    readonly fault: string | null;
    /** The time of its last prices. */
    readonly heard_at: string | null;
    readonly answered_in_ms: number | null;
    /** The number of pairs that it priced the last time. */
    readonly prices: number;
    /** Pairs in which it disagrees with the others and is ignored. */
    readonly apart: readonly string[];
    /** Pairs that only it prices, and whose price jumped. */
    readonly doubted: readonly string[];
    /** Pairs with an invalid price. */
    readonly refused: readonly string[];
  })[];
  /** Every coin of the followed networks, except the test network. */
  readonly coins: readonly ({
    readonly cryptocurrency: string;
    /** USD for one whole coin; null if it is not known now. */
    readonly rate: string | null;
    /** fixed: set in quittance.json. at_par: a stable coin at its peg. cross: through the dollar. */
    readonly method: 'fixed' | 'at_par' | 'median' | 'single' | 'cross' | null;
    readonly sources: readonly string[];
    /** RFC 3339, UTC, milliseconds. */
    readonly at: string | null;
  })[];
}

export interface OperatorSettings {
  readonly public_url: {
    /** As it is written. Null if it is unset, and for a secret. */
    readonly value: readonly string[] | number | string | null;
    readonly source: 'database' | 'environment' | 'file' | 'default';
    /** Whether PUT accepts it. */
    readonly changeable: boolean;
    /** Where to change it instead: a variable, quittance.json, or the command quittance settings. */
    readonly fixed_by: string | null;
    /** Whether it has a value. */
    readonly is_set: boolean;
    readonly is_secret: boolean;
    /** For a secret: its host, or its folder. */
    readonly hint: string | null;
    readonly about: string;
  };
  readonly smtp_url: {
    /** As it is written. Null if it is unset, and for a secret. */
    readonly value: readonly string[] | number | string | null;
    readonly source: 'database' | 'environment' | 'file' | 'default';
    /** Whether PUT accepts it. */
    readonly changeable: boolean;
    /** Where to change it instead: a variable, quittance.json, or the command quittance settings. */
    readonly fixed_by: string | null;
    /** Whether it has a value. */
    readonly is_set: boolean;
    readonly is_secret: boolean;
    /** For a secret: its host, or its folder. */
    readonly hint: string | null;
    readonly about: string;
  };
  readonly mail_from: {
    /** As it is written. Null if it is unset, and for a secret. */
    readonly value: readonly string[] | number | string | null;
    readonly source: 'database' | 'environment' | 'file' | 'default';
    /** Whether PUT accepts it. */
    readonly changeable: boolean;
    /** Where to change it instead: a variable, quittance.json, or the command quittance settings. */
    readonly fixed_by: string | null;
    /** Whether it has a value. */
    readonly is_set: boolean;
    readonly is_secret: boolean;
    /** For a secret: its host, or its folder. */
    readonly hint: string | null;
    readonly about: string;
  };
  readonly mail_receipts_per_hour: {
    /** As it is written. Null if it is unset, and for a secret. */
    readonly value: readonly string[] | number | string | null;
    readonly source: 'database' | 'environment' | 'file' | 'default';
    /** Whether PUT accepts it. */
    readonly changeable: boolean;
    /** Where to change it instead: a variable, quittance.json, or the command quittance settings. */
    readonly fixed_by: string | null;
    /** Whether it has a value. */
    readonly is_set: boolean;
    readonly is_secret: boolean;
    /** For a secret: its host, or its folder. */
    readonly hint: string | null;
    readonly about: string;
  };
  readonly mail_invitations_per_hour: {
    /** As it is written. Null if it is unset, and for a secret. */
    readonly value: readonly string[] | number | string | null;
    readonly source: 'database' | 'environment' | 'file' | 'default';
    /** Whether PUT accepts it. */
    readonly changeable: boolean;
    /** Where to change it instead: a variable, quittance.json, or the command quittance settings. */
    readonly fixed_by: string | null;
    /** Whether it has a value. */
    readonly is_set: boolean;
    readonly is_secret: boolean;
    /** For a secret: its host, or its folder. */
    readonly hint: string | null;
    readonly about: string;
  };
  readonly backup_to: {
    /** As it is written. Null if it is unset, and for a secret. */
    readonly value: readonly string[] | number | string | null;
    readonly source: 'database' | 'environment' | 'file' | 'default';
    /** Whether PUT accepts it. */
    readonly changeable: boolean;
    /** Where to change it instead: a variable, quittance.json, or the command quittance settings. */
    readonly fixed_by: string | null;
    /** Whether it has a value. */
    readonly is_set: boolean;
    readonly is_secret: boolean;
    /** For a secret: its host, or its folder. */
    readonly hint: string | null;
    readonly about: string;
  };
  readonly backup_every: {
    /** As it is written. Null if it is unset, and for a secret. */
    readonly value: readonly string[] | number | string | null;
    readonly source: 'database' | 'environment' | 'file' | 'default';
    /** Whether PUT accepts it. */
    readonly changeable: boolean;
    /** Where to change it instead: a variable, quittance.json, or the command quittance settings. */
    readonly fixed_by: string | null;
    /** Whether it has a value. */
    readonly is_set: boolean;
    readonly is_secret: boolean;
    /** For a secret: its host, or its folder. */
    readonly hint: string | null;
    readonly about: string;
  };
  readonly backup_recipient: {
    /** As it is written. Null if it is unset, and for a secret. */
    readonly value: readonly string[] | number | string | null;
    readonly source: 'database' | 'environment' | 'file' | 'default';
    /** Whether PUT accepts it. */
    readonly changeable: boolean;
    /** Where to change it instead: a variable, quittance.json, or the command quittance settings. */
    readonly fixed_by: string | null;
    /** Whether it has a value. */
    readonly is_set: boolean;
    readonly is_secret: boolean;
    /** For a secret: its host, or its folder. */
    readonly hint: string | null;
    readonly about: string;
  };
  readonly sign_up: {
    /** As it is written. Null if it is unset, and for a secret. */
    readonly value: readonly string[] | number | string | null;
    readonly source: 'database' | 'environment' | 'file' | 'default';
    /** Whether PUT accepts it. */
    readonly changeable: boolean;
    /** Where to change it instead: a variable, quittance.json, or the command quittance settings. */
    readonly fixed_by: string | null;
    /** Whether it has a value. */
    readonly is_set: boolean;
    readonly is_secret: boolean;
    /** For a secret: its host, or its folder. */
    readonly hint: string | null;
    readonly about: string;
  };
  readonly rate_sources: {
    /** As it is written. Null if it is unset, and for a secret. */
    readonly value: readonly string[] | number | string | null;
    readonly source: 'database' | 'environment' | 'file' | 'default';
    /** Whether PUT accepts it. */
    readonly changeable: boolean;
    /** Where to change it instead: a variable, quittance.json, or the command quittance settings. */
    readonly fixed_by: string | null;
    /** Whether it has a value. */
    readonly is_set: boolean;
    readonly is_secret: boolean;
    /** For a secret: its host, or its folder. */
    readonly hint: string | null;
    readonly about: string;
  };
  readonly rate_max_age: {
    /** As it is written. Null if it is unset, and for a secret. */
    readonly value: readonly string[] | number | string | null;
    readonly source: 'database' | 'environment' | 'file' | 'default';
    /** Whether PUT accepts it. */
    readonly changeable: boolean;
    /** Where to change it instead: a variable, quittance.json, or the command quittance settings. */
    readonly fixed_by: string | null;
    /** Whether it has a value. */
    readonly is_set: boolean;
    readonly is_secret: boolean;
    /** For a secret: its host, or its folder. */
    readonly hint: string | null;
    readonly about: string;
  };
  readonly security_contact: {
    /** As it is written. Null if it is unset, and for a secret. */
    readonly value: readonly string[] | number | string | null;
    readonly source: 'database' | 'environment' | 'file' | 'default';
    /** Whether PUT accepts it. */
    readonly changeable: boolean;
    /** Where to change it instead: a variable, quittance.json, or the command quittance settings. */
    readonly fixed_by: string | null;
    /** Whether it has a value. */
    readonly is_set: boolean;
    readonly is_secret: boolean;
    /** For a secret: its host, or its folder. */
    readonly hint: string | null;
    readonly about: string;
  };
  readonly cors_origins: {
    /** As it is written. Null if it is unset, and for a secret. */
    readonly value: readonly string[] | number | string | null;
    readonly source: 'database' | 'environment' | 'file' | 'default';
    /** Whether PUT accepts it. */
    readonly changeable: boolean;
    /** Where to change it instead: a variable, quittance.json, or the command quittance settings. */
    readonly fixed_by: string | null;
    /** Whether it has a value. */
    readonly is_set: boolean;
    readonly is_secret: boolean;
    /** For a secret: its host, or its folder. */
    readonly hint: string | null;
    readonly about: string;
  };
  readonly rate_limit: {
    /** As it is written. Null if it is unset, and for a secret. */
    readonly value: readonly string[] | number | string | null;
    readonly source: 'database' | 'environment' | 'file' | 'default';
    /** Whether PUT accepts it. */
    readonly changeable: boolean;
    /** Where to change it instead: a variable, quittance.json, or the command quittance settings. */
    readonly fixed_by: string | null;
    /** Whether it has a value. */
    readonly is_set: boolean;
    readonly is_secret: boolean;
    /** For a secret: its host, or its folder. */
    readonly hint: string | null;
    readonly about: string;
  };
  readonly log_level: {
    /** As it is written. Null if it is unset, and for a secret. */
    readonly value: readonly string[] | number | string | null;
    readonly source: 'database' | 'environment' | 'file' | 'default';
    /** Whether PUT accepts it. */
    readonly changeable: boolean;
    /** Where to change it instead: a variable, quittance.json, or the command quittance settings. */
    readonly fixed_by: string | null;
    /** Whether it has a value. */
    readonly is_set: boolean;
    readonly is_secret: boolean;
    /** For a secret: its host, or its folder. */
    readonly hint: string | null;
    readonly about: string;
  };
  readonly log_requests: {
    /** As it is written. Null if it is unset, and for a secret. */
    readonly value: readonly string[] | number | string | null;
    readonly source: 'database' | 'environment' | 'file' | 'default';
    /** Whether PUT accepts it. */
    readonly changeable: boolean;
    /** Where to change it instead: a variable, quittance.json, or the command quittance settings. */
    readonly fixed_by: string | null;
    /** Whether it has a value. */
    readonly is_set: boolean;
    readonly is_secret: boolean;
    /** For a secret: its host, or its folder. */
    readonly hint: string | null;
    readonly about: string;
  };
  readonly payout_delay: {
    /** As it is written. Null if it is unset, and for a secret. */
    readonly value: readonly string[] | number | string | null;
    readonly source: 'database' | 'environment' | 'file' | 'default';
    /** Whether PUT accepts it. */
    readonly changeable: boolean;
    /** Where to change it instead: a variable, quittance.json, or the command quittance settings. */
    readonly fixed_by: string | null;
    /** Whether it has a value. */
    readonly is_set: boolean;
    readonly is_secret: boolean;
    /** For a secret: its host, or its folder. */
    readonly hint: string | null;
    readonly about: string;
  };
  readonly webhook_allow_cidrs: {
    /** As it is written. Null if it is unset, and for a secret. */
    readonly value: readonly string[] | number | string | null;
    readonly source: 'database' | 'environment' | 'file' | 'default';
    /** Whether PUT accepts it. */
    readonly changeable: boolean;
    /** Where to change it instead: a variable, quittance.json, or the command quittance settings. */
    readonly fixed_by: string | null;
    /** Whether it has a value. */
    readonly is_set: boolean;
    readonly is_secret: boolean;
    /** For a secret: its host, or its folder. */
    readonly hint: string | null;
    readonly about: string;
  };
  readonly trust_proxy: {
    /** As it is written. Null if it is unset, and for a secret. */
    readonly value: readonly string[] | number | string | null;
    readonly source: 'database' | 'environment' | 'file' | 'default';
    /** Whether PUT accepts it. */
    readonly changeable: boolean;
    /** Where to change it instead: a variable, quittance.json, or the command quittance settings. */
    readonly fixed_by: string | null;
    /** Whether it has a value. */
    readonly is_set: boolean;
    readonly is_secret: boolean;
    /** For a secret: its host, or its folder. */
    readonly hint: string | null;
    readonly about: string;
  };
}

export interface OrderBody {
  readonly reference?: string | number | null | undefined;
  readonly description?: CaptionBody | undefined;
  /** If there are more than 100, the rest becomes one line with its sum. Less discount, plus tax and shipping, the lines must add up to the total. A line `rounding` covers up to one minor unit per line. */
  readonly items?: readonly ({
    readonly name?: CaptionBody | undefined;
    /** A number or a decimal string, rounded to three decimals. Not 0. */
    readonly quantity: number | string;
    /** The price of one. Below zero for a coupon. It may have more digits than the currency. */
    readonly price: string;
    readonly image?: CaptionBody | undefined;
  })[] | null | undefined;
  /** A decimal in plain notation. */
  readonly discount?: string | null | undefined;
  /** A decimal in plain notation. */
  readonly tax?: string | null | undefined;
  /** A decimal in plain notation. */
  readonly shipping?: string | null | undefined;
}

export interface Passkey {
  readonly id: string;
  readonly name: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly last_used_at: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly created_at: string;
}

export interface PayTransactionAnswer {
  /** The chain transaction. It is in the next block. */
  readonly hash: string;
  readonly from: string;
  readonly to: string;
  readonly amount: string;
}

export interface PayTransactionBody {
  /** `paid` by default. */
  readonly case?: 'paid' | 'underpaid' | 'overpaid' | undefined;
  /** The amount of the coin to send, in place of a case. */
  readonly amount?: string | undefined;
}

export interface Payment {
  readonly id: string;
  readonly invoice_id: string;
  /** The sender's address; absent until a payment shows it or a client declares it. */
  readonly from?: string;
  /** The merchant's address. */
  readonly to: string;
  /** The fiat price of one whole coin. */
  readonly rate: string;
  /** The amount to send. Null for a payment without a quote. */
  readonly amount: string | null;
  readonly hash: string | null;
  /** Null before it is mined, and on a network without blocks. */
  readonly block: number | null;
  /** On pages: `processing` is Awaiting payment, or Confirming once `hash` is set; `success` is Confirmed; `rejected` is Failed, or Reversed with the reason `reorged`. */
  readonly status: 'processing' | 'success' | 'canceled' | 'rejected';
  readonly reason: 'requested' | 'expired' | 'superseded' | 'address_lost' | 'failed_on_chain' | 'double_spent' | 'reorged' | 'late' | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly updated_at: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly expire_at: string | null;
  readonly cryptocurrency: Cryptocurrency;
  readonly network: Network;
  readonly received_amount: string | null;
  readonly confirmations: number;
  readonly required_confirmations: number;
  /** Whether its block must also be final on the network. */
  readonly requires_finality: boolean;
  /** The rule that matched the payment with this transaction. */
  readonly matched_by: string | null;
  /** How the payment is recognized: by its own address, by its own amount, or by the hash of the chain transaction if no own amount was left: claim it after paying. Null without a quote. */
  readonly identified_by: 'address' | 'amount' | 'hash' | null;
  /** Opens a wallet to pay: EIP-681 on EVM networks, BIP-321 (BIP-21) on UTXO networks. TRON has no standard: for a token it contains the address only. */
  readonly payment_uri: string | null;
  readonly explorer_url: string | null;
  /** The token's contract; null for the native coin. */
  readonly contract: string | null;
  /** With `signed`: `{invoice_id, transaction_id, status, hash, awaited, to, amount, payment_uri, cryptocurrency, contract, network, network_name, chain_id, expire_at, signed_at, nonce}` as a JWS (RFC 7515, ES256), verified with GET /address-key. Unless it is `awaited`, `to` is empty. */
  readonly address_signature?: string;
  /** The sender signs it, with the chain transaction's hash for `{hash}`, to prove that a payment is theirs. */
  readonly claim_text: string;
  /** In the response to a claim for a token that is not accepted here. */
  readonly claim_notice?: {
    readonly code: 'unlisted_token';
    readonly contract: string;
    readonly message: string;
  };
  readonly app_id: string;
  /** The reference of its invoice's order. */
  readonly reference: string | null;
  /** The currency of its invoice. */
  readonly currency: string;
  /** The value credited to its invoice, in that currency. */
  readonly credited: string;
}

export interface PaymentLink {
  readonly id: string;
  readonly app_id: string;
  readonly slug: string;
  readonly url: string;
  readonly currency: string;
  /** The total for each payer; null if the payer enters it. */
  readonly total: string | null;
  readonly description: string | null;
  readonly warnings?: readonly Warning[];
  /** RFC 3339, UTC, milliseconds. */
  readonly created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly updated_at: string;
}

export interface PayoutChange {
  readonly id: string;
  readonly app_id: string;
  /** See GET /app-addresses. null for a slug. */
  readonly address_id: string | null;
  /** The network of the address; null if it is not configured now. */
  readonly network: string | null;
  readonly kind: 'address' | 'xpub' | 'slug';
  /** The requested address, key or URL. It stays here after the change has ended. */
  readonly value: string;
  readonly label: string | null;
  /** The slug that will lead to another app. */
  readonly slug: string | null;
  /** The app that the slug will lead to. */
  readonly to_app_id: string | null;
  readonly change: 'added' | 'enabled' | 'confirmed' | 'moved';
  /** withdrawn: the address was changed again, or removed, before its time. */
  readonly status: 'waiting' | 'effective' | 'stopped' | 'approved' | 'withdrawn';
  /** When customers are shown the address, unless it is stopped. */
  readonly effective_at: string;
  readonly requested_by: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly decided_at: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly created_at: string;
}

export interface PersonalAccessToken {
  readonly id: string;
  readonly name: string;
  /** The last characters of the token, to recognize it. */
  readonly last_four: string;
  readonly scopes: readonly Scope[];
  /** The only apps that it covers; null: all of the owner’s. */
  readonly app_ids: readonly string[] | null;
  /** The only addresses that it works from; null: any. */
  readonly cidrs: readonly string[] | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly expires_at: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly last_used_at: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly created_at: string;
}

export interface PrepareRefundBatchBody {
  /** Not needed with an app token. */
  readonly app_id?: string | undefined;
  readonly network: string;
  /** Refunds of the app on the network, all `ready`. */
  readonly refund_ids: readonly string[];
}

export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  /** The cause of the problem and its remedy. */
  readonly detail: string;
  readonly code: string;
  readonly request_id: string;
  /** For validation errors: one entry per rejected field. */
  readonly errors?: readonly ({
    readonly field: string;
    readonly code: string;
    readonly message: string;
    /** With `address_in_use`: the text that the holder of the address signs to prove control of it. */
    readonly proof_text?: string;
    /** If the address cannot sign: this payment from it to itself proves control. */
    readonly proof_payment?: {
      readonly cryptocurrency: string;
      readonly network: string;
      readonly amount: string;
      /** RFC 3339, UTC, milliseconds. */
      readonly expires_at: string;
    };
  })[];
}

export interface PublicApp {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly slug: string | null;
  /** URL of the image. */
  readonly image: string | null;
  readonly url: string;
}

export interface PullPayment {
  /** Also the id of its refund, once it is assigned. */
  readonly id: string;
  readonly app_id: string;
  /** `waiting`: it has no invoice. `assigned`: it is a refund. `archived`: it was given up. */
  readonly status: 'waiting' | 'assigned' | 'archived';
  /** In the words of the shop. */
  readonly name: string;
  readonly description: string | null;
  /** A decimal in the currency. */
  readonly fiat_value: string;
  readonly currency: string;
  /** The number of an order of the shop that the name has. */
  readonly order_id: string | null;
  readonly invoice_id: string | null;
  /** The coin that the customer chose meanwhile. */
  readonly cryptocurrency: string | null;
  readonly network: string | null;
  /** The destination that the customer named meanwhile. */
  readonly to: string | null;
  /** The page where the customer names the destination. */
  readonly refund_url: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly created_at: string;
}

export interface RecogniseAppAddressAnswer {
  /** As `kind` of createAppAddress; null if it is neither. */
  readonly kind: 'address' | 'xpub' | null;
  /** The chains that it belongs to, by their English names. */
  readonly belongs_to: readonly string[];
  /** The networks of this instance that accept it; empty for an address of a network that is unknown here. */
  readonly networks: readonly ({
    readonly symbol: string;
    /** Values for `script` if the key leaves the kind of addresses open; otherwise empty. */
    readonly scripts: readonly ({
      readonly script: 'p2pkh' | 'p2sh-p2wpkh' | 'p2wpkh' | 'p2tr';
      /** The possible first characters of such an address here. */
      readonly begins: readonly string[];
    })[];
  })[];
  /** Why it is neither, if that is known. */
  readonly problems: readonly ({
    readonly code: string;
    readonly message: string;
  })[];
}

export interface RecogniseAppAddressBody {
  /** As `value` of createAppAddress. Surrounding white space is ignored. */
  readonly value: string;
}

/** Compared exactly; for a native client the port of a loopback address may differ. */
export type RedirectUris = readonly string[];

export interface Refund {
  readonly id: string;
  readonly invoice_id: string;
  /** `awaiting_address`: the customer names the destination at `refund_url`. `ready`: send `amount` to `to`. `seen`: a transfer to it is in a block. `sent`: it is confirmed. A reorg takes both steps back. */
  readonly status: 'awaiting_address' | 'ready' | 'seen' | 'sent' | 'canceled';
  /** A decimal in the invoice's currency. */
  readonly fiat_value: string;
  readonly currency: string;
  readonly cryptocurrency: string;
  readonly network: string;
  readonly network_name: string;
  readonly to: string | null;
  /** In coins; null before `ready`. */
  readonly amount: string | null;
  readonly hash: string | null;
  readonly confirmations: number;
  readonly required_confirmations: number;
  readonly explorer_url: string | null;
  /** Whether the open refunds of the invoice exceed the paid amount, as after a reorg removed a payment. Nothing can be signed until the payment is back, or the merchant cancels refunds. */
  readonly exceeds_paid: boolean;
  /** Where the payment came from, until a destination is given. An exchange’s address must not be used: its customers cannot receive there. */
  readonly suggested_to: string | null;
  /** `chain`: the chain shows that sender. `payer`: the payer stated it, and nothing proves it. */
  readonly suggested_by: 'chain' | 'payer' | null;
  /** Another amount came. Send the right one, or accept it. `hash` is of the transfer that came. */
  readonly amount_differs: boolean;
  /** When its transfer was seen. If a reorg removes the transfer, the time stays, and the status is `ready`. */
  readonly seen_at: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly updated_at: string;
  readonly app_id?: string;
  /** The page where the customer names the destination and follows the refund. */
  readonly refund_url?: string;
  readonly rate_kind?: 'locked' | 'current';
  /** Fiat for one coin; null until it is quoted. */
  readonly rate?: string | null;
  readonly rate_sources?: {
    readonly method: string;
    readonly at: string;
    readonly sources: readonly ({
      readonly source: string;
      readonly rate: string;
      readonly at: string;
      readonly pair?: string;
    })[];
  } | null;
  /** Until then the amount is held. Reading the refund later renews it. */
  readonly quoted_until?: string | null;
  readonly reason?: string | null;
  /** For the merchant’s wallet, while `ready`, or `seen` with `amount_differs`. */
  readonly payment_uri?: string | null;
  /** The transfer to sign, while there is a `payment_uri`. EVM: `{chain_id, to, value, data}`. TRON: the parameters of `TransferContract` or `TriggerSmartContract`. Amounts are decimals in smallest units. UTXO: a PSBT (BIP-174) as base64 text, built from coins that the app’s extended public key received. */
  readonly unsigned?: string | Readonly<Record<string, unknown>> | null;
  /** Why `unsigned` is null while `ready`. `not_prepared`: read the refund to have its PSBT built. `no_extended_key`: the app has no extended public key on the network. `not_enough_coins`: the confirmed coins that the key received, and that no other refund uses, do not suffice. `network_unavailable`: no endpoint answers. `fee_too_high`: the reported fee rate is not plausible, or the fee exceeds the amount. `wallet_not_supported`: the wallet has too many keys. `in_batch`: a PSBT of several refunds pays it. `below_minimum`: the held amount expired, and at the present rate and fees it is too small to be sent. `earlier_psbt_sent`: the coins of an earlier PSBT of this refund are spent, or another refund uses them. If you sent that PSBT, wait for its confirmation. Otherwise send the amount by `payment_uri`, or cancel this refund and prepare it again. `exceeds_paid`: the open refunds of the invoice exceed the paid amount, as after a reorg removed a payment. */
  readonly unsigned_reason?: 'not_prepared' | 'no_extended_key' | 'not_enough_coins' | 'network_unavailable' | 'fee_too_high' | 'wallet_not_supported' | 'in_batch' | 'below_minimum' | 'earlier_psbt_sent' | 'exceeds_paid' | null;
  /** The network fee of the PSBT, in coins; null without one. */
  readonly network_fee?: string | null;
  readonly block?: number | null;
  /** The sender, where the chain shows it. */
  readonly from?: string | null;
  /** Whether the sender is an address of the app; null if not known. */
  readonly from_own?: boolean | null;
  /** In coins. */
  readonly sent_amount?: string | null;
  /** What it gave back, in the invoice's currency; 0 until `sent`. */
  readonly refunded?: string;
  readonly reported_hash?: string | null;
  /** Whether the customer named `to`. */
  readonly is_customers_address?: boolean;
  readonly sent_after_cancellation?: boolean;
  /** RFC 3339, UTC, milliseconds. */
  readonly ready_at?: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly sent_at?: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly canceled_at?: string | null;
}

export interface RefundBatch {
  /** BIP-174, in base64. */
  readonly psbt: string;
  readonly refund_ids: readonly string[];
  /** In coins. */
  readonly fee: string;
}

export interface ReplayWebhookAnswer {
  readonly id: string;
  readonly webhook_id: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly since: string;
  /** How many events are sent. */
  readonly count: number;
  /** Where the next replay goes on; null: this one sends all. */
  readonly next_since: string | null;
}

export interface ReplayWebhookBody {
  /** Events from this time on. */
  readonly since: string;
  readonly time_zone?: string | undefined;
}

export interface ReportRefundHashBody {
  /** The hash of the chain transaction. */
  readonly hash: string;
}

export interface Request {
  /** The id of the request. */
  readonly id: string;
  /** The same id, as in X-Request-Id and in `request_id` of a problem. */
  readonly request_id: string;
  readonly app_id: string;
  /** The operationId. */
  readonly operation: string;
  readonly method: string;
  /** As received, without the query. */
  readonly path: string;
  /** Without secrets. Empty if there was none. */
  readonly query: string;
  /** The HTTP status of the response. */
  readonly status: number;
  /** The `code` of the problem. Null for a success. */
  readonly error_code: string | null;
  readonly caller_kind: 'session' | 'personal_access_token' | 'app_token' | 'oauth2';
  /** The person and their token, or the app by its own token. */
  readonly actor: string;
  /** The name of the token or of the OAuth2 client. Null for a session and for the main app token. */
  readonly token_name: string | null;
  /** Milliseconds until the response was sent. */
  readonly duration_ms: number;
  /** RFC 3339, UTC, milliseconds. */
  readonly created_at: string;
}

export interface RequestPaymentBody {
  /** Symbol, e.g. BTC, ETH. */
  readonly cryptocurrency: string;
  /** Network symbol, e.g. ethereum, tron. */
  readonly network: string;
  /** The customer pays from an exchange: the price holds for an hour, whatever quote_window says. */
  readonly exchange?: boolean | undefined;
}

/** A web address, or a link of an app (`myapp://`), of up to 2,000 characters. `{invoice_id}` and `{reference}` are filled in. An unusable address is left out. */
export type ReturnAddressBody = unknown;

/** See the group Team. */
export type RoleName = 'owner' | 'accountant' | 'support' | 'developer';

export type Scope = 'invoices:read' | 'invoices:write' | 'invoices:settle' | 'transactions:read' | 'transactions:write' | 'payments:assign' | 'refunds:write' | 'apps:read' | 'apps:write' | 'apps:token' | 'addresses:read' | 'addresses:write' | 'webhooks:read' | 'webhooks:write' | 'account:read' | 'account:write';

export interface SendTestMailBody {
  /** By default the server in use. */
  readonly smtp_url?: string | undefined;
  readonly mail_from?: string | undefined;
}

export interface Session {
  readonly id: string;
  /** Whether it is the session of this request. */
  readonly current: boolean;
  readonly ip_address: string | null;
  readonly user_agent: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly last_used_at: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly expires_at: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly created_at: string;
}

export interface SettleInvoiceBody {
  readonly reason: string;
}

export interface SimulateRefundBody {
  readonly case: 'seen' | 'sent' | 'amount_differs' | 'reversed';
}

export interface SimulateTransactionBody {
  readonly case: 'paid' | 'underpaid' | 'overpaid' | 'late' | 'wrong_asset' | 'failed' | 'reorged' | 'expired' | 'canceled' | 'unmatched';
}

export interface TestBackupTargetBody {
  /** By default the target in use. */
  readonly backup_to?: string | undefined;
}

export interface TestClock {
  readonly app_id: string;
  /** The time on the clock of the app. */
  readonly now: string;
  /** The sum of all advances, by which the clock runs ahead of the clock of the service. */
  readonly advanced_seconds: number;
}

export interface TestMail {
  /** Whether the mail server accepted the mail. */
  readonly sent: boolean;
  /** Your e-mail address. */
  readonly to: string;
  /** Why it was not sent. */
  readonly error: string | null;
}

export interface Transaction {
  readonly id: string;
  readonly invoice_id: string;
  /** The sender's address; absent until a payment shows it or a client declares it. */
  readonly from?: string;
  /** The merchant's address. */
  readonly to: string;
  /** The fiat price of one whole coin. */
  readonly rate: string;
  /** The amount to send. Null for a payment without a quote. */
  readonly amount: string | null;
  readonly hash: string | null;
  /** Null before it is mined, and on a network without blocks. */
  readonly block: number | null;
  /** On pages: `processing` is Awaiting payment, or Confirming once `hash` is set; `success` is Confirmed; `rejected` is Failed, or Reversed with the reason `reorged`. */
  readonly status: 'processing' | 'success' | 'canceled' | 'rejected';
  readonly reason: 'requested' | 'expired' | 'superseded' | 'address_lost' | 'failed_on_chain' | 'double_spent' | 'reorged' | 'late' | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly updated_at: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly expire_at: string | null;
  readonly cryptocurrency: Cryptocurrency;
  readonly network: Network;
  readonly received_amount: string | null;
  readonly confirmations: number;
  readonly required_confirmations: number;
  /** Whether its block must also be final on the network. */
  readonly requires_finality: boolean;
  /** The rule that matched the payment with this transaction. */
  readonly matched_by: string | null;
  /** How the payment is recognized: by its own address, by its own amount, or by the hash of the chain transaction if no own amount was left: claim it after paying. Null without a quote. */
  readonly identified_by: 'address' | 'amount' | 'hash' | null;
  /** Opens a wallet to pay: EIP-681 on EVM networks, BIP-321 (BIP-21) on UTXO networks. TRON has no standard: for a token it contains the address only. */
  readonly payment_uri: string | null;
  readonly explorer_url: string | null;
  /** The token's contract; null for the native coin. */
  readonly contract: string | null;
  /** With `signed`: `{invoice_id, transaction_id, status, hash, awaited, to, amount, payment_uri, cryptocurrency, contract, network, network_name, chain_id, expire_at, signed_at, nonce}` as a JWS (RFC 7515, ES256), verified with GET /address-key. Unless it is `awaited`, `to` is empty. */
  readonly address_signature?: string;
  /** The sender signs it, with the chain transaction's hash for `{hash}`, to prove that a payment is theirs. */
  readonly claim_text: string;
  /** In the response to a claim for a token that is not accepted here. */
  readonly claim_notice?: {
    readonly code: 'unlisted_token';
    readonly contract: string;
    readonly message: string;
  };
}

export interface Turnout {
  /** Invoices created; null by coin, because an invoice has no coin. */
  readonly created: number | null;
  /** How many of them are paid; by coin: those it was credited to. */
  readonly paid: number;
  /** paid ÷ created, from 0 to 1, to four digits. */
  readonly conversion: number | null;
  /** From creation to payment: the median of the paid ones. */
  readonly median_seconds: number | null;
  /** From creation to payment: the 95th percentile. */
  readonly p95_seconds: number | null;
  /** By currency: the credits and refunds in this period, for invoices of any date. */
  readonly volume: readonly Credited[];
}

export interface TurnoutPart {
  /** By day: each day, also those without any. */
  readonly date?: string;
  /** By status: the current status of the invoices. */
  readonly status?: string;
  /** By coin. */
  readonly cryptocurrency?: string;
  /** By coin. */
  readonly network?: string;
  /** By coin; null for the native one. */
  readonly contract?: string | null;
  /** Invoices created; null by coin, because an invoice has no coin. */
  readonly created: number | null;
  /** How many of them are paid; by coin: those it was credited to. */
  readonly paid: number;
  /** paid ÷ created, from 0 to 1, to four digits. */
  readonly conversion: number | null;
  /** From creation to payment: the median of the paid ones. */
  readonly median_seconds: number | null;
  /** From creation to payment: the 95th percentile. */
  readonly p95_seconds: number | null;
  /** By currency: the credits and refunds in this period, for invoices of any date. */
  readonly volume: readonly Credited[];
}

export interface UnmatchedPayment {
  readonly id: string;
  readonly app_id: string;
  /** `withdrawn`: a reorganization of the chain removed it. */
  readonly status: 'waiting' | 'assigned' | 'dismissed' | 'withdrawn';
  /** Why: `unknown`, `ambiguous`, `wrong_asset`, `wrong_network`, `invoice_canceled`, `held` (by late_payments), `short_delivery` (less arrived than the token reports), `selfdestruct` (sent without a call), `unproved_call` (shown by the balance only), `asset_stopped` (its contract contradicts the pinned decimals), `address_blocked` (by the token’s issuer), `out_of_range` (too large), `undecided` (see the log). */
  readonly reason: string;
  /** Transactions that it may pay, the likeliest first. */
  readonly candidates: readonly string[];
  /** The evidence for each candidate. */
  readonly evidence: readonly ({
    readonly transaction_id: string;
    readonly speaks: readonly ('address' | 'amount' | 'near_amount' | 'sender' | 'signature')[];
  })[];
  /** Worth almost nothing: one entry for each coin, address and day (UTC). */
  readonly dust: boolean;
  /** Transactions with a customer’s claim for it. */
  readonly claims: readonly string[];
  /** The transaction that it was assigned to. */
  readonly transaction_id: string | null;
  readonly cryptocurrency: string;
  readonly network: string;
  readonly contract: string | null;
  readonly from: string | null;
  readonly to: string;
  readonly amount: string;
  readonly hash: string;
  readonly block: number | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly created_at: string;
}

export interface UpdateAppAddressBody {
  readonly label?: string | null | undefined;
  readonly enabled?: boolean | undefined;
  /** Enables an address in spite of a `confirm_needed` error; see createAppAddress. */
  readonly confirm?: boolean | undefined;
  /** For an address that is `tampered`: its value as shown by your wallet. It must equal the value shown here, and the address then counts as new. */
  readonly confirmed_value?: string | undefined;
}

export interface UpdateAppBody {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly slug?: string | null | undefined;
  /** Name of an uploaded file. */
  readonly image?: string | null | undefined;
  readonly url?: string | undefined;
  /** true issues a new main app token; the old one stops at once. */
  readonly token?: boolean | undefined;
}

export interface UpdateAppCryptocurrencyBody {
  readonly confirmations?: number | null | undefined;
  /** A decimal in plain notation. */
  readonly min_total?: string | null | undefined;
  /** A decimal in plain notation. */
  readonly max_total?: string | null | undefined;
  /** For UTXO networks only: see AppCryptocurrency. */
  readonly accept_unconfirmed_up_to?: string | null | undefined;
}

export interface UpdateAppMemberBody {
  readonly role: RoleName;
}

export interface UpdateAppSettingsBody {
  /** How long a quote is valid, in seconds. */
  readonly quote_window?: number | undefined;
  /** How far below its total an invoice still counts as paid. */
  readonly underpayment_tolerance?: {
    /** Of the total; up to two decimals. */
    readonly percent: number;
    /** At most this, in the invoice's currency. */
    readonly fiat_max?: string | null | undefined;
  } | undefined;
  /** By how much a quote on a shared address may exceed the price, to make its amount unique; at least 0.01. */
  readonly amount_room?: {
    /** Share of the price; up to two decimals. */
    readonly percent: number;
    /** At most this, in the invoice's currency. */
    readonly fiat_max?: string | null | undefined;
  } | undefined;
  readonly late_payments?: 'accept_at_locked_rate' | 'accept_if_worth_the_due' | 'hold' | undefined;
  /** More for large totals, fewer for small ones; never fewer than the operator or the coin’s terms allow. */
  readonly confirmations_by_value?: readonly ({
    readonly currency: CurrencyCode;
    /** The lowest invoice total. Give either from or below. */
    readonly from?: string | undefined;
    /** Applies below this invoice total. */
    readonly below?: string | undefined;
    /** With from: at least this many, or a final block. With below: this many instead of the default. */
    readonly confirmations: number | 'finalized';
  })[] | undefined;
  /** Further conditions to accept a payment unconfirmed. */
  readonly unconfirmed_payments?: {
    /** Only payments that spend confirmed outputs. */
    readonly confirmed_inputs?: boolean | undefined;
    /** Only payments with a fee that should confirm within this many blocks; none without an estimate. */
    readonly fee_within_blocks?: number | null | undefined;
    /** Only after this many seconds without a conflicting transaction. */
    readonly quiet_seconds?: number | undefined;
    /** The maximum that is accepted unconfirmed within an hour, over all coins of the app. */
    readonly hourly_max?: {
      readonly currency: CurrencyCode;
      /** A decimal in plain notation. */
      readonly amount: string;
    } | null | undefined;
  } | undefined;
  readonly stablecoins?: 'at_par' | 'at_market' | undefined;
  /** How many addresses of an extended public key may wait for a first payment, on one network. Further invoices share one address of the key and differ by amount. Invoices of payment links have the same number of their own. */
  readonly unpaid_addresses_max?: number | undefined;
  /** Shown to customers: an e-mail address, a URL, a number. */
  readonly support_contact?: string | null | undefined;
  readonly branding?: {
    /** #rrggbb */
    readonly color?: string | null | undefined;
    /** URL of an image. */
    readonly logo?: string | null | undefined;
  } | undefined;
  /** Origins that may frame the checkout, such as https://shop.example. null: that of the app’s `url`. []: none. */
  readonly embed_origins?: readonly string[] | null | undefined;
  readonly webhook_defaults?: {
    /** The default events of a new webhook; null for all. */
    readonly events: readonly EventType[] | null;
  } | undefined;
  /** The decisions that the app token may make about payments; none by default. */
  readonly app_token_may?: readonly ('settle' | 'assign' | 'refund')[] | undefined;
}

export interface UpdateInvoiceBody {
  /** A decimal in plain notation. */
  readonly total?: string | undefined;
  readonly currency?: CurrencyCode | undefined;
  readonly order?: OrderBody | undefined;
  readonly customer?: CustomerBody | undefined;
  readonly success_url?: ReturnAddressBody | undefined;
  readonly cancel_url?: ReturnAddressBody | undefined;
  readonly metadata?: MetadataBody | undefined;
}

export interface UpdateNotificationChoiceAnswer {
  readonly kind: 'payments' | 'decisions' | 'webhooks' | 'coins' | 'security';
  /** Whether it goes by mail. */
  readonly mail: boolean;
  /** Whether it always goes by mail. */
  readonly mail_required: boolean;
  readonly channel_ids: readonly string[];
}

export interface UpdateNotificationChoiceBody {
  /** Whether it goes by mail. Security notices always do. */
  readonly mail: boolean;
  /** Channels of yours. */
  readonly channel_ids: readonly string[];
}

export interface UpdateOauth2ClientBody {
  /** Shown to people who are asked for consent. */
  readonly name?: string | undefined;
  readonly redirect_uris?: RedirectUris | undefined;
  readonly post_logout_redirect_uris?: readonly string[] | undefined;
}

export interface UpdateOperatorNetworkAnswer {
  readonly symbol: string;
  readonly name: string;
  /** Its family. */
  readonly type: string;
  readonly chain_id: number | null;
  readonly test: boolean;
  /** Whether its endpoints are used. */
  readonly enabled: boolean;
  readonly confirmations: number;
  /** The symbol of its native coin. */
  readonly native: string;
  readonly tokens: readonly ({
    readonly symbol: string;
    readonly name: string;
    readonly contract: string;
    readonly decimals: number;
    readonly stable: boolean;
  })[];
  /** The saved endpoints, with keys masked. */
  readonly addresses: readonly string[];
  /** The report for each endpoint. Empty if the network is off. */
  readonly checks: readonly OperatorEndpoints[];
  /** How several endpoints work together. */
  readonly note: string | null;
}

export interface UpdateOperatorNetworkBody {
  /** Addresses in order of preference, with their keys. An address as GET /operator/networks shows it, with its key masked, keeps the saved one. */
  readonly endpoints?: readonly string[] | undefined;
  /** false switches the network off and keeps its endpoints. Default: unchanged. */
  readonly enabled?: boolean | undefined;
}

export interface UpdateOperatorSettingsBody {
  /** The address under which browsers reach the service. A path is allowed. */
  readonly public_url?: string | null | undefined;
  /** The mail server: smtps://user:password@host:465 or smtp://user:password@host:587. */
  readonly smtp_url?: string | null | undefined;
  /** The sender of mails: an address, or Name <address>. */
  readonly mail_from?: string | null | undefined;
  /** The receipts that each app may mail within an hour. */
  readonly mail_receipts_per_hour?: number | null | undefined;
  /** The invitations that each person may mail within an hour. */
  readonly mail_invitations_per_hour?: number | null | undefined;
  /** The folder of backups, as an absolute path, or https://KEY:SECRET@host/bucket/folder?region=us-east-1. */
  readonly backup_to?: string | null | undefined;
  /** The interval of backups, such as 24h. It needs backup_to. */
  readonly backup_every?: string | null | undefined;
  /** The age recipient (age1…) that backups are encrypted to. */
  readonly backup_recipient?: string | null | undefined;
  /** Whether anyone can create an account. */
  readonly sign_up?: 'open' | 'closed' | null | undefined;
  /** The sources of exchange rates. */
  readonly rate_sources?: readonly string[] | string | null | undefined;
  /** The greatest age of a rate that is used, in seconds. */
  readonly rate_max_age?: number | null | undefined;
  /** The contact in /.well-known/security.txt. By default, the e-mail address of the first operator. */
  readonly security_contact?: string | null | undefined;
  /** Web origins whose pages may call the API with a Bearer token. */
  readonly cors_origins?: readonly string[] | string | null | undefined;
  /** The requests that each caller may make, such as 600/minute, or off. */
  readonly rate_limit?: string | null | undefined;
  /** The least severe messages that are logged. */
  readonly log_level?: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent' | null | undefined;
  /** Whether each request is logged. */
  readonly log_requests?: 'on' | 'off' | null | undefined;
  /** How long a new receiving address of a production app waits. */
  readonly payout_delay?: string | null | undefined;
  /** Private address ranges that webhooks may call. */
  readonly webhook_allow_cidrs?: readonly string[] | string | null | undefined;
  /** The addresses of proxies whose forwarding headers are believed. */
  readonly trust_proxy?: string | null | undefined;
}

export interface UpdatePaymentLinkBody {
  /** Its name in URLs, unique on this instance. */
  readonly slug?: string | undefined;
  readonly currency?: CurrencyCode | undefined;
  /** null or left out: the payer enters it. */
  readonly total?: string | null | undefined;
  /** The purpose, as shown to customers; cut at 1,000 characters. */
  readonly description?: unknown | undefined;
}

export interface UpdateRefundBody {
  /** The address that the coins go to, on the network. */
  readonly to?: string | null | undefined;
  /** Takes an address in spite of a `confirm_needed` error. */
  readonly confirm?: boolean | undefined;
  /** For your records. */
  readonly reason?: string | null | undefined;
}

export interface UpdateWebhookBody {
  /** An http or https URL at a public address. */
  readonly url?: string | undefined;
  readonly events?: EventTypes | undefined;
  readonly description?: string | null | undefined;
  /** false also ends pending deliveries; true clears past failures. */
  readonly enabled?: boolean | undefined;
}

export interface UploadTarget {
  /** Set this as `image` of an app after the upload, within a day. */
  readonly name: string;
  readonly method: 'PUT';
  /** Accepts the picture as the body. Its query contains the authorization. */
  readonly url: string;
  /** Send them unchanged. */
  readonly headers: Readonly<Record<string, string>>;
  /** RFC 3339, UTC, milliseconds. */
  readonly expires_at: string;
}

/** A field of this request that was cut, rounded or left out. `no_rate`: no coin of the app has a rate in it. `waiting`: see GET /payout-changes. */
export interface Warning {
  readonly field: string;
  readonly code: 'too_long' | 'too_many' | 'too_many_decimals' | 'invalid_format' | 'not_mailable' | 'no_rate' | 'waiting';
}

export interface Webhook {
  readonly id: string;
  readonly app_id: string;
  readonly url: string;
  /** The event types it is sent; null for all types, including future ones. */
  readonly events: readonly string[] | null;
  readonly description: string | null;
  /** `v1`: HMAC-SHA256 with the secret. `v1a`: Ed25519, verified with `public_key`. */
  readonly signature: 'v1' | 'v1a';
  /** Verifies deliveries signed with `v1a`: `whpk_` and 32 bytes in base64. */
  readonly public_key: string | null;
  readonly enabled: boolean;
  /** `by_owner`, `gone` (it answered 410), `failing` (only failures for five days) or `tampered` (changed outside the service: delete it and add a new one). */
  readonly disabled_reason: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly failing_since: string | null;
  /** Until this time the previous secret signs too; null if it was never rotated. */
  readonly previous_secret_until: string | null;
  /** The form of its deliveries. `quittance`: the events of this API. */
  readonly dialect: 'quittance' | 'epay' | 'epusdt' | 'greenfield' | 'commerce';
  /** The door that it belongs to; null for an endpoint that was added through this API. */
  readonly door_id: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly updated_at: string;
}

export interface WebhookDelivery {
  readonly id: string;
  readonly webhook_id: string;
  /** Sent as the header webhook-id at every attempt. */
  readonly event_id: string;
  readonly event_type: string;
  readonly status: 'pending' | 'delivered' | 'exhausted';
  readonly attempts: number;
  /** RFC 3339, UTC, milliseconds. */
  readonly next_attempt_at: string | null;
  readonly response_status: number | null;
  /** The first KiB of the last response body. */
  readonly response_body: string | null;
  readonly error: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly updated_at: string;
}

export interface WebhookWithSecret {
  readonly id: string;
  readonly app_id: string;
  readonly url: string;
  /** The event types it is sent; null for all types, including future ones. */
  readonly events: readonly string[] | null;
  readonly description: string | null;
  /** `v1`: HMAC-SHA256 with the secret. `v1a`: Ed25519, verified with `public_key`. */
  readonly signature: 'v1' | 'v1a';
  /** Verifies deliveries signed with `v1a`: `whpk_` and 32 bytes in base64. */
  readonly public_key: string | null;
  readonly enabled: boolean;
  /** `by_owner`, `gone` (it answered 410), `failing` (only failures for five days) or `tampered` (changed outside the service: delete it and add a new one). */
  readonly disabled_reason: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly failing_since: string | null;
  /** Until this time the previous secret signs too; null if it was never rotated. */
  readonly previous_secret_until: string | null;
  /** The form of its deliveries. `quittance`: the events of this API. */
  readonly dialect: 'quittance' | 'epay' | 'epusdt' | 'greenfield' | 'commerce';
  /** The door that it belongs to; null for an endpoint that was added through this API. */
  readonly door_id: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly updated_at: string;
  /** Verifies `v1` signatures. It is only in this response, so store it. null for `v1a`: its private key never leaves the service. */
  readonly secret: string | null;
}

export interface ListAppsQuery {
  /** true lists only the archived apps. */
  readonly archived?: boolean | undefined;
  /** The maximum number. Without limit and cursor, all are returned. */
  readonly limit?: number | undefined;
  /** From the Link header of the previous page. */
  readonly cursor?: string | undefined;
  /** Created at this time or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Created before this time, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListAppMembersQuery {
  /** Only this app. Default: all apps of the caller, or the app of an app token. */
  readonly app_id?: string | undefined;
  /** The maximum number. */
  readonly limit?: number | undefined;
  /** From the Link header of the previous page. */
  readonly cursor?: string | undefined;
  /** Created at this time or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Created before this time, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListAppTokensQuery {
  /** Only this app. Default: all apps of the caller, or the app of an app token. */
  readonly app_id?: string | undefined;
  /** The maximum number. */
  readonly limit?: number | undefined;
  /** From the Link header of the previous page. */
  readonly cursor?: string | undefined;
  /** Created at this time or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Created before this time, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListDoorsQuery {
  /** The maximum number. */
  readonly limit?: number | undefined;
  /** From the Link header of the previous page. */
  readonly cursor?: string | undefined;
  /** Created at this time or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Created before this time, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListAppCryptocurrenciesQuery {
  /** Only this app. Default: all apps of the caller, or the app of an app token. */
  readonly app_id?: string | undefined;
  /** The maximum number. */
  readonly limit?: number | undefined;
  /** From the Link header of the previous page. */
  readonly cursor?: string | undefined;
  /** Created at this time or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Created before this time, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListPaymentLinksQuery {
  /** Only this app. Default: all apps of the caller, or the app of an app token. */
  readonly app_id?: string | undefined;
  /** The maximum number. */
  readonly limit?: number | undefined;
  /** From the Link header of the previous page. */
  readonly cursor?: string | undefined;
  /** Created at this time or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Created before this time, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListAppAddressesQuery {
  /** Only this app. Default: all apps of the caller, or the app of an app token. */
  readonly app_id?: string | undefined;
  /** The maximum number. */
  readonly limit?: number | undefined;
  /** From the Link header of the previous page. */
  readonly cursor?: string | undefined;
  /** Created at this time or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Created before this time, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListPayoutChangesQuery {
  /** Only this app. Default: all apps of the caller, or the app of an app token. */
  readonly app_id?: string | undefined;
  /** The maximum number. */
  readonly limit?: number | undefined;
  /** From the Link header of the previous page. */
  readonly cursor?: string | undefined;
  /** Created at this time or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Created before this time, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListInvoicesQuery {
  /** Only this app. Default: all apps of the caller, or the app of an app token. */
  readonly app_id?: string | undefined;
  readonly status?: 'open' | 'partially_paid' | 'paid' | 'expired' | 'canceled' | readonly ('open' | 'partially_paid' | 'paid' | 'expired' | 'canceled')[] | undefined;
  /** The order’s reference, exactly. */
  readonly reference?: string | undefined;
  /** ISO 4217 code, as USD, in any case. */
  readonly currency?: string | undefined;
  /** Its symbol, as ETH, in any case. */
  readonly cryptocurrency?: string | undefined;
  /** Its symbol, as ethereum, in any case. */
  readonly network?: string | undefined;
  /** At least this, in each invoice's currency. */
  readonly total_min?: string | undefined;
  /** At most this, in each invoice's currency. */
  readonly total_max?: string | undefined;
  /** Exact pairs that the metadata must contain: `metadata[order]=1042`. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** The beginning of the order’s reference or of the customer’s e-mail (in any case), or in full: the id of the invoice or transaction, the hash of a chain transaction that pays it, or the address of either end. */
  readonly q?: string | undefined;
  /** true also returns the header X-Counts. */
  readonly counts?: boolean | undefined;
  /** The maximum number. */
  readonly limit?: number | undefined;
  /** From the Link header of the previous page. */
  readonly cursor?: string | undefined;
  /** Created at this time or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Created before this time, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListTransactionsQuery {
  readonly invoice_id: string;
  /** The maximum number. Without limit and cursor, all are returned. */
  readonly limit?: number | undefined;
  /** From the Link header of the previous page. */
  readonly cursor?: string | undefined;
  /** Created at this time or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Created before this time, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListPaymentsQuery {
  /** Only this app. Default: all apps of the caller, or the app of an app token. */
  readonly app_id?: string | undefined;
  readonly status?: 'processing' | 'success' | 'canceled' | 'rejected' | readonly ('processing' | 'success' | 'canceled' | 'rejected')[] | undefined;
  /** true: only transactions with a payment that was seen: confirming, confirmed, failed or reversed. Quotes without a payment, and canceled ones, are left out. */
  readonly with_money?: boolean | undefined;
  /** ISO 4217 code, as USD, in any case. */
  readonly currency?: string | undefined;
  /** Its symbol, as ETH, in any case. */
  readonly cryptocurrency?: string | undefined;
  /** Its symbol, as ethereum, in any case. */
  readonly network?: string | undefined;
  /** At least this, in each invoice's currency. */
  readonly total_min?: string | undefined;
  /** At most this, in each invoice's currency. */
  readonly total_max?: string | undefined;
  /** Exact pairs that the metadata must contain: `metadata[order]=1042`. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** The beginning of the order’s reference or of the customer’s e-mail (in any case), or in full: the id of the invoice or transaction, the hash of a chain transaction that pays it, or the address of either end. */
  readonly q?: string | undefined;
  /** true also returns the header X-Counts. */
  readonly counts?: boolean | undefined;
  /** The maximum number. */
  readonly limit?: number | undefined;
  /** From the Link header of the previous page. */
  readonly cursor?: string | undefined;
  /** Created at this time or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Created before this time, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface GetTransactionQuery {
  /** true adds `address_signature` while it waits for its payment. */
  readonly signed?: boolean | undefined;
  /** With `signed`: is included in the signature, so that no older response can be replayed. */
  readonly nonce?: string | undefined;
}

export interface ListUnmatchedPaymentsQuery {
  /** Only this app. Default: all apps of the caller, or the app of an app token. */
  readonly app_id?: string | undefined;
  /** `waiting` unless given. */
  readonly status?: 'waiting' | 'assigned' | 'dismissed' | 'withdrawn' | readonly ('waiting' | 'assigned' | 'dismissed' | 'withdrawn')[] | undefined;
  /** Its symbol, as ETH, in any case. */
  readonly cryptocurrency?: string | undefined;
  /** Its symbol, as ethereum, in any case. */
  readonly network?: string | undefined;
  /** Exact match of its id, the hash of its chain transaction or, unless it is assigned, one of its addresses. */
  readonly q?: string | undefined;
  /** true also returns the header X-Counts. */
  readonly counts?: boolean | undefined;
  /** The maximum number. */
  readonly limit?: number | undefined;
  /** From the Link header of the previous page. */
  readonly cursor?: string | undefined;
  /** Created at this time or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Created before this time, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListRefundsQuery {
  /** Only this app. Default: all apps of the caller, or the app of an app token. */
  readonly app_id?: string | undefined;
  readonly invoice_id?: string | undefined;
  readonly status?: 'awaiting_address' | 'ready' | 'seen' | 'sent' | 'canceled' | readonly ('awaiting_address' | 'ready' | 'seen' | 'sent' | 'canceled')[] | undefined;
  /** ISO 4217 code, as USD, in any case. */
  readonly currency?: string | undefined;
  /** Its symbol, as ETH, in any case. */
  readonly cryptocurrency?: string | undefined;
  /** Its symbol, as ethereum, in any case. */
  readonly network?: string | undefined;
  /** At least this, in each invoice's currency. */
  readonly total_min?: string | undefined;
  /** At most this, in each invoice's currency. */
  readonly total_max?: string | undefined;
  /** Exact pairs that the metadata must contain: `metadata[order]=1042`. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** The beginning of the order’s reference or of the customer’s e-mail (in any case), or in full: the id of the refund or of its invoice, the hash of its transfer, or the address of either end. */
  readonly q?: string | undefined;
  /** true also returns the header X-Counts. */
  readonly counts?: boolean | undefined;
  /** The maximum number. */
  readonly limit?: number | undefined;
  /** From the Link header of the previous page. */
  readonly cursor?: string | undefined;
  /** Created at this time or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Created before this time, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListPullPaymentsQuery {
  /** Only this app. Default: all apps of the caller, or the app of an app token. */
  readonly app_id?: string | undefined;
  /** `waiting` unless given. */
  readonly status?: 'waiting' | 'assigned' | 'archived' | readonly ('waiting' | 'assigned' | 'archived')[] | undefined;
  /** The maximum number. */
  readonly limit?: number | undefined;
  /** From the Link header of the previous page. */
  readonly cursor?: string | undefined;
  /** Created at this time or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Created before this time, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface GetTestClockQuery {
  /** Implied by an app token. */
  readonly app_id?: string | undefined;
}

export interface GetBalanceSheetQuery {
  /** Inclusive; by default from the start. */
  readonly from?: string | undefined;
  /** A time is exclusive, a day is inclusive; by default until now. */
  readonly to?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface GetAppStatisticsQuery {
  /** The first day; by default 30 days before `to`. */
  readonly from?: string | undefined;
  /** The last day, inclusive; by default today. At most 366 days in all. */
  readonly to?: string | undefined;
  readonly by?: 'day' | 'coin' | 'status' | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListInvoiceStepsQuery {
  /** The maximum number. */
  readonly limit?: number | undefined;
  /** From the Link header of the previous page. */
  readonly cursor?: string | undefined;
  /** Created at this time or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Created before this time, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListAuditLogQuery {
  readonly app_id?: string | undefined;
  /** A single action, for example `app.updated`, or several. */
  readonly action?: string | readonly string[] | undefined;
  /** Exact match of the id of an entry or of its subject, or of the address of the request. */
  readonly q?: string | undefined;
  /** The maximum number. */
  readonly limit?: number | undefined;
  /** From the Link header of the previous page. */
  readonly cursor?: string | undefined;
  /** Created at this time or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Created before this time, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListRequestsQuery {
  /** Only this app. Default: all apps of the caller, or the app of an app token. */
  readonly app_id?: string | undefined;
  /** A status, or a class of them as `4xx`. */
  readonly status?: string | readonly string[] | undefined;
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | readonly ('GET' | 'POST' | 'PUT' | 'DELETE')[] | undefined;
  /** A part of the path. */
  readonly path?: string | undefined;
  /** Only calls from this time on. */
  readonly since?: string | undefined;
  /** The maximum number. */
  readonly limit?: number | undefined;
  /** From the Link header of the previous page. */
  readonly cursor?: string | undefined;
  /** Created at this time or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Created before this time, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListCryptocurrenciesQuery {
  /** The maximum number. Without limit and cursor, all are returned. */
  readonly limit?: number | undefined;
  /** From the Link header of the previous page. */
  readonly cursor?: string | undefined;
}

export interface ListNetworksQuery {
  /** The maximum number. Without limit and cursor, all are returned. */
  readonly limit?: number | undefined;
  /** From the Link header of the previous page. */
  readonly cursor?: string | undefined;
}

export interface ListCurrenciesQuery {
  /** The maximum number. Without limit and cursor, all are returned. */
  readonly limit?: number | undefined;
  /** From the Link header of the previous page. */
  readonly cursor?: string | undefined;
}

export interface ListPersonalAccessTokensQuery {
  /** The maximum number. */
  readonly limit?: number | undefined;
  /** From the Link header of the previous page. */
  readonly cursor?: string | undefined;
  /** Created at this time or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Created before this time, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListSessionsQuery {
  /** The maximum number. */
  readonly limit?: number | undefined;
  /** From the Link header of the previous page. */
  readonly cursor?: string | undefined;
  /** Created at this time or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Created before this time, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListPasskeysQuery {
  /** The maximum number. */
  readonly limit?: number | undefined;
  /** From the Link header of the previous page. */
  readonly cursor?: string | undefined;
  /** Created at this time or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Created before this time, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListNotificationChannelsQuery {
  /** The maximum number. */
  readonly limit?: number | undefined;
  /** From the Link header of the previous page. */
  readonly cursor?: string | undefined;
  /** Created at this time or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Created before this time, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListOauth2ClientsQuery {
  /** The maximum number. */
  readonly limit?: number | undefined;
  /** From the Link header of the previous page. */
  readonly cursor?: string | undefined;
  /** Created at this time or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Created before this time, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListOauth2SessionsQuery {
  /** The maximum number. */
  readonly limit?: number | undefined;
  /** From the Link header of the previous page. */
  readonly cursor?: string | undefined;
  /** Created at this time or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Created before this time, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListWebhooksQuery {
  /** Only this app. Default: all apps of the caller, or the app of an app token. */
  readonly app_id?: string | undefined;
  /** The maximum number. */
  readonly limit?: number | undefined;
  /** From the Link header of the previous page. */
  readonly cursor?: string | undefined;
  /** Created at this time or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Created before this time, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListWebhookDeliveriesQuery {
  readonly status?: 'pending' | 'delivered' | 'exhausted' | readonly ('pending' | 'delivered' | 'exhausted')[] | undefined;
  /** The maximum number. */
  readonly limit?: number | undefined;
  /** From the Link header of the previous page. */
  readonly cursor?: string | undefined;
  /** Created at this time or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Created before this time, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListEventsQuery {
  /** Implied by an app token. By default, all apps of the caller. Required for a stream and with `since`. */
  readonly app_id?: string | undefined;
  readonly type?: AnyEventType | readonly AnyEventType[] | undefined;
  /** Only events from this time on, oldest first. */
  readonly since?: string | undefined;
  /** The maximum number. */
  readonly limit?: number | undefined;
  /** From the Link header of the previous page. */
  readonly cursor?: string | undefined;
  /** Created at this time or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Created before this time, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListOperatorNetworksQuery {
  /** The maximum number. Without limit and cursor, all are returned. */
  readonly limit?: number | undefined;
  /** From the Link header of the previous page. */
  readonly cursor?: string | undefined;
}

export interface ListEndpointSuggestionsQuery {
  /** The maximum number. Without limit and cursor, all are returned. */
  readonly limit?: number | undefined;
  /** From the Link header of the previous page. */
  readonly cursor?: string | undefined;
  /** Only those of this network. */
  readonly network?: string | undefined;
}

export interface ListOperatorPeopleQuery {
  /** The maximum number. */
  readonly limit?: number | undefined;
  /** From the Link header of the previous page. */
  readonly cursor?: string | undefined;
  /** Created at this time or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Created before this time, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface InvoiceEventData extends Invoice {
  /** True in an event of POST /sandbox/event: its object is made up. */
  readonly simulated?: boolean;
}

export interface TransactionEventData extends Transaction {
  readonly reference?: string | null;
  readonly metadata?: Readonly<Record<string, string>>;
}

export interface RefundEventData extends Refund {
  readonly reference?: string | null;
  readonly metadata?: Readonly<Record<string, string>>;
}

export interface UnmatchedPaymentEventData extends UnmatchedPayment {
  /** True in an event of POST /sandbox/event: its object is made up. */
  readonly simulated?: boolean;
}

export interface WebhookEventData extends Webhook {
  /** True in an event of POST /sandbox/event: its object is made up. */
  readonly simulated?: boolean;
}

/** The body of a delivery. */
export type WebhookEvent =
  | {
      readonly type: 'invoice.created';
      readonly timestamp: string;
      readonly sequence: number;
      readonly data: InvoiceEventData;
    }
  | {
      readonly type: 'invoice.partially_paid';
      readonly timestamp: string;
      readonly sequence: number;
      readonly data: InvoiceEventData;
    }
  | {
      readonly type: 'invoice.paid';
      readonly timestamp: string;
      readonly sequence: number;
      readonly data: InvoiceEventData;
    }
  | {
      readonly type: 'invoice.expired';
      readonly timestamp: string;
      readonly sequence: number;
      readonly data: InvoiceEventData;
    }
  | {
      readonly type: 'invoice.canceled';
      readonly timestamp: string;
      readonly sequence: number;
      readonly data: InvoiceEventData;
    }
  | {
      readonly type: 'invoice.updated';
      readonly timestamp: string;
      readonly sequence: number;
      readonly data: InvoiceEventData;
    }
  | {
      readonly type: 'invoice.reversed';
      readonly timestamp: string;
      readonly sequence: number;
      readonly data: InvoiceEventData;
    }
  | {
      readonly type: 'invoice.refunded';
      readonly timestamp: string;
      readonly sequence: number;
      readonly data: InvoiceEventData;
    }
  | {
      readonly type: 'transaction.created';
      readonly timestamp: string;
      readonly sequence: number;
      readonly data: TransactionEventData;
    }
  | {
      readonly type: 'transaction.detected';
      readonly timestamp: string;
      readonly sequence: number;
      readonly data: TransactionEventData;
    }
  | {
      readonly type: 'transaction.succeeded';
      readonly timestamp: string;
      readonly sequence: number;
      readonly data: TransactionEventData;
    }
  | {
      readonly type: 'transaction.canceled';
      readonly timestamp: string;
      readonly sequence: number;
      readonly data: TransactionEventData;
    }
  | {
      readonly type: 'transaction.rejected';
      readonly timestamp: string;
      readonly sequence: number;
      readonly data: TransactionEventData;
    }
  | {
      readonly type: 'refund.created';
      readonly timestamp: string;
      readonly sequence: number;
      readonly data: RefundEventData;
    }
  | {
      readonly type: 'refund.ready';
      readonly timestamp: string;
      readonly sequence: number;
      readonly data: RefundEventData;
    }
  | {
      readonly type: 'refund.seen';
      readonly timestamp: string;
      readonly sequence: number;
      readonly data: RefundEventData;
    }
  | {
      readonly type: 'refund.sent';
      readonly timestamp: string;
      readonly sequence: number;
      readonly data: RefundEventData;
    }
  | {
      readonly type: 'refund.reversed';
      readonly timestamp: string;
      readonly sequence: number;
      readonly data: RefundEventData;
    }
  | {
      readonly type: 'refund.canceled';
      readonly timestamp: string;
      readonly sequence: number;
      readonly data: RefundEventData;
    }
  | {
      readonly type: 'payment.unmatched';
      readonly timestamp: string;
      readonly data: UnmatchedPaymentEventData;
    }
  | {
      readonly type: 'address.changed';
      readonly timestamp: string;
      readonly data: {
        /** blocked, unblocked: by the issuer of a token. lost: another owner proved control by a signature. */
        readonly change: 'added' | 'updated' | 'deleted' | 'blocked' | 'unblocked' | 'lost';
        /** Which token, where an issuer did it. */
        readonly cryptocurrency?: string;
        readonly address: AppAddress;
        /** With lost: which address, where it is one of those that an extended public key gives out. */
        readonly lost_address?: string;
        /** True in an event of POST /sandbox/event: its object is made up. */
        readonly simulated?: boolean;
      };
    }
  | {
      readonly type: 'webhook.disabled';
      readonly timestamp: string;
      readonly data: WebhookEventData;
    }
  | {
      readonly type: 'rate.depegged';
      readonly timestamp: string;
      readonly data: {
        /** The symbol of the coin. */
        readonly cryptocurrency: string;
        /** What it stands for. */
        readonly currency: string;
        /** What the market says that one is worth, a plain decimal. */
        readonly rate: string;
        readonly sources: readonly ({
          readonly source: string;
          readonly rate: string;
          /** RFC 3339, UTC, milliseconds. */
          readonly at: string;
        })[];
        /** True in an event of POST /sandbox/event: its object is made up. */
        readonly simulated?: boolean;
      };
    }
  | {
      readonly type: 'webhook.test';
      readonly timestamp: string;
      readonly data: WebhookEventData;
    };

/** The codes of errors that operations return. */
export type ProblemCode =
  | 'address_given'
  | 'address_range_required'
  | 'address_tampered'
  | 'already_a_member'
  | 'app_archived'
  | 'body_too_large'
  | 'claim_refused'
  | 'client_tampered'
  | 'csrf_failed'
  | 'database_went_back'
  | 'development_only'
  | 'exceeds_paid'
  | 'forbidden'
  | 'idempotency_key_invalid'
  | 'idempotency_key_reused'
  | 'insufficient_scope'
  | 'internal_error'
  | 'invalid_token'
  | 'invoice_canceled'
  | 'invoice_not_cancelable'
  | 'invoice_not_changeable'
  | 'invoice_not_payable'
  | 'invoice_not_settleable'
  | 'last_effective_address'
  | 'last_owner'
  | 'malformed_json'
  | 'malformed_request'
  | 'not_authenticated'
  | 'not_found'
  | 'payment_not_waiting'
  | 'payout_change_over'
  | 'rate_limited'
  | 'rate_unavailable'
  | 'reauthentication_required'
  | 'reference_in_use'
  | 'refund_not_acceptable'
  | 'refund_not_cancelable'
  | 'refund_not_changeable'
  | 'refund_not_ready'
  | 'replay_running'
  | 'request_in_progress'
  | 'role_required'
  | 'row_tampered'
  | 'second_owner_required'
  | 'simulation_refused'
  | 'temporarily_unavailable'
  | 'token_bound_to_addresses'
  | 'token_bound_to_apps'
  | 'too_many_app_tokens'
  | 'too_many_members'
  | 'too_many_streams'
  | 'too_many_transactions'
  | 'too_many_webhooks'
  | 'transaction_not_cancelable'
  | 'transaction_not_simulatable'
  | 'unsupported_media_type'
  | 'upload_taken'
  | 'validation_failed'
  | 'version_required'
  | 'version_unsupported'
  | 'webhook_disabled'
  | 'webhook_of_door';

export class Api extends Transport {
  /**
   * Create app.
   *
   * Next, set its coins and add receiving addresses. A development app accepts the coins of the network `test` at once, at an address made for it. Its `environment` cannot change later; a `slug` that is taken gets 422.
   */
  createApp(body: CreateAppBody, options?: CallOptions): Promise<App> {
    return this.send({ method: 'POST', path: '/app', body }, options);
  }

  /**
   * List apps.
   *
   * Lists the apps that the caller is a member of.
   */
  listApps(query: ListAppsQuery = {}, options?: CallOptions): Pages<App> {
    return this.list({ method: 'GET', path: '/app', query }, options);
  }

  /**
   * Get app.
   *
   * By id, or by a slug that it has or had before. An archived app has no slug.
   */
  getApp(id: string, options?: CallOptions): Promise<PublicApp> {
    return this.send({ method: 'GET', path: `/app/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Update app.
   *
   * For a new token, a token with scopes needs apps:token. For that, for another url, and to give up or move a slug, a browser needs a recent sign-in or step-up. The old slug redirects to the new one. Role: owner.
   */
  updateApp(id: string, body: UpdateAppBody, options?: CallOptions): Promise<App> {
    return this.send({ method: 'PUT', path: `/app/${encodeURIComponent(id)}`, body }, options);
  }

  /**
   * Archive app.
   *
   * It is listed only with archived=true and accepts no new invoices, addresses, coins, webhooks or settings (409 `app_archived`). Its token gets 401, and its slug leads nowhere. Its data stays readable. Open invoices can still be paid, assigned, settled and canceled, and webhooks are still sent. POST /app/{id}/restore undoes this. An archived app is returned unchanged. Role: owner.
   */
  archiveApp(id: string, options?: CallOptions): Promise<App> {
    return this.send({ method: 'DELETE', path: `/app/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Restore app.
   *
   * Its token works again, and its slug unless another app of its owner has it. A live app is returned unchanged. Role: owner.
   */
  restoreApp(id: string, options?: CallOptions): Promise<App> {
    return this.send({ method: 'POST', path: `/app/${encodeURIComponent(id)}/restore` }, options);
  }

  /**
   * Get app settings.
   *
   * Settings that were never changed have their defaults.
   */
  getAppSettings(id: string, options?: CallOptions): Promise<AppSettings> {
    return this.send({ method: 'GET', path: `/app/${encodeURIComponent(id)}/settings` }, options);
  }

  /**
   * Update app settings.
   *
   * Replaces the given fields, for new invoices and quotes. To accept less than before, a token with scopes also needs invoices:settle. For that, and for support_contact and embed_origins, a browser needs a recent sign-in or step-up. Role: owner.
   */
  updateAppSettings(id: string, body: UpdateAppSettingsBody, options?: CallOptions): Promise<AppSettings> {
    return this.send({ method: 'PUT', path: `/app/${encodeURIComponent(id)}/settings`, body }, options);
  }

  /**
   * List app members.
   *
   * Lists members and invitations of one app, or of all apps that the caller is a member of.
   */
  listAppMembers(query: ListAppMembersQuery = {}, options?: CallOptions): Pages<AppMember> {
    return this.list({ method: 'GET', path: '/app-members', query }, options);
  }

  /**
   * Invite app member.
   *
   * Mails a link, valid for 7 days, by which the person with that address joins. Inviting an address again returns 200 and sends the mail again, with the role of this request, and earlier links are void. Role: owner.
   */
  inviteAppMember(body: InviteAppMemberBody, options?: CallOptions): Promise<AppMember> {
    return this.send({ method: 'POST', path: '/app-member', body }, options);
  }

  /**
   * Get app member.
   *
   * A member or an invitation of an app that the caller is a member of.
   */
  getAppMember(id: string, options?: CallOptions): Promise<AppMember> {
    return this.send({ method: 'GET', path: `/app-member/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Update app member.
   *
   * Applies at once to all tokens of the person, too. The last owner must remain one. A `tampered` member has this role from now on. Role: owner.
   */
  updateAppMember(id: string, body: UpdateAppMemberBody, options?: CallOptions): Promise<AppMember> {
    return this.send({ method: 'PUT', path: `/app-member/${encodeURIComponent(id)}`, body }, options);
  }

  /**
   * Remove app member.
   *
   * Ends the person’s access to the app at once, with any token, or ends the invitation. Owners can remove anyone, and every member can leave. Their app tokens end. The main app token and the secrets of webhooks stay: make new ones if the person knew them.
   */
  removeAppMember(id: string, options?: CallOptions): Promise<AppMember> {
    return this.send({ method: 'DELETE', path: `/app-member/${encodeURIComponent(id)}` }, options);
  }

  /**
   * List app tokens.
   *
   * Lists those of one app, or of all apps in which the caller may create them, including expired ones. Role: owner or developer.
   */
  listAppTokens(query: ListAppTokensQuery = {}, options?: CallOptions): Pages<AppToken> {
    return this.list({ method: 'GET', path: '/app-tokens', query }, options);
  }

  /**
   * Create app token.
   *
   * Rejects scopes beyond the caller’s role. An app has at most 50 tokens. Role: owner or developer.
   */
  createAppToken(body: CreateAppTokenBody, options?: CallOptions): Promise<NewAppToken> {
    return this.send({ method: 'POST', path: '/app-token', body }, options);
  }

  /**
   * Get app token.
   *
   * Without the token itself. Role: owner or developer.
   */
  getAppToken(id: string, options?: CallOptions): Promise<AppToken> {
    return this.send({ method: 'GET', path: `/app-token/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Revoke app token.
   *
   * It stops working at once, permanently. Its maker and owners may do this. Role: owner or developer.
   */
  deleteAppToken(id: string, options?: CallOptions): Promise<AppToken> {
    return this.send({ method: 'DELETE', path: `/app-token/${encodeURIComponent(id)}` }, options);
  }

  /**
   * List doors.
   *
   * Lists the open ones, newest first. Role: owner or developer.
   */
  listDoors(id: string, query: ListDoorsQuery = {}, options?: CallOptions): Pages<Door> {
    return this.list({ method: 'GET', path: `/app/${encodeURIComponent(id)}/doors`, query }, options);
  }

  /**
   * Open a door.
   *
   * Owners only. The credentials are in this answer only. DELETE /app-token/{id} with its id closes the door.
   */
  createDoor(id: string, body: CreateDoorBody, options?: CallOptions): Promise<CreateDoorAnswer> {
    return this.send({ method: 'POST', path: `/app/${encodeURIComponent(id)}/doors`, body }, options);
  }

  /**
   * List accepted cryptocurrencies.
   *
   * The coins that customers of the app can pay with. Public, without the merchant's own terms.
   */
  listAppCryptocurrencies(query: ListAppCryptocurrenciesQuery = {}, options?: CallOptions): Pages<AppCryptocurrency> {
    return this.list({ method: 'GET', path: '/app-cryptocurrencies', query }, options);
  }

  /**
   * Accept a cryptocurrency.
   *
   * To accept payments unconfirmed, or with fewer confirmations than the app required before, a token with scopes also needs invoices:settle, and a browser needs a recent sign-in or step-up. Role: owner.
   */
  createAppCryptocurrency(body: CreateAppCryptocurrencyBody, options?: CallOptions): Promise<AppCryptocurrency> {
    return this.send({ method: 'POST', path: '/app-cryptocurrency', body }, options);
  }

  /**
   * Get an accepted cryptocurrency.
   *
   * Public, without the merchant's own terms.
   */
  getAppCryptocurrency(id: string, options?: CallOptions): Promise<AppCryptocurrency> {
    return this.send({ method: 'GET', path: `/app-cryptocurrency/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Change how a cryptocurrency is accepted.
   *
   * Weakening its terms has the same requirements as POST /app-cryptocurrency. If a total is then no longer covered by any coin, a browser needs a recent sign-in or step-up. Role: owner.
   */
  updateAppCryptocurrency(id: string, body: UpdateAppCryptocurrencyBody, options?: CallOptions): Promise<AppCryptocurrency> {
    return this.send({ method: 'PUT', path: `/app-cryptocurrency/${encodeURIComponent(id)}`, body }, options);
  }

  /**
   * Stop accepting a cryptocurrency.
   *
   * New attempts cannot pay with it. Open ones continue, and its addresses stay. If no other accepted coin covers the same totals, a browser needs a recent sign-in or step-up. Role: owner.
   */
  deleteAppCryptocurrency(id: string, options?: CallOptions): Promise<AppCryptocurrency> {
    return this.send({ method: 'DELETE', path: `/app-cryptocurrency/${encodeURIComponent(id)}` }, options);
  }

  /**
   * List payment links.
   *
   * For one app, or for all apps of which the caller is a member.
   */
  listPaymentLinks(query: ListPaymentLinksQuery = {}, options?: CallOptions): Pages<PaymentLink> {
    return this.list({ method: 'GET', path: '/payment-links', query }, options);
  }

  /**
   * Make a payment link.
   *
   * Send customers to its `url`. A `slug` that led elsewhere, or had a higher price, needs more rights, or waits. Role: owner.
   */
  createPaymentLink(body: CreatePaymentLinkBody, options?: CallOptions): Promise<PaymentLink> {
    return this.send({ method: 'POST', path: '/payment-link', body }, options);
  }

  /**
   * Get a payment link.
   *
   * Its terms, and the `url` for customers. Its invoices are in the list of the app.
   */
  getPaymentLink(id: string, options?: CallOptions): Promise<PaymentLink> {
    return this.send({ method: 'GET', path: `/payment-link/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Change a payment link.
   *
   * Changes the given fields. Invoices made on its page stay unchanged. The old slug redirects to the new one. To lower the total, the caller needs more rights. Role: owner.
   */
  updatePaymentLink(id: string, body: UpdatePaymentLinkBody, options?: CallOptions): Promise<PaymentLink> {
    return this.send({ method: 'PUT', path: `/payment-link/${encodeURIComponent(id)}`, body }, options);
  }

  /**
   * Delete a payment link.
   *
   * Customers can no longer use the page. Invoices made on it can still be paid. Its slug stays with the owner. Role: owner.
   */
  deletePaymentLink(id: string, options?: CallOptions): Promise<PaymentLink> {
    return this.send({ method: 'DELETE', path: `/payment-link/${encodeURIComponent(id)}` }, options);
  }

  /**
   * List receiving addresses.
   *
   * For one app, or for all apps of the caller. Children of an extended public key are not listed.
   */
  listAppAddresses(query: ListAppAddressesQuery = {}, options?: CallOptions): Pages<AppAddress> {
    return this.list({ method: 'GET', path: '/app-addresses', query }, options);
  }

  /**
   * Get a receiving address.
   *
   * `effective_at`, `tampered` and `blocked_for` say whether customers are shown it.
   */
  getAppAddress(id: string, options?: CallOptions): Promise<AppAddress> {
    return this.send({ method: 'GET', path: `/app-address/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Update a receiving address.
   *
   * Changes the label, or whether new attempts use it. On a production app that was paid before, enabling one takes effect after a delay; the last one in effect stays enabled until then (409). Role: owner.
   */
  updateAppAddress(id: string, body: UpdateAppAddressBody, options?: CallOptions): Promise<AppAddress> {
    return this.send({ method: 'PUT', path: `/app-address/${encodeURIComponent(id)}`, body }, options);
  }

  /**
   * Remove a receiving address.
   *
   * New attempts no longer use it; later payments to it are still recorded. The last one in effect stays while another waits (409). Role: owner.
   */
  deleteAppAddress(id: string, options?: CallOptions): Promise<AppAddress> {
    return this.send({ method: 'DELETE', path: `/app-address/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Recognise an address.
   *
   * Says on which networks a pasted text is an address or an extended public key, by the checks of createAppAddress. The text is not stored, and a private key is rejected. createAppAddress also asks the network, and may still reject it.
   */
  recogniseAppAddress(body: RecogniseAppAddressBody, options?: CallOptions): Promise<RecogniseAppAddressAnswer> {
    return this.send({ method: 'POST', path: '/app-address/recognise', body }, options);
  }

  /**
   * List payout changes.
   *
   * New receiving addresses of production apps that were paid before wait for a while. Slugs that will lead to another app wait too.
   */
  listPayoutChanges(query: ListPayoutChangesQuery = {}, options?: CallOptions): Pages<PayoutChange> {
    return this.list({ method: 'GET', path: '/payout-changes', query }, options);
  }

  /**
   * Stop a payout change.
   *
   * Customers still pay to the previous address. An added address is removed, an older one disabled, a slug stays. Role: owner.
   */
  stopPayoutChange(id: string, options?: CallOptions): Promise<PayoutChange> {
    return this.send({ method: 'POST', path: `/payout-change/${encodeURIComponent(id)}/stop` }, options);
  }

  /**
   * Approve a payout change.
   *
   * Customers are shown the address at once. The person who requested the change cannot approve it. Neither can an owner who did not make the app and has been one for less time than changes wait. Role: owner.
   */
  approvePayoutChange(id: string, options?: CallOptions): Promise<PayoutChange> {
    return this.send({ method: 'POST', path: `/payout-change/${encodeURIComponent(id)}/approve` }, options);
  }

  /**
   * Add a receiving address.
   *
   * An address has one owner on an instance, whether it was entered or belongs to an extended public key. An address of another owner is rejected with `address_in_use` and a `proof_text`: the same request with a `signature` over it proves control. An address that cannot sign also gets a `proof_payment`: send that amount from it to itself, and repeat the request after the confirmations. Its owner may use it in several apps. On a production app that was paid before, it takes effect after a delay, and every owner can stop it until then. Role: owner.
   */
  createAppAddress(body: CreateAppAddressBody, options?: CallOptions): Promise<AppAddress> {
    return this.send({ method: 'POST', path: '/app-address', body }, options);
  }

  /**
   * List invoices.
   *
   * All filters must match. `cryptocurrency` and `network` refer to its transactions.
   */
  listInvoices(query: ListInvoicesQuery = {}, options?: CallOptions): Pages<Invoice> {
    return this.list({ method: 'GET', path: '/invoices', query }, options);
  }

  /**
   * Create invoice.
   *
   * Returns the open invoice (200) if one with the same order.reference and total exists. Its customer and items must be the same or left out; otherwise, or once it is paid, the response is 409. For a lower total than the last canceled or expired invoice of the order, a token with scopes also needs invoices:settle. Descriptive text never fails an order: `warnings` name fields that were cut or left out, and a currency without a rate. Role: owner.
   */
  createInvoice(body: CreateInvoiceBody, options?: CallOptions): Promise<Invoice> {
    return this.send({ method: 'POST', path: '/invoice', body }, options);
  }

  /**
   * Get invoice.
   *
   * Without authentication: the customer’s view, without metadata and customer data.
   */
  getInvoice(id: string, options?: CallOptions): Promise<Invoice> {
    return this.send({ method: 'GET', path: `/invoice/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Update invoice.
   *
   * Changes the given fields; `order`, `customer` and `metadata` are replaced as a whole. The reference stays unless `order` names another. `total` and `currency` are fixed while a transaction is open and once a payment came in, and `currency` once a refund was prepared. A canceled or expired invoice cannot be changed (409). To lower the total, a token with scopes also needs invoices:settle. For that, and for another success_url or cancel_url, a browser needs a recent sign-in. Role: owner.
   */
  updateInvoice(id: string, body: UpdateInvoiceBody, options?: CallOptions): Promise<Invoice> {
    return this.send({ method: 'PUT', path: `/invoice/${encodeURIComponent(id)}`, body }, options);
  }

  /**
   * Cancel invoice.
   *
   * Also cancels its attempts without a payment. 409 once a payment was received or is on its way. A canceled invoice is returned unchanged. Role: owner or support.
   */
  cancelInvoice(id: string, options?: CallOptions): Promise<Invoice> {
    return this.send({ method: 'DELETE', path: `/invoice/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Settle invoice.
   *
   * Accepts the amount received as full payment; no money moves. 409 if it is 0 or the full total. Role: owner or support.
   */
  settleInvoice(id: string, body: SettleInvoiceBody, options?: CallOptions): Promise<Invoice> {
    return this.send({ method: 'POST', path: `/invoice/${encodeURIComponent(id)}/settle`, body }, options);
  }

  /**
   * Get invoice transactions list.
   *
   * Returns all of them unless limit or cursor is sent. Transactions with a payment come first.
   */
  listTransactions(query: ListTransactionsQuery, options?: CallOptions): Pages<Transaction> {
    return this.list({ method: 'GET', path: '/transactions', query }, options);
  }

  /**
   * List payments.
   *
   * Lists the transactions of an app for all its invoices. All filters must match. `currency`, `total_min`, `total_max` and `metadata` refer to the invoice.
   */
  listPayments(query: ListPaymentsQuery = {}, options?: CallOptions): Pages<Payment> {
    return this.list({ method: 'GET', path: '/payments', query }, options);
  }

  /**
   * Get transaction details.
   *
   * Any caller who knows the id may read it. Amounts are in whole coins. Show `to` and `amount` until `expire_at`, and poll for the outcome.
   */
  getTransaction(id: string, query: GetTransactionQuery = {}, options?: CallOptions): Promise<Transaction> {
    return this.send({ method: 'GET', path: `/transaction/${encodeURIComponent(id)}`, query }, options);
  }

  /**
   * Cancel transaction.
   *
   * Any caller who knows the id may cancel. Money on its way is matched again, as a late payment. 409 once it is confirmed or rejected.
   */
  cancelTransaction(id: string, options?: CallOptions): Promise<Transaction> {
    return this.send({ method: 'DELETE', path: `/transaction/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Create transaction.
   *
   * An invoice can have at most 10 processing transactions at a time, and at most 100 in a row without a payment; one more returns 409 `too_many_transactions`. Repeating a canceled one without a payment returns the same transaction, as long as its quote has not expired and the invoice still asks for the same amount.
   */
  createTransaction(body: CreateTransactionBody, options?: CallOptions): Promise<Transaction> {
    return this.send({ method: 'POST', path: '/transaction', body }, options);
  }

  /**
   * Request payment details.
   *
   * Makes a transaction without `from`: the sender is filled in when the chain shows it. If the app has no extended public key, the transaction gets a fixed address that no other open one uses; if there is none, a unique amount. Repeating the request with the same coin replaces the earlier transaction and keeps its address. A canceled one is returned unchanged, as in `POST /transaction`. Amounts have at most 8 decimals (6 for stable coins), because exchanges send no more.
   */
  requestPayment(id: string, body: RequestPaymentBody, options?: CallOptions): Promise<Transaction> {
    return this.send({ method: 'POST', path: `/invoice/${encodeURIComponent(id)}/payment-request`, body }, options);
  }

  /**
   * Get the key that signs addresses.
   *
   * A JWK that verifies the `address_signature` of a transaction. It changes with the instance’s secret key.
   */
  getAddressKey(options?: CallOptions): Promise<AddressKey> {
    return this.send({ method: 'GET', path: '/address-key' }, options);
  }

  /**
   * List unmatched payments.
   *
   * Lists money that reached an address of the app and cannot be matched to one transaction.
   */
  listUnmatchedPayments(query: ListUnmatchedPaymentsQuery = {}, options?: CallOptions): Pages<UnmatchedPayment> {
    return this.list({ method: 'GET', path: '/unmatched-payments', query }, options);
  }

  /**
   * Get unmatched payment.
   *
   * `reason` says why it waits, and `candidates` and `evidence` name the transactions that it may pay. While it waits, assign or dismiss it.
   */
  getUnmatchedPayment(id: string, options?: CallOptions): Promise<UnmatchedPayment> {
    return this.send({ method: 'GET', path: `/unmatched-payment/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Assign unmatched payment.
   *
   * Makes it a transaction of the invoice (reason `late`, matched_by `merchant`). It is valued at the rate of the invoice’s newest attempt with the same coin if late_payments is accept_at_locked_rate and there is one, otherwise at the current rate. It needs the usual confirmations. Dust cannot be assigned. Role: owner or support.
   */
  assignUnmatchedPayment(id: string, body: AssignUnmatchedPaymentBody, options?: CallOptions): Promise<Transaction> {
    return this.send({ method: 'POST', path: `/unmatched-payment/${encodeURIComponent(id)}/assign`, body }, options);
  }

  /**
   * Dismiss unmatched payment.
   *
   * For money handled elsewhere, for example by a refund. Nothing is sent back. 409 if it no longer waits. Role: owner or support.
   */
  dismissUnmatchedPayment(id: string, options?: CallOptions): Promise<UnmatchedPayment> {
    return this.send({ method: 'POST', path: `/unmatched-payment/${encodeURIComponent(id)}/dismiss` }, options);
  }

  /**
   * Claim payment.
   *
   * 200: the payment is attached, because its sender signed, or because it has exactly the quoted amount and is no older than the transaction. 202: it is not attached yet. The merchant sees the claim, and the sender may sign `claim_text` to prove it. If it moves a token that is not accepted, `claim_notice` names the contract. 422 `claim_refused`: the hash pays nothing here, or it belongs to another payment.
   */
  claimTransaction(id: string, body: ClaimTransactionBody, options?: CallOptions): Promise<Transaction> {
    return this.send({ method: 'POST', path: `/transaction/${encodeURIComponent(id)}/claim`, body }, options);
  }

  /**
   * List refunds.
   *
   * Newest first. All filters must match; `currency`, `total_min`, `total_max` and `metadata` refer to the invoice. Each PSBT is shown as it was built last: read one refund to have it built anew.
   */
  listRefunds(query: ListRefundsQuery = {}, options?: CallOptions): Pages<Refund> {
    return this.list({ method: 'GET', path: '/refunds', query }, options);
  }

  /**
   * Prepare a refund.
   *
   * Nothing here can send coins. With `to`, the answer has the amount and the transfer to sign in your wallet. Without it, the customer names the destination at `refund_url`. The transfer is then found on the chain. On a UTXO network, a repeated request with the same Idempotency-Key gets the answer without the PSBT (`not_prepared`). Role: owner or support.
   */
  createRefund(body: CreateRefundBody, options?: CallOptions): Promise<Refund> {
    return this.send({ method: 'POST', path: '/refund', body }, options);
  }

  /**
   * Get refund.
   *
   * Without authentication: the customer’s view. For the merchant, a refund that is still to be sent after `quoted_until` is quoted anew, if the amount can still be sent. On a UTXO network, its PSBT is built.
   */
  getRefund(id: string, options?: CallOptions): Promise<Refund> {
    return this.send({ method: 'GET', path: `/refund/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Update refund.
   *
   * Without authentication: the customer gives `to`, once. The merchant may change it until a transfer was seen. The earlier destination stays watched, because a transfer to it may be on its way. Callers of the merchant need the right to refund, for each field. On a UTXO network, a repeated request with the same Idempotency-Key gets the answer without the PSBT (`not_prepared`).
   */
  updateRefund(id: string, body: UpdateRefundBody, options?: CallOptions): Promise<Refund> {
    return this.send({ method: 'PUT', path: `/refund/${encodeURIComponent(id)}`, body }, options);
  }

  /**
   * Cancel refund.
   *
   * Nothing is taken back: do not send a signed transfer afterwards. Its destination is watched for another 7 days, and a transfer that comes all the same makes the refund `seen` and `sent`. 409 once a transfer was seen. Role: owner or support.
   */
  cancelRefund(id: string, options?: CallOptions): Promise<Refund> {
    return this.send({ method: 'DELETE', path: `/refund/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Report the transfer.
   *
   * Not needed: the transfer is found without it. The chain transaction is looked up at once. 422 if it moves none of the refund’s coins to its destination. An unknown hash is kept as `reported_hash`. If the block of the transfer is not read within 5 seconds, the answer is still `ready`. Role: owner or support.
   */
  reportRefundHash(id: string, body: ReportRefundHashBody, options?: CallOptions): Promise<Refund> {
    return this.send({ method: 'POST', path: `/refund/${encodeURIComponent(id)}/hash`, body }, options);
  }

  /**
   * Accept another amount.
   *
   * What was sent counts, at the refund’s rate. 409 unless the refund is `seen` with `amount_differs`. Role: owner or support.
   */
  acceptRefund(id: string, body: AcceptRefundBody, options?: CallOptions): Promise<Refund> {
    return this.send({ method: 'POST', path: `/refund/${encodeURIComponent(id)}/accept`, body }, options);
  }

  /**
   * Prepare one PSBT for several refunds.
   *
   * For UTXO networks: one chain transaction pays all of them. The same request returns the same PSBT until one of its refunds changes. Meanwhile `unsigned` of each refund is null (`in_batch`). A later PSBT of one of them spends a coin of this one, so only one of the two can be mined. Role: owner or support.
   */
  prepareRefundBatch(body: PrepareRefundBatchBody, options?: CallOptions): Promise<RefundBatch> {
    return this.send({ method: 'POST', path: '/refund-batch', body }, options);
  }

  /**
   * List pull payments.
   *
   * Lists refunds that a shop asked for through a door of BTCPay Greenfield. A `waiting` one names no order with exactly one paid invoice: assign it to an invoice, or archive it.
   */
  listPullPayments(query: ListPullPaymentsQuery = {}, options?: CallOptions): Pages<PullPayment> {
    return this.list({ method: 'GET', path: '/pull-payments', query }, options);
  }

  /**
   * Assign pull payment.
   *
   * Makes it a refund of the invoice at the current rate, with the same id. If the customer named a destination meanwhile, the refund goes there. 409 unless it is `waiting`. Role: owner or support.
   */
  assignPullPayment(id: string, body: AssignPullPaymentBody, options?: CallOptions): Promise<Refund> {
    return this.send({ method: 'POST', path: `/pull-payment/${encodeURIComponent(id)}/assign`, body }, options);
  }

  /**
   * Archive pull payment.
   *
   * A refund of it is canceled, unless a transfer was seen. Then nothing of the refund changes. Role: owner or support.
   */
  deletePullPayment(id: string, options?: CallOptions): Promise<PullPayment> {
    return this.send({ method: 'DELETE', path: `/pull-payment/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Simulate a payment.
   *
   * For transactions of development apps without a payment. Simulates the whole case at once, with its events and webhooks, and returns the resulting transaction. The case ends as named, whatever other transactions are open; otherwise nothing changes and the response is 409. Simulated payments are in block 0. Role: owner or developer.
   */
  simulateTransaction(id: string, body: SimulateTransactionBody, options?: CallOptions): Promise<Transaction> {
    return this.send({ method: 'POST', path: `/sandbox/transaction/${encodeURIComponent(id)}/simulate`, body }, options);
  }

  /**
   * Pay on the test network.
   *
   * Sends a transfer on the network `test`, whose coins have no value. The service finds it in the next block, and credits it after its confirmations, like a payment on any network. For a processing transaction; an invoice takes at most 20 such transfers.
   */
  payTransaction(id: string, body: PayTransactionBody, options?: CallOptions): Promise<PayTransactionAnswer> {
    return this.send({ method: 'POST', path: `/sandbox/transaction/${encodeURIComponent(id)}/pay`, body }, options);
  }

  /**
   * Remove a payment by a reorg.
   *
   * Replaces the blocks of the network `test` from the payment on by others without it. The service notices the reorg as on any network: a credited payment is reversed, and the transaction is rejected if the payment does not come back. The payment must be in one of the newest 32 blocks. Other payments stay on the chain. Role: owner or developer.
   */
  reorgTransaction(id: string, options?: CallOptions): Promise<Transaction> {
    return this.send({ method: 'POST', path: `/sandbox/transaction/${encodeURIComponent(id)}/reorg` }, options);
  }

  /**
   * Simulate the transfer of a refund.
   *
   * For refunds of development apps with a destination. `seen`: the transfer is in a block. `sent`: it is confirmed. `amount_differs`: another amount came. `reversed`: it was sent, and a reorg removed it. A simulated refund that is `seen` can be `sent` or `reversed` later. The case ends as named, with its events and webhooks; otherwise nothing changes and the response is 409. Simulated transfers are in block 0. Role: owner or developer.
   */
  simulateRefund(id: string, body: SimulateRefundBody, options?: CallOptions): Promise<Refund> {
    return this.send({ method: 'POST', path: `/sandbox/refund/${encodeURIComponent(id)}/simulate`, body }, options);
  }

  /**
   * Get the test clock.
   *
   * For development apps. A clock that was never advanced shows the time of the service. Role: owner or developer.
   */
  getTestClock(query: GetTestClockQuery = {}, options?: CallOptions): Promise<TestClock> {
    return this.send({ method: 'GET', path: '/sandbox/clock', query }, options);
  }

  /**
   * Advance the test clock.
   *
   * For development apps. The response comes after expired quotes and invoices have ended. Retries of webhooks that came due are sent soon after. A clock never moves backwards, by at most 90 days at once and ten years in all. Role: owner or developer.
   */
  advanceTestClock(body: AdvanceTestClockBody, options?: CallOptions): Promise<TestClock> {
    return this.send({ method: 'POST', path: '/sandbox/clock', body }, options);
  }

  /**
   * Emit a made-up event.
   *
   * For development apps. The event has a made-up object, with `simulated` true in `data`. It is sent to the webhooks of the app and listed like any other. The object itself does not exist, and no money is recorded. Role: owner or developer.
   */
  createSandboxEvent(body: CreateSandboxEventBody, options?: CallOptions): Promise<Event> {
    return this.send({ method: 'POST', path: '/sandbox/event', body }, options);
  }

  /**
   * Get balance sheet.
   *
   * Credits with their value at receipt, refunds that were sent with the value that they gave back, and the reversals of both by chain reorganizations. It is not a wallet balance, because other spending is not recorded.
   */
  getBalanceSheet(id: string, query: GetBalanceSheetQuery = {}, options?: CallOptions): Promise<BalanceSheet> {
    return this.send({ method: 'GET', path: `/app/${encodeURIComponent(id)}/balance-sheet`, query }, options);
  }

  /**
   * Get statistics.
   *
   * Counts, conversion and time to pay refer to the invoices created on these whole days; the volume refers to credits, refunds and their reversals on them.
   */
  getAppStatistics(id: string, query: GetAppStatisticsQuery = {}, options?: CallOptions): Promise<AppStatistics> {
    return this.send({ method: 'GET', path: `/app/${encodeURIComponent(id)}/statistics`, query }, options);
  }

  /**
   * List open tasks.
   *
   * Cheap enough to be polled every few seconds.
   */
  listAppAttention(id: string, options?: CallOptions): Promise<readonly AppAttention[]> {
    return this.send({ method: 'GET', path: `/app/${encodeURIComponent(id)}/attention` }, options);
  }

  /**
   * Get timeline.
   *
   * Oldest first. A step keeps its id. Deliveries are kept for 30 days, the rest as long as the invoice. A token with scopes sees deliveries with `webhooks:read`, and what waits for the merchant with `transactions:read`.
   */
  listInvoiceSteps(id: string, query: ListInvoiceStepsQuery = {}, options?: CallOptions): Pages<InvoiceStep> {
    return this.list({ method: 'GET', path: `/invoice/${encodeURIComponent(id)}/timeline`, query }, options);
  }

  /**
   * List audit log.
   *
   * Changes of apps, settings, addresses, webhooks, tokens and manual payments. Without app_id, also those of the caller’s own account: sign-ins, passwords, second factors. The log of an archived app stays readable.
   */
  listAuditLog(query: ListAuditLogQuery = {}, options?: CallOptions): Pages<AuditLog> {
    return this.list({ method: 'GET', path: '/audit-log', query }, options);
  }

  /**
   * Get audit log entry.
   *
   * The state before and after. Entries about an app are for its team; about an account, for its user.
   */
  getAuditEntry(id: string, options?: CallOptions): Promise<AuditLog> {
    return this.send({ method: 'GET', path: `/audit-log/${encodeURIComponent(id)}` }, options);
  }

  /**
   * List API calls.
   *
   * The calls of the last seven days that concern an app, by any token or session, newest first and without their bodies. Public calls of customers are not logged. Above a limit an hour, further reads of an app are left out first, then errors and changes. Role: owner or developer.
   */
  listRequests(query: ListRequestsQuery = {}, options?: CallOptions): Pages<Request> {
    return this.list({ method: 'GET', path: '/requests', query }, options);
  }

  /**
   * Get API call.
   *
   * By the `request_id` of its response. Secrets and data of customers are left out of the bodies. Role: owner or developer.
   */
  getRequest(id: string, options?: CallOptions): Promise<GetRequestAnswer> {
    return this.send({ method: 'GET', path: `/request/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Create upload target.
   *
   * Put the picture at `url` with `method` and `headers`: PNG, JPEG, WebP or AVIF of exactly this size and at most 8 million pixels. It is redrawn: as WebP, upright, at most 1024 pixels wide and high, without metadata. A picture that no app shows a day later is deleted. If `url` leads to a bucket, it is redrawn, or rejected, when first set as `image` of an app.
   */
  createUploadTarget(body: CreateUploadTargetBody, options?: CallOptions): Promise<UploadTarget> {
    return this.send({ method: 'POST', path: '/upload-target', body }, options);
  }

  /**
   * List cryptocurrencies.
   *
   * Lists all with networks and rates, in one answer unless a page is requested. An app accepts only some of them.
   */
  listCryptocurrencies(query: ListCryptocurrenciesQuery = {}, options?: CallOptions): Pages<CryptocurrencyWithNetworks> {
    return this.list({ method: 'GET', path: '/cryptocurrencies', query }, options);
  }

  /**
   * Get cryptocurrency.
   *
   * With its networks and rates.
   */
  getCryptocurrency(symbol: string, options?: CallOptions): Promise<CryptocurrencyWithNetworks> {
    return this.send({ method: 'GET', path: `/cryptocurrency/${encodeURIComponent(symbol)}` }, options);
  }

  /**
   * List networks.
   *
   * Lists all networks, whether or not an app is paid on them, in one answer unless a page is requested.
   */
  listNetworks(query: ListNetworksQuery = {}, options?: CallOptions): Pages<Network> {
    return this.list({ method: 'GET', path: '/networks', query }, options);
  }

  /**
   * Get network.
   *
   * Returns one network of this instance. 404 for any other.
   */
  getNetwork(symbol: string, options?: CallOptions): Promise<Network> {
    return this.send({ method: 'GET', path: `/network/${encodeURIComponent(symbol)}` }, options);
  }

  /**
   * List currencies.
   *
   * Lists all that this instance has rates in, in one answer unless a page is requested.
   */
  listCurrencies(query: ListCurrenciesQuery = {}, options?: CallOptions): Pages<Currency> {
    return this.list({ method: 'GET', path: '/currencies', query }, options);
  }

  /**
   * Get currency.
   *
   * 404 if this instance has no rates in it.
   */
  getCurrency(code: string, options?: CallOptions): Promise<Currency> {
    return this.send({ method: 'GET', path: `/currency/${encodeURIComponent(code)}` }, options);
  }

  /**
   * Get account.
   *
   * Returns the person of the token or session.
   */
  getAccount(options?: CallOptions): Promise<Account> {
    return this.send({ method: 'GET', path: '/account' }, options);
  }

  /**
   * List personal access tokens.
   *
   * Lists the caller’s tokens. The tokens themselves are shown only when they are created.
   */
  listPersonalAccessTokens(query: ListPersonalAccessTokensQuery = {}, options?: CallOptions): Pages<PersonalAccessToken> {
    return this.list({ method: 'GET', path: '/personal-access-tokens', query }, options);
  }

  /**
   * Create personal access token.
   *
   * Only in a browser session, so that a leaked token cannot create another. To change the receiving addresses of a production app, a token needs `cidrs`.
   */
  createPersonalAccessToken(body: CreatePersonalAccessTokenBody, options?: CallOptions): Promise<NewPersonalAccessToken> {
    return this.send({ method: 'POST', path: '/personal-access-token', body }, options);
  }

  /**
   * Get personal access token.
   *
   * Returns its scopes and expiry, not the token itself. 404 for other people’s tokens.
   */
  getPersonalAccessToken(id: string, options?: CallOptions): Promise<PersonalAccessToken> {
    return this.send({ method: 'GET', path: `/personal-access-token/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Revoke personal access token.
   *
   * It stops working at once, permanently. A browser needs a recent sign-in or step-up.
   */
  deletePersonalAccessToken(id: string, options?: CallOptions): Promise<PersonalAccessToken> {
    return this.send({ method: 'DELETE', path: `/personal-access-token/${encodeURIComponent(id)}` }, options);
  }

  /**
   * List browser sessions.
   *
   * Lists the browsers in which the caller is signed in, including this one.
   */
  listSessions(query: ListSessionsQuery = {}, options?: CallOptions): Pages<Session> {
    return this.list({ method: 'GET', path: '/sessions', query }, options);
  }

  /**
   * End browser session.
   *
   * Signs that browser out. To end another browser’s session, a recent proof is required, and a mail is sent.
   */
  endSession(id: string, options?: CallOptions): Promise<EndSessionAnswer> {
    return this.send({ method: 'DELETE', path: `/session/${encodeURIComponent(id)}` }, options);
  }

  /**
   * List passkeys.
   *
   * Lists at most 100 of the signed-in person. Key material is not shown.
   */
  listPasskeys(query: ListPasskeysQuery = {}, options?: CallOptions): Pages<Passkey> {
    return this.list({ method: 'GET', path: '/passkeys', query }, options);
  }

  /**
   * Prepare a passkey.
   *
   * Pass the answer to `PublicKeyCredential.parseCreationOptionsFromJSON`. It is valid for 5 minutes.
   */
  preparePasskey(options?: CallOptions): Promise<Readonly<Record<string, unknown>>> {
    return this.send({ method: 'POST', path: '/passkey/options' }, options);
  }

  /**
   * Create passkey.
   *
   * Send the browser’s response to POST /passkey/options. Options can be used once, right or wrong: after a 422, request new ones.
   */
  createPasskey(body: CreatePasskeyBody, options?: CallOptions): Promise<Passkey> {
    return this.send({ method: 'POST', path: '/passkey', body }, options);
  }

  /**
   * Delete passkey.
   *
   * It can no longer be used to sign in, and its owner is notified by mail. Remove it on the device too.
   */
  deletePasskey(id: string, options?: CallOptions): Promise<Passkey> {
    return this.send({ method: 'DELETE', path: `/passkey/${encodeURIComponent(id)}` }, options);
  }

  /**
   * List notification channels.
   *
   * Lists the caller’s channels. Bot tokens, URLs and secrets are not shown.
   */
  listNotificationChannels(query: ListNotificationChannelsQuery = {}, options?: CallOptions): Pages<NotificationChannel> {
    return this.list({ method: 'GET', path: '/notification-channels', query }, options);
  }

  /**
   * Add notification channel.
   *
   * Only in a browser session. Send a test message next: until one is accepted, the channel is not used. A webhook gets messages signed by the rules of Standard Webhooks.
   */
  createNotificationChannel(body: CreateNotificationChannelBody, options?: CallOptions): Promise<CreateNotificationChannelAnswer> {
    return this.send({ method: 'POST', path: '/notification-channel', body }, options);
  }

  /**
   * Delete notification channel.
   *
   * It gets no more notifications. Queued messages to it are not sent.
   */
  deleteNotificationChannel(id: string, options?: CallOptions): Promise<NotificationChannel> {
    return this.send({ method: 'DELETE', path: `/notification-channel/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Test notification channel.
   *
   * Sends a test message and waits for the answer of the service. If it accepts the message, the channel is used from now on; otherwise `last_error` has the reason. At most 20 in an hour.
   */
  testNotificationChannel(id: string, options?: CallOptions): Promise<NotificationChannel> {
    return this.send({ method: 'POST', path: `/notification-channel/${encodeURIComponent(id)}/test` }, options);
  }

  /**
   * List notification choices.
   *
   * `id` is the caller’s. There is one choice for each kind of notification. They cover all apps that the caller is a member of.
   */
  listNotificationChoices(options?: CallOptions): Promise<NotificationChoice> {
    return this.send({ method: 'GET', path: '/notification-choices' }, options);
  }

  /**
   * Choose ways of a notification.
   *
   * Only in a browser session. A channel is used once a test message was accepted.
   */
  updateNotificationChoice(kind: string, body: UpdateNotificationChoiceBody, options?: CallOptions): Promise<UpdateNotificationChoiceAnswer> {
    return this.send({ method: 'PUT', path: `/notification-choice/${encodeURIComponent(kind)}`, body }, options);
  }

  /**
   * List OAuth2 clients.
   *
   * Lists the clients that the caller registered, without their secrets.
   */
  listOauth2Clients(query: ListOauth2ClientsQuery = {}, options?: CallOptions): Pages<Oauth2Client> {
    return this.list({ method: 'GET', path: '/oauth2-clients', query }, options);
  }

  /**
   * Create OAuth2 client.
   *
   * Only this answer contains `client_secret`. A `native` client has none, and uses only PKCE.
   */
  createOauth2Client(body: CreateOauth2ClientBody, options?: CallOptions): Promise<CreateOauth2ClientAnswer> {
    return this.send({ method: 'POST', path: '/oauth2-client', body }, options);
  }

  /**
   * Get OAuth2 client.
   *
   * Returns its fields without the secret.
   */
  getOauth2Client(id: string, options?: CallOptions): Promise<Oauth2Client> {
    return this.send({ method: 'GET', path: `/oauth2-client/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Update OAuth2 client.
   *
   * Changes the given fields, lists as a whole. The secret and the kind of client stay.
   */
  updateOauth2Client(id: string, body: UpdateOauth2ClientBody, options?: CallOptions): Promise<Oauth2Client> {
    return this.send({ method: 'PUT', path: `/oauth2-client/${encodeURIComponent(id)}`, body }, options);
  }

  /**
   * Delete OAuth2 client.
   *
   * It can no longer request access, and existing access ends.
   */
  deleteOauth2Client(id: string, options?: CallOptions): Promise<Oauth2Client> {
    return this.send({ method: 'DELETE', path: `/oauth2-client/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Rotate OAuth2 client secret.
   *
   * The old secret stops working at once. 422 if there is none.
   */
  rotateOauth2ClientSecret(id: string, options?: CallOptions): Promise<CreateOauth2ClientAnswer> {
    return this.send({ method: 'POST', path: `/oauth2-client/${encodeURIComponent(id)}/rotate-secret` }, options);
  }

  /**
   * List OAuth2 sessions.
   *
   * Lists the programs that act for the caller. Their tokens are not shown.
   */
  listOauth2Sessions(query: ListOauth2SessionsQuery = {}, options?: CallOptions): Pages<Oauth2Session> {
    return this.list({ method: 'GET', path: '/oauth2-sessions', query }, options);
  }

  /**
   * Get OAuth2 session.
   *
   * Returns a program that acts for the caller, with its scopes.
   */
  getOauth2Session(id: string, options?: CallOptions): Promise<Oauth2Session> {
    return this.send({ method: 'GET', path: `/oauth2-session/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Revoke OAuth2 session.
   *
   * All its tokens stop working at once. The program may ask again.
   */
  deleteOauth2Session(id: string, options?: CallOptions): Promise<Oauth2Session> {
    return this.send({ method: 'DELETE', path: `/oauth2-session/${encodeURIComponent(id)}` }, options);
  }

  /**
   * List webhooks.
   *
   * The webhooks of one app, or of all apps of the caller, without their secrets.
   */
  listWebhooks(query: ListWebhooksQuery = {}, options?: CallOptions): Pages<Webhook> {
    return this.list({ method: 'GET', path: '/webhooks', query }, options);
  }

  /**
   * Create webhook.
   *
   * The secret is only in this response. Role: owner or developer.
   */
  createWebhook(body: CreateWebhookBody, options?: CallOptions): Promise<WebhookWithSecret> {
    return this.send({ method: 'POST', path: '/webhook', body }, options);
  }

  /**
   * Get webhook.
   *
   * `disabled_reason` and `failing_since` show its state.
   */
  getWebhook(id: string, options?: CallOptions): Promise<Webhook> {
    return this.send({ method: 'GET', path: `/webhook/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Update webhook.
   *
   * Changes the given fields. A disabled webhook is sent nothing, not even pending deliveries. A `tampered` one can only be deleted (422). Role: owner or developer.
   */
  updateWebhook(id: string, body: UpdateWebhookBody, options?: CallOptions): Promise<Webhook> {
    return this.send({ method: 'PUT', path: `/webhook/${encodeURIComponent(id)}`, body }, options);
  }

  /**
   * Delete webhook.
   *
   * Nothing more is sent there, not even pending deliveries. Its events stay listed. To delete the last enabled webhook, a browser needs a recent sign-in or step-up. Role: owner or developer.
   */
  deleteWebhook(id: string, options?: CallOptions): Promise<Webhook> {
    return this.send({ method: 'DELETE', path: `/webhook/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Rotate signing secret.
   *
   * For 24 hours, deliveries are signed with both secrets (or both keys, for `v1a`), so that a receiver can switch to the new one. Role: owner or developer.
   */
  rotateWebhookSecret(id: string, options?: CallOptions): Promise<WebhookWithSecret> {
    return this.send({ method: 'POST', path: `/webhook/${encodeURIComponent(id)}/rotate-secret` }, options);
  }

  /**
   * Send a test event.
   *
   * Sends `webhook.test` and returns its delivery. The result is listed a moment later. Role: owner or developer.
   */
  testWebhook(id: string, options?: CallOptions): Promise<WebhookDelivery> {
    return this.send({ method: 'POST', path: `/webhook/${encodeURIComponent(id)}/test` }, options);
  }

  /**
   * List deliveries.
   *
   * The deliveries of the last 30 days with their responses. `exhausted` ones can be sent again.
   */
  listWebhookDeliveries(id: string, query: ListWebhookDeliveriesQuery = {}, options?: CallOptions): Pages<WebhookDelivery> {
    return this.list({ method: 'GET', path: `/webhook/${encodeURIComponent(id)}/deliveries`, query }, options);
  }

  /**
   * Get delivery.
   *
   * The delivery of one event to one endpoint. 404 after 30 days.
   */
  getWebhookDelivery(id: string, options?: CallOptions): Promise<WebhookDelivery> {
    return this.send({ method: 'GET', path: `/webhook-delivery/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Deliver again.
   *
   * With the same webhook-id and body, taken before or not. Role: owner or developer.
   */
  redeliverWebhookDelivery(id: string, options?: CallOptions): Promise<WebhookDelivery> {
    return this.send({ method: 'POST', path: `/webhook-delivery/${encodeURIComponent(id)}/redeliver` }, options);
  }

  /**
   * Send events again.
   *
   * Sends the endpoint its subscribed events since that time again (from the last 30 days), with the same `webhook-id` and body as before, oldest first, alongside new events. At most 1000 are sent, and `next_since` is where to continue. Events with a pending attempt are left out. While a replay is running, the same request returns it. Role: owner or developer.
   */
  replayWebhook(id: string, body: ReplayWebhookBody, options?: CallOptions): Promise<ReplayWebhookAnswer> {
    return this.send({ method: 'POST', path: `/webhook/${encodeURIComponent(id)}/replay`, body }, options);
  }

  /**
   * List events.
   *
   * Events of the last 30 days, newest first. With `since`, the oldest comes first, in a stable order that late commits do not change, and every page, also the last one, links to the next. With `Accept: text/event-stream`, events are sent as server-sent events with the same ids: from now on, from `since` on, or after `Last-Event-ID`. A stream ends after at most ten minutes.
   */
  listEvents(query: ListEventsQuery = {}, options?: CallOptions): Pages<Event> {
    return this.list({ method: 'GET', path: '/events', query }, options);
  }

  /**
   * Get event.
   *
   * One event of the last 30 days; its id is the webhook-id of its deliveries.
   */
  getEvent(id: string, options?: CallOptions): Promise<Event> {
    return this.send({ method: 'GET', path: `/event/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Get instance.
   *
   * The settings, and the state of database, mail and backups.
   */
  getOperatorInstance(options?: CallOptions): Promise<OperatorInstance> {
    return this.send({ method: 'GET', path: '/operator/instance' }, options);
  }

  /**
   * List networks for the operator.
   *
   * As reported by the process that follows the network; no endpoint is asked.
   */
  listOperatorNetworks(query: ListOperatorNetworksQuery = {}, options?: CallOptions): Pages<OperatorNetwork> {
    return this.list({ method: 'GET', path: '/operator/networks', query }, options);
  }

  /**
   * Connect network.
   *
   * Each endpoint is checked first. An error is named per endpoint, and nothing is saved. Every process uses the change within 5 seconds. Open invoices of a network that is switched off stay readable.
   */
  updateOperatorNetwork(symbol: string, body: UpdateOperatorNetworkBody, options?: CallOptions): Promise<UpdateOperatorNetworkAnswer> {
    return this.send({ method: 'PUT', path: `/operator/network/${encodeURIComponent(symbol)}`, body }, options);
  }

  /**
   * Add EVM network.
   *
   * Adds a network that is not built in. Decimals and symbols are read from the chain, and all endpoints must agree about them. Every process uses it within 5 seconds.
   */
  createOperatorNetwork(body: CreateOperatorNetworkBody, options?: CallOptions): Promise<UpdateOperatorNetworkAnswer> {
    return this.send({ method: 'POST', path: '/operator/network', body }, options);
  }

  /**
   * Check endpoints.
   *
   * Asks each endpoint for its chain and for what payments are read with. Nothing is saved.
   */
  checkOperatorEndpoints(body: CheckOperatorEndpointsBody, options?: CallOptions): Promise<readonly OperatorEndpoints[]> {
    return this.send({ method: 'POST', path: '/operator/endpoint-check', body }, options);
  }

  /**
   * List endpoint suggestions.
   *
   * Public endpoints that a person may choose. The service contacts none of them by itself.
   */
  listEndpointSuggestions(query: ListEndpointSuggestionsQuery = {}, options?: CallOptions): Pages<EndpointSuggestion> {
    return this.list({ method: 'GET', path: '/operator/endpoint-suggestions', query }, options);
  }

  /**
   * Get rates and their sources.
   *
   * The prices known to the process that answers.
   */
  getOperatorRates(options?: CallOptions): Promise<OperatorRates> {
    return this.send({ method: 'GET', path: '/operator/rates' }, options);
  }

  /**
   * List people.
   *
   * Lists the accounts here, without their data.
   */
  listOperatorPeople(query: ListOperatorPeopleQuery = {}, options?: CallOptions): Pages<OperatorPeople> {
    return this.list({ method: 'GET', path: '/operator/people', query }, options);
  }

  /**
   * Check the instance.
   *
   * Asks every endpoint, the mail server and the storage of pictures. It takes seconds.
   */
  getOperatorHealth(options?: CallOptions): Promise<OperatorHealth> {
    return this.send({ method: 'GET', path: '/operator/health' }, options);
  }

  /**
   * Get settings.
   *
   * The settings of the instance by name. The environment and quittance.json have precedence over stored settings. A secret has no `value`; `is_set` says whether there is one.
   */
  getOperatorSettings(options?: CallOptions): Promise<OperatorSettings> {
    return this.send({ method: 'GET', path: '/operator/settings' }, options);
  }

  /**
   * Change settings.
   *
   * Stores the settings that are sent; null returns to the default. Every process uses them within 5 seconds, without a restart. A setting with `changeable: false` is rejected. All operators are notified by e-mail.
   */
  updateOperatorSettings(body: UpdateOperatorSettingsBody, options?: CallOptions): Promise<OperatorSettings> {
    return this.send({ method: 'PUT', path: '/operator/settings', body }, options);
  }

  /**
   * Send test mail.
   *
   * Sends a mail to your own address, to try mail settings before they are stored.
   */
  sendTestMail(body: SendTestMailBody, options?: CallOptions): Promise<TestMail> {
    return this.send({ method: 'POST', path: '/operator/settings/test-mail', body }, options);
  }

  /**
   * Test backup target.
   *
   * Writes a small file to the folder or the bucket of backups, and removes it.
   */
  testBackupTarget(body: TestBackupTargetBody, options?: CallOptions): Promise<BackupTarget> {
    return this.send({ method: 'POST', path: '/operator/settings/test-backup', body }, options);
  }
}
