<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class CryptocurrencyWithNetworks extends Model
{
    protected const OBJECTS = [
        'networks' => [NetworkOfCryptocurrency::class],
    ];

    public string $id;

    public string $symbol;

    public string $name;

    public int $decimals;

    /** Whether it is pegged to a fiat currency. */
    public bool $stable;

    /**
     * The price of one whole coin by currency, for display only.
     *
     * @var array<string, int|float>
     */
    public array $rates;

    /** @var list<NetworkOfCryptocurrency> */
    public array $networks;
}
