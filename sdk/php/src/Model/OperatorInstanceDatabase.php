<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

/** A part of OperatorInstance. */
class OperatorInstanceDatabase extends Model
{
    public string $version;

    /** Whether it runs inside the service, in DATA_DIR. */
    public bool $is_embedded;

    /** The difference between its clock and this machine’s. */
    public int $clock_apart_ms;

    /** Why quotes are stopped after commits were lost. */
    public ?string $stopped = null;

    /** RFC 3339, UTC, milliseconds. */
    public ?string $recovered_at = null;
}
