<?php
declare(strict_types=1);

namespace Quittance\Tests;

use PHPUnit\Framework\TestCase;
use Psr\Http\Client\ClientExceptionInterface;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\ResponseInterface;
use Psr\Http\Message\StreamFactoryInterface;
use Psr\Http\Message\StreamInterface;
use Quittance\Exception\Unreachable;
use Quittance\Http\Psr18Client;
use Quittance\Quittance;

final class Psr18ClientTest extends TestCase
{
    /** @var list<string> */
    private array $sent = [];

    /** @param array<array<string>> $headers */
    private function client(int $status, array $headers, string $body): Quittance
    {
        $response = $this->createStub(ResponseInterface::class);
        $response->method('getStatusCode')->willReturn($status);
        $response->method('getHeaders')->willReturn($headers);
        $response->method('getBody')->willReturn($this->stream($body));
        $client = $this->createStub(ClientInterface::class);
        $client->method('sendRequest')->willReturn($response);
        return new Quittance('https://pay.shop.example', 'token-1', retries: 0, http: $this->adapter($client));
    }

    private function adapter(ClientInterface $client): Psr18Client
    {
        $request = $this->createStub(RequestInterface::class);
        $request->method('withHeader')->willReturnCallback(function (string $name, string $value) use ($request) {
            $this->sent[] = "$name: $value";
            return $request;
        });
        $request->method('withBody')->willReturnSelf();
        $requests = $this->createStub(RequestFactoryInterface::class);
        $requests->method('createRequest')->willReturnCallback(function (string $method, string $uri) use ($request) {
            $this->sent[] = "$method $uri";
            return $request;
        });
        $streams = $this->createStub(StreamFactoryInterface::class);
        $streams->method('createStream')->willReturnCallback(function (string $content) {
            $this->sent[] = $content;
            return $this->stream($content);
        });
        return new Psr18Client($client, $requests, $streams);
    }

    /** A stream that gives its text in one piece. */
    private function stream(string $text): StreamInterface
    {
        $stream = $this->createStub(StreamInterface::class);
        $stream->method('__toString')->willReturn($text);
        $stream->method('eof')->willReturnOnConsecutiveCalls(false, true);
        $stream->method('read')->willReturn($text);
        return $stream;
    }

    public function testACallIsSentThroughTheClient(): void
    {
        $client = $this->client(200, ['Link' => ['<https://a.example/?cursor=c2>; rel="next"']], '[{"id":"1"}]');
        $page = $client->listInvoices()->page();
        self::assertSame(['1', 'c2'], [$page->items[0]->id, $page->next]);
        $this->client(200, [], '{"id":"1"}')->createInvoice(['total' => '1.00', 'currency' => 'USD']);
        self::assertSame('GET https://pay.shop.example/api/invoices?v=1', $this->sent[0]);
        self::assertContains('Authorization: Bearer token-1', $this->sent);
        self::assertContains('{"total":"1.00","currency":"USD"}', $this->sent);
    }

    public function testAStreamIsRead(): void
    {
        self::assertSame(["id\n"], [...$this->client(200, [], "id\n")->exportCredits()]);
    }

    public function testAFailureOfTheClientIsUnreachable(): void
    {
        $failure = new class ('cut') extends \RuntimeException implements ClientExceptionInterface {
        };
        $client = $this->createStub(ClientInterface::class);
        $client->method('sendRequest')->willThrowException($failure);
        $this->expectException(Unreachable::class);
        (new Quittance('https://pay.shop.example', retries: 0, http: $this->adapter($client)))->getInvoice('1');
    }
}
