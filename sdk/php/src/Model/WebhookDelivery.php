<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class WebhookDelivery extends Model
{
    public string $id;

    public string $webhook_id;

    /** Sent as the header webhook-id at every attempt. */
    public string $event_id;

    public string $event_type;

    /** One of WebhookDeliveryStatus, or a later value. */
    public string $status;

    public int $attempts;

    /** RFC 3339, UTC, milliseconds. */
    public ?string $next_attempt_at = null;

    public ?int $response_status = null;

    /** The first KiB of the last response body. */
    public ?string $response_body = null;

    public ?string $error = null;

    /** RFC 3339, UTC, milliseconds. */
    public string $created_at;

    /** RFC 3339, UTC, milliseconds. */
    public string $updated_at;
}
