<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class UpdateOperatorNetworkAnswer extends Model
{
    protected const OBJECTS = [
        'tokens' => [UpdateOperatorNetworkAnswerToken::class],
        'checks' => [OperatorEndpoints::class],
    ];

    public string $symbol;

    public string $name;

    /** Its family. */
    public string $type;

    public ?int $chain_id = null;

    public bool $test;

    /** Whether its endpoints are used. */
    public bool $enabled;

    public int $confirmations;

    /** The symbol of its native coin. */
    public string $native;

    /** @var list<UpdateOperatorNetworkAnswerToken> */
    public array $tokens;

    /**
     * The saved endpoints, with keys masked.
     *
     * @var list<string>
     */
    public array $addresses;

    /**
     * The report for each endpoint. Empty if the network is off.
     *
     * @var list<OperatorEndpoints>
     */
    public array $checks;

    /** How several endpoints work together. */
    public ?string $note = null;
}
