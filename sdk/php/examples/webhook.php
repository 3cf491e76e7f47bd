<?php
// Receives deliveries. Any web server runs it: FPM, CGI, Apache's module, or `php -S 127.0.0.1:8080 webhook.php`.
declare(strict_types=1);

require __DIR__ . '/../autoload.php';

use Quittance\Exception\WebhookRefused;
use Quittance\Model\AnyEventType;
use Quittance\Model\InvoiceEventData;
use Quittance\Webhook;

/** Marks the order as paid once. A shop stores the id in the same transaction as the order, with a unique key. */
function markAsPaid(string $eventId, ?string $reference): void
{
    error_log("order $reference is paid (event $eventId)");
}

try {
    // The bytes as they came: JSON that was parsed and written again has another signature.
    $body = (string) file_get_contents('php://input');
    $delivery = Webhook::verify($body, getallheaders(), (string) getenv('WEBHOOK_SECRET'));
} catch (WebhookRefused) {
    http_response_code(400);
    exit;
}

$data = $delivery->event->data;
if ($delivery->event->type === AnyEventType::INVOICE_PAID && $data instanceof InvoiceEventData) {
    markAsPaid($delivery->id, $data->order->reference);
}
http_response_code(204);
