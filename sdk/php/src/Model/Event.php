<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class Event extends Model
{
    public string $id;

    public string $type;

    /** RFC 3339, UTC, milliseconds. */
    public string $timestamp;

    public ?string $invoice_id = null;

    /** Counts the invoice's events without a gap, from 1. */
    public ?int $sequence = null;

    /**
     * The payload that was sent. A token with scopes sees it only if it may read such objects (invoices:read,
     * transactions:read, addresses:read); otherwise only `id`. `metadata` in a transaction needs invoices:read.
     *
     * @var array<string, mixed>
     */
    public array $data;
}
