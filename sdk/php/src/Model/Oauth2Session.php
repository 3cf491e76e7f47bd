<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class Oauth2Session extends Model
{
    protected const OBJECTS = [
        'client' => Oauth2SessionClient::class,
    ];

    public string $id;

    public Oauth2SessionClient $client;

    /** @var list<string> */
    public array $scopes;

    /** RFC 3339, UTC, milliseconds. */
    public string $first_used_at;

    /** RFC 3339, UTC, milliseconds. */
    public string $last_used_at;
}
