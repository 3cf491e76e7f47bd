<?php
// Prepares a refund, and lists those that are ready to be sent.
declare(strict_types=1);

require __DIR__ . '/../autoload.php';

use Quittance\Model\RefundStatus;
use Quittance\Quittance;

$quittance = new Quittance((string) getenv('QUITTANCE_URL'), (string) getenv('QUITTANCE_TOKEN'));

// The app token needs `refund` in the setting app_token_may.
$refund = $quittance->createRefund([
    'invoice_id' => (string) getenv('INVOICE_ID'),
    'fiat_value' => '5.00',
    'reason' => 'One cup was broken',
]);
// The customer names the address there. If you know it, send it as `to` instead.
echo "Send your customer to {$refund->refund_url}\n";

foreach ($quittance->listRefunds(['status' => RefundStatus::READY]) as $ready) {
    echo "Send {$ready->amount} {$ready->cryptocurrency} on {$ready->network_name} to {$ready->to}\n";
}
