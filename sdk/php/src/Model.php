<?php
declare(strict_types=1);

namespace Quittance;

/**
 * An object of a response. Its properties have the names of the API. Members that this version does not know are
 * ignored, and are still in `toArray()`. A member that the instance did not send cannot be read.
 */
abstract class Model implements \JsonSerializable
{
    /**
     * The class of each property that is an object (`Order::class`) or a list of objects (`[Item::class]`).
     *
     * @var array<string, class-string<Model>|array{class-string<Model>}>
     */
    protected const OBJECTS = [];

    /** @var array<mixed> */
    private array $received;

    /** @param array<mixed> $data the members, as decoded from JSON */
    final public function __construct(array $data)
    {
        $this->received = $data;
        foreach ($data as $name => $value) {
            if (is_string($name) && $name !== 'received' && property_exists(static::class, $name)) {
                $this->read($name, $value);
            }
        }
    }

    /** @param array<mixed> $data the members, as decoded from JSON */
    public static function fromArray(array $data): static
    {
        return new static($data);
    }

    /**
     * All members as they were received, with those that this version does not know.
     *
     * @return array<mixed>
     */
    public function toArray(): array
    {
        return (array) self::plain($this->received);
    }

    public function jsonSerialize(): object
    {
        return (object) $this->received;
    }

    /**
     * Objects as arrays, at every depth.
     *
     * @internal
     */
    public static function plain(mixed $value): mixed
    {
        if (!is_array($value) && !$value instanceof \stdClass) {
            return $value;
        }
        return array_map([self::class, 'plain'], (array) $value);
    }

    private function read(string $name, mixed $value): void
    {
        try {
            $this->{$name} = $this->converted($name, $value);
        } catch (\TypeError) {
            // A later version of the service may send another type. The property stays without a value.
        }
    }

    private function converted(string $name, mixed $value): mixed
    {
        $class = static::OBJECTS[$name] ?? null;
        if ($class === null || $value === null) {
            return self::plain($value);
        }
        if (is_string($class)) {
            return $class::fromArray(self::members($value));
        }
        $items = [];
        foreach (self::members($value) as $item) {
            $items[] = $class[0]::fromArray(self::members($item));
        }
        return $items;
    }

    /** @return array<mixed> */
    private static function members(mixed $value): array
    {
        if (is_array($value) || $value instanceof \stdClass) {
            return (array) $value;
        }
        throw new \TypeError('An object or a list was expected.');
    }
}
