<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

/** The data of an event. */
class TransactionEventData extends Transaction
{
    public ?string $reference = null;

    /** @var array<string, string>|null */
    public ?array $metadata = null;
}
