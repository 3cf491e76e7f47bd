<?php
declare(strict_types=1);

namespace Quittance\Http;

/** Sends requests with PHP's curl extension. Connections are kept open between calls. */
final class CurlClient implements HttpClient
{
    /** The largest response that is read as a whole, in bytes. It protects the memory of this program. */
    private const LARGEST_BODY = 64 * 1024 * 1024;

    private ?\CurlHandle $handle = null;

    /** @var array<int, mixed> */
    private array $settings;

    /** @param array<int, mixed> $settings further CURLOPT_ settings, such as a proxy or own certificates */
    public function __construct(array $settings = [])
    {
        $this->settings = $settings;
    }

    public function send(HttpRequest $request): HttpResponse
    {
        $handle = $this->handle ?? curl_init();
        // A connection that failed is not used again.
        $this->handle = null;
        $headers = [];
        $body = '';
        $this->prepare($handle, $request, $headers);
        curl_setopt($handle, CURLOPT_WRITEFUNCTION, static function ($_, string $chunk) use (&$body): int {
            $body .= $chunk;
            return strlen($body) > self::LARGEST_BODY ? 0 : strlen($chunk);
        });
        if (curl_exec($handle) === false) {
            throw new HttpFailure(curl_error($handle));
        }
        $this->handle = $handle;
        return new HttpResponse($this->status($handle), $headers, $body);
    }

    public function stream(HttpRequest $request): HttpResponse
    {
        $handle = curl_init();
        $headers = [];
        /** @var \ArrayObject<int, string> $arrived */
        $arrived = new \ArrayObject();
        $this->prepare($handle, $request, $headers);
        curl_setopt($handle, CURLOPT_WRITEFUNCTION, static function ($_, string $chunk) use ($arrived): int {
            $arrived->append($chunk);
            return strlen($chunk);
        });
        $multi = curl_multi_init();
        curl_multi_add_handle($multi, $handle);
        $chunks = $this->chunks($multi, $handle, $arrived);
        // Runs to the first chunk, which comes after the headers.
        $chunks->current();
        $response = new HttpResponse($this->status($handle), $headers, '', $chunks);
        if ($response->isSuccess()) {
            return $response;
        }
        return new HttpResponse($response->status, $headers, implode('', iterator_to_array($chunks, false)));
    }

    /**
     * @param \ArrayObject<int, string> $arrived
     * @return \Generator<int, string>
     */
    private function chunks(\CurlMultiHandle $multi, \CurlHandle $handle, \ArrayObject $arrived): \Generator
    {
        try {
            do {
                curl_multi_exec($multi, $running);
                if (count($arrived) === 0 && $running > 0) {
                    curl_multi_select($multi, 1.0);
                }
                $ready = $arrived->exchangeArray([]);
                foreach ($ready as $chunk) {
                    yield $chunk;
                }
            } while ($running > 0);
            $result = curl_multi_info_read($multi);
            if (is_array($result) && $result['result'] !== CURLE_OK) {
                throw new HttpFailure(curl_error($handle));
            }
        } finally {
            curl_multi_remove_handle($multi, $handle);
            curl_multi_close($multi);
        }
    }

    /** @param array<string, string> $headers receives the headers of the response */
    private function prepare(\CurlHandle $handle, HttpRequest $request, array &$headers): void
    {
        $lines = ['Expect:'];
        foreach ($request->headers as $name => $value) {
            $lines[] = "$name: $value";
        }
        curl_reset($handle);
        curl_setopt_array($handle, [
            CURLOPT_URL => $request->url,
            CURLOPT_CUSTOMREQUEST => $request->method,
            CURLOPT_FOLLOWLOCATION => false,
            // An id of `..` stays a part of the path.
            CURLOPT_PATH_AS_IS => true,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_NOSIGNAL => true,
            CURLOPT_TIMEOUT_MS => (int) ceil($request->timeout * 1000),
            CURLOPT_CONNECTTIMEOUT_MS => 10_000,
            CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$headers): int {
                self::readHeader($line, $headers);
                return strlen($line);
            },
        ]);
        if ($request->body !== null || $request->method !== 'GET') {
            curl_setopt($handle, CURLOPT_POSTFIELDS, $request->body ?? '');
        }
        if ($request->body === null) {
            // curl would name a type for an empty body.
            $lines[] = 'Content-Type:';
        }
        curl_setopt($handle, CURLOPT_HTTPHEADER, $lines);
        curl_setopt_array($handle, $this->settings);
    }

    /** @param array<string, string> $headers */
    private static function readHeader(string $line, array &$headers): void
    {
        if (str_starts_with($line, 'HTTP/')) {
            // Another response of the same request, as after 100 Continue.
            $headers = [];
            return;
        }
        [$name, $value] = array_pad(explode(':', $line, 2), 2, '');
        if (trim($name) !== '') {
            $headers[strtolower(trim($name))] = trim($value);
        }
    }

    private function status(\CurlHandle $handle): int
    {
        return (int) curl_getinfo($handle, CURLINFO_RESPONSE_CODE);
    }
}
