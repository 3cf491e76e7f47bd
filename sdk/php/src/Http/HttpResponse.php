<?php
declare(strict_types=1);

namespace Quittance\Http;

/** A complete response, or a stream whose chunks are read while they arrive. */
final class HttpResponse
{
    /**
     * @param array<string, string> $headers with names in lower case
     * @param iterable<string> $chunks the body of a stream; `body` is empty then
     */
    public function __construct(
        public int $status,
        public array $headers,
        public string $body,
        public iterable $chunks = []
    ) {
    }

    /** @param string $name in lower case */
    public function header(string $name): ?string
    {
        return $this->headers[$name] ?? null;
    }

    public function isSuccess(): bool
    {
        return $this->status >= 200 && $this->status < 300;
    }
}
