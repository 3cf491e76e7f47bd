<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

/** A part of Invoice. */
class InvoiceStepRateSource extends Model
{
    public string $source;

    public string $rate;

    /** RFC 3339, UTC, milliseconds. */
    public string $at;

    /** Where the rate came by way of another currency. */
    public ?string $pair = null;
}
