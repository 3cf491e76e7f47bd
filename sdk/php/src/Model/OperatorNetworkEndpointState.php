<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

/** Known values. A later version of the service may send others. */
final class OperatorNetworkEndpointState
{
    public const HEALTHY = 'healthy';
    public const DEPRIORITIZED = 'deprioritized';
    public const COOLING_DOWN = 'cooling_down';
    public const WRONG_CHAIN = 'wrong_chain';
    public const QUARANTINED = 'quarantined';
}
