<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class EndpointSuggestion extends Model
{
    public string $network;

    public string $provider;

    /** Its address. KEY stands for a key of an account with the provider. */
    public string $endpoint;

    public bool $needs_key;

    /** The documented limits. */
    public string $limits;

    /** The data that the provider can see. */
    public string $privacy;

    /** Whether it serves eth_getLogs. null: not documented. */
    public ?bool $serves_logs = null;

    /** Whether it serves old state or a history of addresses. null: not documented. */
    public ?bool $serves_history = null;

    /** Whether it serves traces. null: not documented. */
    public ?bool $serves_traces = null;

    /** The provider’s own page. */
    public string $documentation;

    /** The day on which that page was read. */
    public string $read_at;

    /** About so many calls a day this instance makes while nothing is open. */
    public ?int $calls_per_day = null;
}
