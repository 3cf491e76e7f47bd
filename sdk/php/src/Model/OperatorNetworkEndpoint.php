<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

/** A part of OperatorNetwork. */
class OperatorNetworkEndpoint extends Model
{
    /** Its host, with a number if several endpoints share it. */
    public string $name;

    /**
     * quarantined: it contradicted most others, and is no longer asked. One of OperatorNetworkEndpointState, or a later
     * value.
     */
    public string $state;

    /** Why it is not healthy. */
    public ?string $reason = null;

    /** The newest block that it knows. */
    public ?int $head = null;

    /** The number of blocks that it is behind the best endpoint. */
    public ?int $behind = null;

    /** The recent share of failed requests. */
    public int|float $error_rate;

    public int|float|null $latency_ms = null;

    /** At the current pace; null in the first minute. */
    public ?int $calls_per_day = null;

    /** By its price list, in the units of its provider. */
    public ?int $units_per_day = null;

    /** In responses, at the current pace. */
    public ?int $bytes_per_day = null;

    /** The number of requests to slow down. */
    public int $busy_answers;

    /** The used share of its budget in this period. */
    public int|float|null $budget_used = null;
}
