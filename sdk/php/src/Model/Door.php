<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class Door extends Model
{
    /** Also the id of its app token: DELETE /app-token/{id} closes the door. */
    public string $id;

    public string $app_id;

    /** One of DoorKind, or a later value. */
    public string $kind;

    /** The address to enter in the shop. */
    public string $base_url;

    /** EPay: the merchant’s number. null for other kinds. */
    public ?string $pid = null;

    /** The currency of amounts that the shop sends without one. */
    public string $currency;

    /**
     * null: it works from any address.
     *
     * @var list<string>|null
     */
    public ?array $cidrs = null;

    /** RFC 3339, UTC, milliseconds. */
    public ?string $last_used_at = null;

    /** RFC 3339, UTC, milliseconds. */
    public string $created_at;
}
