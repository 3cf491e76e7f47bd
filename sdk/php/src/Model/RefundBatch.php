<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class RefundBatch extends Model
{
    /** BIP-174, in base64. */
    public string $psbt;

    /** @var list<string> */
    public array $refund_ids;

    /** In coins. */
    public string $fee;
}
