<?php
declare(strict_types=1);

namespace Quittance\Exception;

use Quittance\Http\HttpResponse;

/** The service refused the call and gave a reason. */
final class Problem extends QuittanceException
{
    /** The code of a response that is not from the service, such as a proxy's page. */
    public const UNEXPECTED_ANSWER = 'unexpected_answer';

    /** The HTTP status of the response. */
    public int $status;

    /** The stable code of the problem, for use in conditions. See Quittance\Model\ProblemCode. */
    public string $problemCode;

    /** Advice on how to resolve it. */
    public string $detail;

    /** @var list<FieldProblem> The refused fields, for the code validation_failed. */
    public array $errors;

    /** The id of the request in the log of the instance. */
    public ?string $requestId;

    /** Seconds to wait before the next call, as requested by the service. */
    public ?int $retryAfter;

    /** @param list<FieldProblem> $errors */
    public function __construct(
        int $status,
        string $problemCode,
        string $detail,
        array $errors = [],
        ?string $requestId = null,
        ?int $retryAfter = null
    ) {
        $parts = array_map(static fn (FieldProblem $one): string => "{$one->field}: {$one->message}", $errors);
        $request = $requestId === null ? '' : " (request $requestId)";
        $text = implode(' ', array_filter([$detail, ...$parts], static fn (string $part): bool => $part !== ''));
        parent::__construct("$status $problemCode: $text$request", $status);
        $this->status = $status;
        $this->problemCode = $problemCode;
        $this->detail = $detail;
        $this->errors = $errors;
        $this->requestId = $requestId;
        $this->retryAfter = $retryAfter;
    }

    /**
     * Reads an error response. A proxy may have sent it instead of the service, so its format is not certain.
     *
     * @internal
     */
    public static function of(HttpResponse $response, int $now): self
    {
        $sent = json_decode($response->body, true);
        $sent = is_array($sent) ? $sent : [];
        $isOurs = is_string($sent['code'] ?? null);
        $fields = is_array($sent['errors'] ?? null) ? $sent['errors'] : [];
        return new self(
            $response->status,
            $isOurs ? self::text($sent, 'code') : self::UNEXPECTED_ANSWER,
            $isOurs ? self::text($sent, 'detail') : self::beginning($response->body),
            array_map(static fn (array $one): FieldProblem => new FieldProblem(
                self::text($one, 'field'),
                self::text($one, 'code'),
                self::text($one, 'message')
            ), array_values(array_filter($fields, 'is_array'))),
            $response->header('x-request-id') ?? (self::text($sent, 'request_id') ?: null),
            self::secondsToWait($response->header('retry-after') ?? '', $now)
        );
    }

    /**
     * Parses Retry-After (RFC 9110 §10.2.3): seconds, or a date.
     *
     * @internal
     */
    public static function secondsToWait(string $header, int $now): ?int
    {
        $header = trim($header);
        if (preg_match('/^\d+$/D', $header) === 1) {
            return strlen($header) > 9 ? 999_999_999 : (int) $header;
        }
        $utc = new \DateTimeZone('UTC');
        foreach (['D, d M Y H:i:s \G\M\T', 'l, d-M-y H:i:s \G\M\T', 'D M j H:i:s Y'] as $format) {
            $at = \DateTimeImmutable::createFromFormat($format, $header, $utc);
            if ($at !== false) {
                return max(0, $at->getTimestamp() - $now);
            }
        }
        return null;
    }

    /** @param array<mixed> $from */
    private static function text(array $from, string $name): string
    {
        $value = $from[$name] ?? '';
        return is_string($value) ? $value : '';
    }

    private static function beginning(string $body): string
    {
        return (string) preg_replace('/[^\x20-\x7e]+/', ' ', substr($body, 0, 200));
    }
}
