<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

/** Known values. A later version of the service may send others. */
final class OperatorNetworkState
{
    public const FOLLOWED = 'followed';
    public const SWEPT = 'swept';
    public const NO_ADDRESSES = 'no_addresses';
    public const AWAY = 'away';
    public const HALTED = 'halted';
    public const NOT_IN_USE = 'not_in_use';
}
