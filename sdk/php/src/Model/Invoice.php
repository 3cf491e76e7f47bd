<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class Invoice extends Model
{
    protected const OBJECTS = [
        'order' => InvoiceOrder::class,
        'customer' => InvoiceCustomer::class,
        'claims' => [InvoiceClaim::class],
        'warnings' => [Warning::class],
        'branding' => InvoiceBranding::class,
    ];

    public string $id;

    public string $app_id;

    /**
     * On pages: `open` is Awaiting payment, or Confirming once a payment is seen; `partially_paid` is Underpaid. One of
     * InvoiceStatus, or a later value.
     */
    public string $status;

    /** A decimal in the invoice's currency, with its minor units. */
    public string $total;

    public string $currency;

    /** Confirmed, in fiat. */
    public string $paid;

    /** The value of payments that are not confirmed yet, in fiat. */
    public string $pending;

    /** What was given back of `paid` and is confirmed, in fiat. */
    public string $refunded;

    /** The total less `paid` and `pending`. */
    public string $remaining;

    /**
     * On pages: Overpaid, Late, Marked as paid, Reversed.
     *
     * @var list<string>
     */
    public array $exceptions;

    public InvoiceOrder $order;

    public ?string $success_url = null;

    public ?string $cancel_url = null;

    public string $checkout_url;

    /** RFC 3339, UTC, milliseconds. */
    public string $expires_at;

    /**
     * The time since which the app accepts it before full confirmation, by accept_unconfirmed_up_to. The goods may be
     * released at the merchant’s risk: nothing is credited yet. It becomes null again if a payment is replaced, double
     * spent or lost. It stays when the invoice is paid.
     */
    public ?string $accepted_at = null;

    /** RFC 3339, UTC, milliseconds. */
    public ?string $paid_at = null;

    /** RFC 3339, UTC, milliseconds. */
    public string $created_at;

    /** RFC 3339, UTC, milliseconds. */
    public string $updated_at;

    public ?InvoiceCustomer $customer = null;

    /** @var array<string, mixed>|null */
    public ?array $metadata = null;

    /** Whether a customer could pay it now. It is not in events, because it changes at any time. */
    public ?bool $payable = null;

    /**
     * The obstacle to paying it. Also null if nothing is left to pay. One of InvoicePayableReason, or a later value.
     */
    public ?string $payable_reason = null;

    /**
     * Waiting claims for any of its transactions, at most 10. Only in `GET /invoice/{id}`.
     *
     * @var list<InvoiceClaim>|null
     */
    public ?array $claims = null;

    /** The number of further waiting claims. */
    public ?int $more_claims = null;

    /** @var list<Warning>|null */
    public ?array $warnings = null;

    /** In the customer's view: the shop's contact. */
    public ?string $support_contact = null;

    /** In the customer's view: the appearance of the app's checkout. */
    public ?InvoiceBranding $branding = null;
}
