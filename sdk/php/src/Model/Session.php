<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class Session extends Model
{
    public string $id;

    /** Whether it is the session of this request. */
    public bool $current;

    public ?string $ip_address = null;

    public ?string $user_agent = null;

    /** RFC 3339, UTC, milliseconds. */
    public string $last_used_at;

    /** RFC 3339, UTC, milliseconds. */
    public string $expires_at;

    /** RFC 3339, UTC, milliseconds. */
    public string $created_at;
}
