<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

/** A part of OperatorInstance. */
class OperatorInstanceBackup extends Model
{
    /** The interval of planned backups; null: none. */
    public ?int $every_seconds = null;

    /** The time of the last good one. */
    public ?string $good_at = null;

    public ?string $name = null;

    /** Why the last try failed. */
    public ?string $failure = null;

    /** Whether twice `every_seconds` has passed without a good one. */
    public bool $is_late;
}
