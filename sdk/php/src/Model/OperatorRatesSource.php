<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

/** A part of OperatorRates. */
class OperatorRatesSource extends Model
{
    public string $name;

    /**
     * doubted: some of its prices disagree with the others or jumped, and are ignored. One of OperatorRatesSourceState,
     * or a later value.
     */
    public string $state;

    /** Why it returned no prices the last time. */
    public ?string $fault = null;

    /** The time of its last prices. */
    public ?string $heard_at = null;

    public int|float|null $answered_in_ms = null;

    /** The number of pairs that it priced the last time. */
    public int $prices;

    /**
     * Pairs in which it disagrees with the others and is ignored.
     *
     * @var list<string>
     */
    public array $apart;

    /**
     * Pairs that only it prices, and whose price jumped.
     *
     * @var list<string>
     */
    public array $doubted;

    /**
     * Pairs with an invalid price.
     *
     * @var list<string>
     */
    public array $refused;
}
