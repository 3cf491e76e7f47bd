<?php
declare(strict_types=1);

namespace Quittance;

/** A verified delivery of an event. */
final class Delivery
{
    /**
     * @param string $id the id of the event. It is the same at every attempt: store it, and skip events that you have
     *     seen.
     */
    public function __construct(public string $id, public WebhookEvent $event)
    {
    }
}
