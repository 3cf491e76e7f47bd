<?php
declare(strict_types=1);

namespace Quittance\Exception;

/**
 * No complete answer came: the network failed or the call timed out. It is unknown whether a change was made. Repeating
 * the call with the same key is safe.
 */
final class Unreachable extends QuittanceException
{
    /** Use this key for the next attempt at the same change. Null for a call that changes nothing. */
    public ?string $idempotencyKey;

    public function __construct(string $reason, ?string $idempotencyKey, ?\Throwable $previous = null)
    {
        parent::__construct("The service could not be reached: $reason", 0, $previous);
        $this->idempotencyKey = $idempotencyKey;
    }
}
