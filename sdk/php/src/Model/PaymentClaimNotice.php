<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

/** A part of Payment. */
class PaymentClaimNotice extends Model
{
    public string $code;

    public string $contract;

    public string $message;
}
