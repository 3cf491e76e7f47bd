<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

/** A part of Network. */
class NetworkOfCryptocurrencyTransferFees extends Model
{
    public ?string $coin = null;

    public ?string $token = null;
}
