<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class PayTransactionAnswer extends Model
{
    /** The chain transaction. It is in the next block. */
    public string $hash;

    public string $from;

    public string $to;

    public string $amount;
}
