<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

/** Known values. A later version of the service may send others. */
final class SimulateTransactionBodyCase
{
    public const PAID = 'paid';
    public const UNDERPAID = 'underpaid';
    public const OVERPAID = 'overpaid';
    public const LATE = 'late';
    public const WRONG_ASSET = 'wrong_asset';
    public const FAILED = 'failed';
    public const REORGED = 'reorged';
    public const EXPIRED = 'expired';
    public const CANCELED = 'canceled';
    public const UNMATCHED = 'unmatched';
}
