<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

/** The data of an event. */
class WebhookEventData extends Webhook
{
    /** True in an event of POST /sandbox/event: its object is made up. */
    public ?bool $simulated = null;
}
