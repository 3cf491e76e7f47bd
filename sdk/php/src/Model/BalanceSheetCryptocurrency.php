<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

/** A part of BalanceSheet. */
class BalanceSheetCryptocurrency extends Model
{
    public string $cryptocurrency;

    public string $network;

    public ?string $contract = null;

    public int $payments;

    public string $credited;

    /** The amount reversed by reorganizations of a chain. */
    public string $reversed;

    /** What came in: credited − reversed. */
    public string $net;

    /** The number of refunds that were sent. */
    public int $refunds;

    /** What refunds sent out. */
    public string $refunded;

    /** The part of it that reorganizations of a chain reversed. */
    public string $refunds_reversed;

    /** What is left: net − refunded + refunds_reversed. It may be negative. */
    public string $balance;
}
