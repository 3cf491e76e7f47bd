<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class TurnoutPart extends Model
{
    protected const OBJECTS = [
        'volume' => [Credited::class],
    ];

    /** By day: each day, also those without any. */
    public ?string $date = null;

    /** By status: the current status of the invoices. */
    public ?string $status = null;

    /** By coin. */
    public ?string $cryptocurrency = null;

    /** By coin. */
    public ?string $network = null;

    /** By coin; null for the native one. */
    public ?string $contract = null;

    /** Invoices created; null by coin, because an invoice has no coin. */
    public ?int $created = null;

    /** How many of them are paid; by coin: those it was credited to. */
    public int $paid;

    /** paid ÷ created, from 0 to 1, to four digits. */
    public int|float|null $conversion = null;

    /** From creation to payment: the median of the paid ones. */
    public int|float|null $median_seconds = null;

    /** From creation to payment: the 95th percentile. */
    public int|float|null $p95_seconds = null;

    /**
     * By currency: the credits and refunds in this period, for invoices of any date.
     *
     * @var list<Credited>
     */
    public array $volume;
}
