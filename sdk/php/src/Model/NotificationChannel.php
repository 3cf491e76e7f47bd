<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class NotificationChannel extends Model
{
    public string $id;

    /** One of NotificationChannelKind, or a later value. */
    public string $kind;

    public string $name;

    /** Identifies the address, without its secrets. */
    public string $address;

    /** RFC 3339, UTC, milliseconds. */
    public ?string $verified_at = null;

    /** RFC 3339, UTC, milliseconds. */
    public ?string $disabled_at = null;

    /** Why the last message was not accepted. */
    public ?string $last_error = null;

    /** RFC 3339, UTC, milliseconds. */
    public string $created_at;
}
