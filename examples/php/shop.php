<?php
// A shop on one page in plain PHP: a product, a button to buy it, and an order that a webhook marks as paid.
declare(strict_types=1);

const PRODUCT = ['name' => 'Brass bicycle bell', 'price' => '25.00', 'currency' => 'USD'];
const TOLERANCE_SECONDS = 300;
const MAX_BODY_BYTES = 1024 * 1024;
const UUID = '/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/D';

$route = $_SERVER['REQUEST_METHOD'] . ' ' . parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
try {
    match ($route) {
        'GET /' => showProduct(),
        'POST /buy' => buy((string) ($_POST['order'] ?? '')),
        'POST /hooks/quittance' => receiveWebhook(),
        'GET /thanks' => showOrder((string) ($_GET['order'] ?? '')),
        default => http_response_code(404),
    };
} catch (Throwable $fault) {
    error_log($fault->getMessage());
    http_response_code(500);
}

/** The page names the order, so that a second press of the button buys nothing twice. */
function showProduct(): void
{
    ['name' => $name, 'price' => $price, 'currency' => $currency] = PRODUCT;
    page("<h1>$name</h1><p>$price $currency</p>
        <form method=\"post\" action=\"/buy\"><input type=\"hidden\" name=\"order\" value=\"" . uuid4() . '">
        <button>Buy</button></form>');
}

function buy(string $order): void
{
    if (!preg_match(UUID, $order)) {
        http_response_code(400);
        return;
    }
    database()->prepare("insert into orders values (?, 'open', 0) on conflict do nothing")->execute([$order]);
    // The same order always makes the same request, so a repeat gets the same invoice.
    header('location: ' . createInvoice($order)['checkout_url'], true, 303);
}

/** Throws where the service refuses it or cannot be reached. */
function createInvoice(string $order): array
{
    $shop = getenv('SHOP_URL') ?: 'http://localhost:4000';
    $body = [
        'total' => PRODUCT['price'],
        'currency' => PRODUCT['currency'],
        'order' => ['reference' => $order, 'description' => PRODUCT['name']],
        'success_url' => "$shop/thanks?order=$order",
        'cancel_url' => $shop,
    ];
    $context = stream_context_create(['http' => [
        'method' => 'POST',
        'header' => [
            'Authorization: Bearer ' . getenv('QUITTANCE_TOKEN'),
            'Content-Type: application/json',
            "Idempotency-Key: $order",
        ],
        'content' => json_encode($body, JSON_THROW_ON_ERROR),
        'ignore_errors' => true,
        'timeout' => 15,
    ]]);
    $answer = (string) file_get_contents(getenv('QUITTANCE_URL') . '/api/invoice?v=1', false, $context);
    $invoice = json_decode($answer, true);
    if (!isset($invoice['checkout_url'])) {
        throw new RuntimeException("No invoice: $answer");
    }
    return $invoice;
}

function receiveWebhook(): void
{
    // The bytes as they came. $_POST or decoded JSON would lose what was signed.
    $body = (string) file_get_contents('php://input', false, null, 0, MAX_BODY_BYTES + 1);
    $headers = array_change_key_case(getallheaders());
    if (strlen($body) > MAX_BODY_BYTES || !verify((string) getenv('WEBHOOK_SECRET'), $headers, $body)) {
        http_response_code(400);
        return;
    }
    $event = json_decode($body, true, 512, JSON_THROW_ON_ERROR);
    if (str_starts_with($event['type'], 'invoice.')) {
        record($headers['webhook-id'], $event);
    }
    http_response_code(204);
}

/** Names of $headers are in lower case. Throws where the secret is none. */
function verify(string $secret, array $headers, string $body): bool
{
    $key = base64_decode(substr($secret, strlen('whsec_')), true);
    if (!str_starts_with($secret, 'whsec_') || $key === false || strlen($key) < 16) {
        throw new RuntimeException('WEBHOOK_SECRET is missing or no webhook secret');
    }
    $id = (string) ($headers['webhook-id'] ?? '');
    $timestamp = (string) ($headers['webhook-timestamp'] ?? '');
    if (!preg_match('/^[\w.-]{1,128}$/D', $id) || !preg_match('/^\d{1,12}$/D', $timestamp)) {
        return false;
    }
    if (abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    $isGenuine = false;
    foreach (explode(' ', (string) ($headers['webhook-signature'] ?? '')) as $given) {
        $isGenuine = hash_equals($expected, $given) || $isGenuine;
    }
    return $isGenuine;
}

/** In one transaction: an event counts once, and an older one changes nothing. */
function record(string $id, array $event): void
{
    ['sequence' => $sequence, 'data' => ['status' => $status, 'order' => ['reference' => $order]]] = $event;
    $db = database();
    $db->beginTransaction();
    $seen = $db->prepare('insert into events values (?) on conflict do nothing');
    $seen->execute([$id]);
    $update = $db->prepare('update orders set status = ?, sequence = ? where id = ? and sequence < ?');
    $hasChanged = $seen->rowCount() === 1
        && $update->execute([$status, $sequence, $order, $sequence])
        && $update->rowCount() === 1;
    $db->commit();
    // After an order is paid, and never before, the goods are sent.
    if ($hasChanged) {
        error_log("Order $order is $status");
    }
}

function showOrder(string $order): void
{
    $found = database()->prepare('select status from orders where id = ?');
    $found->execute([$order]);
    $status = $found->fetchColumn();
    if ($status === false) {
        http_response_code(404);
        return;
    }
    page("<h1>Thank you</h1><p>Your order is <strong>$status</strong>.</p>");
}

function page(string $body): void
{
    header('cache-control: no-store');
    echo '<!doctype html><html lang="en"><meta charset="utf-8"><title>', PRODUCT['name'], '</title>', $body;
}

/** Closed at the end of a request, which also takes back what was not committed. */
function database(): PDO
{
    $db = new PDO('sqlite:' . (getenv('SHOP_DATABASE') ?: 'shop.db'));
    $db->exec('create table if not exists orders (id text primary key, status text not null, sequence integer not null)');
    $db->exec('create table if not exists events (id text primary key)');
    return $db;
}

function uuid4(): string
{
    $bytes = random_bytes(16);
    $bytes[6] = chr(ord($bytes[6]) & 0x0f | 0x40);
    $bytes[8] = chr(ord($bytes[8]) & 0x3f | 0x80);
    return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($bytes), 4));
}
