<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class RateDepeggedEventData extends Model
{
    protected const OBJECTS = [
        'sources' => [RateDepeggedEventDataSource::class],
    ];

    /** The symbol of the coin. */
    public string $cryptocurrency;

    /** What it stands for. */
    public string $currency;

    /** What the market says that one is worth, a plain decimal. */
    public string $rate;

    /** @var list<RateDepeggedEventDataSource> */
    public array $sources;

    /** True in an event of POST /sandbox/event: its object is made up. */
    public ?bool $simulated = null;
}
