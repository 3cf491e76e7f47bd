<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class AppMember extends Model
{
    public string $id;

    public string $app_id;

    /** One of RoleName, or a later value. */
    public string $role;

    /**
     * expired: the invitation was not accepted in time; invite the address again. tampered: the row was changed outside
     * the service and gives no role; remove it, or set the role again. One of AppMemberStatus, or a later value.
     */
    public string $status;

    /** The person’s address, or that of the invitation. */
    public string $email;

    public ?string $name = null;

    /** The person’s id in the audit log and in payout changes. */
    public ?string $user_id = null;

    /** RFC 3339, UTC, milliseconds. */
    public ?string $invitation_ends_at = null;

    /** When they joined, or were first invited. */
    public string $created_at;

    /** RFC 3339, UTC, milliseconds. */
    public string $updated_at;
}
