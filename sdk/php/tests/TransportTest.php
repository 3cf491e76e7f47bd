<?php
declare(strict_types=1);

namespace Quittance\Tests;

use PHPUnit\Framework\TestCase;
use Quittance\Exception\Problem;
use Quittance\Exception\Unreachable;
use Quittance\Http\HttpFailure;
use Quittance\Http\HttpResponse;
use Quittance\Quittance;

final class TransportTest extends TestCase
{
    private const UUID4 = '/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/D';

    private FakeClient $http;

    /** @var list<float> */
    private array $pauses = [];

    /** @param list<HttpResponse|HttpFailure> $answers */
    private function client(array $answers, int $retries = 3): Quittance
    {
        $this->http = new FakeClient($answers);
        $sleep = function (float $seconds): void {
            $this->pauses[] = $seconds;
        };
        return new Quittance('https://pay.shop.example/', 'token-1', retries: $retries, http: $this->http, sleep: $sleep);
    }

    /** @param array<string, string> $headers */
    private static function gives(int $status, string $body, array $headers = []): HttpResponse
    {
        return new HttpResponse($status, $headers, $body);
    }

    public function testChangesHaveAKeyForAllAttempts(): void
    {
        $client = $this->client([new HttpFailure('cut'), self::gives(503, 'busy'), self::gives(201, '{"id":"1"}')]);
        $invoice = $client->createInvoice(['total' => '25.00', 'currency' => 'USD', 'order' => ['reference' => 'ü/1']]);
        self::assertSame('1', $invoice->id);
        [$first, $second, $third] = $this->http->requests;
        self::assertMatchesRegularExpression(self::UUID4, $first->headers['Idempotency-Key']);
        self::assertSame('Bearer token-1', $first->headers['Authorization']);
        self::assertSame('https://pay.shop.example/api/invoice?v=1', $first->url);
        self::assertSame('{"total":"25.00","currency":"USD","order":{"reference":"ü/1"}}', $first->body);
        self::assertEquals($first, $second);
        self::assertEquals($first, $third);
    }

    public function testTheKeyOfTheCallerIsUsed(): void
    {
        $key = '5f0d4dd0-6d2c-4d4e-8a52-1f4a5f0e7a11';
        $client = $this->client([self::gives(200, '{}'), self::gives(200, '{}')]);
        $client->cancelInvoice('1', idempotencyKey: $key);
        $client->cancelInvoice('1', idempotencyKey: '');
        self::assertSame($key, $this->http->requests[0]->headers['Idempotency-Key']);
        self::assertMatchesRegularExpression(self::UUID4, $this->http->requests[1]->headers['Idempotency-Key']);
    }

    public function testReadsHaveNoKeyAndNoBody(): void
    {
        $client = $this->client([self::gives(200, '{"id":"1"}')]);
        $client->getInvoice('../a b');
        [$request] = $this->http->requests;
        self::assertSame('https://pay.shop.example/api/invoice/..%2Fa%20b?v=1', $request->url);
        self::assertArrayNotHasKey('Idempotency-Key', $request->headers);
        self::assertArrayNotHasKey('Content-Type', $request->headers);
        self::assertNull($request->body);
    }

    public function testAnEmptyBodyIsAnObject(): void
    {
        $client = $this->client([self::gives(200, '{}')]);
        $client->updateInvoice('1', []);
        self::assertSame('{}', $this->http->requests[0]->body);
    }

    public function testAProblemHasEverythingOfTheResponse(): void
    {
        $body = '{"code":"validation_failed","detail":"See errors.","errors":[{"field":"total","code":"too_small",'
            . '"message":"It must be positive."}]}';
        $client = $this->client([self::gives(422, $body, ['x-request-id' => 'req-1'])]);
        try {
            $client->createInvoice(['total' => '-1', 'currency' => 'USD']);
            self::fail('A refused call must throw.');
        } catch (Problem $problem) {
            self::assertSame([422, 'validation_failed'], [$problem->status, $problem->problemCode]);
            self::assertSame(['See errors.', 'req-1'], [$problem->detail, $problem->requestId]);
            self::assertSame(['total', 'too_small'], [$problem->errors[0]->field, $problem->errors[0]->code]);
            self::assertNull($problem->retryAfter);
            $text = '422 validation_failed: See errors. total: It must be positive. (request req-1)';
            self::assertSame($text, $problem->getMessage());
        }
    }

    /** @dataProvider refusals */
    public function testRefusedCallsAreNotRetried(int $status): void
    {
        $client = $this->client([self::gives($status, "<h1>n\xffo</h1>", ['location' => 'https://thief.example'])]);
        $this->expectExceptionObject(new Problem($status, 'unexpected_answer', '<h1>n o</h1>'));
        $client->getInvoice('1');
    }

