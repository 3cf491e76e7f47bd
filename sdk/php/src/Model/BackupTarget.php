<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class BackupTarget extends Model
{
    public bool $writable;

    /** Why it cannot be written. */
    public ?string $error = null;
}
