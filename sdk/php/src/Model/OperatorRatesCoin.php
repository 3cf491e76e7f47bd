<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

/** A part of OperatorRates. */
class OperatorRatesCoin extends Model
{
    public string $cryptocurrency;

    /** USD for one whole coin; null if it is not known now. */
    public ?string $rate = null;

    /**
     * fixed: set in quittance.json. at_par: a stable coin at its peg. cross: through the dollar. One of
     * InvoiceStepRateMethod, or a later value.
     */
    public ?string $method = null;

    /** @var list<string> */
    public array $sources;

    /** RFC 3339, UTC, milliseconds. */
    public ?string $at = null;
}
