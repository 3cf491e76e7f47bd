<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

/** A part of Invoice. */
class InvoiceClaim extends Model
{
    public string $transaction_id;

    public string $hash;

    /** Whether the chain shows the payment and it waits for the merchant. */
    public bool $seen;

    /** What waits, in coins; null until `seen`. */
    public ?string $amount = null;

    public ?string $cryptocurrency = null;

    /** Its name. */
    public string $network;

    /** As in unmatched payments. */
    public ?string $reason = null;

    public ?string $explorer_url = null;

    /** RFC 3339, UTC, milliseconds. */
    public string $created_at;
}
