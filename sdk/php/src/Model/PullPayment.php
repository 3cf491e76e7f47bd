<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class PullPayment extends Model
{
    /** Also the id of its refund, once it is assigned. */
    public string $id;

    public string $app_id;

    /**
     * `waiting`: it has no invoice. `assigned`: it is a refund. `archived`: it was given up. One of PullPaymentStatus,
     * or a later value.
     */
    public string $status;

    /** In the words of the shop. */
    public string $name;

    public ?string $description = null;

    /** A decimal in the currency. */
    public string $fiat_value;

    public string $currency;

    /** The number of an order of the shop that the name has. */
    public ?string $order_id = null;

    public ?string $invoice_id = null;

    /** The coin that the customer chose meanwhile. */
    public ?string $cryptocurrency = null;

    public ?string $network = null;

    /** The destination that the customer named meanwhile. */
    public ?string $to = null;

    /** The page where the customer names the destination. */
    public string $refund_url;

    /** RFC 3339, UTC, milliseconds. */
    public string $created_at;
}
