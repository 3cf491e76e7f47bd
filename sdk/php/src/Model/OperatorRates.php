<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class OperatorRates extends Model
{
    protected const OBJECTS = [
        'sources' => [OperatorRatesSource::class],
        'coins' => [OperatorRatesCoin::class],
    ];

    /** @var list<OperatorRatesSource> */
    public array $sources;

    /**
     * Every coin of the followed networks, except the test network.
     *
     * @var list<OperatorRatesCoin>
     */
    public array $coins;
}
