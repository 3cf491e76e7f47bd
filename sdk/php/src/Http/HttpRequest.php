<?php
declare(strict_types=1);

namespace Quittance\Http;

/** One attempt at a call. */
final class HttpRequest
{
    /**
     * @param array<string, string> $headers
     * @param string|null $body JSON, or null
     * @param float $timeout the longest time in seconds; 0 for no limit
     */
    public function __construct(
        public string $method,
        public string $url,
        public array $headers,
        public ?string $body,
        public float $timeout
    ) {
    }
}
