<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

/** Known values. A later version of the service may send others. */
final class InvoiceException
{
    public const OVERPAID = 'overpaid';
    public const PAID_LATE = 'paid_late';
    public const SETTLED_MANUALLY = 'settled_manually';
    public const REORGED = 'reorged';
    public const REFUNDED = 'refunded';
    public const PARTIALLY_REFUNDED = 'partially_refunded';
}
