<?php
declare(strict_types=1);

namespace Quittance;

use Quittance\Exception\Unreachable;
use Quittance\Generated\Api;
use Quittance\Http\HttpFailure;

/**
 * The client of one instance. Every operation of the API is a method with the same name. Each returns the response, or
 * throws Quittance\Exception\Problem if the service refused the call, and Quittance\Exception\Unreachable if no answer
 * came.
 *
 * Amounts of money are strings: never convert them to float.
 */
final class Quittance extends Api
{
    /**
     * Yields the invoice as it is now, and again after each change. It ends with the connection; call it again to
     * continue, since the first value is always complete.
     *
     * @return \Generator<int, InvoiceNow>
     */
    public function watchInvoice(string $id): \Generator
    {
        $path = '/invoice/' . rawurlencode($id) . '/events';
        $unread = '';
        foreach ($this->stream(new Call('GET', $path, accept: 'text/event-stream')) as $chunk) {
            $messages = explode("\n\n", $unread . $chunk);
            $unread = array_pop($messages);
            foreach ($messages as $message) {
                // The stream also contains heartbeats, which only keep the connection open.
                if (preg_match('/^event: invoice$/m', $message) !== 1) {
                    continue;
                }
                if (preg_match('/^data: (.*)$/m', $message, $data) === 1) {
                    yield InvoiceNow::fromArray((array) json_decode($data[1]));
                }
            }
        }
    }

    /**
     * Streams all credits of a period as lines of CSV or JSON, in chunks of text. Reading throws if the service could
     * not finish; the data read so far is then incomplete.
     *
     * @param array{app_id?: string, from?: string, to?: string, format?: 'csv'|'jsonl'} $query the period from `from`
     *     (inclusive) to `to` (exclusive) in RFC 3339, and the format: CSV unless set
     * @return iterable<string>
     */
    public function exportCredits(array $query = []): iterable
    {
        $type = ($query['format'] ?? 'csv') === 'jsonl' ? 'application/x-ndjson' : 'text/csv';
        return $this->stream(new Call('GET', '/exports', $query, accept: $type));
    }

    /** @return \Generator<int, string> */
    private function stream(Call $call): \Generator
    {
        try {
            foreach ($this->open($call)->chunks as $chunk) {
                yield $chunk;
            }
        } catch (HttpFailure $failure) {
            throw new Unreachable($failure->getMessage(), null, $failure);
        }
    }
}
