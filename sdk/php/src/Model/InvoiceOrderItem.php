<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

/** A part of Invoice. */
class InvoiceOrderItem extends Model
{
    public string $name;

    /** With up to three decimals. */
    public int|float $quantity;

    /** The price of one. It may have more digits than the currency; a coupon has a negative price. */
    public string $price;

    public ?string $image = null;
}
