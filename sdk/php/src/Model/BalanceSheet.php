<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class BalanceSheet extends Model
{
    protected const OBJECTS = [
        'cryptocurrencies' => [BalanceSheetCryptocurrency::class],
        'currencies' => [Credited::class],
    ];

    public string $app_id;

    /** RFC 3339, UTC, milliseconds. */
    public ?string $from = null;

    /** RFC 3339, UTC, milliseconds. */
    public string $to;

    /**
     * By coin and network, in coins.
     *
     * @var list<BalanceSheetCryptocurrency>
     */
    public array $cryptocurrencies;

    /**
     * By the invoices' currency, at the credited rates.
     *
     * @var list<Credited>
     */
    public array $currencies;
}
