<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

/** Known values. A later version of the service may send others. */
final class RefundStatus
{
    public const AWAITING_ADDRESS = 'awaiting_address';
    public const READY = 'ready';
    public const SEEN = 'seen';
    public const SENT = 'sent';
    public const CANCELED = 'canceled';
}
