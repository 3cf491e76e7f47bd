<?php
// A shop that speaks Epusdt, as shops in PHP do. It was written from their public sources, without their code: the
// documentation of Epusdt (assimon/epusdt, wiki/API.md), dujiaoka (EpusdtController.php) and the WHMCS module
// (Kobayashi-classmate/WHMCS_Module_EPUSDT).
//
//   php epusdt.php order NO AMOUNT [TYPE]   creates a transaction and prints the answer
//   php epusdt.php query NO                 prints paid or unpaid
//   php epusdt.php sign                     prints the signature of each message of a JSON list
//   php -S 127.0.0.1:PORT epusdt.php        receives notifications
//
// Environment: GATEWAY, TOKEN, SHOP_URL (of this shop), SHOP_FOLDER (of its orders).

declare(strict_types=1);

function setting(string $name): string
{
    return (string) getenv($name);
}

function sign(array $message): string
{
    ksort($message);
    $text = '';
    foreach ($message as $field => $value) {
        if ($value == '' || $field === 'signature') {
            continue;
        }
        $text .= ($text === '' ? '' : '&') . "$field=$value";
    }
    return md5($text . setting('TOKEN'));
}

function fetch(string $path, ?array $body = null): array
{
    $http = ['ignore_errors' => true, 'timeout' => 30];
    if ($body !== null) {
        $http['method'] = 'POST';
        $http['header'] = 'Content-Type: application/json';
        $http['content'] = json_encode($body);
    }
    $answer = file_get_contents(setting('GATEWAY') . $path, false, stream_context_create(['http' => $http]));
    return json_decode((string) $answer, true, 16, JSON_THROW_ON_ERROR);
}

function orderFile(string $no): string
{
    return setting('SHOP_FOLDER') . '/order-' . preg_replace('/[^A-Za-z0-9-]/', '_', $no) . '.json';
}

function keepOrder(string $no, array $order): void
{
    file_put_contents(orderFile($no), json_encode($order), LOCK_EX);
}

function findOrder(string $no): ?array
{
    return is_file(orderFile($no)) ? json_decode((string) file_get_contents(orderFile($no)), true) : null;
}

/** Why the notification is refused; null if it pays an order. */
function refusal(?array $message): ?string
{
    if ($message === null || ($message['signature'] ?? '') !== sign($message)) {
        return 'signature';
    }
    $order = findOrder((string) $message['order_id']);
    if ($order === null) {
        return 'order';
    }
    if ((float) $message['amount'] !== (float) $order['amount']) {
        return 'amount';
    }
    return $message['status'] === 2 ? null : 'status';
}

function receive(): void
{
    $body = (string) file_get_contents('php://input');
    $message = json_decode($body, true);
    $busy = setting('SHOP_FOLDER') . '/busy';
    if (is_file($busy)) {
        unlink($busy);
        $verdict = 'busy';
    } else {
        $verdict = refusal($message) ?? 'accepted';
    }
    if ($verdict === 'accepted') {
        keepOrder($message['order_id'], ['paid' => true] + findOrder($message['order_id']));
    }
    $line = ['verdict' => $verdict, 'method' => $_SERVER['REQUEST_METHOD'], 'sent' => $body];
    file_put_contents(setting('SHOP_FOLDER') . '/notifications', json_encode($line) . "\n", FILE_APPEND | LOCK_EX);
    echo $verdict === 'accepted' ? 'ok' : 'fail';
}

if (PHP_SAPI === 'cli-server') {
    if (strtok($_SERVER['REQUEST_URI'], '?') === '/notify') {
        receive();
    } else {
        echo 'shop';
    }
    return;
}

[, $command, $no, $amount, $type] = $argv + [1 => '', 2 => '', 3 => '', 4 => ''];
switch ($command) {
    case 'order':
        $message = [
            'amount' => (float) $amount,
            'order_id' => $no,
            'redirect_url' => setting('SHOP_URL') . '/return?order=' . $no,
            'notify_url' => setting('SHOP_URL') . '/notify',
        ];
        if ($type !== '') {
            $message['trade_type'] = $type;
        }
        $message['signature'] = sign($message);
        $answer = fetch('/api/v1/order/create-transaction', $message);
        keepOrder($no, ['amount' => $amount, 'paid' => false, 'trade_id' => $answer['data']['trade_id'] ?? '']);
        echo json_encode($answer);
        break;
    case 'query':
        $answer = fetch('/pay/check-status/' . findOrder($no)['trade_id']);
        echo $answer['status_code'] === 200 && $answer['data']['status'] === 2 ? 'paid' : 'unpaid';
        break;
    case 'sign':
        echo json_encode(array_map('sign', json_decode(stream_get_contents(STDIN), true)));
        break;
}
