<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class Passkey extends Model
{
    public string $id;

    public string $name;

    /** RFC 3339, UTC, milliseconds. */
    public ?string $last_used_at = null;

    /** RFC 3339, UTC, milliseconds. */
    public string $created_at;
}
