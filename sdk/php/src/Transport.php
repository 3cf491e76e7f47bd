<?php
declare(strict_types=1);

namespace Quittance;

use Quittance\Exception\Problem;
use Quittance\Exception\QuittanceException;
use Quittance\Exception\Unreachable;
use Quittance\Http\CurlClient;
use Quittance\Http\HttpClient;
use Quittance\Http\HttpFailure;
use Quittance\Http\HttpRequest;
use Quittance\Http\HttpResponse;

/** Sends calls with the token, the version, a key for every change, and retries where they can help. */
abstract class Transport
{
    public const VERSION = '0.1.0';

    /** The longest wait in seconds before a retry. If the service asks for a longer one, the call fails instead. */
    private const LONGEST_RETRY_AFTER = 60;

    /** The longest pause in seconds before a retry that the service has set no time for. */
    private const LONGEST_BACKOFF = 8.0;

    private string $base;

    private HttpClient $http;

    /** @var callable(float): void */
    private $sleep;

    /**
     * @param string $url the URL of the instance, as in `https://pay.shop.example`
     * @param string|null $token a personal access token, an app token or an OAuth 2 access token; null for public
     *     operations
     * @param int $retries how often a failed call is retried
     * @param float $timeout the longest time in seconds for one attempt; streams have no limit
     * @param float $backoff the first pause in seconds before a retry; it doubles for each attempt
     * @param HttpClient|null $http a replacement for curl; see Quittance\Http\Psr18Client
     * @param (callable(float): void)|null $sleep a replacement for the pause before a retry, in seconds; for event
     *     loops and tests
     */
    public function __construct(
        string $url,
        #[\SensitiveParameter] private ?string $token = null,
        private int $retries = 3,
        private float $timeout = 30.0,
        private float $backoff = 0.5,
        ?HttpClient $http = null,
        ?callable $sleep = null
    ) {
        if (preg_match('~^https?://[^/?#@\s]+(/[^?#\s]*)?$~iD', $url) !== 1) {
            throw new \InvalidArgumentException('The URL of the instance must begin with https:// or http://.');
        }
        if ($token !== null && preg_match('/^[\x21-\x7e]*$/D', $token) !== 1) {
            throw new \InvalidArgumentException('The token has characters that no token has.');
        }
        $this->base = rtrim($url, '/') . '/api';
        $this->http = $http ?? new CurlClient();
        $this->sleep = $sleep ?? static function (float $seconds): void {
            usleep((int) ($seconds * 1_000_000));
        };
    }

    /**
     * @template T of Model
     * @param class-string<T> $class
     * @return T
     */
    protected function one(string $class, Call $call): Model
    {
        $response = $this->open($call);
        $answer = $this->decoded($response);
        if (!$answer instanceof \stdClass) {
            throw $this->unreadable($response);
        }
        return $class::fromArray((array) $answer);
    }

    /**
     * @template T of Model
     * @param class-string<T> $class
     * @return list<T>
     */
    protected function many(string $class, Call $call): array
    {
        return $this->modelsOf($class, $this->open($call));
    }

    /**
     * A paged list that is fetched while it is read.
     *
     * @template T of Model
     * @param class-string<T> $class
     * @return Pages<T>
     */
    protected function pages(string $class, Call $call): Pages
    {
        return new Pages(function (?string $cursor) use ($class, $call): array {
            $response = $this->open($cursor === null ? $call : $call->with(['cursor' => $cursor]));
            return [$this->modelsOf($class, $response), $response->header('link')];
        });
    }

    /**
     * The members of an answer without a class.
     *
     * @return array<string, mixed>
     */
    protected function map(Call $call): array
    {
        $members = [];
        foreach ((array) Model::plain($this->decoded($this->open($call))) as $name => $value) {
            $members[(string) $name] = $value;
        }
        return $members;
    }

