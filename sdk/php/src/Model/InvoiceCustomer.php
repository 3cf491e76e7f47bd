<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

/** A part of Invoice. */
class InvoiceCustomer extends Model
{
    public ?string $email = null;

    public ?string $name = null;
}
