<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class AppAttention extends Model
{
    /** One of AppAttentionKind, or a later value. */
    public string $kind;

    /** Counted up to 100. */
    public int $count;

    public bool $is_more;

    /** The time of the oldest; null if it is not known. */
    public ?string $since = null;

    /**
     * The oldest ones. For `no_rate`, ids of app cryptocurrencies; for payments, tokens and receipts, of invoices.
     *
     * @var list<string>
     */
    public array $ids;

    public string $what_to_do;
}
