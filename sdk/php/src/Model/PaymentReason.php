<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

/** Known values. A later version of the service may send others. */
final class PaymentReason
{
    public const REQUESTED = 'requested';
    public const EXPIRED = 'expired';
    public const SUPERSEDED = 'superseded';
    public const ADDRESS_LOST = 'address_lost';
    public const FAILED_ON_CHAIN = 'failed_on_chain';
    public const DOUBLE_SPENT = 'double_spent';
    public const REORGED = 'reorged';
    public const LATE = 'late';
}
