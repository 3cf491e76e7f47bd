<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

/** A part of Invoice. */
class InvoiceOrder extends Model
{
    protected const OBJECTS = [
        'items' => [InvoiceOrderItem::class],
    ];

    public ?string $reference = null;

    public ?string $description = null;

    /** @var list<InvoiceOrderItem>|null */
    public ?array $items = null;

    public ?string $discount = null;

    public ?string $tax = null;

    public ?string $shipping = null;
}
