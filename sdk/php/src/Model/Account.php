<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class Account extends Model
{
    protected const OBJECTS = [
        'email_change' => AccountEmailChange::class,
    ];

    public string $id;

    public string $name;

    public string $email;

    public bool $email_verified;

    /** One of AccountRole, or a later value. */
    public string $role;

    /** The address changes after both confirmed. Null if no change is pending. */
    public ?AccountEmailChange $email_change = null;

    /** RFC 3339, UTC, milliseconds. */
    public string $created_at;
}
