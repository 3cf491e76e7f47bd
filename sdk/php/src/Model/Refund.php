<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class Refund extends Model
{
    protected const OBJECTS = [
        'rate_sources' => RefundRateSources::class,
    ];

    public string $id;

    public string $invoice_id;

    /**
     * `awaiting_address`: the customer names the destination at `refund_url`. `ready`: send `amount` to `to`. `seen`: a
     * transfer to it is in a block. `sent`: it is confirmed. A reorg takes both steps back. One of RefundStatus, or a
     * later value.
     */
    public string $status;

    /** A decimal in the invoice's currency. */
    public string $fiat_value;

    public string $currency;

    public string $cryptocurrency;

    public string $network;

    public string $network_name;

    public ?string $to = null;

    /** In coins; null before `ready`. */
    public ?string $amount = null;

    public ?string $hash = null;

    public int $confirmations;

    public int $required_confirmations;

    public ?string $explorer_url = null;

    /**
     * Whether the open refunds of the invoice exceed the paid amount, as after a reorg removed a payment. Nothing can
     * be signed until the payment is back, or the merchant cancels refunds.
     */
    public bool $exceeds_paid;

    /**
     * Where the payment came from, until a destination is given. An exchange’s address must not be used: its customers
     * cannot receive there.
     */
    public ?string $suggested_to = null;

    /**
     * `chain`: the chain shows that sender. `payer`: the payer stated it, and nothing proves it. One of
     * RefundSuggestedBy, or a later value.
     */
    public ?string $suggested_by = null;

    /** Another amount came. Send the right one, or accept it. `hash` is of the transfer that came. */
    public bool $amount_differs;

    /** When its transfer was seen. If a reorg removes the transfer, the time stays, and the status is `ready`. */
    public ?string $seen_at = null;

    /** RFC 3339, UTC, milliseconds. */
    public string $created_at;

    /** RFC 3339, UTC, milliseconds. */
    public string $updated_at;

    public ?string $app_id = null;

    /** The page where the customer names the destination and follows the refund. */
    public ?string $refund_url = null;

    /** One of RefundRateKind, or a later value. */
    public ?string $rate_kind = null;

    /** Fiat for one coin; null until it is quoted. */
    public ?string $rate = null;

    public ?RefundRateSources $rate_sources = null;

    /** Until then the amount is held. Reading the refund later renews it. */
    public ?string $quoted_until = null;

    public ?string $reason = null;

    /** For the merchant’s wallet, while `ready`, or `seen` with `amount_differs`. */
    public ?string $payment_uri = null;

    /**
     * The transfer to sign, while there is a `payment_uri`. EVM: `{chain_id, to, value, data}`. TRON: the parameters of
     * `TransferContract` or `TriggerSmartContract`. Amounts are decimals in smallest units. UTXO: a PSBT (BIP-174) as
     * base64 text, built from coins that the app’s extended public key received.
     *
     * @var string|array<string, mixed>|null
     */
    public string|array|null $unsigned = null;

    /**
     * Why `unsigned` is null while `ready`. `not_prepared`: read the refund to have its PSBT built. `no_extended_key`:
     * the app has no extended public key on the network. `not_enough_coins`: the confirmed coins that the key received,
     * and that no other refund uses, do not suffice. `network_unavailable`: no endpoint answers. `fee_too_high`: the
     * reported fee rate is not plausible, or the fee exceeds the amount. `wallet_not_supported`: the wallet has too
     * many keys. `in_batch`: a PSBT of several refunds pays it. `below_minimum`: the held amount expired, and at the
     * present rate and fees it is too small to be sent. `earlier_psbt_sent`: the coins of an earlier PSBT of this
     * refund are spent, or another refund uses them. If you sent that PSBT, wait for its confirmation. Otherwise send
     * the amount by `payment_uri`, or cancel this refund and prepare it again. `exceeds_paid`: the open refunds of the
     * invoice exceed the paid amount, as after a reorg removed a payment. One of RefundUnsignedReason, or a later
     * value.
     */
    public ?string $unsigned_reason = null;

    /** The network fee of the PSBT, in coins; null without one. */
    public ?string $network_fee = null;

    public ?int $block = null;

    /** The sender, where the chain shows it. */
    public ?string $from = null;

    /** Whether the sender is an address of the app; null if not known. */
    public ?bool $from_own = null;

    /** In coins. */
    public ?string $sent_amount = null;

    /** What it gave back, in the invoice's currency; 0 until `sent`. */
    public ?string $refunded = null;

    public ?string $reported_hash = null;

    /** Whether the customer named `to`. */
    public ?bool $is_customers_address = null;

    public ?bool $sent_after_cancellation = null;

    /** RFC 3339, UTC, milliseconds. */
    public ?string $ready_at = null;

    /** RFC 3339, UTC, milliseconds. */
    public ?string $sent_at = null;

    /** RFC 3339, UTC, milliseconds. */
    public ?string $canceled_at = null;
}
