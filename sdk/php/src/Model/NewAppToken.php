<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class NewAppToken extends Model
{
    public string $id;

    public string $app_id;

    public string $name;

    public string $last_four;

    /** @var list<string> */
    public array $scopes;

    /**
     * null: it works from any address.
     *
     * @var list<string>|null
     */
    public ?array $cidrs = null;

    /** A `user_id` of GET /app-members. */
    public string $made_by;

    /** RFC 3339, UTC, milliseconds. */
    public string $expires_at;

    /** RFC 3339, UTC, milliseconds. */
    public ?string $last_used_at = null;

    /** RFC 3339, UTC, milliseconds. */
    public string $created_at;

    /** The token (a secret). It is in this answer only. */
    public string $token;
}
