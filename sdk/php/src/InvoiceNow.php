<?php
declare(strict_types=1);

namespace Quittance;

use Quittance\Model\Invoice;
use Quittance\Model\Transaction;

/** An invoice as its customer sees it, with the newest attempts to pay it. */
class InvoiceNow extends Model
{
    protected const OBJECTS = ['invoice' => Invoice::class, 'transactions' => [Transaction::class]];

    public Invoice $invoice;

    /** @var list<Transaction> */
    public array $transactions;
}
