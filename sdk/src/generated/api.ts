// Written by tools/sdk/generate.ts from the API document: change what is declared there, and generate again.
import type { Pages } from '../pages.ts';
import { type CallOptions, Transport } from '../transport.ts';

export interface Account {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly role: 'operator' | 'merchant';
  /** The address changes when both agreed. Null where no change waits. */
  readonly email_change: {
    readonly new_email: string;
    /** RFC 3339, UTC, milliseconds. */
    readonly new_agreed_at: string | null;
    /** RFC 3339, UTC, milliseconds. */
    readonly old_agreed_at: string | null;
    /** From when on the new address is enough. */
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
  /** Its thumbprint (RFC 7638), which a shop writes into its page: `data-key`. */
  readonly kid: string;
  /** By each earlier key, as a JWS with that key as `jwk`: the `kid` of the key after it. */
  readonly successions: readonly string[];
}

export type AnyEventType = 'invoice.created' | 'invoice.partially_paid' | 'invoice.paid' | 'invoice.expired' | 'invoice.canceled' | 'invoice.updated' | 'invoice.reversed' | 'transaction.created' | 'transaction.detected' | 'transaction.succeeded' | 'transaction.canceled' | 'transaction.rejected' | 'payment.unmatched' | 'address.changed' | 'webhook.disabled' | 'rate.depegged' | 'webhook.test';

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
  /** It was changed past the service, and nobody is shown it. Compare it with your wallet, then confirm it, or remove it and add the right one. */
  readonly tampered: boolean;
  /** Since when a signature of the holder proves that it is yours: nobody can take it from you. */
  readonly proved_at: string | null;
  /** Symbols of tokens whose issuer has blocked the address: nobody is asked to pay with them here, and what comes waits as an unmatched payment. Add another address, or take the coin out. */
  readonly blocked_for: readonly string[];
  /** Reasons against being paid there, found at its entry or since; checked once a day. */
  readonly findings: readonly ({
    readonly code: 'burn_address' | 'precompile' | 'system_contract' | 'token_contract' | 'contract' | 'shared_wallet';
    readonly message: string;
    /** Whether the address was taken in spite of it. */
    readonly confirmed: boolean;
  })[];
  /** The first three addresses of an extended public key. */
  readonly derived_addresses: readonly string[];
  /** Which address of an extended public key is shown next, counted from 0. */
  readonly next_index: number | null;
  /** How many were shown after the last one that anything came to. Set the gap limit of your wallet (usually 20) higher than this, or it may not see the money. */
  readonly unused_in_a_row: number | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly updated_at: string;
}

export interface AppAttention {
  readonly kind: 'addresses_tampered' | 'records_tampered' | 'members_tampered' | 'addresses_unsafe' | 'payout_changes_waiting' | 'app_token_known' | 'payments_reorged' | 'network_halted' | 'network_away' | 'network_behind' | 'no_rate' | 'amounts_crowded' | 'visitors_crowded' | 'visitor_addresses_used' | 'addresses_blocked' | 'webhooks_disabled' | 'webhooks_failing' | 'claims_waiting' | 'unlisted_tokens' | 'receipts_held_back' | 'unmatched_payments';
  /** Counted up to 100. */
  readonly count: number;
  readonly is_more: boolean;
  /** Of the oldest; null where nobody noted it. */
  readonly since: string | null;
  /** Those that wait longest; for `no_rate`, of app cryptocurrencies; for payments, tokens, receipts, of invoices. */
  readonly ids: readonly string[];
  readonly what_to_do: string;
}

export interface AppCryptocurrency {
  readonly id: string;
  readonly app_id: string;
  readonly cryptocurrency: Cryptocurrency;
  readonly network: Network;
  readonly contract: string | null;
  /** Asked for, never below what the network needs. */
  readonly confirmations: number;
  /** The least amount of the coin that a wallet can send there. */
  readonly min: string;
  /** Least invoice total, in the invoice's currency. */
  readonly min_total: string | null;
  /** Greatest invoice total, in the invoice's currency. */
  readonly max_total: string | null;
  /** Whether it can be paid with now: the network answers, the token is not stopped, and its issuer has not blocked every address of the app. */
  readonly available: boolean;
  /** To the merchant only; null: off. The greatest invoice total, in the invoice's currency, for which payments are accepted while they wait to be mined: the invoice tells `accepted_at`, and is paid when it is confirmed. Only UTXO networks show what waits. `warning` says what is at risk. */
  readonly accept_unconfirmed_up_to?: string | null;
  /** To the merchant only: what the terms put at risk, in a sentence. */
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
  /** expired: the invitation was not accepted in time; invite the address again. tampered: the row was written past the service and gives no role; remove it, or set the role again. */
  readonly status: 'active' | 'invited' | 'expired' | 'tampered';
  /** Of the person, or where the invitation went. */
  readonly email: string;
  readonly name: string | null;
  /** As the audit log and payout changes name the person. */
  readonly user_id: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly invitation_ends_at: string | null;
  /** When they joined, or were first invited. */
  readonly created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly updated_at: string;
}

export interface AppSettings {
  /** How long a quote holds, in seconds. */
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
  /** Origins whose pages may frame the checkout: that of the app’s `url` unless set. */
  readonly embed_origins: readonly string[];
  readonly webhook_defaults: {
    readonly events: readonly string[] | null;
  };
  readonly app_token_may: readonly ('settle' | 'assign')[];
}

export interface AppStatistics {
  readonly app_id: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly from: string;
  /** Exclusive: where the last day ends. */
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
  /** null: it works from anywhere. */
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

export type AppTokenScope = 'invoices:read' | 'invoices:write' | 'invoices:settle' | 'transactions:read' | 'transactions:write' | 'payments:assign' | 'apps:read' | 'apps:write' | 'addresses:read' | 'webhooks:read' | 'webhooks:write';

export interface AssignUnmatchedPaymentBody {
  /** An invoice of the payment's app, or of another app of the same owner. */
  readonly invoice_id: string;
}

export interface AuditLog {
  readonly id: string;
  readonly app_id: string | null;
  /** A person, with which token, an app by its own token, or the operator by the command line. */
  readonly actor: string;
  /** What was done, as in `app.updated`. */
  readonly action: string;
  readonly subject_type: string;
  readonly subject_id: string;
  /** What changed, as it was. */
  readonly before: Readonly<Record<string, unknown>> | null;
  /** What changed, as it became. */
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly ip: string | null;
  readonly user_agent: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly created_at: string;
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
    /** What reorganisations of a chain took back. */
    readonly reversed: string;
    readonly net: string;
  })[];
  /** By the invoices' currency, at the rates that were credited. */
  readonly currencies: readonly Credited[];
}

/** Text that only people read. It is cut at 255 characters, a description at 2,000, an e-mail address at 254. */
export type CaptionBody = unknown;

export interface ClaimTransactionBody {
  /** Of the chain transaction that paid. */
  readonly hash: string;
  /** Of the address that paid, over `claim_text` with the hash filled in: EIP-191 or EIP-1271 on EVM networks, TIP-191 on TRON. */
  readonly signature?: string | undefined;
}

