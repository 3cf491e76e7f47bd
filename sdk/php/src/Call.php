<?php
declare(strict_types=1);

namespace Quittance;

/**
 * The facts of one call.
 *
 * @internal
 */
final class Call
{
    /** The Idempotency-Key of a change, the same for all attempts. Null for GET. */
    public ?string $key;

    /**
     * @param string $path the path below the API's URL, with parameters filled in
     * @param array<mixed> $query
     * @param array<mixed>|null $body
     */
    public function __construct(
        public string $method,
        public string $path,
        public array $query = [],
        public ?array $body = null,
        ?string $idempotencyKey = null,
        public string $accept = 'application/json'
    ) {
        $isKeyGiven = $idempotencyKey !== null && $idempotencyKey !== '';
        $this->key = $method === 'GET' ? null : ($isKeyGiven ? $idempotencyKey : self::uuid4());
    }

    /** @param array<mixed> $query further parameters */
    public function with(array $query): self
    {
        $call = clone $this;
        $call->query = array_merge($this->query, $query);
        return $call;
    }

    /** Several values repeat the name, pairs become `name[key]`, and absent values are left out. */
    public function queryString(): string
    {
        $pairs = ['v=1'];
        foreach ($this->query as $name => $value) {
            array_push($pairs, ...self::pairs((string) $name, $value));
        }
        return implode('&', $pairs);
    }

    /** @return list<string> */
    private static function pairs(string $name, mixed $value): array
    {
        if ($value === null) {
            return [];
        }
        if (is_array($value) || $value instanceof \stdClass) {
            $pairs = [];
            foreach ((array) $value as $key => $one) {
                array_push($pairs, ...self::pairs(is_int($key) ? $name : "{$name}[$key]", $one));
            }
            return $pairs;
        }
        if (is_bool($value)) {
            $value = $value ? 'true' : 'false';
        }
        if (!is_scalar($value)) {
            throw new \InvalidArgumentException("The query parameter $name must be a text, a number or a boolean.");
        }
        return [rawurlencode($name) . '=' . rawurlencode((string) $value)];
    }

    /** Returns a UUIDv4 (RFC 9562 §5.4). */
    private static function uuid4(): string
    {
        $bytes = random_bytes(16);
        $bytes[6] = chr((ord($bytes[6]) & 0x0f) | 0x40);
        $bytes[8] = chr((ord($bytes[8]) & 0x3f) | 0x80);
        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
    }
}
