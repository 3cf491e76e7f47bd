<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class Webhook extends Model
{
    public string $id;

    public string $app_id;

    public string $url;

    /**
     * The event types it is sent; null for all types, including future ones.
     *
     * @var list<string>|null
     */
    public ?array $events = null;

    public ?string $description = null;

    /**
     * `v1`: HMAC-SHA256 with the secret. `v1a`: Ed25519, verified with `public_key`. One of WebhookSignature, or a
     * later value.
     */
    public string $signature;

    /** Verifies deliveries signed with `v1a`: `whpk_` and 32 bytes in base64. */
    public ?string $public_key = null;

    public bool $enabled;

    /**
     * `by_owner`, `gone` (it answered 410), `failing` (only failures for five days) or `tampered` (changed outside the
     * service: delete it and add a new one).
     */
    public ?string $disabled_reason = null;

    /** RFC 3339, UTC, milliseconds. */
    public ?string $failing_since = null;

    /** Until this time the previous secret signs too; null if it was never rotated. */
    public ?string $previous_secret_until = null;

    /** The form of its deliveries. `quittance`: the events of this API. One of WebhookDialect, or a later value. */
    public string $dialect;

    /** The door that it belongs to; null for an endpoint that was added through this API. */
    public ?string $door_id = null;

    /** RFC 3339, UTC, milliseconds. */
    public string $created_at;

    /** RFC 3339, UTC, milliseconds. */
    public string $updated_at;
}
