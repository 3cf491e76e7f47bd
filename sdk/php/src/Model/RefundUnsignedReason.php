<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

/** Known values. A later version of the service may send others. */
final class RefundUnsignedReason
{
    public const NOT_PREPARED = 'not_prepared';
    public const NO_EXTENDED_KEY = 'no_extended_key';
    public const NOT_ENOUGH_COINS = 'not_enough_coins';
    public const NETWORK_UNAVAILABLE = 'network_unavailable';
    public const FEE_TOO_HIGH = 'fee_too_high';
    public const WALLET_NOT_SUPPORTED = 'wallet_not_supported';
    public const IN_BATCH = 'in_batch';
    public const BELOW_MINIMUM = 'below_minimum';
    public const EARLIER_PSBT_SENT = 'earlier_psbt_sent';
    public const EXCEEDS_PAID = 'exceeds_paid';
}
