<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class AuditLog extends Model
{
    public string $id;

    public ?string $app_id = null;

    /** A person and their token, an app by its own token, or the operator by the command line. */
    public string $actor;

    /** The action, as in `app.updated`. */
    public string $action;

    public string $subject_type;

    public string $subject_id;

    /**
     * The changed fields before.
     *
     * @var array<string, mixed>|null
     */
    public ?array $before = null;

    /**
     * The changed fields after.
     *
     * @var array<string, mixed>|null
     */
    public ?array $after = null;

    public ?string $ip = null;

    public ?string $user_agent = null;

    /** RFC 3339, UTC, milliseconds. */
    public string $created_at;
}