    /**
     * The successful response to a call, with retries where they can help.
     *
     * @throws Problem
     * @throws Unreachable
     */
    protected function open(Call $call): HttpResponse
    {
        $request = $this->request($call);
        $attempt = 0;
        while (true) {
            try {
                return $this->attempt($request, $call);
            } catch (QuittanceException $failure) {
                if ($attempt >= $this->retries || !$this->mayHelp($failure)) {
                    throw $failure;
                }
                ($this->sleep)($this->waitBefore($attempt, $failure));
            }
            $attempt++;
        }
    }

    private function attempt(HttpRequest $request, Call $call): HttpResponse
    {
        try {
            $isStream = $call->accept !== 'application/json';
            $response = $isStream ? $this->http->stream($request) : $this->http->send($request);
        } catch (HttpFailure $failure) {
            throw new Unreachable($failure->getMessage(), $call->key, $failure);
        }
        if (!$response->isSuccess()) {
            throw Problem::of($response, time());
        }
        return $response;
    }

    private function request(Call $call): HttpRequest
    {
        $headers = ['Accept' => $call->accept, 'User-Agent' => 'quittance-php/' . self::VERSION];
        if ($this->token !== null && $this->token !== '') {
            $headers['Authorization'] = "Bearer {$this->token}";
        }
        if ($call->key !== null) {
            if (preg_match('/^[\x21-\x7e]+$/D', $call->key) !== 1) {
                throw new \InvalidArgumentException('An idempotency key is a UUIDv4.');
            }
            $headers['Idempotency-Key'] = $call->key;
        }
        $body = null;
        if ($call->body !== null) {
            $headers['Content-Type'] = 'application/json';
            $body = $this->encoded($call->body);
        }
        $url = "{$this->base}{$call->path}?{$call->queryString()}";
        $timeout = $call->accept === 'application/json' ? $this->timeout : 0.0;
        return new HttpRequest($call->method, $url, $headers, $body, $timeout);
    }

    /** @param array<mixed> $body */
    private function encoded(array $body): string
    {
        try {
            return json_encode((object) $body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
        } catch (\JsonException $fault) {
            throw new \InvalidArgumentException('The body cannot be written as JSON: ' . $fault->getMessage(), 0, $fault);
        }
    }

    private function decoded(HttpResponse $response): mixed
    {
        try {
            return json_decode($response->body, false, 512, JSON_THROW_ON_ERROR | JSON_BIGINT_AS_STRING);
        } catch (\JsonException) {
            throw $this->unreadable($response);
        }
    }

    /**
     * @template T of Model
     * @param class-string<T> $class
     * @return list<T>
     */
    private function modelsOf(string $class, HttpResponse $response): array
    {
        $answer = $this->decoded($response);
        if (!is_array($answer)) {
            throw $this->unreadable($response);
        }
        $models = [];
        foreach ($answer as $item) {
            $models[] = $class::fromArray((array) $item);
        }
        return $models;
    }

    private function unreadable(HttpResponse $response): Problem
    {
        $requestId = $response->header('x-request-id');
        $detail = 'The response cannot be read as JSON of this operation.';
        return new Problem($response->status, Problem::UNEXPECTED_ANSWER, $detail, [], $requestId);
    }

    private function mayHelp(QuittanceException $failure): bool
    {
        if (!$failure instanceof Problem) {
            return $failure instanceof Unreachable;
        }
        if (($failure->retryAfter ?? 0) > self::LONGEST_RETRY_AFTER) {
            return false;
        }
        return in_array($failure->status, [429, 500, 502, 503, 504], true)
            || $failure->problemCode === 'request_in_progress';
    }

    /**
     * As long as the service asks for, in seconds. Otherwise the pause doubles for each attempt, less a random part, so
     * that clients do not retry at the same moment.
     */
    private function waitBefore(int $attempt, QuittanceException $failure): float
    {
        if ($failure instanceof Problem && $failure->retryAfter !== null) {
            return (float) $failure->retryAfter;
        }
        $wait = min(self::LONGEST_BACKOFF, $this->backoff * 2 ** min($attempt, 30));
        return $wait * (0.5 + random_int(0, 1_000_000) / 2_000_000);
    }
}
