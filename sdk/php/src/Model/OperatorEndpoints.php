<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class OperatorEndpoints extends Model
{
    protected const OBJECTS = [
        'findings' => [OperatorEndpointsFinding::class],
    ];

    /** Its address, with the key masked. */
    public string $endpoint;

    public bool $usable;

    /** The newest block that it knows. */
    public ?int $head = null;

    /** The time of its first answer. */
    public ?int $latency_ms = null;

    /**
     * Empty if nothing was found.
     *
     * @var list<OperatorEndpointsFinding>
     */
    public array $findings;
}
