<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

/** Known values. A later version of the service may send others. */
final class InvoiceStepKind
{
    public const INVOICE_CREATED = 'invoice_created';
    public const ATTEMPT_QUOTED = 'attempt_quoted';
    public const LATE_PAYMENT_ACCEPTED = 'late_payment_accepted';
    public const PART_ACCEPTED = 'part_accepted';
    public const PAYMENT_CLAIMED = 'payment_claimed';
    public const PAYMENT_SEEN = 'payment_seen';
    public const PAYMENT_REPLACED = 'payment_replaced';
    public const PAYMENT_MATCHED = 'payment_matched';
    public const PAYMENT_MINED = 'payment_mined';
    public const PAYMENT_ORPHANED = 'payment_orphaned';
    public const PAYMENT_HELD = 'payment_held';
    public const PAYMENT_UNLISTED = 'payment_unlisted';
    public const PAYMENT_ASSIGNED = 'payment_assigned';
    public const PAYMENT_DISMISSED = 'payment_dismissed';
    public const PAYMENT_CONFIRMED = 'payment_confirmed';
    public const PAYMENT_CREDITED = 'payment_credited';
    public const CREDIT_REVERSED = 'credit_reversed';
    public const ATTEMPT_CANCELED = 'attempt_canceled';
    public const ATTEMPT_REJECTED = 'attempt_rejected';
    public const INVOICE_UPDATED = 'invoice_updated';
    public const INVOICE_ACCEPTED = 'invoice_accepted';
    public const INVOICE_NOT_ACCEPTED = 'invoice_not_accepted';
    public const INVOICE_SETTLED = 'invoice_settled';
    public const INVOICE_PARTIALLY_PAID = 'invoice_partially_paid';
    public const INVOICE_PAID = 'invoice_paid';
    public const INVOICE_EXPIRED = 'invoice_expired';
    public const INVOICE_CANCELED = 'invoice_canceled';
    public const INVOICE_REVERSED = 'invoice_reversed';
    public const REFUND_CREATED = 'refund_created';
    public const REFUND_READY = 'refund_ready';
    public const REFUND_SEEN = 'refund_seen';
    public const REFUND_ACCEPTED = 'refund_accepted';
    public const REFUND_SENT = 'refund_sent';
    public const REFUND_REVERSED = 'refund_reversed';
    public const REFUND_CANCELED = 'refund_canceled';
    public const WEBHOOK_FAILED = 'webhook_failed';
    public const WEBHOOK_DELIVERED = 'webhook_delivered';
}
