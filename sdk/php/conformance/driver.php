<?php
// The driver of this client for `npm run conformance -- php`. It reads one call a line from stdin, and writes one result
// a line to stdout. The protocol is in sdk/conformance/README.md.
declare(strict_types=1);

require __DIR__ . '/../autoload.php';

use Quittance\Exception\FieldProblem;
use Quittance\Exception\Problem;
use Quittance\Exception\Unreachable;
use Quittance\Exception\WebhookRefused;
use Quittance\Model;
use Quittance\Quittance;
use Quittance\Webhook;

final class Driver
{
    private ?Quittance $client = null;

    /** @param array<string, mixed> $call */
    public function answer(array $call): mixed
    {
        switch ($call['call'] ?? null) {
            case 'client':
                $this->client = $this->newClient($call);
                return null;
            case 'create_invoice':
                // The shape of a body is known only to PHPStan. This one comes from the run.
                /** @var array{total: string, currency: string} $body */
                $body = self::members($call, 'body');
                return self::written($this->client()->createInvoice($body, self::textOrNull($call, 'idempotency_key')));
            case 'get_invoice':
                return self::written($this->client()->getInvoice(self::text($call, 'id')));
            case 'cancel_invoice':
                return self::written($this->client()->cancelInvoice(self::text($call, 'id')));
            case 'list_invoices':
                return $this->list(self::members($call, 'query'));
            case 'verify_webhook':
                return $this->verify($call);
            default:
                throw new InvalidArgumentException('The call is not known.');
        }
    }

    /** @return array<string, mixed> */
    public static function failure(Throwable $failure): array
    {
        $message = ['message' => $failure->getMessage()];
        if ($failure instanceof Problem) {
            return $message + [
                'kind' => 'problem',
                'status' => $failure->status,
                'code' => $failure->problemCode,
                'request_id' => $failure->requestId,
                'retry_after' => $failure->retryAfter,
                'errors' => array_map(
                    static fn (FieldProblem $one): array => ['field' => $one->field, 'message' => $one->message],
                    $failure->errors
                ),
            ];
        }
        if ($failure instanceof Unreachable) {
            return $message + ['kind' => 'unreachable', 'idempotency_key' => $failure->idempotencyKey];
        }
        return $message + ['kind' => $failure instanceof WebhookRefused ? 'webhook_refused' : 'usage'];
    }

    /** @param array<string, mixed> $call */
    private function newClient(array $call): Quittance
    {
        return new Quittance(
            self::text($call, 'url'),
            self::textOrNull($call, 'token'),
            retries: self::number($call, 'max_retries', 3),
            timeout: self::number($call, 'timeout_ms', 30_000) / 1000,
            backoff: self::number($call, 'backoff_ms', 500) / 1000
        );
    }

    private function client(): Quittance
    {
        return $this->client ?? throw new InvalidArgumentException('No client was made.');
    }

    /**
     * @param array<string, mixed> $query
     * @return array<string, mixed>
     */
    private function list(array $query): array
    {
        $ids = [];
        /** @var array{limit?: int, reference?: string} $shaped */
        $shaped = $query;
        foreach ($this->client()->listInvoices($shaped) as $invoice) {
            $ids[] = $invoice->id;
        }
        return ['ids' => $ids];
    }

    /**
     * @param array<string, mixed> $call
     * @return array<string, mixed>
     */
    private function verify(array $call): array
    {
        $secrets = array_values(array_filter(self::members($call, 'secrets'), 'is_string'));
        $delivery = Webhook::verify(
            self::text($call, 'body'),
            self::members($call, 'headers'),
            $secrets,
            self::number($call, 'tolerance', Webhook::TOLERANCE),
            self::number($call, 'now', 0)
        );
        $data = get_object_vars($delivery->event->data);
        return ['id' => $delivery->id, 'type' => $delivery->event->type, 'data_id' => $data['id'] ?? null];
    }

    /** The properties of an object, at every depth. */
    private static function written(mixed $value): mixed
    {
        if ($value instanceof Model) {
            return (object) array_map([self::class, 'written'], get_object_vars($value));
        }
        return is_array($value) ? array_map([self::class, 'written'], $value) : $value;
    }

    /**
     * @param array<string, mixed> $call
     * @return array<string, mixed>
     */
    private static function members(array $call, string $name): array
    {
        $members = [];
        foreach (is_array($call[$name] ?? null) ? $call[$name] : [] as $key => $value) {
            $members[(string) $key] = $value;
        }
        return $members;
    }

    /** @param array<string, mixed> $call */
    private static function text(array $call, string $name): string
    {
        return self::textOrNull($call, $name) ?? '';
    }

    /** @param array<string, mixed> $call */
    private static function textOrNull(array $call, string $name): ?string
    {
        $value = $call[$name] ?? null;
        return is_string($value) ? $value : null;
    }

    /** @param array<string, mixed> $call */
    private static function number(array $call, string $name, int $default): int
    {
        $value = $call[$name] ?? $default;
        return is_int($value) ? $value : $default;
    }
}

$driver = new Driver();
while (($line = fgets(STDIN)) !== false) {
    try {
        /** @var array<string, mixed> $call */
        $call = json_decode($line, true, 512, JSON_THROW_ON_ERROR);
        $result = ['ok' => $driver->answer($call)];
    } catch (Throwable $failure) {
        $result = ['error' => Driver::failure($failure)];
    }
    echo json_encode($result, JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE), "\n";
}