export interface CreateAppAddressBody {
  readonly app_id: string;
  /** Network symbol, e.g. ethereum. */
  readonly network: string;
  readonly kind: 'address' | 'xpub';
  /** The address, or the extended public key. On UTXO networks ypub (upub) stands for P2SH-P2WPKH and zpub (vpub) for P2WPKH (SLIP-132), an output descriptor, such as tr(xpub…/0/*), says it itself, and a bare xpub (tpub) needs `script` or `first_address`, unless its origin, such as [d34db33f/84h/0h/0h], names the purpose. Wallets of several signatures are given as a descriptor: wsh(sortedmulti(2,…)). Quotes and white space are ignored, and the files that wallets export (Electrum, Coldcard, BlueWallet, Sparrow, Specter, Caravan, Bitcoin Core) are read; `script` chooses where one holds several accounts. */
  readonly value: string;
  /** Which kind of addresses a bare xpub (tpub) means on a UTXO network. Nothing is guessed: no wallet sees money sent to the wrong kind. */
  readonly script?: 'p2pkh' | 'p2sh-p2wpkh' | 'p2wpkh' | 'p2tr' | undefined;
  /** The first receiving address that the wallet shows for the extended public key, checked here; it replaces `script`. */
  readonly first_address?: string | undefined;
  /** Of the holder of the address (of an extended public key: of its first address) over the `proof_text` of an `address_in_use`: EIP-191, EIP-1271, TIP-191, BIP-322 (simple) or BIP-137. It takes the address from an owner who did not prove control. */
  readonly signature?: string | undefined;
  /** Takes an address in spite of a `confirm_needed`: a contract that is no known wallet is there, or it has sent more than 1,000 transactions. An address that has no key or no way to send (`not_spendable`) is never taken. */
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
  /** In 90 days unless given; in a year at the latest. */
  readonly expires_at?: string | undefined;
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

export interface CreateOauth2ClientAnswer {
  readonly id: string;
  /** What the client names itself by at /oauth2. */
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
  /** In this answer only; absent for a client that cannot keep one. */
  readonly client_secret?: string;
}

export interface CreateOauth2ClientBody {
  /** Shown to people who are asked for consent. */
  readonly name: string;
  readonly redirect_uris: RedirectUris;
  readonly post_logout_redirect_uris?: readonly string[] | undefined;
  /** web unless given; native for a program on a person’s own device. */
  readonly application_type?: 'web' | 'native' | undefined;
  /** client_secret_basic unless given; none for a client that cannot keep a secret. */
  readonly token_endpoint_auth_method?: 'client_secret_basic' | 'client_secret_post' | 'none' | undefined;
  readonly id_token_signed_response_alg?: 'RS256' | 'ES256' | undefined;
}

export interface CreatePasskeyBody {
  readonly name: string;
  /** RegistrationResponseJSON, as `PublicKeyCredential.toJSON()` gives it. */
  readonly response: Readonly<Record<string, unknown>>;
}

export interface CreatePaymentLinkBody {
  readonly app_id: string;
  /** Its name in URLs, unique on this instance. */
  readonly slug: string;
  readonly currency: CurrencyCode;
  /** null, or left out when it is made: whoever pays enters it. */
  readonly total?: string | null | undefined;
  /** The purpose, as customers read it; cut at 1,000 characters. */
  readonly description?: unknown | undefined;
}

export interface CreatePersonalAccessTokenBody {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Binds it to these apps of yours: it sees no others and makes none. */
  readonly app_ids?: readonly string[] | null | undefined;
  /** Works only from these ranges, at most /8 (IPv6: /19). */
  readonly cidrs?: readonly string[] | null | undefined;
  /** In 90 days unless given; in a year at the latest. */
  readonly expires_at?: string | undefined;
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
  /** http or https, at a public address. */
  readonly url: string;
  readonly events?: EventTypes | undefined;
  readonly description?: string | null | undefined;
  /** How deliveries are signed, for good: `v1` (HMAC-SHA256, unless said) or `v1a` (Ed25519). */
  readonly signature?: 'v1' | 'v1a' | undefined;
}

export interface Credited {
  readonly currency: string;
  readonly payments: number;
  readonly credited: string;
  /** What reorganisations of a chain took back. */
  readonly reversed: string;
  readonly net: string;
}

export interface Cryptocurrency {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  /** Whether it stands for a fiat currency. */
  readonly stable: boolean;
  /** The price of one whole coin by currency, to be shown only. */
  readonly rates: Readonly<Record<string, number>>;
}

export interface CryptocurrencyWithNetworks {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  /** Whether it stands for a fiat currency. */
  readonly stable: boolean;
  /** The price of one whole coin by currency, to be shown only. */
  readonly rates: Readonly<Record<string, number>>;
  readonly networks: readonly NetworkOfCryptocurrency[];
}

export interface Currency {
  readonly id: string;
  /** ISO 4217. */
  readonly code: string;
  readonly name: string;
  readonly symbol: string;
  /** Digits of the minor unit. */
  readonly decimals: number;
}

/** ISO 4217 code, in any case. */
export type CurrencyCode = string;

export interface CustomerBody {
  readonly email?: CaptionBody;
  readonly name?: CaptionBody;
}

export interface EndSessionAnswer {
  readonly id: string;
}

export interface Event {
  readonly id: string;
  readonly type: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly timestamp: string;
  readonly invoice_id: string | null;
  /** Counts the invoice's events without a gap, from 1. */
  readonly sequence: number | null;
  /** The payload that was sent. A token with scopes sees it only if it may read such objects (invoices:read, transactions:read, addresses:read); otherwise `id` alone. `metadata` in a transaction takes invoices:read. */
  readonly data: Readonly<Record<string, unknown>>;
}

export type EventType = 'invoice.created' | 'invoice.partially_paid' | 'invoice.paid' | 'invoice.expired' | 'invoice.canceled' | 'invoice.updated' | 'invoice.reversed' | 'transaction.created' | 'transaction.detected' | 'transaction.succeeded' | 'transaction.canceled' | 'transaction.rejected' | 'payment.unmatched' | 'address.changed' | 'webhook.disabled' | 'rate.depegged';

/** The event types to send; null: all of them; left out: as in the settings of the app. */
export type EventTypes = readonly EventType[] | null;

export interface InviteAppMemberBody {
  readonly app_id: string;
  readonly email: string;
  readonly role: RoleName;
}

export interface Invoice {
  readonly id: string;
  readonly app_id: string;
  readonly status: 'open' | 'partially_paid' | 'paid' | 'expired' | 'canceled';
  /** Decimal in the invoice's currency, with its minor units. */
  readonly total: string;
  readonly currency: string;
  /** Confirmed, in fiat. */
  readonly paid: string;
  /** Seen on a chain, not yet confirmed, in fiat. */
  readonly pending: string;
  /** What is neither paid nor pending. */
  readonly remaining: string;
  readonly exceptions: readonly ('overpaid' | 'paid_late' | 'settled_manually' | 'reorged')[];
  readonly order: {
    readonly reference?: string | null;
    readonly description?: string | null;
    readonly items?: readonly ({
      readonly name: string;
      /** With up to three decimals. */
      readonly quantity: number;
      /** Of one. It may have more digits than the currency; a coupon’s is negative. */
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
  /** Since when the app takes it as good before all is confirmed, by accept_unconfirmed_up_to. The goods may go, at the merchant’s risk: nothing is credited for it, and it is null again once a payment is replaced, double spent or gone. Kept when the invoice is paid. */
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
  /** Whether a customer could pay it now. Events do not tell: it changes at any moment. */
  readonly payable?: boolean;
  /** What is missing to pay it; null too where nothing is to be paid any more. */
  readonly payable_reason?: 'no_coin' | 'no_address' | 'no_rate' | 'network_away' | 'below_minimum' | null;
  /** Claims of any of its transactions that wait, at most 10. Only `GET /invoice/{id}` has them. */
  readonly claims?: readonly ({
    readonly transaction_id: string;
    readonly hash: string;
    /** Whether the chain shows the payment, which waits for the merchant. */
    readonly seen: boolean;
    /** What waits, in coins; null until `seen`. */
    readonly amount: string | null;
    readonly cryptocurrency: string | null;
    /** Its name. */
    readonly network: string;
    /** As of unmatched payments. */
    readonly reason: string | null;
    readonly explorer_url: string | null;
    /** RFC 3339, UTC, milliseconds. */
    readonly created_at: string;
  })[];
  /** How many more wait. */
  readonly more_claims?: number;
  readonly warnings?: readonly Warning[];
  /** In the customer's view: whom to ask. */
  readonly support_contact?: string | null;
  /** In the customer's view: how the app's checkout looks. */
  readonly branding?: {
    readonly color: string | null;
    readonly logo: string | null;
  };
}

export interface InvoiceStep {
  readonly id: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly at: string;
  /** `attempt_quoted`: a customer was shown an address and an amount. `late_payment_accepted`: money without an open attempt became a transaction. `payment_claimed`: a customer said that this chain transaction pays. `payment_seen`: a payment, or more of it: waiting to be mined where `block` is null. `payment_replaced`: another chain transaction took its place, or none (`hash` is null). `payment_orphaned`: its block left the chain, or no node knows it any more. `payment_held`: money that may be for this invoice waits for the merchant. `payment_unlisted`: a customer claimed a token that is not accepted here. `payment_assigned`: the merchant said that it is for this invoice. `payment_dismissed`: dealt with elsewhere. `credit_reversed`: taken back. `attempt_rejected`: its payment failed, was double spent or was taken back by the chain. `invoice_accepted`: what was seen is enough for the shop before it is confirmed. `invoice_not_accepted`: no more. `invoice_settled`: by the merchant, by hand. `invoice_canceled`: by the merchant. `invoice_reversed`: what was paid became less. */
  readonly kind: 'invoice_created' | 'attempt_quoted' | 'late_payment_accepted' | 'part_accepted' | 'payment_claimed' | 'payment_seen' | 'payment_replaced' | 'payment_matched' | 'payment_mined' | 'payment_orphaned' | 'payment_held' | 'payment_unlisted' | 'payment_assigned' | 'payment_dismissed' | 'payment_confirmed' | 'payment_credited' | 'credit_reversed' | 'attempt_canceled' | 'attempt_rejected' | 'invoice_updated' | 'invoice_accepted' | 'invoice_not_accepted' | 'invoice_settled' | 'invoice_partially_paid' | 'invoice_paid' | 'invoice_expired' | 'invoice_canceled' | 'invoice_reversed' | 'webhook_failed' | 'webhook_delivered';
  /** Null where it is about the invoice itself. */
  readonly transaction_id: string | null;
  readonly cryptocurrency?: string;
  readonly network?: string;
  /** In coins: what was asked for, or what came. */
  readonly amount?: string | null;
  /** In the invoice's currency: what that settles, or is worth. */
  readonly value?: string | null;
  readonly currency?: string;
  /** Of the invoice, at that moment. */
  readonly total?: string | null;
  /** Of the invoice, at that moment. */
  readonly paid?: string | null;
  readonly exceptions?: readonly string[];
  /** The address that was shown. */
  readonly to?: string | null;
  /** Given out once; fixed, and lent to this attempt alone; or fixed, where the amount tells it apart. */
  readonly address_kind?: 'one_time' | 'leased' | 'shared';
  /** The sender: as it was declared, or as the chain shows it. */
  readonly from?: string | null;
  /** Fiat for one whole coin. */
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
  /** Of the chain transaction. */
  readonly hash?: string | null;
  /** The token contract, where the token is not accepted here. */
  readonly contract?: string | null;
  /** The one that was seen before. */
  readonly hash_before?: string | null;
  readonly block?: number | null;
  readonly required_confirmations?: number;
  readonly requires_finality?: boolean;
  /** The endpoints that vouched. */
  readonly attested_by?: readonly string[] | null;
  /** The rule that decided, as a transaction shows it. */
  readonly matched_by?: string;
  /** All that spoke for it. */
  readonly speaks?: readonly ('address' | 'amount' | 'near_amount' | 'sender' | 'signature')[];
  /** For how many attempts of other invoices the amount, the sender or a signature spoke. */
  readonly others?: number;
  /** Whether the sender signed the claim. */
  readonly signed?: boolean;
  /** Why, in a word of the API or in the words of the merchant. */
  readonly reason?: string | null;
  readonly payment_id?: string;
  /** Who decided: in full to who may read the audit log, else whether a person or a program. */
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

/** Up to 50 pairs of text, 8 KiB in all; more is cut or left out. `language` (`pt-BR`) is that of page and receipt. */
export type MetadataBody = unknown;

export interface Network {
  readonly id: string;
  /** What `network` parameters take, in any case. */
  readonly symbol: string;
  readonly name: string;
  readonly type: 'EVM' | 'TRON' | 'UTXO' | 'SVM';
  /** Whether its coins are worth nothing. */
  readonly test: boolean;
  /** Whether this instance takes payments on it. */
  readonly available: boolean;
  /** What its nodes call final no longer moves: payments that must be final wait. */
  readonly degraded: boolean;
  /** Symbol of the coin that fees are paid in; null: no longer configured. */
  readonly native_coin: string | null;
  /** About what a transfer costs its sender, in native coin; to be shown only. */
  readonly transfer_fees: {
    readonly coin: string | null;
    readonly token: string | null;
  } | null;
  /** Whether native coin that a contract passes on is seen. `traced`: as other payments. `one_time_addresses`: a little later, and only where each payment has an address of its own; a transaction says which holds. `direct_only`: not at all, so pay from a plain account. null: meaningless here, or unknown yet. */
  readonly internal_transfers: 'traced' | 'one_time_addresses' | 'direct_only' | null;
  /** Whether a transfer names its sender, who can sign to prove a payment. */
  readonly names_sender?: boolean;
  /** Whether payments are seen before they are mined, and `accept_unconfirmed_up_to` holds. */
  readonly has_mempool?: boolean;
  /** The name of a final block here; null where depth alone decides. */
  readonly finality_term?: 'final' | 'solidified' | null;
  /** How a page asks a browser wallet to pay; null where none can be asked. */
  readonly wallet_protocol?: 'eip1193' | 'tronlink' | null;
}

export interface NetworkOfCryptocurrency {
  readonly id: string;
  /** What `network` parameters take, in any case. */
  readonly symbol: string;
  readonly name: string;
  readonly type: 'EVM' | 'TRON' | 'UTXO' | 'SVM';
  /** Whether its coins are worth nothing. */
  readonly test: boolean;
  /** Whether this instance takes payments on it. */
  readonly available: boolean;
  /** What its nodes call final no longer moves: payments that must be final wait. */
  readonly degraded: boolean;
  /** Symbol of the coin that fees are paid in; null: no longer configured. */
  readonly native_coin: string | null;
  /** About what a transfer costs its sender, in native coin; to be shown only. */
  readonly transfer_fees: {
    readonly coin: string | null;
    readonly token: string | null;
  } | null;
  /** Whether native coin that a contract passes on is seen. `traced`: as other payments. `one_time_addresses`: a little later, and only where each payment has an address of its own; a transaction says which holds. `direct_only`: not at all, so pay from a plain account. null: meaningless here, or unknown yet. */
  readonly internal_transfers: 'traced' | 'one_time_addresses' | 'direct_only' | null;
  /** Whether a transfer names its sender, who can sign to prove a payment. */
  readonly names_sender?: boolean;
  /** Whether payments are seen before they are mined, and `accept_unconfirmed_up_to` holds. */
  readonly has_mempool?: boolean;
  /** The name of a final block here; null where depth alone decides. */
  readonly finality_term?: 'final' | 'solidified' | null;
  /** How a page asks a browser wallet to pay; null where none can be asked. */
  readonly wallet_protocol?: 'eip1193' | 'tronlink' | null;
  /** Null for the native coin. */
  readonly contract: string | null;
  /** Of amounts on this network. */
  readonly decimals: number;
  /** The fewest that a payment needs here, unless an app asks for less. */
  readonly confirmations: number;
  /** The fewest that an app may ask for. */
  readonly confirmations_floor: number;
}

export interface NewAppToken {
  readonly id: string;
  readonly app_id: string;
  readonly name: string;
  readonly last_four: string;
  readonly scopes: readonly AppTokenScope[];
  /** null: it works from anywhere. */
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
  /** The last characters of the token, to tell it from others. */
  readonly last_four: string;
  readonly scopes: readonly Scope[];
  /** The only apps that it sees; null: all of the owner’s. */
  readonly app_ids: readonly string[] | null;
  /** The only addresses that it works from; null: anywhere. */
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

export interface Oauth2Client {
  readonly id: string;
  /** What the client names itself by at /oauth2. */
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

export interface OperatorHealth {
  /** Whether all findings are good. */
  readonly healthy: boolean;
  readonly findings: readonly ({
    /** What was looked at, as in `network ethereum`. */
    readonly what: string;
    readonly is_good: boolean;
    /** What was seen or, where that is bad, what to do. */
    readonly says: string;
  })[];
}

export interface OperatorInstance {
  readonly version: string;
  readonly public_url: string;
  readonly database: {
    readonly version: string;
    /** It runs inside the service, in DATA_DIR. */
    readonly is_embedded: boolean;
    /** How far its clock and this machine’s are apart. */
    readonly clock_apart_ms: number;
    /** Why no quote is given since commits were lost. */
    readonly stopped: string | null;
    /** RFC 3339, UTC, milliseconds. */
    readonly recovered_at: string | null;
  };
  /** How many have an account. */
  readonly people: number;
  readonly sign_up: 'open' | 'closed';
  readonly mail: {
    /** Its host; null: mails are written to a file in DATA_DIR. */
    readonly server: string | null;
    /** Mails that are still to be sent. */
    readonly waiting: number;
    /** Those of them that failed at least once. Given up after 30 tries. */
    readonly failing: number;
    /** Not sent within the last 24 hours: a budget of mail to strangers was used up. */
    readonly held_back: number;
  };
  readonly backup: {
    /** How often one is made by itself; null: never. */
    readonly every_seconds: number | null;
    /** As of when the last good one is. */
    readonly good_at: string | null;
    readonly name: string | null;
    /** Why the last try failed. */
    readonly failure: string | null;
    /** Twice `every_seconds` has passed without a good one. */
    readonly is_late: boolean;
  };
  /** How many secret keys rows are sealed under: several until `quittance key rotate` was run. */
  readonly keys: number;
}

export interface OperatorNetwork {
  readonly symbol: string;
  readonly name: string;
  readonly test: boolean;
  /** followed: block by block. swept: now and then, since nothing is open there. no_addresses: not read, since nobody is paid there. away: no endpoint answers. not_in_use: none is set. */
  readonly state: 'followed' | 'swept' | 'no_addresses' | 'away' | 'halted' | 'not_in_use';
  /** The environment variable that names its endpoints. */
  readonly variable: string;
  /** The newest block that was read. */
  readonly block: number | null;
  /** The newest block of the chain. */
  readonly head: number | null;
  /** How many blocks are still to be read. */
  readonly behind: number | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly reached_at: string | null;
  /** Why it is not read any more, until `quittance network resume`; null where it is. */
  readonly halted: string | null;
  /** What its nodes call final has stopped moving. */
  readonly degraded: boolean;
  /** What its endpoints do not agree on. */
  readonly dispute: string | null;
  /** Payments that have their confirmations and wait for endpoints to agree. */
  readonly held_payments: number;
  /** Of what too few endpoints tell for its quorum. */
  readonly quorum_lacks: readonly string[];
  /** How many apps are paid there. */
  readonly apps: number;
  /** The bound that quittance.json sets. */
  readonly budget: {
    /** How many calls each endpoint should get. */
    readonly requests: number;
    /** In how long. */
    readonly seconds: number;
  } | null;
  /** Of all its endpoints, at the present pace. */
  readonly calls_per_day: number | null;
  /** The same in the units of the provider. */
  readonly units_per_day: number | null;
  /** As they were found within the last minute. */
  readonly endpoints: readonly ({
    /** Its host, with a number where several endpoints are on one. */
    readonly name: string;
    /** quarantined: it contradicted most others, and is not asked any more. */
    readonly state: 'healthy' | 'deprioritized' | 'cooling_down' | 'wrong_chain' | 'quarantined';
    /** Why it is not healthy. */
    readonly reason: string | null;
    /** The newest block that it knows. */
    readonly head: number | null;
    /** How many blocks it is behind the best of its network. */
    readonly behind: number | null;
    /** The share of failed requests, lately. */
    readonly error_rate: number;
    readonly latency_ms: number | null;
    /** At the present pace; null in the first minute. */
    readonly calls_per_day: number | null;
    /** By its price list, in the units of its provider. */
    readonly units_per_day: number | null;
    /** Of answers, at the present pace. */
    readonly bytes_per_day: number | null;
    /** How often it asked to slow down. */
    readonly busy_answers: number;
    /** The share of its budget used up in this period. */
    readonly budget_used: number | null;
  })[];
}

export interface OperatorPeople {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: 'operator' | 'merchant';
  readonly email_verified: boolean;
  /** Whether a password sign-in asks for a code too. */
  readonly second_factor: boolean;
  /** Their newest request in a browser still signed in. */
  readonly last_seen_at: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly created_at: string;
}

export interface OperatorRates {
  readonly sources: readonly ({
    readonly name: string;
    /** doubted: some of its prices stand apart from the others, or are not believed. */
    readonly state: 'answers' | 'doubted' | 'away' | 'not_asked';
    /** Why it gave no prices the last time. */
    readonly fault: string | null;
    /** When its prices were heard. */
    readonly heard_at: string | null;
    readonly answered_in_ms: number | null;
    /** How many pairs it priced the last time. */
    readonly prices: number;
    /** Pairs in which it stands apart from the others, and is left out. */
    readonly apart: readonly string[];
    /** Pairs that it alone prices, too far from what they were. */
    readonly doubted: readonly string[];
    /** What of its answer was no price. */
    readonly refused: readonly string[];
  })[];
  /** Every coin of the networks that are followed. */
  readonly coins: readonly ({
    readonly cryptocurrency: string;
    /** USD for one whole coin; null where nobody knows it now. */
    readonly rate: string | null;
    /** fixed: in quittance.json. at_par: a stable coin at what it stands for. cross: by way of the dollar. */
    readonly method: 'fixed' | 'at_par' | 'median' | 'single' | 'cross' | null;
    readonly sources: readonly string[];
    /** RFC 3339, UTC, milliseconds. */
    readonly at: string | null;
  })[];
}

export interface OrderBody {
  readonly reference?: string | number | null | undefined;
  readonly description?: CaptionBody | undefined;
  /** More than 100 become the first 99 and one with the sum of the rest. Less discount, plus tax and shipping they come to the total; a line `rounding` makes up for up to one minor unit per line. */
  readonly items?: readonly ({
    readonly name?: CaptionBody | undefined;
    /** A number, or a decimal as text; rounded to three decimals. Not 0. */
    readonly quantity: number | string;
    /** Of one; below zero for a coupon. It may have more digits than the currency has. */
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

export interface Payment {
  readonly id: string;
  readonly invoice_id: string;
  /** The sender's address; absent until a payment shows it or a client declares it. */
  readonly from?: string;
  /** The merchant's own address. */
  readonly to: string;
  /** Fiat per one whole coin. */
  readonly rate: string;
  /** How much to send. Null for a payment that came without a quote. */
  readonly amount: string | null;
  readonly hash: string | null;
  readonly block: number | null;
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
  /** What tied the payment to this transaction. */
  readonly matched_by: string | null;
  /** How the payment is told from others: by an address of its own, an amount of its own, or the hash of the chain transaction, where no amount of its own was left: claim it after paying. Null without a quote. */
  readonly identified_by: 'address' | 'amount' | 'hash' | null;
  /** Opens a wallet to pay: EIP-681 on EVM networks, BIP-321 (BIP-21) on UTXO networks. TRON has no standard: for a token it names the address alone. */
  readonly payment_uri: string | null;
  readonly explorer_url: string | null;
  /** The token's contract; null for the native coin. */
  readonly contract: string | null;
  /** With `signed`: `{invoice_id, transaction_id, status, hash, awaited, to, amount, payment_uri, cryptocurrency, contract, network, network_name, chain_id, expire_at, signed_at, nonce}` as a JWS (RFC 7515, ES256), verified with GET /address-key. Unless it is `awaited`, `to` is empty. */
  readonly address_signature?: string;
  /** What the sender signs, with the chain transaction's hash for `{hash}`, to prove that a payment is theirs. */
  readonly claim_text: string;
  /** In the answer to a claim of a token that is not accepted here. */
  readonly claim_notice?: {
    readonly code: 'unlisted_token';
    readonly contract: string;
    readonly message: string;
  };
  readonly app_id: string;
  /** Of the order that its invoice is for. */
  readonly reference: string | null;
  /** Of its invoice. */
  readonly currency: string;
  /** What it has given to its invoice, in that currency. */
  readonly credited: string;
}

export interface PaymentLink {
  readonly id: string;
  readonly app_id: string;
  readonly slug: string;
  readonly url: string;
  readonly currency: string;
  /** What each of them pays; null where they enter it. */
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
  /** On which the address is used; null where it is not configured now. */
  readonly network: string | null;
  readonly kind: 'address' | 'xpub' | 'slug';
  /** The address, key or URL that was asked for. It stays here after the change has ended. */
  readonly value: string;
  readonly label: string | null;
  /** That is to lead to another app. */
  readonly slug: string | null;
  /** The app that the slug is to lead to. */
  readonly to_app_id: string | null;
  readonly change: 'added' | 'enabled' | 'confirmed' | 'moved';
  /** withdrawn: the address was changed again, or removed, before its time. */
  readonly status: 'waiting' | 'effective' | 'stopped' | 'approved' | 'withdrawn';
  /** When customers are shown the address, unless somebody stops it. */
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
  /** The last characters of the token, to tell it from others. */
  readonly last_four: string;
  readonly scopes: readonly Scope[];
  /** The only apps that it sees; null: all of the owner’s. */
  readonly app_ids: readonly string[] | null;
  /** The only addresses that it works from; null: anywhere. */
  readonly cidrs: readonly string[] | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly expires_at: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly last_used_at: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly created_at: string;
}

export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  /** What is wrong here, and what to do about it. */
  readonly detail: string;
  readonly code: string;
  readonly request_id: string;
  /** For validation: one entry per refused field. */
  readonly errors?: readonly ({
    readonly field: string;
    readonly code: string;
    readonly message: string;
    /** With `address_in_use`: the text that the holder of the address signs to prove control of it. */
    readonly proof_text?: string;
    /** Where the address may not sign: sent from it to itself, this proves control. */
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

export interface RecogniseAppAddressAnswer {
  /** As `kind` of createAppAddress; null for what is neither. */
  readonly kind: 'address' | 'xpub' | null;
  /** The chains that it is of, as people call them in English. */
  readonly belongs_to: readonly string[];
  /** The networks of this instance that take it; empty for an address of a network that is unknown here. */
  readonly networks: readonly ({
    readonly symbol: string;
    /** Values for `script`, where the key leaves open which addresses it means; else empty. */
    readonly scripts: readonly ({
      readonly script: 'p2pkh' | 'p2sh-p2wpkh' | 'p2wpkh' | 'p2tr';
      /** The characters that such an address may begin with here. */
      readonly begins: readonly string[];
    })[];
  })[];
  /** Why it is neither, as far as that can be told. */
  readonly problems: readonly ({
    readonly code: string;
    readonly message: string;
  })[];
}

export interface RecogniseAppAddressBody {
  /** As `value` of createAppAddress. White space around it is left out. */
  readonly value: string;
}

/** Compared exactly; for a native client the port of a loopback address may differ. */
export type RedirectUris = readonly string[];

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
  /** Events from then on. */
  readonly since: string;
  readonly time_zone?: string | undefined;
}

export interface RequestPaymentBody {
  /** Symbol, e.g. BTC, ETH. */
  readonly cryptocurrency: string;
  /** Network symbol, e.g. ethereum, tron. */
  readonly network: string;
  /** It is paid from an exchange: the price holds for an hour, whatever quote_window says. */
  readonly exchange?: boolean | undefined;
}

/** A web address, or one of an app (`myapp://`), of up to 2,000 characters. `{invoice_id}` and `{reference}` are filled in. An address that cannot be used is left out. */
export type ReturnAddressBody = unknown;

/** See the group Team. */
export type RoleName = 'owner' | 'accountant' | 'support' | 'developer';

export type Scope = 'invoices:read' | 'invoices:write' | 'invoices:settle' | 'transactions:read' | 'transactions:write' | 'payments:assign' | 'apps:read' | 'apps:write' | 'apps:token' | 'addresses:read' | 'addresses:write' | 'webhooks:read' | 'webhooks:write' | 'account:read' | 'account:write';

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

export interface SimulateTransactionBody {
  readonly case: 'paid' | 'underpaid' | 'overpaid' | 'late' | 'wrong_asset' | 'failed' | 'reorged' | 'expired' | 'canceled' | 'unmatched';
}

export interface Transaction {
  readonly id: string;
  readonly invoice_id: string;
  /** The sender's address; absent until a payment shows it or a client declares it. */
  readonly from?: string;
  /** The merchant's own address. */
  readonly to: string;
  /** Fiat per one whole coin. */
  readonly rate: string;
  /** How much to send. Null for a payment that came without a quote. */
  readonly amount: string | null;
  readonly hash: string | null;
  readonly block: number | null;
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
  /** What tied the payment to this transaction. */
  readonly matched_by: string | null;
  /** How the payment is told from others: by an address of its own, an amount of its own, or the hash of the chain transaction, where no amount of its own was left: claim it after paying. Null without a quote. */
  readonly identified_by: 'address' | 'amount' | 'hash' | null;
  /** Opens a wallet to pay: EIP-681 on EVM networks, BIP-321 (BIP-21) on UTXO networks. TRON has no standard: for a token it names the address alone. */
  readonly payment_uri: string | null;
  readonly explorer_url: string | null;
  /** The token's contract; null for the native coin. */
  readonly contract: string | null;
  /** With `signed`: `{invoice_id, transaction_id, status, hash, awaited, to, amount, payment_uri, cryptocurrency, contract, network, network_name, chain_id, expire_at, signed_at, nonce}` as a JWS (RFC 7515, ES256), verified with GET /address-key. Unless it is `awaited`, `to` is empty. */
  readonly address_signature?: string;
  /** What the sender signs, with the chain transaction's hash for `{hash}`, to prove that a payment is theirs. */
  readonly claim_text: string;
  /** In the answer to a claim of a token that is not accepted here. */
  readonly claim_notice?: {
    readonly code: 'unlisted_token';
    readonly contract: string;
    readonly message: string;
  };
}

export interface Turnout {
  /** Invoices made out; null by coin, since an invoice is of none. */
  readonly created: number | null;
  /** How many of them are paid; by coin: those it was credited to. */
  readonly paid: number;
  /** paid ÷ created, from 0 to 1, to four digits. */
  readonly conversion: number | null;
  /** From creation to payment: the median of the paid ones. */
  readonly median_seconds: number | null;
  /** From creation to payment: the 95th percentile. */
  readonly p95_seconds: number | null;
  /** By currency: what was credited in this time, whenever it was owed. */
  readonly volume: readonly Credited[];
}

export interface TurnoutPart {
  /** By day: each day, also those without any. */
  readonly date?: string;
  /** By status: what invoices are now. */
  readonly status?: string;
  /** By coin. */
  readonly cryptocurrency?: string;
  /** By coin. */
  readonly network?: string;
  /** By coin; null for the native one. */
  readonly contract?: string | null;
  /** Invoices made out; null by coin, since an invoice is of none. */
  readonly created: number | null;
  /** How many of them are paid; by coin: those it was credited to. */
  readonly paid: number;
  /** paid ÷ created, from 0 to 1, to four digits. */
  readonly conversion: number | null;
  /** From creation to payment: the median of the paid ones. */
  readonly median_seconds: number | null;
  /** From creation to payment: the 95th percentile. */
  readonly p95_seconds: number | null;
  /** By currency: what was credited in this time, whenever it was owed. */
  readonly volume: readonly Credited[];
}

export interface UnmatchedPayment {
  readonly id: string;
  readonly app_id: string;
  /** `withdrawn`: a reorganisation of the chain took it back. */
  readonly status: 'waiting' | 'assigned' | 'dismissed' | 'withdrawn';
  /** Why: `unknown`, `ambiguous`, `wrong_asset`, `wrong_network`, `invoice_canceled`, `held` (by late_payments), `short_delivery` (less came than the token says), `selfdestruct` (no call sent it), `unproved_call` (only the balance shows it), `asset_stopped` (its contract contradicts the pinned decimals), `address_blocked` (by the token’s issuer), `out_of_range` (too large), `undecided` (see the log). */
  readonly reason: string;
  /** Transactions it may be for, likeliest first. */
  readonly candidates: readonly string[];
  /** What speaks for each candidate. */
  readonly evidence: readonly ({
    readonly transaction_id: string;
    readonly speaks: readonly ('address' | 'amount' | 'near_amount' | 'sender' | 'signature')[];
  })[];
  /** Worth next to nothing: one entry for each coin, address and day (UTC). */
  readonly dust: boolean;
  /** Transactions that customers claim it for. */
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
  /** Switches an address on in spite of a `confirm_needed`; see createAppAddress. */
  readonly confirm?: boolean | undefined;
  /** For an address that is `tampered`: its value as your wallet shows it. It must be the one shown here, and counts as new. */
  readonly confirmed_value?: string | undefined;
}

export interface UpdateAppBody {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly slug?: string | null | undefined;
  /** Name of an uploaded file. */
  readonly image?: string | null | undefined;
  readonly url?: string | undefined;
  /** true makes a new main app token; the old one stops at once. */
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
  /** How long a quote holds, in seconds. */
  readonly quote_window?: number | undefined;
  /** How far below its total an invoice still counts as paid. */
  readonly underpayment_tolerance?: {
    /** Of the total; up to two decimals. */
    readonly percent: number;
    /** At most this, in the invoice's currency. */
    readonly fiat_max?: string | null | undefined;
  } | undefined;
  /** By how much a quote on a shared address may exceed the price to be unlike others; at least 0.01. */
  readonly amount_room?: {
    /** Share of the price; up to two decimals. */
    readonly percent: number;
    /** At most this, in the invoice's currency. */
    readonly fiat_max?: string | null | undefined;
  } | undefined;
  readonly late_payments?: 'accept_at_locked_rate' | 'accept_if_worth_the_due' | 'hold' | undefined;
  /** More where more is at stake, fewer where less is; never fewer than the operator or the coin’s terms allow. */
  readonly confirmations_by_value?: readonly ({
    readonly currency: CurrencyCode;
    /** From this invoice total on. Either this or below. */
    readonly from?: string | undefined;
    /** Below this invoice total. */
    readonly below?: string | undefined;
    /** With from: at least so many, or a final block. With below: so many instead of the usual ones. */
    readonly confirmations: number | 'finalized';
  })[] | undefined;
  /** What else a payment needs to be accepted unconfirmed. */
  readonly unconfirmed_payments?: {
    /** Only payments that spend nothing still unconfirmed itself. */
    readonly confirmed_inputs?: boolean | undefined;
    /** Only payments whose fee should have them mined in so many blocks; none where no node can tell. */
    readonly fee_within_blocks?: number | null | undefined;
    /** Only when nothing that conflicts was seen for so many seconds. */
    readonly quiet_seconds?: number | undefined;
    /** The most that is accepted unconfirmed within an hour, over all coins of the app. */
    readonly hourly_max?: {
      readonly currency: CurrencyCode;
      /** A decimal in plain notation. */
      readonly amount: string;
    } | null | undefined;
  } | undefined;
  readonly stablecoins?: 'at_par' | 'at_market' | undefined;
  /** How many addresses of an extended public key may wait for a first payment, on one network. Further invoices share one address of the key, and their amounts tell them apart. Invoices of payment links have as many of their own. */
  readonly unpaid_addresses_max?: number | undefined;
  /** Shown to customers: an e-mail address, a URL, a number. */
  readonly support_contact?: string | null | undefined;
  readonly branding?: {
    /** #rrggbb */
    readonly color?: string | null | undefined;
    /** URL of an image. */
    readonly logo?: string | null | undefined;
  } | undefined;
  /** Origins whose pages may frame the checkout, as https://shop.example. null: that of the app’s `url`. []: none. */
  readonly embed_origins?: readonly string[] | null | undefined;
  readonly webhook_defaults?: {
    /** What a new webhook is sent unless said; null for everything. */
    readonly events: readonly EventType[] | null;
  } | undefined;
  /** Which decisions the app token may make about payments; none unless set. */
  readonly app_token_may?: readonly ('settle' | 'assign')[] | undefined;
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

export interface UpdateOauth2ClientBody {
  /** Shown to people who are asked for consent. */
  readonly name?: string | undefined;
  readonly redirect_uris?: RedirectUris | undefined;
  readonly post_logout_redirect_uris?: readonly string[] | undefined;
}

export interface UpdatePaymentLinkBody {
  /** Its name in URLs, unique on this instance. */
  readonly slug?: string | undefined;
  readonly currency?: CurrencyCode | undefined;
  /** null, or left out when it is made: whoever pays enters it. */
  readonly total?: string | null | undefined;
  /** The purpose, as customers read it; cut at 1,000 characters. */
  readonly description?: unknown | undefined;
}

export interface UpdateWebhookBody {
  /** http or https, at a public address. */
  readonly url?: string | undefined;
  readonly events?: EventTypes | undefined;
  readonly description?: string | null | undefined;
  /** false also ends what is still to be sent; true forgets past failures. */
  readonly enabled?: boolean | undefined;
}

export interface UploadTarget {
  /** Given as `image` of an app once the picture is there, within a day. */
  readonly name: string;
  readonly method: 'PUT';
  /** Takes the picture as the body. Its query is the right to do so. */
  readonly url: string;
  /** To be sent along as they are. */
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
  /** The event types it is sent; null: all of them, later ones too. */
  readonly events: readonly string[] | null;
  readonly description: string | null;
  /** `v1`: HMAC-SHA256 with the secret. `v1a`: Ed25519, verified with `public_key`. */
  readonly signature: 'v1' | 'v1a';
  /** Verifies deliveries signed with `v1a`: `whpk_` and 32 bytes in base64. */
  readonly public_key: string | null;
  readonly enabled: boolean;
  /** `by_owner`, `gone` (it answered 410), `failing` (only failures for five days) or `tampered` (changed past the service: delete it, and add another). */
  readonly disabled_reason: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly failing_since: string | null;
  /** Until then the secret before the last rotation signs too. null: never rotated. */
  readonly previous_secret_until: string | null;
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
  /** The first KiB of the last answer. */
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
  /** The event types it is sent; null: all of them, later ones too. */
  readonly events: readonly string[] | null;
  readonly description: string | null;
  /** `v1`: HMAC-SHA256 with the secret. `v1a`: Ed25519, verified with `public_key`. */
  readonly signature: 'v1' | 'v1a';
  /** Verifies deliveries signed with `v1a`: `whpk_` and 32 bytes in base64. */
  readonly public_key: string | null;
  readonly enabled: boolean;
  /** `by_owner`, `gone` (it answered 410), `failing` (only failures for five days) or `tampered` (changed past the service: delete it, and add another). */
  readonly disabled_reason: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly failing_since: string | null;
  /** Until then the secret before the last rotation signs too. null: never rotated. */
  readonly previous_secret_until: string | null;
  /** RFC 3339, UTC, milliseconds. */
  readonly created_at: string;
  /** RFC 3339, UTC, milliseconds. */
  readonly updated_at: string;
  /** Verifies `v1` signatures. It is in this answer only: keep it. null for `v1a`, whose private key never leaves the service. */
  readonly secret: string | null;
}

export interface ListAppsQuery {
  /** true lists the archived apps, and no others. */
  readonly archived?: boolean | undefined;
  /** How many at the most. All of them without limit and cursor. */
  readonly limit?: number | undefined;
  /** From the Link header of the page before. */
  readonly cursor?: string | undefined;
  /** Made at this moment or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Made before this moment, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListAppMembersQuery {
  /** Of this app. Left out: of all apps of the caller; with an app token, of its own. */
  readonly app_id?: string | undefined;
  /** How many at the most. */
  readonly limit?: number | undefined;
  /** From the Link header of the page before. */
  readonly cursor?: string | undefined;
  /** Made at this moment or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Made before this moment, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListAppTokensQuery {
  /** Of this app. Left out: of all apps of the caller; with an app token, of its own. */
  readonly app_id?: string | undefined;
  /** How many at the most. */
  readonly limit?: number | undefined;
  /** From the Link header of the page before. */
  readonly cursor?: string | undefined;
  /** Made at this moment or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Made before this moment, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListAppCryptocurrenciesQuery {
  /** Of this app. Left out: of all apps of the caller; with an app token, of its own. */
  readonly app_id?: string | undefined;
  /** How many at the most. */
  readonly limit?: number | undefined;
  /** From the Link header of the page before. */
  readonly cursor?: string | undefined;
  /** Made at this moment or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Made before this moment, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListPaymentLinksQuery {
  /** Of this app. Left out: of all apps of the caller; with an app token, of its own. */
  readonly app_id?: string | undefined;
  /** How many at the most. */
  readonly limit?: number | undefined;
  /** From the Link header of the page before. */
  readonly cursor?: string | undefined;
  /** Made at this moment or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Made before this moment, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListAppAddressesQuery {
  /** Of this app. Left out: of all apps of the caller; with an app token, of its own. */
  readonly app_id?: string | undefined;
  /** How many at the most. */
  readonly limit?: number | undefined;
  /** From the Link header of the page before. */
  readonly cursor?: string | undefined;
  /** Made at this moment or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Made before this moment, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListPayoutChangesQuery {
  /** Of this app. Left out: of all apps of the caller; with an app token, of its own. */
  readonly app_id?: string | undefined;
  /** How many at the most. */
  readonly limit?: number | undefined;
  /** From the Link header of the page before. */
  readonly cursor?: string | undefined;
  /** Made at this moment or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Made before this moment, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListInvoicesQuery {
  /** Of this app. Left out: of all apps of the caller; with an app token, of its own. */
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
  /** Pairs that the metadata must hold, exactly: `metadata[order]=1042`. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** The beginning of the order’s reference or of the customer’s e-mail (in any case), or in full: the id of the invoice or transaction, the hash of a chain transaction that pays it, or the address of either end. */
  readonly q?: string | undefined;
  /** true answers the header X-Counts as well. */
  readonly counts?: boolean | undefined;
  /** How many at the most. */
  readonly limit?: number | undefined;
  /** From the Link header of the page before. */
  readonly cursor?: string | undefined;
  /** Made at this moment or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Made before this moment, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListTransactionsQuery {
  readonly invoice_id: string;
  /** How many at the most. All of them without limit and cursor. */
  readonly limit?: number | undefined;
  /** From the Link header of the page before. */
  readonly cursor?: string | undefined;
  /** Made at this moment or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Made before this moment, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListPaymentsQuery {
  /** Of this app. Left out: of all apps of the caller; with an app token, of its own. */
  readonly app_id?: string | undefined;
  readonly status?: 'processing' | 'success' | 'canceled' | 'rejected' | readonly ('processing' | 'success' | 'canceled' | 'rejected')[] | undefined;
  /** Its symbol, as ETH, in any case. */
  readonly cryptocurrency?: string | undefined;
  /** Its symbol, as ethereum, in any case. */
  readonly network?: string | undefined;
  /** The beginning of the order’s reference or of the customer’s e-mail (in any case), or in full: the id of the invoice or transaction, the hash of a chain transaction that pays it, or the address of either end. */
  readonly q?: string | undefined;
  /** true answers the header X-Counts as well. */
  readonly counts?: boolean | undefined;
  /** How many at the most. */
  readonly limit?: number | undefined;
  /** From the Link header of the page before. */
  readonly cursor?: string | undefined;
  /** Made at this moment or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Made before this moment, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface GetTransactionQuery {
  /** true adds `address_signature` while it waits for its payment. */
  readonly signed?: boolean | undefined;
  /** With `signed`: is signed as well, so that no older answer passes for this one, in every state. */
  readonly nonce?: string | undefined;
}

export interface ListUnmatchedPaymentsQuery {
  /** Of this app. Left out: of all apps of the caller; with an app token, of its own. */
  readonly app_id?: string | undefined;
  /** `waiting` unless given. */
  readonly status?: 'waiting' | 'assigned' | 'dismissed' | 'withdrawn' | readonly ('waiting' | 'assigned' | 'dismissed' | 'withdrawn')[] | undefined;
  /** Its symbol, as ETH, in any case. */
  readonly cryptocurrency?: string | undefined;
  /** Its symbol, as ethereum, in any case. */
  readonly network?: string | undefined;
  /** In full: its id, the hash of its chain transaction or, unless it is assigned, an address of either end. */
  readonly q?: string | undefined;
  /** true answers the header X-Counts as well. */
  readonly counts?: boolean | undefined;
  /** How many at the most. */
  readonly limit?: number | undefined;
  /** From the Link header of the page before. */
  readonly cursor?: string | undefined;
  /** Made at this moment or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Made before this moment, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface GetBalanceSheetQuery {
  /** Inclusive; from the start unless given. */
  readonly from?: string | undefined;
  /** A moment is exclusive, a day is inclusive; until now unless given. */
  readonly to?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface GetAppStatisticsQuery {
  /** The first day; 30 days up to `to` unless given. */
  readonly from?: string | undefined;
  /** The last day, counted too; today unless given. At most 366 days in all. */
  readonly to?: string | undefined;
  readonly by?: 'day' | 'coin' | 'status' | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListInvoiceStepsQuery {
  /** How many at the most. */
  readonly limit?: number | undefined;
  /** From the Link header of the page before. */
  readonly cursor?: string | undefined;
  /** Made at this moment or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Made before this moment, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListAuditLogQuery {
  readonly app_id?: string | undefined;
  /** Of this action, as in `app.updated`, or of one of these. */
  readonly action?: string | readonly string[] | undefined;
  /** In full: the id of an entry or of what was changed, or the address that the request came from. */
  readonly q?: string | undefined;
  /** How many at the most. */
  readonly limit?: number | undefined;
  /** From the Link header of the page before. */
  readonly cursor?: string | undefined;
  /** Made at this moment or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Made before this moment, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListCryptocurrenciesQuery {
  /** How many at the most. All of them without limit and cursor. */
  readonly limit?: number | undefined;
  /** From the Link header of the page before. */
  readonly cursor?: string | undefined;
}

export interface ListNetworksQuery {
  /** How many at the most. All of them without limit and cursor. */
  readonly limit?: number | undefined;
  /** From the Link header of the page before. */
  readonly cursor?: string | undefined;
}

export interface ListCurrenciesQuery {
  /** How many at the most. All of them without limit and cursor. */
  readonly limit?: number | undefined;
  /** From the Link header of the page before. */
  readonly cursor?: string | undefined;
}

export interface ListPersonalAccessTokensQuery {
  /** How many at the most. */
  readonly limit?: number | undefined;
  /** From the Link header of the page before. */
  readonly cursor?: string | undefined;
  /** Made at this moment or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Made before this moment, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListSessionsQuery {
  /** How many at the most. */
  readonly limit?: number | undefined;
  /** From the Link header of the page before. */
  readonly cursor?: string | undefined;
  /** Made at this moment or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Made before this moment, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListPasskeysQuery {
  /** How many at the most. */
  readonly limit?: number | undefined;
  /** From the Link header of the page before. */
  readonly cursor?: string | undefined;
  /** Made at this moment or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Made before this moment, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListOauth2ClientsQuery {
  /** How many at the most. */
  readonly limit?: number | undefined;
  /** From the Link header of the page before. */
  readonly cursor?: string | undefined;
  /** Made at this moment or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Made before this moment, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListOauth2SessionsQuery {
  /** How many at the most. */
  readonly limit?: number | undefined;
  /** From the Link header of the page before. */
  readonly cursor?: string | undefined;
  /** Made at this moment or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Made before this moment, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListWebhooksQuery {
  /** Of this app. Left out: of all apps of the caller; with an app token, of its own. */
  readonly app_id?: string | undefined;
  /** How many at the most. */
  readonly limit?: number | undefined;
  /** From the Link header of the page before. */
  readonly cursor?: string | undefined;
  /** Made at this moment or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Made before this moment, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListWebhookDeliveriesQuery {
  readonly status?: 'pending' | 'delivered' | 'exhausted' | readonly ('pending' | 'delivered' | 'exhausted')[] | undefined;
  /** How many at the most. */
  readonly limit?: number | undefined;
  /** From the Link header of the page before. */
  readonly cursor?: string | undefined;
  /** Made at this moment or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Made before this moment, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListEventsQuery {
  /** Implied by an app token. Else, left out: of all apps of the caller. Needed for a stream and with `since`. */
  readonly app_id?: string | undefined;
  readonly type?: AnyEventType | readonly AnyEventType[] | undefined;
  /** Only events from then on, oldest first. */
  readonly since?: string | undefined;
  /** How many at the most. */
  readonly limit?: number | undefined;
  /** From the Link header of the page before. */
  readonly cursor?: string | undefined;
  /** Made at this moment or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Made before this moment, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface ListOperatorNetworksQuery {
  /** How many at the most. All of them without limit and cursor. */
  readonly limit?: number | undefined;
  /** From the Link header of the page before. */
  readonly cursor?: string | undefined;
}

export interface ListOperatorPeopleQuery {
  /** How many at the most. */
  readonly limit?: number | undefined;
  /** From the Link header of the page before. */
  readonly cursor?: string | undefined;
  /** Made at this moment or later, or on this day or later. */
  readonly created_after?: string | undefined;
  /** Made before this moment, or on this day or earlier. */
  readonly created_before?: string | undefined;
  readonly time_zone?: string | undefined;
}

export interface TransactionEventData extends Transaction {
  readonly reference?: string | null;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** What a delivery says. */
export type WebhookEvent =
  | {
      readonly type: 'invoice.created';
      readonly timestamp: string;
      readonly sequence: number;
      readonly data: Invoice;
    }
  | {
      readonly type: 'invoice.partially_paid';
      readonly timestamp: string;
      readonly sequence: number;
      readonly data: Invoice;
    }
  | {
      readonly type: 'invoice.paid';
      readonly timestamp: string;
      readonly sequence: number;
      readonly data: Invoice;
    }
  | {
      readonly type: 'invoice.expired';
      readonly timestamp: string;
      readonly sequence: number;
      readonly data: Invoice;
    }
  | {
      readonly type: 'invoice.canceled';
      readonly timestamp: string;
      readonly sequence: number;
      readonly data: Invoice;
    }
  | {
      readonly type: 'invoice.updated';
      readonly timestamp: string;
      readonly sequence: number;
      readonly data: Invoice;
    }
  | {
      readonly type: 'invoice.reversed';
      readonly timestamp: string;
      readonly sequence: number;
      readonly data: Invoice;
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
      readonly type: 'payment.unmatched';
      readonly timestamp: string;
      readonly data: UnmatchedPayment;
    }
  | {
      readonly type: 'address.changed';
      readonly timestamp: string;
      readonly data: {
        /** blocked, unblocked: by the issuer of a token. lost: another owner proved by a signature that it is theirs. */
        readonly change: 'added' | 'updated' | 'deleted' | 'blocked' | 'unblocked' | 'lost';
        /** The token, if its issuer did it. */
        readonly cryptocurrency?: string;
        readonly address: AppAddress;
        /** With lost: the address, if an extended public key gave it out. */
        readonly lost_address?: string;
      };
    }
  | {
      readonly type: 'webhook.disabled';
      readonly timestamp: string;
      readonly data: Webhook;
    }
  | {
      readonly type: 'rate.depegged';
      readonly timestamp: string;
      readonly data: {
        /** The symbol of the coin. */
        readonly cryptocurrency: string;
        /** The currency that it represents. */
        readonly currency: string;
        /** The market price of one coin, a plain decimal. */
        readonly rate: string;
        readonly sources: readonly ({
          readonly source: string;
          readonly rate: string;
          /** RFC 3339, UTC, milliseconds. */
          readonly at: string;
        })[];
      };
    }
  | {
      readonly type: 'webhook.test';
      readonly timestamp: string;
      readonly data: Webhook;
    };

/** What operations can be answered with beside what they are for. */
export type ProblemCode =
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
  | 'webhook_disabled';

export class Api extends Transport {
  /**
   * List apps.
   *
   * Those of whose team the caller is.
   */
  listApps(query: ListAppsQuery = {}, options?: CallOptions): Pages<App> {
    return this.list({ method: 'GET', path: '/app', query }, options);
  }

  /**
   * Create app.
   *
   * Next, say which coins it accepts and add receiving addresses. Its `environment` cannot change later; a `slug` that is taken answers 422.
   */
  createApp(body: CreateAppBody, options?: CallOptions): Promise<App> {
    return this.send({ method: 'POST', path: '/app', body }, options);
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
   * For a new token, a token with scopes needs apps:token. For that, for another url, and for a slug that is given up or led elsewhere, a browser needs a recent sign-in or step-up. The old slug leads on to the new one. Role: owner.
   */
  updateApp(id: string, body: UpdateAppBody, options?: CallOptions): Promise<App> {
    return this.send({ method: 'PUT', path: `/app/${encodeURIComponent(id)}`, body }, options);
  }

  /**
   * Archive app.
   *
   * It is listed with archived=true only, takes no new invoices, addresses, coins, webhooks or settings (409 `app_archived`), its token answers 401, and its slug leads nowhere. All that it holds stays readable. What its customers still owe can be paid, assigned, settled and canceled, and its webhooks still tell of it. POST /app/{id}/restore undoes this. An archived one is answered as it is. Role: owner.
   */
  archiveApp(id: string, options?: CallOptions): Promise<App> {
    return this.send({ method: 'DELETE', path: `/app/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Restore app.
   *
   * Its token is good again, and its slug unless another app of its owner has it. A live one is answered as it is. Role: owner.
   */
  restoreApp(id: string, options?: CallOptions): Promise<App> {
    return this.send({ method: 'POST', path: `/app/${encodeURIComponent(id)}/restore` }, options);
  }

  /**
   * Get app settings.
   *
   * Settings that nobody changed are at their defaults.
   */
  getAppSettings(id: string, options?: CallOptions): Promise<AppSettings> {
    return this.send({ method: 'GET', path: `/app/${encodeURIComponent(id)}/settings` }, options);
  }

  /**
   * Update app settings.
   *
   * Changes the members that are given, each as a whole, for new invoices and quotes. To accept less than before, a token with scopes also needs invoices:settle. For that, and for support_contact and embed_origins, a browser needs a recent sign-in or step-up. Role: owner.
   */
  updateAppSettings(id: string, body: UpdateAppSettingsBody, options?: CallOptions): Promise<AppSettings> {
    return this.send({ method: 'PUT', path: `/app/${encodeURIComponent(id)}/settings`, body }, options);
  }

  /**
   * List app members.
   *
   * Members and invitations of one app, or of all of which the caller is a member.
   */
  listAppMembers(query: ListAppMembersQuery = {}, options?: CallOptions): Pages<AppMember> {
    return this.list({ method: 'GET', path: '/app-members', query }, options);
  }

  /**
   * Invite app member.
   *
   * Mails a link, good for 7 days, by which whoever signs in with that address joins. Inviting an address again answers 200: the mail is sent anew, with the role of this request, and earlier links are void. Role: owner.
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
   * Holds at once for all tokens of the person, too. The last owner stays one. A `tampered` member has this role from now on. Role: owner.
   */
  updateAppMember(id: string, body: UpdateAppMemberBody, options?: CallOptions): Promise<AppMember> {
    return this.send({ method: 'PUT', path: `/app-member/${encodeURIComponent(id)}`, body }, options);
  }

  /**
   * Remove app member.
   *
   * Ends at once what the person may do with the app, with any token of theirs, or the invitation. Owners remove anybody, every member may leave. Their app tokens end. The main app token and the secrets of webhooks stay: make new ones where the person knew them.
   */
  removeAppMember(id: string, options?: CallOptions): Promise<AppMember> {
    return this.send({ method: 'DELETE', path: `/app-member/${encodeURIComponent(id)}` }, options);
  }

  /**
   * List app tokens.
   *
   * Lists those of one app, or of all where the caller may make them; expired ones too. Role: owner or developer.
   */
  listAppTokens(query: ListAppTokensQuery = {}, options?: CallOptions): Pages<AppToken> {
    return this.list({ method: 'GET', path: '/app-tokens', query }, options);
  }

  /**
   * Create app token.
   *
   * Refuses a scope that the caller’s role has no use for. An app has at most 50. Role: owner or developer.
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
   * It stops at once, for good. Its maker and owners may do so. Role: owner or developer.
   */
  deleteAppToken(id: string, options?: CallOptions): Promise<AppToken> {
    return this.send({ method: 'DELETE', path: `/app-token/${encodeURIComponent(id)}` }, options);
  }

  /**
   * List accepted cryptocurrencies.
   *
   * What customers of the app can pay with. Anybody may ask; the merchant's own terms are left out then.
   */
  listAppCryptocurrencies(query: ListAppCryptocurrenciesQuery = {}, options?: CallOptions): Pages<AppCryptocurrency> {
    return this.list({ method: 'GET', path: '/app-cryptocurrencies', query }, options);
  }

  /**
   * Accept a cryptocurrency.
   *
   * To take payments unconfirmed, or with fewer confirmations than the app asked for before, a token with scopes also needs invoices:settle, and a browser a recent sign-in or step-up. Role: owner.
   */
  createAppCryptocurrency(body: CreateAppCryptocurrencyBody, options?: CallOptions): Promise<AppCryptocurrency> {
    return this.send({ method: 'POST', path: '/app-cryptocurrency', body }, options);
  }

  /**
   * Get an accepted cryptocurrency.
   *
   * Anybody may ask; the merchant's own terms are left out then.
   */
  getAppCryptocurrency(id: string, options?: CallOptions): Promise<AppCryptocurrency> {
    return this.send({ method: 'GET', path: `/app-cryptocurrency/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Change how a cryptocurrency is accepted.
   *
   * To weaken its terms takes the same as in POST /app-cryptocurrency. Where no coin takes a total any more that one took, a browser needs a recent sign-in or step-up. Role: owner.
   */
  updateAppCryptocurrency(id: string, body: UpdateAppCryptocurrencyBody, options?: CallOptions): Promise<AppCryptocurrency> {
    return this.send({ method: 'PUT', path: `/app-cryptocurrency/${encodeURIComponent(id)}`, body }, options);
  }

  /**
   * Stop accepting a cryptocurrency.
   *
   * No new attempt can pay with it. Open ones go on to their end, and its addresses stay. Where no coin is left that takes the same totals, a browser needs a recent sign-in or step-up. Role: owner.
   */
  deleteAppCryptocurrency(id: string, options?: CallOptions): Promise<AppCryptocurrency> {
    return this.send({ method: 'DELETE', path: `/app-cryptocurrency/${encodeURIComponent(id)}` }, options);
  }

  /**
   * List payment links.
   *
   * Of one app, or of all of which the caller is a member.
   */
  listPaymentLinks(query: ListPaymentLinksQuery = {}, options?: CallOptions): Pages<PaymentLink> {
    return this.list({ method: 'GET', path: '/payment-links', query }, options);
  }

  /**
   * Make a payment link.
   *
   * Send people to its `url`. A `slug` that led elsewhere or asked for more before needs more rights, or waits. Role: owner.
   */
  createPaymentLink(body: CreatePaymentLinkBody, options?: CallOptions): Promise<PaymentLink> {
    return this.send({ method: 'POST', path: '/payment-link', body }, options);
  }

  /**
   * Get a payment link.
   *
   * Its terms, and the `url` to send people to. Its invoices are listed by app.
   */
  getPaymentLink(id: string, options?: CallOptions): Promise<PaymentLink> {
    return this.send({ method: 'GET', path: `/payment-link/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Change a payment link.
   *
   * Changes what is given. Invoices made on its page stay as they are. The old slug leads on to the new one. To ask for less takes more rights. Role: owner.
   */
  updatePaymentLink(id: string, body: UpdatePaymentLinkBody, options?: CallOptions): Promise<PaymentLink> {
    return this.send({ method: 'PUT', path: `/payment-link/${encodeURIComponent(id)}`, body }, options);
  }

  /**
   * Delete a payment link.
   *
   * No customer can begin to pay there. Invoices made on its page stay payable. Its slug stays with the owner. Role: owner.
   */
  deletePaymentLink(id: string, options?: CallOptions): Promise<PaymentLink> {
    return this.send({ method: 'DELETE', path: `/payment-link/${encodeURIComponent(id)}` }, options);
  }

  /**
   * List receiving addresses.
   *
   * Of one app, or of all that the caller reaches. What an extended public key gave out is not listed.
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
   * Changes the label, or whether new attempts use it. On a production app that was paid before, switching one on takes effect after a delay; the last one in effect stays on until then (409). Role: owner.
   */
  updateAppAddress(id: string, body: UpdateAppAddressBody, options?: CallOptions): Promise<AppAddress> {
    return this.send({ method: 'PUT', path: `/app-address/${encodeURIComponent(id)}`, body }, options);
  }

  /**
   * Remove a receiving address.
   *
   * New attempts no longer use it; what still comes to it is recorded. The last one in effect stays while another waits (409). Role: owner.
   */
  deleteAppAddress(id: string, options?: CallOptions): Promise<AppAddress> {
    return this.send({ method: 'DELETE', path: `/app-address/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Recognise an address.
   *
   * Says on which networks a pasted text is an address or an extended public key, by the checks of createAppAddress. The text is not kept, and a private key is refused. createAppAddress also asks the network, and may still refuse.
   */
  recogniseAppAddress(body: RecogniseAppAddressBody, options?: CallOptions): Promise<RecogniseAppAddressAnswer> {
    return this.send({ method: 'POST', path: '/app-address/recognise', body }, options);
  }

  /**
   * List payout changes.
   *
   * Receiving addresses of production apps that were paid before wait for a while, and so do slugs that are to lead to another app.
   */
  listPayoutChanges(query: ListPayoutChangesQuery = {}, options?: CallOptions): Pages<PayoutChange> {
    return this.list({ method: 'GET', path: '/payout-changes', query }, options);
  }

  /**
   * Stop a payout change.
   *
   * Customers go on paying where they did. An added address is removed, an older one switched off, a slug stays. Role: owner.
   */
  stopPayoutChange(id: string, options?: CallOptions): Promise<PayoutChange> {
    return this.send({ method: 'POST', path: `/payout-change/${encodeURIComponent(id)}/stop` }, options);
  }

  /**
   * Approve a payout change.
   *
   * Customers are shown the address at once. Whoever asked for it cannot do this, nor an owner who did not make the app and is one for less time than changes wait. Role: owner.
   */
  approvePayoutChange(id: string, options?: CallOptions): Promise<PayoutChange> {
    return this.send({ method: 'POST', path: `/payout-change/${encodeURIComponent(id)}/approve` }, options);
  }

  /**
   * Add a receiving address.
   *
   * An address has one owner on an instance, whether it was entered or is given out by an extended public key, now or soon. That of another owner is refused with `address_in_use` and a `proof_text`: the same request with a `signature` over it proves control. An address that cannot sign gets a `proof_payment` as well: once that is sent from it to itself and confirmed, the same request succeeds. Its owner may use it in several apps. On a production app that was paid before, it takes effect after a delay, and every owner can stop it until then. Role: owner.
   */
  createAppAddress(body: CreateAppAddressBody, options?: CallOptions): Promise<AppAddress> {
    return this.send({ method: 'POST', path: '/app-address', body }, options);
  }

  /**
   * List invoices.
   *
   * All filters must fit; `cryptocurrency` and `network` are those of its transactions.
   */
  listInvoices(query: ListInvoicesQuery = {}, options?: CallOptions): Pages<Invoice> {
    return this.list({ method: 'GET', path: '/invoices', query }, options);
  }

  /**
   * Create invoice.
   *
   * Answers the open invoice (200) that has the same order.reference and total already. Its customer and items must be the same, or be left out; otherwise, and once it is paid, the answer is 409. For less than the last canceled or expired one asked for, a token with scopes also needs invoices:settle. Text that only people read never fails an order: `warnings` name fields that were cut or left out, and a currency that has no rate now. Role: owner.
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
   * Changes what is given, `order`, `customer` and `metadata` each as a whole; a reference that `order` does not name is kept. `total` and `currency` are fixed while a transaction is open and once something was paid; a canceled or expired invoice cannot be changed (409). To ask for less, a token with scopes also needs invoices:settle. For that, and for another success_url or cancel_url, a browser needs a recent sign-in. Role: owner.
   */
  updateInvoice(id: string, body: UpdateInvoiceBody, options?: CallOptions): Promise<Invoice> {
    return this.send({ method: 'PUT', path: `/invoice/${encodeURIComponent(id)}`, body }, options);
  }

  /**
   * Cancel invoice.
   *
   * Also cancels its attempts that nothing was seen for. 409 once something was paid or is on its way. One already canceled is answered as it is. Role: owner or support.
   */
  cancelInvoice(id: string, options?: CallOptions): Promise<Invoice> {
    return this.send({ method: 'DELETE', path: `/invoice/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Settle invoice.
   *
   * Counts what came as the whole payment; no money moves. 409 where nothing came, or all of it did. Role: owner or support.
   */
  settleInvoice(id: string, body: SettleInvoiceBody, options?: CallOptions): Promise<Invoice> {
    return this.send({ method: 'POST', path: `/invoice/${encodeURIComponent(id)}/settle`, body }, options);
  }

  /**
   * Get invoice transactions list.
   *
   * All at once unless limit or cursor is sent. Those with a payment come first.
   */
  listTransactions(query: ListTransactionsQuery, options?: CallOptions): Pages<Transaction> {
    return this.list({ method: 'GET', path: '/transactions', query }, options);
  }

  /**
   * List payments.
   *
   * Of an app, whichever invoices they pay. All filters must fit.
   */
  listPayments(query: ListPaymentsQuery = {}, options?: CallOptions): Pages<Payment> {
    return this.list({ method: 'GET', path: '/payments', query }, options);
  }

  /**
   * Get transaction details.
   *
   * Whoever knows the id may read it. Amounts are in whole coins. Show `to` and `amount` until `expire_at`, and ask again for the outcome.
   */
  getTransaction(id: string, query: GetTransactionQuery = {}, options?: CallOptions): Promise<Transaction> {
    return this.send({ method: 'GET', path: `/transaction/${encodeURIComponent(id)}`, query }, options);
  }

  /**
   * Cancel transaction.
   *
   * Whoever knows the id may do it. Money already on its way is matched anew, as a late payment. 409 once it is confirmed or rejected.
   */
  cancelTransaction(id: string, options?: CallOptions): Promise<Transaction> {
    return this.send({ method: 'DELETE', path: `/transaction/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Create transaction.
   *
   * An invoice has at most 10 processing transactions at a time, and at most 100 in a row that no payment is seen for; one more answers 409 `too_many_transactions`. Asking again for a canceled one that nothing was seen for answers the same transaction, while the time of its quote runs and the invoice asks for the same sum.
   */
  createTransaction(body: CreateTransactionBody, options?: CallOptions): Promise<Transaction> {
    return this.send({ method: 'POST', path: '/transaction', body }, options);
  }

  /**
   * Request payment details.
   *
   * Makes a transaction without `from`: the sender is filled in when the chain shows it. Where the app has no extended public key, it gets a fixed address that no other open transaction uses; if there is none, an amount that no other open transaction has. Asking again with the same coin replaces what was asked before, and keeps its address. If that was canceled, the answer is the same transaction, as for `POST /transaction`. Amounts have at most 8 decimals (6 for stable coins), as exchanges send no more.
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
   * Money that reached an address of the app and cannot be told to belong to one transaction.
   */
  listUnmatchedPayments(query: ListUnmatchedPaymentsQuery = {}, options?: CallOptions): Pages<UnmatchedPayment> {
    return this.list({ method: 'GET', path: '/unmatched-payments', query }, options);
  }

  /**
   * Get unmatched payment.
   *
   * `reason` says why it waits, `candidates` and `evidence` what it may be for. While it waits, assign or dismiss it.
   */
  getUnmatchedPayment(id: string, options?: CallOptions): Promise<UnmatchedPayment> {
    return this.send({ method: 'GET', path: `/unmatched-payment/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Assign unmatched payment.
   *
   * Makes a transaction of the invoice (reason `late`, matched_by `merchant`). It is valued at the rate of the invoice’s newest attempt with the same coin if late_payments is accept_at_locked_rate and there is one, otherwise at the present rate. It needs the usual confirmations. Dust cannot be assigned. Role: owner or support.
   */
  assignUnmatchedPayment(id: string, body: AssignUnmatchedPaymentBody, options?: CallOptions): Promise<Transaction> {
    return this.send({ method: 'POST', path: `/unmatched-payment/${encodeURIComponent(id)}/assign`, body }, options);
  }

  /**
   * Dismiss unmatched payment.
   *
   * For money dealt with elsewhere, as by a refund: this sends nothing back. 409 where it no longer waits. Role: owner or support.
   */
  dismissUnmatchedPayment(id: string, options?: CallOptions): Promise<UnmatchedPayment> {
    return this.send({ method: 'POST', path: `/unmatched-payment/${encodeURIComponent(id)}/dismiss` }, options);
  }

  /**
   * Claim payment.
   *
   * 200: the payment is attached, because its sender signed, or because it is exactly the quote and no older than the transaction. 202: it is not, or not yet; the merchant sees the claim, and the sender may sign `claim_text` to prove it. Where it moves a token that is not accepted, `claim_notice` names the contract and the merchant sees it. 422 `claim_refused`: that hash pays nothing here, or belongs to another.
   */
  claimTransaction(id: string, body: ClaimTransactionBody, options?: CallOptions): Promise<Transaction> {
    return this.send({ method: 'POST', path: `/transaction/${encodeURIComponent(id)}/claim`, body }, options);
  }

  /**
   * Simulate a payment.
   *
   * For transactions of development apps that nothing was seen for. Plays the whole story at once, with its events and webhooks, and answers the transaction as it is then. It ends as the case is called, whatever else is open, or changes nothing and answers 409. Made-up payments are in block 0. Role: owner or developer.
   */
  simulateTransaction(id: string, body: SimulateTransactionBody, options?: CallOptions): Promise<Transaction> {
    return this.send({ method: 'POST', path: `/sandbox/transaction/${encodeURIComponent(id)}/simulate`, body }, options);
  }

  /**
   * Get balance sheet.
   *
   * What was credited and what reorganisations took back, with its worth at receipt. It is no wallet balance: what you spend is not seen.
   */
  getBalanceSheet(id: string, query: GetBalanceSheetQuery = {}, options?: CallOptions): Promise<BalanceSheet> {
    return this.send({ method: 'GET', path: `/app/${encodeURIComponent(id)}/balance-sheet`, query }, options);
  }

  /**
   * Get statistics.
   *
   * Counts, conversion and time to pay are of the invoices made out on these whole days; the volume is what was credited and taken back on them.
   */
  getAppStatistics(id: string, query: GetAppStatisticsQuery = {}, options?: CallOptions): Promise<AppStatistics> {
    return this.send({ method: 'GET', path: `/app/${encodeURIComponent(id)}/statistics`, query }, options);
  }

  /**
   * List what needs attention.
   *
   * Cheap enough to be asked every few seconds.
   */
  listAppAttention(id: string, options?: CallOptions): Promise<readonly AppAttention[]> {
    return this.send({ method: 'GET', path: `/app/${encodeURIComponent(id)}/attention` }, options);
  }

  /**
   * Get timeline.
   *
   * Oldest first. A step keeps its id. Deliveries are kept for 30 days, all else as long as the invoice. A token with scopes sees deliveries with `webhooks:read`, and what waits for the merchant with `transactions:read`.
   */
  listInvoiceSteps(id: string, query: ListInvoiceStepsQuery = {}, options?: CallOptions): Pages<InvoiceStep> {
    return this.list({ method: 'GET', path: `/invoice/${encodeURIComponent(id)}/timeline`, query }, options);
  }

  /**
   * List audit log.
   *
   * Changes of apps, settings, addresses, webhooks, tokens and payments by hand, and, without app_id, of the caller’s own account: sign-ins, passwords, second factors. The log of an archived app stays readable.
   */
  listAuditLog(query: ListAuditLogQuery = {}, options?: CallOptions): Pages<AuditLog> {
    return this.list({ method: 'GET', path: '/audit-log', query }, options);
  }

  /**
   * Get audit log entry.
   *
   * What was before and after it. An app’s for its team, an account’s for its person alone.
   */
  getAuditEntry(id: string, options?: CallOptions): Promise<AuditLog> {
    return this.send({ method: 'GET', path: `/audit-log/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Create upload target.
   *
   * Put the picture at `url` with `method` and `headers`: PNG, JPEG, WebP or AVIF of exactly this size and at most 8 million pixels. It is shown redrawn: as WebP, upright, at most 1024 pixels wide and high, without metadata. What no app shows a day later is deleted. Where `url` leads to a bucket, it is redrawn, or refused, when first given as `image` of an app.
   */
  createUploadTarget(body: CreateUploadTargetBody, options?: CallOptions): Promise<UploadTarget> {
    return this.send({ method: 'POST', path: '/upload-target', body }, options);
  }

  /**
   * List cryptocurrencies.
   *
   * All that are known here, with networks and rates; in one answer unless a page is asked for. An app accepts only some of them.
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
   * All that are known here, with or without an app that is paid there; in one answer unless a page is asked for.
   */
  listNetworks(query: ListNetworksQuery = {}, options?: CallOptions): Pages<Network> {
    return this.list({ method: 'GET', path: '/networks', query }, options);
  }

  /**
   * Get network.
   *
   * One network that this instance knows; 404 for any other.
   */
  getNetwork(symbol: string, options?: CallOptions): Promise<Network> {
    return this.send({ method: 'GET', path: `/network/${encodeURIComponent(symbol)}` }, options);
  }

  /**
   * List currencies.
   *
   * All that this instance has rates in; in one answer unless a page is asked for.
   */
  listCurrencies(query: ListCurrenciesQuery = {}, options?: CallOptions): Pages<Currency> {
    return this.list({ method: 'GET', path: '/currencies', query }, options);
  }

  /**
   * Get currency.
   *
   * 404 for one that this instance has no rates in.
   */
  getCurrency(code: string, options?: CallOptions): Promise<Currency> {
    return this.send({ method: 'GET', path: `/currency/${encodeURIComponent(code)}` }, options);
  }

  /**
   * Get account.
   *
   * The person that the token or session is of.
   */
  getAccount(options?: CallOptions): Promise<Account> {
    return this.send({ method: 'GET', path: '/account' }, options);
  }

  /**
   * List personal access tokens.
   *
   * Of the caller. The tokens themselves are shown only when they are made.
   */
  listPersonalAccessTokens(query: ListPersonalAccessTokensQuery = {}, options?: CallOptions): Pages<PersonalAccessToken> {
    return this.list({ method: 'GET', path: '/personal-access-tokens', query }, options);
  }

  /**
   * Create personal access token.
   *
   * In a browser session only: a leaked token makes no other. To change the receiving addresses of a production app, a token needs `cidrs`.
   */
  createPersonalAccessToken(body: CreatePersonalAccessTokenBody, options?: CallOptions): Promise<NewPersonalAccessToken> {
    return this.send({ method: 'POST', path: '/personal-access-token', body }, options);
  }

  /**
   * Get personal access token.
   *
   * What it may do and when it ends, not the token itself. 404 for those of others.
   */
  getPersonalAccessToken(id: string, options?: CallOptions): Promise<PersonalAccessToken> {
    return this.send({ method: 'GET', path: `/personal-access-token/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Revoke personal access token.
   *
   * It stops working at once, for good. A browser needs a recent sign-in or step-up.
   */
  deletePersonalAccessToken(id: string, options?: CallOptions): Promise<PersonalAccessToken> {
    return this.send({ method: 'DELETE', path: `/personal-access-token/${encodeURIComponent(id)}` }, options);
  }

  /**
   * List browser sessions.
   *
   * Where the caller is signed in, this browser included.
   */
  listSessions(query: ListSessionsQuery = {}, options?: CallOptions): Pages<Session> {
    return this.list({ method: 'GET', path: '/sessions', query }, options);
  }

  /**
   * End browser session.
   *
   * Signs that browser out. Another one than the own needs a recent proof, and is mailed.
   */
  endSession(id: string, options?: CallOptions): Promise<EndSessionAnswer> {
    return this.send({ method: 'DELETE', path: `/session/${encodeURIComponent(id)}` }, options);
  }

  /**
   * List passkeys.
   *
   * Of the signed-in person, at most 100. No key material is shown.
   */
  listPasskeys(query: ListPasskeysQuery = {}, options?: CallOptions): Pages<Passkey> {
    return this.list({ method: 'GET', path: '/passkeys', query }, options);
  }

  /**
   * Prepare a passkey.
   *
   * The answer is what `PublicKeyCredential.parseCreationOptionsFromJSON` takes. It holds for 5 minutes.
   */
  preparePasskey(options?: CallOptions): Promise<Readonly<Record<string, unknown>>> {
    return this.send({ method: 'POST', path: '/passkey/options' }, options);
  }

  /**
   * Create passkey.
   *
   * Send what the browser made of POST /passkey/options. Options are good once, right or wrong: after a 422 ask for new ones.
   */
  createPasskey(body: CreatePasskeyBody, options?: CallOptions): Promise<Passkey> {
    return this.send({ method: 'POST', path: '/passkey', body }, options);
  }

  /**
   * Delete passkey.
   *
   * It signs nobody in any more; the owner is told by mail. Remove it on the device too.
   */
  deletePasskey(id: string, options?: CallOptions): Promise<Passkey> {
    return this.send({ method: 'DELETE', path: `/passkey/${encodeURIComponent(id)}` }, options);
  }

  /**
   * List OAuth2 clients.
   *
   * Those that the caller registered, without their secrets.
   */
  listOauth2Clients(query: ListOauth2ClientsQuery = {}, options?: CallOptions): Pages<Oauth2Client> {
    return this.list({ method: 'GET', path: '/oauth2-clients', query }, options);
  }

  /**
   * Create OAuth2 client.
   *
   * `client_secret` is in this answer only. A `native` client has none, and uses PKCE alone.
   */
  createOauth2Client(body: CreateOauth2ClientBody, options?: CallOptions): Promise<CreateOauth2ClientAnswer> {
    return this.send({ method: 'POST', path: '/oauth2-client', body }, options);
  }

  /**
   * Get OAuth2 client.
   *
   * Its terms without the secret.
   */
  getOauth2Client(id: string, options?: CallOptions): Promise<Oauth2Client> {
    return this.send({ method: 'GET', path: `/oauth2-client/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Update OAuth2 client.
   *
   * Changes what is given, lists as a whole. The secret and the kind of client stay.
   */
  updateOauth2Client(id: string, body: UpdateOauth2ClientBody, options?: CallOptions): Promise<Oauth2Client> {
    return this.send({ method: 'PUT', path: `/oauth2-client/${encodeURIComponent(id)}`, body }, options);
  }

  /**
   * Delete OAuth2 client.
   *
   * It can ask nobody any more, and the access that people gave it ends.
   */
  deleteOauth2Client(id: string, options?: CallOptions): Promise<Oauth2Client> {
    return this.send({ method: 'DELETE', path: `/oauth2-client/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Rotate OAuth2 client secret.
   *
   * The old secret stops at once. 422 where there is none.
   */
  rotateOauth2ClientSecret(id: string, options?: CallOptions): Promise<CreateOauth2ClientAnswer> {
    return this.send({ method: 'POST', path: `/oauth2-client/${encodeURIComponent(id)}/rotate-secret` }, options);
  }

  /**
   * List OAuth2 sessions.
   *
   * Which programs the caller lets act for them. Their tokens are not shown.
   */
  listOauth2Sessions(query: ListOauth2SessionsQuery = {}, options?: CallOptions): Pages<Oauth2Session> {
    return this.list({ method: 'GET', path: '/oauth2-sessions', query }, options);
  }

  /**
   * Get OAuth2 session.
   *
   * One program that acts for the caller, and what it may do.
   */
  getOauth2Session(id: string, options?: CallOptions): Promise<Oauth2Session> {
    return this.send({ method: 'GET', path: `/oauth2-session/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Revoke OAuth2 session.
   *
   * Every token that came of it stops at once. The program may ask again.
   */
  deleteOauth2Session(id: string, options?: CallOptions): Promise<Oauth2Session> {
    return this.send({ method: 'DELETE', path: `/oauth2-session/${encodeURIComponent(id)}` }, options);
  }

  /**
   * List webhooks.
   *
   * Of one app, or of all that the caller reaches, without their secrets.
   */
  listWebhooks(query: ListWebhooksQuery = {}, options?: CallOptions): Pages<Webhook> {
    return this.list({ method: 'GET', path: '/webhooks', query }, options);
  }

  /**
   * Create webhook.
   *
   * The secret is in this answer only. Role: owner or developer.
   */
  createWebhook(body: CreateWebhookBody, options?: CallOptions): Promise<WebhookWithSecret> {
    return this.send({ method: 'POST', path: '/webhook', body }, options);
  }

  /**
   * Get webhook.
   *
   * `disabled_reason` and `failing_since` say how it is doing.
   */
  getWebhook(id: string, options?: CallOptions): Promise<Webhook> {
    return this.send({ method: 'GET', path: `/webhook/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Update webhook.
   *
   * Changes what is given. Switched off, it is sent nothing, not even what was still to be sent. One that is `tampered` can only be deleted (422). Role: owner or developer.
   */
  updateWebhook(id: string, body: UpdateWebhookBody, options?: CallOptions): Promise<Webhook> {
    return this.send({ method: 'PUT', path: `/webhook/${encodeURIComponent(id)}`, body }, options);
  }

  /**
   * Delete webhook.
   *
   * Nothing more is sent there, not even what is still to come. Its events stay listed. To end the last one that is switched on, a browser needs a recent sign-in or step-up. Role: owner or developer.
   */
  deleteWebhook(id: string, options?: CallOptions): Promise<Webhook> {
    return this.send({ method: 'DELETE', path: `/webhook/${encodeURIComponent(id)}` }, options);
  }

  /**
   * Rotate signing secret.
   *
   * For 24 hours deliveries carry a signature of each secret (or each key, for `v1a`), so that a receiver can change over. Role: owner or developer.
   */
  rotateWebhookSecret(id: string, options?: CallOptions): Promise<WebhookWithSecret> {
    return this.send({ method: 'POST', path: `/webhook/${encodeURIComponent(id)}/rotate-secret` }, options);
  }

  /**
   * Send a test event.
   *
   * Sends `webhook.test`, and answers its delivery: how it went is listed a moment later. Role: owner or developer.
   */
  testWebhook(id: string, options?: CallOptions): Promise<WebhookDelivery> {
    return this.send({ method: 'POST', path: `/webhook/${encodeURIComponent(id)}/test` }, options);
  }

  /**
   * List deliveries.
   *
   * What was sent in the last 30 days and what was answered. `exhausted` ones can be sent again.
   */
  listWebhookDeliveries(id: string, query: ListWebhookDeliveriesQuery = {}, options?: CallOptions): Pages<WebhookDelivery> {
    return this.list({ method: 'GET', path: `/webhook/${encodeURIComponent(id)}/deliveries`, query }, options);
  }

  /**
   * Get delivery.
   *
   * How one event was sent to one endpoint. 404 after 30 days.
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
   * Sends the endpoint the events since then that it subscribed to (of 30 days at the most), with the same `webhook-id` and body as before, oldest first, beside what is new; up to 1000, and `next_since` says where to go on. Events with an attempt still to come are left out. While one is running, the same request answers it again. Role: owner or developer.
   */
  replayWebhook(id: string, body: ReplayWebhookBody, options?: CallOptions): Promise<ReplayWebhookAnswer> {
    return this.send({ method: 'POST', path: `/webhook/${encodeURIComponent(id)}/replay`, body }, options);
  }

  /**
   * List events.
   *
   * Events of the last 30 days. With `since` the oldest comes first, in an order that no late commit changes; each page, also the last, names the next one, to be asked for later. With `Accept: text/event-stream` they come as server-sent events with the same ids: from now on, from `since` on, or after `Last-Event-ID`. A stream ends after ten minutes at the latest.
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
   * How it is set up, and how its database, mail and backups are doing.
   */
  getOperatorInstance(options?: CallOptions): Promise<OperatorInstance> {
    return this.send({ method: 'GET', path: '/operator/instance' }, options);
  }

  /**
   * List networks as their operator sees them.
   *
   * As the process that follows a network wrote down; no endpoint is asked for it.
   */
  listOperatorNetworks(query: ListOperatorNetworksQuery = {}, options?: CallOptions): Pages<OperatorNetwork> {
    return this.list({ method: 'GET', path: '/operator/networks', query }, options);
  }

  /**
   * Get rates and their sources.
   *
   * As the process that answers heard them.
   */
  getOperatorRates(options?: CallOptions): Promise<OperatorRates> {
    return this.send({ method: 'GET', path: '/operator/rates' }, options);
  }

  /**
   * List people.
   *
   * Who has an account here, and nothing of what is theirs.
   */
  listOperatorPeople(query: ListOperatorPeopleQuery = {}, options?: CallOptions): Pages<OperatorPeople> {
    return this.list({ method: 'GET', path: '/operator/people', query }, options);
  }

  /**
   * Look at the instance.
   *
   * Asks every endpoint, the mail server and the place of pictures: it takes seconds.
   */
  getOperatorHealth(options?: CallOptions): Promise<OperatorHealth> {
    return this.send({ method: 'GET', path: '/operator/health' }, options);
  }
}
