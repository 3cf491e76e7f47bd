<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class OperatorNetwork extends Model
{
    protected const OBJECTS = [
        'budget' => OperatorNetworkBudget::class,
        'endpoints' => [OperatorNetworkEndpoint::class],
    ];

    public string $symbol;

    public string $name;

    public bool $test;

    /**
     * followed: read block by block. swept: read at intervals, because nothing is open there. no_addresses: not read,
     * because no app is paid there. away: no endpoint answers. not_in_use: none is set. One of OperatorNetworkState, or
     * a later value.
     */
    public string $state;

    /** The environment variable that names its endpoints. */
    public string $variable;

    /** false if the operator switched it off. */
    public bool $enabled;

    /**
     * Where its endpoints are set. database: in the console. null: nowhere. One of OperatorNetworkSource, or a later
     * value.
     */
    public ?string $source = null;

    /** Whether PUT /operator/network/{symbol} can change its endpoints. */
    public bool $changeable;

    /** Whether it was added with POST /operator/network. */
    public bool $own;

    /** Its family. */
    public string $type;

    /**
     * The endpoints saved in the console, with keys masked.
     *
     * @var list<string>
     */
    public array $addresses;

    /** The newest block that was read. */
    public ?int $block = null;

    /** The newest block of the chain. */
    public ?int $head = null;

    /** The number of blocks that are not read yet. */
    public ?int $behind = null;

    /** RFC 3339, UTC, milliseconds. */
    public ?string $reached_at = null;

    /** Why it is no longer read, until `quittance network resume`; null if it is. */
    public ?string $halted = null;

    /** Whether its final block has stopped moving. */
    public bool $degraded;

    /** The disagreement between its endpoints. */
    public ?string $dispute = null;

    /** Payments that have their confirmations and wait for endpoints to agree. */
    public int $held_payments;

    /**
     * Evidence that too few endpoints provide for its quorum.
     *
     * @var list<string>
     */
    public array $quorum_lacks;

    /** The number of apps that are paid there. */
    public int $apps;

    /** The limit set in quittance.json. */
    public ?OperatorNetworkBudget $budget = null;

    /** For all its endpoints, at the current pace. */
    public ?int $calls_per_day = null;

    /** The same in the units of the provider. */
    public ?int $units_per_day = null;

    /**
     * Their state within the last minute.
     *
     * @var list<OperatorNetworkEndpoint>
     */
    public array $endpoints;
}
