<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

/** Known values. A later version of the service may send others. */
final class PayoutChangeStatus
{
    public const WAITING = 'waiting';
    public const EFFECTIVE = 'effective';
    public const STOPPED = 'stopped';
    public const APPROVED = 'approved';
    public const WITHDRAWN = 'withdrawn';
}
