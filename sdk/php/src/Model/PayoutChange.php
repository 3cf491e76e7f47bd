<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class PayoutChange extends Model
{
    public string $id;

    public string $app_id;

    /** See GET /app-addresses. null for a slug. */
    public ?string $address_id = null;

    /** The network of the address; null if it is not configured now. */
    public ?string $network = null;

    /** One of PayoutChangeKind, or a later value. */
    public string $kind;

    /** The requested address, key or URL. It stays here after the change has ended. */
    public string $value;

    public ?string $label = null;

    /** The slug that will lead to another app. */
    public ?string $slug = null;

    /** The app that the slug will lead to. */
    public ?string $to_app_id = null;

    /** One of PayoutChangeChange, or a later value. */
    public string $change;

    /**
     * withdrawn: the address was changed again, or removed, before its time. One of PayoutChangeStatus, or a later
     * value.
     */
    public string $status;

    /** When customers are shown the address, unless it is stopped. */
    public string $effective_at;

    public ?string $requested_by = null;

    /** RFC 3339, UTC, milliseconds. */
    public ?string $decided_at = null;

    /** RFC 3339, UTC, milliseconds. */
    public string $created_at;
}
