<?php
// A shop that speaks EPay, as shops in PHP do. It was written from their public sources, without their code: the SDK
// (epayapi/epaysdk), V2Board (app/Payments/EPay.php) and dujiaoka (YipayController.php).
//
//   php epay.php order NO MONEY [TYPE]   places an order through mapi.php and prints the answer
//   php epay.php link NO MONEY [TYPE]    prints a signed link to submit.php
//   php epay.php query NO                prints paid or unpaid, as api.php says
//   php epay.php sign                    prints the signature of each message of a JSON list
//   php -S 127.0.0.1:PORT epay.php       receives notifications
//
// Environment: GATEWAY, PID, KEY, SHOP_URL (of this shop), SHOP_FOLDER (of its orders).

declare(strict_types=1);

function setting(string $name): string
{
    return (string) getenv($name);
}

function sign(array $message): string
{
    ksort($message);
    $pairs = [];
    foreach ($message as $field => $value) {
        if ($field === 'sign' || $field === 'sign_type' || $value == '') {
            continue;
        }
        $pairs[] = "$field=$value";
    }
    return md5(implode('&', $pairs) . setting('KEY'));
}

function signed(string $no, string $money, string $type): array
{
    $message = [
        'pid' => setting('PID'),
        'type' => $type,
        'out_trade_no' => $no,
        'notify_url' => setting('SHOP_URL') . '/notify',
        'return_url' => setting('SHOP_URL') . '/return?order=' . $no,
        'name' => 'VIP 100% & 会员 + "x" ',
        'money' => $money,
        'param' => '',
    ];
    $message['sign'] = sign($message);
    $message['sign_type'] = 'MD5';
    return $message;
}

function fetch(string $path, ?array $form = null): array
{
    $http = ['ignore_errors' => true, 'timeout' => 30];
    if ($form !== null) {
        $http['method'] = 'POST';
        $http['header'] = 'Content-Type: application/x-www-form-urlencoded';
        $http['content'] = http_build_query($form);
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
function refusal(array $message): ?string
{
    if (($message['sign'] ?? '') !== sign($message)) {
        return 'signature';
    }
    $order = findOrder((string) ($message['out_trade_no'] ?? ''));
    if ($order === null) {
        return 'order';
    }
    $cents = fn ($money) => (int) round(100 * (float) $money);
    if ($message['pid'] !== setting('PID') || $cents($message['money']) !== $cents($order['money'])) {
        return 'amount';
    }
    return $message['trade_status'] === 'TRADE_SUCCESS' ? null : 'status';
}

function receive(): void
{
    // Laravel, on which V2Board and dujiaoka are built, trims every field before the shop sees it.
    $message = array_map(fn ($value) => is_string($value) ? trim($value) : $value, $_GET);
    $busy = setting('SHOP_FOLDER') . '/busy';
    if (is_file($busy)) {
        unlink($busy);
        $verdict = 'busy';
    } else {
        $verdict = refusal($message) ?? 'accepted';
    }
    if ($verdict === 'accepted') {
        $order = findOrder($message['out_trade_no']);
        keepOrder($message['out_trade_no'], ['paid' => true, 'trade_no' => $message['trade_no']] + $order);
    }
    $line = ['verdict' => $verdict, 'method' => $_SERVER['REQUEST_METHOD'], 'sent' => $_SERVER['QUERY_STRING'] ?? ''];
    file_put_contents(setting('SHOP_FOLDER') . '/notifications', json_encode($line) . "\n", FILE_APPEND | LOCK_EX);
    echo $verdict === 'accepted' ? 'success' : 'fail';
}

if (PHP_SAPI === 'cli-server') {
    if (strtok($_SERVER['REQUEST_URI'], '?') === '/notify') {
        receive();
    } else {
        echo 'shop';
    }
    return;
}

[, $command, $no, $money, $type] = $argv + [1 => '', 2 => '', 3 => '', 4 => 'alipay'];
switch ($command) {
    case 'order':
        keepOrder($no, ['money' => $money, 'paid' => false]);
        echo json_encode(fetch('/mapi.php', signed($no, $money, $type) + ['clientip' => '']));
        break;
    case 'link':
        keepOrder($no, ['money' => $money, 'paid' => false]);
        echo setting('GATEWAY') . '/submit.php?' . http_build_query(signed($no, $money, $type));
        break;
    case 'query':
        $who = ['act' => 'order', 'pid' => setting('PID'), 'key' => setting('KEY'), 'out_trade_no' => $no];
        $answer = fetch('/api.php?' . http_build_query($who));
        echo $answer['code'] == 1 && $answer['status'] == 1 ? 'paid' : 'unpaid';
        break;
    case 'sign':
        echo json_encode(array_map('sign', json_decode(stream_get_contents(STDIN), true)));
        break;
}