    /** @return list<array{int}> */
    public function refusals(): array
    {
        return [[302], [400], [401], [403], [404], [409], [422]];
    }

    public function testRetriesWaitAsTheServiceAsks(): void
    {
        $client = $this->client([
            self::gives(429, '{"code":"rate_limited"}', ['retry-after' => '7']),
            self::gives(409, '{"code":"request_in_progress"}', ['retry-after' => '1']),
            self::gives(200, '{"id":"1"}'),
        ]);
        $client->getInvoice('1');
        self::assertSame([7.0, 1.0], $this->pauses);
    }

    public function testALongerWaitEndsTheCall(): void
    {
        $client = $this->client([self::gives(429, '{"code":"rate_limited"}', ['retry-after' => '3600'])]);
        try {
            $client->getInvoice('1');
            self::fail('The call must end.');
        } catch (Problem $problem) {
            self::assertSame([3600, []], [$problem->retryAfter, $this->pauses]);
        }
    }

    public function testPausesGrowAndDiffer(): void
    {
        $client = $this->client(array_fill(0, 7, self::gives(500, '')), retries: 6);
        try {
            $client->getInvoice('1');
            self::fail('The call must end.');
        } catch (Problem $problem) {
            self::assertSame(500, $problem->status);
        }
        foreach ([0.5, 1.0, 2.0, 4.0, 8.0, 8.0] as $attempt => $most) {
            self::assertLessThanOrEqual($most, $this->pauses[$attempt]);
            self::assertGreaterThanOrEqual($most / 2, $this->pauses[$attempt]);
        }
        self::assertNotSame($this->pauses[4], $this->pauses[5]);
    }

    public function testWithoutAnAnswerTheKeyIsReturned(): void
    {
        $client = $this->client([new HttpFailure('cut'), new HttpFailure('cut')], retries: 1);
        try {
            $client->cancelInvoice('1');
            self::fail('The call must end.');
        } catch (Unreachable $failure) {
            self::assertSame($this->http->requests[1]->headers['Idempotency-Key'], $failure->idempotencyKey);
        }
    }

    public function testAnUnreadableAnswerIsAProblem(): void
    {
        foreach (['<html>', '[]', '"text"'] as $body) {
            try {
                $this->client([self::gives(200, $body, ['x-request-id' => 'req-2'])])->getInvoice('1');
                self::fail('The answer must be refused.');
            } catch (Problem $problem) {
                self::assertSame(['unexpected_answer', 'req-2'], [$problem->problemCode, $problem->requestId]);
            }
        }
    }

    public function testQueriesRepeatNamesAndNestPairs(): void
    {
        $client = $this->client([self::gives(200, '[]')]);
        $query = ['status' => ['open', 'paid'], 'metadata' => ['order' => '10 42'], 'counts' => false, 'limit' => 5];
        iterator_to_array($client->listInvoices($query));
        $expected = '?v=1&status=open&status=paid&metadata%5Border%5D=10%2042&counts=false&limit=5';
        self::assertStringEndsWith($expected, $this->http->requests[0]->url);
    }

    /** @dataProvider invalidInput */
    public function testInvalidInputIsTheCallersOwnError(callable $call): void
    {
        $this->expectException(\InvalidArgumentException::class);
        $call();
    }

    /** @return iterable<string, array{callable}> */
    public function invalidInput(): iterable
    {
        foreach (['', 'pay.shop.example', 'ftp://shop.example', 'https://', 'https://a@b.example', 'https://a?x'] as $url) {
            yield $url => [static fn () => new Quittance($url)];
        }
        yield 'a token with a line' => [static fn () => new Quittance('https://a.example', "a\r\nHost: b")];
        $client = new Quittance('https://a.example', http: new FakeClient([]));
        yield 'a key with a line' => [static fn () => $client->cancelInvoice('1', "a\nb")];
        yield 'no UTF-8' => [static fn () => $client->createInvoice(['total' => "\xff", 'currency' => 'USD'])];
    }

    public function testRetryAfterIsSecondsOrADate(): void
    {
        $now = gmmktime(9, 30, 0, 1, 15, 2026);
        $cases = [
            '0' => 0,
            ' 12 ' => 12,
            'Thu, 15 Jan 2026 09:30:10 GMT' => 10,
            'Thursday, 15-Jan-26 09:30:10 GMT' => 10,
            'Thu Jan 15 09:30:10 2026' => 10,
            'Thu, 15 Jan 2026 09:00:00 GMT' => 0,
            '18446744073709551616' => 999_999_999,
            '' => null,
            'soon' => null,
            '-1' => null,
            '1.5' => null,
        ];
        foreach ($cases as $header => $expected) {
            self::assertSame($expected, Problem::secondsToWait((string) $header, $now), (string) $header);
        }
    }
}
