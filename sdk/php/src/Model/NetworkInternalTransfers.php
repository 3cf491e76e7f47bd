<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

/** Known values. A later version of the service may send others. */
final class NetworkInternalTransfers
{
    public const TRACED = 'traced';
    public const ONE_TIME_ADDRESSES = 'one_time_addresses';
    public const DIRECT_ONLY = 'direct_only';
}
