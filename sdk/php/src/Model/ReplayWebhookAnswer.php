<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class ReplayWebhookAnswer extends Model
{
    public string $id;

    public string $webhook_id;

    /** RFC 3339, UTC, milliseconds. */
    public string $since;

    /** How many events are sent. */
    public int $count;

    /** Where the next replay goes on; null: this one sends all. */
    public ?string $next_since = null;
}
