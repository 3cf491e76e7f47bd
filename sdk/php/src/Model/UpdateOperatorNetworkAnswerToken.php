<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

/** A part of UpdateOperatorNetworkAnswer. */
class UpdateOperatorNetworkAnswerToken extends Model
{
    public string $symbol;

    public string $name;

    public string $contract;

    public int $decimals;

    public bool $stable;
}
