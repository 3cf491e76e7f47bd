<?php
declare(strict_types=1);

namespace Quittance\Tests;

use Quittance\Http\HttpClient;
use Quittance\Http\HttpFailure;
use Quittance\Http\HttpRequest;
use Quittance\Http\HttpResponse;

/** Gives one answer after the other, and remembers the requests. */
final class FakeClient implements HttpClient
{
    /** @var list<HttpRequest> */
    public array $requests = [];

    /** @param list<HttpResponse|HttpFailure> $answers */
    public function __construct(private array $answers)
    {
    }

    public function send(HttpRequest $request): HttpResponse
    {
        $this->requests[] = $request;
        $answer = array_shift($this->answers) ?? throw new \LogicException('This request was not expected.');
        if ($answer instanceof HttpFailure) {
            throw $answer;
        }
        return $answer;
    }

    public function stream(HttpRequest $request): HttpResponse
    {
        return $this->send($request);
    }

    /** @return array<string, string> the parameters of a request */
    public function query(int $number): array
    {
        parse_str((string) parse_url($this->requests[$number]->url, PHP_URL_QUERY), $query);
        return $query;
    }
}
