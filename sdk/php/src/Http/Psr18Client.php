<?php
declare(strict_types=1);

namespace Quittance\Http;

use Psr\Http\Client\ClientExceptionInterface;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\StreamFactoryInterface;

/**
 * Sends requests through a PSR-18 client of your own, such as Guzzle or Symfony's. Set its time limit yourself, and
 * switch its redirects off. The PSR interfaces are needed only if this class is used.
 */
final class Psr18Client implements HttpClient
{
    private const CHUNK_BYTES = 8192;

    public function __construct(
        private ClientInterface $client,
        private RequestFactoryInterface $requests,
        private StreamFactoryInterface $streams
    ) {
    }

    public function send(HttpRequest $request): HttpResponse
    {
        $response = $this->open($request);
        try {
            return new HttpResponse($response->getStatusCode(), $this->headers($response), (string) $response->getBody());
        } catch (\RuntimeException $failure) {
            throw new HttpFailure($failure->getMessage(), 0, $failure);
        }
    }

    public function stream(HttpRequest $request): HttpResponse
    {
        $response = $this->open($request);
        $answer = new HttpResponse($response->getStatusCode(), $this->headers($response), '', $this->chunks($response));
        if ($answer->isSuccess()) {
            return $answer;
        }
        return new HttpResponse($answer->status, $answer->headers, (string) $response->getBody());
    }

    private function open(HttpRequest $request): ResponseInterface
    {
        $message = $this->requests->createRequest($request->method, $request->url);
        foreach ($request->headers as $name => $value) {
            $message = $message->withHeader($name, $value);
        }
        if ($request->body !== null) {
            $message = $message->withBody($this->streams->createStream($request->body));
        }
        try {
            return $this->client->sendRequest($message);
        } catch (ClientExceptionInterface $failure) {
            throw new HttpFailure($failure->getMessage(), 0, $failure);
        }
    }

    /** @return array<string, string> */
    private function headers(ResponseInterface $response): array
    {
        $headers = [];
        foreach ($response->getHeaders() as $name => $values) {
            $headers[strtolower((string) $name)] = implode(', ', $values);
        }
        return $headers;
    }

    /** @return \Generator<int, string> */
    private function chunks(ResponseInterface $response): \Generator
    {
        $body = $response->getBody();
        try {
            while (!$body->eof()) {
                yield $body->read(self::CHUNK_BYTES);
            }
        } catch (\RuntimeException $failure) {
            throw new HttpFailure($failure->getMessage(), 0, $failure);
        }
    }
}
