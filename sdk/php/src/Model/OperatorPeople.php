<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class OperatorPeople extends Model
{
    public string $id;

    public string $name;

    public string $email;

    /** One of AccountRole, or a later value. */
    public string $role;

    public bool $email_verified;

    /** Whether a password sign-in also requires a code. */
    public bool $second_factor;

    /** Their newest request in a browser that is still signed in. */
    public ?string $last_seen_at = null;

    /** RFC 3339, UTC, milliseconds. */
    public string $created_at;
}
