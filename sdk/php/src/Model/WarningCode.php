<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

/** Known values. A later version of the service may send others. */
final class WarningCode
{
    public const TOO_LONG = 'too_long';
    public const TOO_MANY = 'too_many';
    public const TOO_MANY_DECIMALS = 'too_many_decimals';
    public const INVALID_FORMAT = 'invalid_format';
    public const NOT_MAILABLE = 'not_mailable';
    public const NO_RATE = 'no_rate';
    public const WAITING = 'waiting';
}
