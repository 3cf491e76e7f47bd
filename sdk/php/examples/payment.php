<?php
// Creates an invoice, lists the open ones, and shows an error.
declare(strict_types=1);

require __DIR__ . '/../autoload.php';

use Quittance\Exception\Problem;
use Quittance\Quittance;

$quittance = new Quittance((string) getenv('QUITTANCE_URL'), (string) getenv('QUITTANCE_TOKEN'));

// An app token implies its app. With a personal access token, add the app_id.
$invoice = $quittance->createInvoice([
    'total' => '25.00',
    'currency' => 'USD',
    'order' => ['reference' => 'order-1042', 'description' => 'Two bags of beans'],
]);
echo "Send your customer to {$invoice->checkout_url}\n";

// Pages of a list are read while you iterate.
foreach ($quittance->listInvoices(['status' => 'open']) as $open) {
    echo "{$open->order->reference}: {$open->remaining} {$open->currency} to pay\n";
}

// An error response explains each field.
try {
    $quittance->createInvoice(['total' => '25.00', 'currency' => 'USD', 'expires_in' => 1]);
} catch (Problem $problem) {
    foreach ($problem->errors as $error) {
        echo "{$problem->problemCode}: {$error->field}: {$error->message} (request {$problem->requestId})\n";
    }
}
