<?php
// The part of the PSR-7, PSR-17 and PSR-18 interfaces that Psr18Client uses, for tests without their packages.
declare(strict_types=1);

namespace Psr\Http\Message {
    interface StreamInterface
    {
        public function __toString(): string;

        public function eof(): bool;

        public function read(int $length): string;
    }

    interface RequestInterface
    {
        public function withHeader(string $name, string $value): self;

        public function withBody(StreamInterface $body): self;
    }

    interface ResponseInterface
    {
        public function getStatusCode(): int;

        /** @return array<array<string>> */
        public function getHeaders(): array;

        public function getBody(): StreamInterface;
    }

    interface RequestFactoryInterface
    {
        public function createRequest(string $method, string $uri): RequestInterface;
    }

    interface StreamFactoryInterface
    {
        public function createStream(string $content = ''): StreamInterface;
    }
}

namespace Psr\Http\Client {
    use Psr\Http\Message\RequestInterface;
    use Psr\Http\Message\ResponseInterface;

    interface ClientExceptionInterface extends \Throwable
    {
    }

    interface ClientInterface
    {
        public function sendRequest(RequestInterface $request): ResponseInterface;
    }
}
