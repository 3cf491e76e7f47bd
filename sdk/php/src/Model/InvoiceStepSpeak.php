<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

/** Known values. A later version of the service may send others. */
final class InvoiceStepSpeak
{
    public const ADDRESS = 'address';
    public const AMOUNT = 'amount';
    public const NEAR_AMOUNT = 'near_amount';
    public const SENDER = 'sender';
    public const SIGNATURE = 'signature';
}
