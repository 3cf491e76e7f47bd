<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

/** Known values. A later version of the service may send others. */
final class InvoicePayableReason
{
    public const NO_COIN = 'no_coin';
    public const NO_ADDRESS = 'no_address';
    public const NO_RATE = 'no_rate';
    public const NETWORK_AWAY = 'network_away';
    public const BELOW_MINIMUM = 'below_minimum';
}
