<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

/** A part of Invoice. */
class InvoiceBranding extends Model
{
    public ?string $color = null;

    public ?string $logo = null;
}
