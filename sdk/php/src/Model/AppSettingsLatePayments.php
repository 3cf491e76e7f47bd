<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

/** Known values. A later version of the service may send others. */
final class AppSettingsLatePayments
{
    public const ACCEPT_AT_LOCKED_RATE = 'accept_at_locked_rate';
    public const ACCEPT_IF_WORTH_THE_DUE = 'accept_if_worth_the_due';
    public const HOLD = 'hold';
}
