<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class InvoiceStep extends Model
{
    protected const OBJECTS = [
        'rate_sources' => [InvoiceStepRateSource::class],
    ];

    public string $id;

    /** RFC 3339, UTC, milliseconds. */
    public string $at;

    /**
     * `attempt_quoted`: a customer was shown an address and an amount. `late_payment_accepted`: money without an open
     * attempt became a transaction. `payment_claimed`: a customer claimed that this chain transaction pays.
     * `payment_seen`: a payment, or more of it; unconfirmed if `block` is null. `payment_replaced`: another chain
     * transaction replaced it, or none (`hash` is null). `payment_orphaned`: its block left the chain, or no node knows
     * it any more. `payment_held`: money that may be for this invoice waits for the merchant. `payment_unlisted`: a
     * customer claimed a token that is not accepted here. `payment_assigned`: the merchant assigned it to this invoice.
     * `payment_dismissed`: the merchant handled it elsewhere. `credit_reversed`: taken back. `attempt_rejected`: its
     * payment failed, was double spent or was taken back by the chain. `invoice_accepted`: the shop accepts the
     * payments before they are confirmed. `invoice_not_accepted`: no more. `invoice_settled`: by the merchant,
     * manually. `invoice_canceled`: by the merchant. `invoice_reversed`: the amount paid decreased. `refund_created`:
     * the merchant prepared a refund. `refund_ready`: it has a destination, and waits for the wallet of the merchant.
     * `refund_seen`: a transfer to its destination is in a block. `refund_accepted`: the merchant accepts that another
     * amount was sent. `refund_sent`: the transfer is confirmed. `refund_reversed`: a reorganization of the chain
     * removed the transfer. `refund_canceled`: by the merchant. One of InvoiceStepKind, or a later value.
     */
    public string $kind;

    /** Null where it is about the invoice itself. */
    public ?string $transaction_id = null;

    public ?string $cryptocurrency = null;

    public ?string $network = null;

    /** In coins: the requested or received amount. */
    public ?string $amount = null;

    /** The value of the amount, in the invoice's currency. */
    public ?string $value = null;

    public ?string $currency = null;

    /** The total of the invoice at that time. */
    public ?string $total = null;

    /** The amount paid at that time. */
    public ?string $paid = null;

    /** @var list<string>|null */
    public ?array $exceptions = null;

    /** The shown address. */
    public ?string $to = null;

    /**
     * Given out once; fixed, and reserved for this attempt; or fixed and identified by the amount. One of
     * InvoiceStepAddressKind, or a later value.
     */
    public ?string $address_kind = null;

    /** The sender, as declared or as shown by the chain. */
    public ?string $from = null;

    /** The fiat price of one whole coin. */
    public ?string $rate = null;

    /** One of InvoiceStepRateMethod, or a later value. */
    public ?string $rate_method = null;

    /** RFC 3339, UTC, milliseconds. */
    public ?string $rate_at = null;

    /** @var list<InvoiceStepRateSource>|null */
    public ?array $rate_sources = null;

    /** RFC 3339, UTC, milliseconds. */
    public ?string $expire_at = null;

    /** The hash of the chain transaction. */
    public ?string $hash = null;

    /** The token contract, if the token is not accepted here. */
    public ?string $contract = null;

    /** The hash that was seen before. */
    public ?string $hash_before = null;

    public ?int $block = null;

    /** A network without blocks reported it, so it is final. */
    public ?bool $settled = null;

    public ?int $required_confirmations = null;

    public ?bool $requires_finality = null;

    /**
     * The endpoints that vouched.
     *
     * @var list<string>|null
     */
    public ?array $attested_by = null;

    /** The rule that decided, as in a transaction. */
    public ?string $matched_by = null;

    /**
     * All evidence for it.
     *
     * @var list<string>|null
     */
    public ?array $speaks = null;

    /** The number of attempts of other invoices with evidence by amount, sender or signature. */
    public ?int $others = null;

    /** Whether the sender signed the claim. */
    public ?bool $signed = null;

    /** The reason, as an API code or in the words of the merchant. */
    public ?string $reason = null;

    public ?string $payment_id = null;

    public ?string $refund_id = null;

    /** The person or program; without its id for callers who may not read the audit log. */
    public ?string $by = null;

    public ?string $event_id = null;

    public ?string $event_type = null;

    public ?string $webhook_id = null;

    public ?string $delivery_id = null;

    public ?string $url = null;

    public ?int $response_status = null;

    /** The first KiB of the answer. */
    public ?string $response_body = null;

    /** Why there was no answer. */
    public ?string $error = null;

    /** RFC 3339, UTC, milliseconds. */
    public ?string $next_attempt_at = null;
}
