<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class App extends Model
{
    protected const OBJECTS = [
        'warnings' => [Warning::class],
    ];

    public string $id;

    public string $name;

    public ?string $description = null;

    public ?string $slug = null;

    /** URL of the image. */
    public ?string $image = null;

    public string $url;

    /**
     * The main app token (a secret), for owners. A token with scopes sees it with apps:token, a browser after a recent
     * sign-in or step-up.
     */
    public ?string $token = null;

    /** Instead of `token`, for other members, and where a browser's proof is older. */
    public ?string $token_last4 = null;

    /** One of AppEnvironment, or a later value. */
    public string $environment;

    /** The caller's role in the team; absent for an owner. One of AppRole, or a later value. */
    public ?string $role = null;

    /** Absent unless it is archived. */
    public ?string $archived_at = null;

    /** RFC 3339, UTC, milliseconds. */
    public string $created_at;

    /** RFC 3339, UTC, milliseconds. */
    public string $updated_at;

    /** @var list<Warning>|null */
    public ?array $warnings = null;
}
