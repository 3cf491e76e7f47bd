<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class Currency extends Model
{
    public string $id;

    /** ISO 4217. */
    public string $code;

    public string $name;

    public string $symbol;

    /** The number of decimals. */
    public int $decimals;
}
