<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class UnmatchedPayment extends Model
{
    protected const OBJECTS = [
        'evidence' => [UnmatchedPaymentEvidenceItem::class],
    ];

    public string $id;

    public string $app_id;

    /** `withdrawn`: a reorganization of the chain removed it. One of UnmatchedPaymentStatus, or a later value. */
    public string $status;

    /**
     * Why: `unknown`, `ambiguous`, `wrong_asset`, `wrong_network`, `invoice_canceled`, `held` (by late_payments),
     * `short_delivery` (less arrived than the token reports), `selfdestruct` (sent without a call), `unproved_call`
     * (shown by the balance only), `asset_stopped` (its contract contradicts the pinned decimals), `address_blocked`
     * (by the token’s issuer), `out_of_range` (too large), `undecided` (see the log).
     */
    public string $reason;

    /**
     * Transactions that it may pay, the likeliest first.
     *
     * @var list<string>
     */
    public array $candidates;

    /**
     * The evidence for each candidate.
     *
     * @var list<UnmatchedPaymentEvidenceItem>
     */
    public array $evidence;

    /** Worth almost nothing: one entry for each coin, address and day (UTC). */
    public bool $dust;

    /**
     * Transactions with a customer’s claim for it.
     *
     * @var list<string>
     */
    public array $claims;

    /** The transaction that it was assigned to. */
    public ?string $transaction_id = null;

    public string $cryptocurrency;

    public string $network;

    public ?string $contract = null;

    public ?string $from = null;

    public string $to;

    public string $amount;

    public string $hash;

    public ?int $block = null;

    /** RFC 3339, UTC, milliseconds. */
    public string $created_at;
}
