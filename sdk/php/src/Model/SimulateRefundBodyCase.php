<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

/** Known values. A later version of the service may send others. */
final class SimulateRefundBodyCase
{
    public const SEEN = 'seen';
    public const SENT = 'sent';
    public const AMOUNT_DIFFERS = 'amount_differs';
    public const REVERSED = 'reversed';
}
