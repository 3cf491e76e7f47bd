<?php
// Receives webhooks: verifies each over its raw body and keeps it once, in order. Any web server runs it, also FPM and CGI.
declare(strict_types=1);

const TOLERANCE_SECONDS = 300;
const MAX_BODY_BYTES = 1024 * 1024;

/** Throws where the secret is none: nothing must be verified with an empty key. */
function keyOf(string $secret): string
{
    $key = base64_decode(substr($secret, strlen('whsec_')), true);
    if (!str_starts_with($secret, 'whsec_') || $key === false || strlen($key) < 16) {
        throw new RuntimeException('WEBHOOK_SECRET is missing or no webhook secret');
    }
    return $key;
}

/** $headers as from getallheaders(), whose names have any case. $body is the raw body. */
function verify(string $secret, array $headers, string $body): bool
{
    $headers = array_change_key_case($headers);
    $id = (string) ($headers['webhook-id'] ?? '');
    $timestamp = (string) ($headers['webhook-timestamp'] ?? '');
    if (!preg_match('/^[\w.-]{1,128}$/D', $id) || !preg_match('/^\d{1,12}$/D', $timestamp)) {
        return false;
    }
    if (abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", keyOf($secret), true));
    $isGenuine = false;
    foreach (explode(' ', (string) ($headers['webhook-signature'] ?? '')) as $given) {
        $isGenuine = hash_equals($expected, $given) || $isGenuine;
    }
    return $isGenuine;
}

/**
 * Appends the event to the inbox, one line each: id, invoice, sequence, body. Leaves out an event that is there, and one
 * that is older than another of its invoice. A table of your database does the same, with a unique key on the id.
 */
function keep(string $path, string $id, string $body): void
{
    $event = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
    $sequence = is_int($event['sequence'] ?? null) ? $event['sequence'] : null;
    $invoice = $sequence === null ? '' : (string) ($event['data']['invoice_id'] ?? $event['data']['id'] ?? '');
    $inbox = fopen($path, 'a+');
    if ($inbox === false || !flock($inbox, LOCK_EX)) {
        throw new RuntimeException('the inbox cannot be written');
    }
    rewind($inbox);
    $line = "\n";
    $last = $line;
    while (($line = fgets($inbox)) !== false) {
        $last = $line;
        $fields = explode("\t", $line);
        if (count($fields) < 4) {
            continue;
        }
        if ($fields[0] === $id || ($invoice !== '' && $fields[1] === $invoice && (int) $fields[2] >= $sequence)) {
            return;
        }
    }
    $torn = str_ends_with($last, "\n") ? '' : "\n";
    fwrite($inbox, $torn . implode("\t", [$id, $invoice, $sequence ?? '', strtr($body, "\t\r\n", '   ')]) . "\n");
    fsync($inbox);
}

if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
    http_response_code(405);
    exit;
}
try {
    $headers = getallheaders();
    $body = (string) file_get_contents('php://input', false, null, 0, MAX_BODY_BYTES + 1);
    if (strlen($body) > MAX_BODY_BYTES || !verify((string) getenv('WEBHOOK_SECRET'), $headers, $body)) {
        http_response_code(400);
        exit;
    }
    keep((string) getenv('WEBHOOK_INBOX'), array_change_key_case($headers)['webhook-id'], $body);
    http_response_code(204);
} catch (Throwable $fault) {
    error_log($fault->getMessage());
    http_response_code(500);
}
