<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

/** A part of OperatorNetwork. */
class OperatorNetworkBudget extends Model
{
    /** The intended number of calls to each endpoint. */
    public int $requests;

    /** The period. */
    public int $seconds;
}
