<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

/**
 * A field of this request that was cut, rounded or left out. `no_rate`: no coin of the app has a rate in it. `waiting`:
 * see GET /payout-changes.
 */
class Warning extends Model
{
    public string $field;

    /** One of WarningCode, or a later value. */
    public string $code;
}
