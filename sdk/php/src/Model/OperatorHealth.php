<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class OperatorHealth extends Model
{
    protected const OBJECTS = [
        'findings' => [OperatorHealthFinding::class],
    ];

    /** Whether all findings are good. */
    public bool $healthy;

    /** @var list<OperatorHealthFinding> */
    public array $findings;
}
