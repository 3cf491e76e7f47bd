<?php
declare(strict_types=1);

namespace Quittance;

use Quittance\Exception\WebhookRefused;

/** Verifies that a delivery comes from the service, by the rules of Standard Webhooks over the raw bytes. */
final class Webhook
{
    /** How far the time of a delivery may be from ours, in seconds. */
    public const TOLERANCE = 300;

    /** More signatures than any rotation needs. The limit bounds the work for one request. */
    private const MOST_SIGNATURES = 10;

    /**
     * @param string $body the raw request body, as of `file_get_contents('php://input')`
     * @param array<string, mixed> $headers as of `getallheaders()`, of a PSR-7 message, or `$_SERVER`
     * @param string|list<string> $secrets the secret (`whsec_…`) or public key (`whpk_…`) of the endpoint; several during
     *     a rotation
     * @param int|null $now the current Unix time, for tests
     * @throws WebhookRefused if the delivery is not authentic
     * @throws \InvalidArgumentException if a secret is not valid
     */
    public static function verify(
        string $body,
        array $headers,
        #[\SensitiveParameter] string|array $secrets,
        int $tolerance = self::TOLERANCE,
        ?int $now = null
    ): Delivery {
        $keys = self::readKeys((array) $secrets);
        $id = self::header($headers, 'webhook-id');
        $timestamp = self::header($headers, 'webhook-timestamp');
        $signatures = explode(' ', self::header($headers, 'webhook-signature'));
        if (preg_match('/^\d{1,12}$/D', $timestamp) !== 1) {
            throw new WebhookRefused('webhook-timestamp is not a time.');
        }
        if (abs(($now ?? time()) - (int) $timestamp) > $tolerance) {
            throw new WebhookRefused('The delivery is too old, or one of the two clocks is wrong.');
        }
        if (count($signatures) > self::MOST_SIGNATURES) {
            throw new WebhookRefused('There are too many signatures.');
        }
        if (!self::isGenuine("$id.$timestamp.$body", $signatures, $keys)) {
            throw new WebhookRefused('No signature matches: another secret was used, or the body was changed.');
        }
        $event = json_decode($body);
        if (!$event instanceof \stdClass) {
            throw new WebhookRefused('The body is not an event.');
        }
        return new Delivery($id, WebhookEvent::fromArray((array) $event));
    }

    /**
     * All keys are tried, so that timing does not reveal which one matched.
     *
     * @param list<string> $signatures
     * @param list<array{string, string}> $keys
     */
    private static function isGenuine(string $signed, array $signatures, array $keys): bool
    {
        $isGenuine = false;
        foreach ($keys as [$scheme, $key]) {
            foreach ($signatures as $signature) {
                if (str_starts_with($signature, "$scheme,")) {
                    $given = base64_decode(substr($signature, strlen($scheme) + 1), true);
                    $isGenuine = self::matches($signed, (string) $given, $scheme, $key) || $isGenuine;
                }
            }
        }
        return $isGenuine;
    }

    private static function matches(string $signed, string $given, string $scheme, string $key): bool
    {
        if ($scheme === 'v1') {
            return hash_equals(hash_hmac('sha256', $signed, $key, true), $given);
        }
        return strlen($given) === 64 && $key !== '' && sodium_crypto_sign_verify_detached($given, $signed, $key);
    }

    /**
     * @param array<mixed> $secrets
     * @return list<array{string, string}> scheme and key
     */
    private static function readKeys(array $secrets): array
    {
        if ($secrets === []) {
            throw new \InvalidArgumentException('A webhook is verified with at least one secret.');
        }
        return array_map(static function (mixed $secret): array {
            [$prefix, $text] = array_pad(explode('_', is_string($secret) ? $secret : '', 2), 2, '');
            $key = (string) base64_decode($text, true);
            if ($prefix === 'whsec' && strlen($key) >= 16) {
                return ['v1', $key];
            }
            if ($prefix !== 'whpk' || strlen($key) !== 32) {
                throw new \InvalidArgumentException('A webhook secret is whsec_ or whpk_ and base64.');
            }
            if (!function_exists('sodium_crypto_sign_verify_detached')) {
                throw new \InvalidArgumentException('Signatures of the scheme v1a need the extension sodium.');
            }
            return ['v1a', $key];
        }, array_values($secrets));
    }

    /** @param array<string, mixed> $headers */
    private static function header(array $headers, string $wanted): string
    {
        foreach ($headers as $name => $value) {
            // $_SERVER has HTTP_WEBHOOK_ID, and PSR-7 has a list of values.
            $name = strtr(strtolower((string) $name), '_', '-');
            $value = is_array($value) ? reset($value) : $value;
            if (($name === $wanted || $name === "http-$wanted") && is_string($value) && $value !== '') {
                return $value;
            }
        }
        throw new WebhookRefused("The header $wanted is missing.");
    }
}
