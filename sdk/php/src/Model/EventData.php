<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

/**
 * The classes of the data of events.
 *
 * @internal
 */
final class EventData
{
    /** @var array<string, class-string<\Quittance\Model>> */
    public const CLASSES = [
        'invoice.created' => InvoiceEventData::class,
        'invoice.partially_paid' => InvoiceEventData::class,
        'invoice.paid' => InvoiceEventData::class,
        'invoice.expired' => InvoiceEventData::class,
        'invoice.canceled' => InvoiceEventData::class,
        'invoice.updated' => InvoiceEventData::class,
        'invoice.reversed' => InvoiceEventData::class,
        'invoice.refunded' => InvoiceEventData::class,
        'transaction.created' => TransactionEventData::class,
        'transaction.detected' => TransactionEventData::class,
        'transaction.succeeded' => TransactionEventData::class,
        'transaction.canceled' => TransactionEventData::class,
        'transaction.rejected' => TransactionEventData::class,
        'refund.created' => RefundEventData::class,
        'refund.ready' => RefundEventData::class,
        'refund.seen' => RefundEventData::class,
        'refund.sent' => RefundEventData::class,
        'refund.reversed' => RefundEventData::class,
        'refund.canceled' => RefundEventData::class,
        'payment.unmatched' => UnmatchedPaymentEventData::class,
        'address.changed' => AddressChangedEventData::class,
        'webhook.disabled' => WebhookEventData::class,
        'rate.depegged' => RateDepeggedEventData::class,
        'webhook.test' => WebhookEventData::class,
    ];
}
