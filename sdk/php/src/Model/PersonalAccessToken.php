<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class PersonalAccessToken extends Model
{
    public string $id;

    public string $name;

    /** The last characters of the token, to recognize it. */
    public string $last_four;

    /** @var list<string> */
    public array $scopes;

    /**
     * The only apps that it covers; null: all of the owner’s.
     *
     * @var list<string>|null
     */
    public ?array $app_ids = null;

    /**
     * The only addresses that it works from; null: any.
     *
     * @var list<string>|null
     */
    public ?array $cidrs = null;

    /** RFC 3339, UTC, milliseconds. */
    public string $expires_at;

    /** RFC 3339, UTC, milliseconds. */
    public ?string $last_used_at = null;

    /** RFC 3339, UTC, milliseconds. */
    public string $created_at;
}
