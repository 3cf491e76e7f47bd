<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

/** Known values. A later version of the service may send others. */
final class UpdateNotificationChoiceAnswerKind
{
    public const PAYMENTS = 'payments';
    public const DECISIONS = 'decisions';
    public const WEBHOOKS = 'webhooks';
    public const COINS = 'coins';
    public const SECURITY = 'security';
}
