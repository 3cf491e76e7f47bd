<?php
declare(strict_types=1);

namespace Quittance;

use Quittance\Model\EventData;

/** The body of a delivery. */
final class WebhookEvent implements \JsonSerializable
{
    /** One of Quittance\Model\AnyEventType, or a later value. */
    public string $type;

    /** RFC 3339, UTC, milliseconds. */
    public string $timestamp;

    /** Counts the events of an invoice without a gap, from 1. Null for an event without an invoice. */
    public ?int $sequence;

    /**
     * The object of the event, such as a Quittance\Model\InvoiceEventData. A Quittance\UnknownData for an event that this
     * version does not know.
     */
    public Model $data;

    /** @var array<mixed> */
    private array $received;

    /** @param array<mixed> $body the members of the body, as decoded from JSON */
    public static function fromArray(array $body): self
    {
        $event = new self();
        $event->received = $body;
        $event->type = self::text($body, 'type');
        $event->timestamp = self::text($body, 'timestamp');
        $sequence = $body['sequence'] ?? null;
        $event->sequence = is_int($sequence) ? $sequence : null;
        $class = EventData::CLASSES[$event->type] ?? UnknownData::class;
        $event->data = $class::fromArray((array) ($body['data'] ?? []));
        return $event;
    }

    public function jsonSerialize(): object
    {
        return (object) $this->received;
    }

    /** @param array<mixed> $body */
    private static function text(array $body, string $name): string
    {
        $value = $body[$name] ?? null;
        return is_string($value) ? $value : '';
    }
}
