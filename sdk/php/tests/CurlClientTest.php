<?php
declare(strict_types=1);

namespace Quittance\Tests;

use PHPUnit\Framework\TestCase;
use Quittance\Http\CurlClient;
use Quittance\Http\HttpFailure;
use Quittance\Http\HttpRequest;

final class CurlClientTest extends TestCase
{
    /** @var resource */
    private static $process;

    private static string $url;

    public static function setUpBeforeClass(): void
    {
        $command = [PHP_BINARY, __DIR__ . '/http-server.php'];
        $process = proc_open($command, [1 => ['pipe', 'w']], $pipes);
        if ($process === false) {
            self::fail('The server of the tests does not start.');
        }
        self::$process = $process;
        self::$url = 'http://127.0.0.1:' . trim((string) fgets($pipes[1]));
    }

    public static function tearDownAfterClass(): void
    {
        proc_terminate(self::$process);
        proc_close(self::$process);
    }

    private static function request(string $path, string $method = 'GET', ?string $body = null, float $timeout = 5): HttpRequest
    {
        return new HttpRequest($method, self::$url . $path, ['Accept' => 'application/json'], $body, $timeout);
    }

    public function testARequestIsSentAsItIs(): void
    {
        $response = (new CurlClient())->send(self::request('/echo', 'PUT', '{"a":"ü"}'));
        self::assertSame([200, 'req-1'], [$response->status, $response->header('x-request-id')]);
        self::assertStringStartsWith("PUT /echo HTTP/1.1\r\n", $response->body);
        self::assertStringContainsString("Accept: application/json\r\n", $response->body);
        self::assertStringEndsWith('{"a":"ü"}', $response->body);
        self::assertStringNotContainsStringIgnoringCase('expect:', $response->body);
    }

    public function testAChangeWithoutABodyNamesNoType(): void
    {
        $response = (new CurlClient())->send(self::request('/echo', 'DELETE'));
        self::assertStringContainsString("Content-Length: 0\r\n", $response->body);
        self::assertStringNotContainsStringIgnoringCase('content-type', $response->body);
    }

    public function testThePathIsNotChanged(): void
    {
        self::assertSame('as it is', (new CurlClient())->send(self::request('/../up'))->body);
    }

    public function testRedirectsAreNotFollowed(): void
    {
        self::assertSame(302, (new CurlClient())->send(self::request('/redirect'))->status);
    }

    public function testACutConnectionIsAFailureAndTheClientGoesOn(): void
    {
        $client = new CurlClient();
        foreach (['/cut', '/cut-body'] as $path) {
            try {
                $client->send(self::request($path));
                self::fail("$path must fail.");
            } catch (HttpFailure $failure) {
                self::assertNotSame('', $failure->getMessage());
            }
        }
        self::assertSame(200, $client->send(self::request('/echo'))->status);
    }

    public function testARequestHasATimeLimit(): void
    {
        $this->expectException(HttpFailure::class);
        (new CurlClient())->send(self::request('/silent', timeout: 0.05));
    }

    public function testAStreamIsReadToItsEnd(): void
    {
        $response = (new CurlClient())->stream(self::request('/stream', timeout: 0));
        self::assertSame([200, ''], [$response->status, $response->body]);
        self::assertSame("first\nsecond\n", implode('', [...$response->chunks]));
    }

    public function testARefusedStreamHasItsBody(): void
    {
        $response = (new CurlClient())->stream(self::request('/refused', timeout: 0));
        self::assertSame([404, 'none'], [$response->status, $response->body]);
    }

    public function testACutStreamIsAFailure(): void
    {
        $read = '';
        try {
            foreach ((new CurlClient())->stream(self::request('/cut-body', timeout: 0))->chunks as $chunk) {
                $read .= $chunk;
            }
            self::fail('The stream must fail.');
        } catch (HttpFailure) {
            self::assertSame('first', $read);
        }
    }

    public function testAStreamWithoutAnAnswerIsAFailure(): void
    {
        $this->expectException(HttpFailure::class);
        (new CurlClient())->stream(self::request('/cut', timeout: 0));
    }
}
