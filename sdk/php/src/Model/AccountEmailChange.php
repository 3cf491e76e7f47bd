<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

/** A part of Account. */
class AccountEmailChange extends Model
{
    public string $new_email;

    /** RFC 3339, UTC, milliseconds. */
    public ?string $new_agreed_at = null;

    /** RFC 3339, UTC, milliseconds. */
    public ?string $old_agreed_at = null;

    /** When the new address alone is enough. */
    public string $counts_without_old_at;

    /** RFC 3339, UTC, milliseconds. */
    public string $created_at;
}
