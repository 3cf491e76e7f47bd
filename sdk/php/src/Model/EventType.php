<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

/** Known values. A later version of the service may send others. */
final class EventType
{
    public const INVOICE_CREATED = 'invoice.created';
    public const INVOICE_PARTIALLY_PAID = 'invoice.partially_paid';
    public const INVOICE_PAID = 'invoice.paid';
    public const INVOICE_EXPIRED = 'invoice.expired';
    public const INVOICE_CANCELED = 'invoice.canceled';
    public const INVOICE_UPDATED = 'invoice.updated';
    public const INVOICE_REVERSED = 'invoice.reversed';
    public const INVOICE_REFUNDED = 'invoice.refunded';
    public const TRANSACTION_CREATED = 'transaction.created';
    public const TRANSACTION_DETECTED = 'transaction.detected';
    public const TRANSACTION_SUCCEEDED = 'transaction.succeeded';
    public const TRANSACTION_CANCELED = 'transaction.canceled';
    public const TRANSACTION_REJECTED = 'transaction.rejected';
    public const REFUND_CREATED = 'refund.created';
    public const REFUND_READY = 'refund.ready';
    public const REFUND_SEEN = 'refund.seen';
    public const REFUND_SENT = 'refund.sent';
    public const REFUND_REVERSED = 'refund.reversed';
    public const REFUND_CANCELED = 'refund.canceled';
    public const PAYMENT_UNMATCHED = 'payment.unmatched';
    public const ADDRESS_CHANGED = 'address.changed';
    public const WEBHOOK_DISABLED = 'webhook.disabled';
    public const RATE_DEPEGGED = 'rate.depegged';
}
