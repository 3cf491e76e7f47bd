<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class NetworkOfCryptocurrency extends Model
{
    protected const OBJECTS = [
        'transfer_fees' => NetworkOfCryptocurrencyTransferFees::class,
    ];

    public string $id;

    /** Accepted by `network` parameters, in any case. */
    public string $symbol;

    public string $name;

    /** One of NetworkType, or a later value. */
    public string $type;

    /** Whether it is a test network; its coins have no value. */
    public bool $test;

    /** True if the service makes its blocks itself: pay with `POST /sandbox/transaction/{id}/pay`. */
    public ?bool $simulated = null;

    /** Whether this instance takes payments on it. */
    public bool $available;

    /** Finality has stalled: payments that must be final wait. */
    public bool $degraded;

    /** Symbol of the coin that pays fees; null if no longer configured. */
    public ?string $native_coin = null;

    /** Approximate cost of a transfer in native coin, for display only. */
    public ?NetworkOfCryptocurrencyTransferFees $transfer_fees = null;

    /**
     * How native coin sent by a contract is detected. `traced`: like other payments. `one_time_addresses`: a little
     * later, and only if each payment has its own address; a transaction states which applies. `direct_only`: not at
     * all, so pay from a plain account. null: not applicable, or not known yet. One of NetworkInternalTransfers, or a
     * later value.
     */
    public ?string $internal_transfers = null;

    /** Whether a transfer names its sender, who can sign to prove a payment. */
    public ?bool $names_sender = null;

    /** Whether payments are seen before they are mined, and `accept_unconfirmed_up_to` applies. */
    public ?bool $has_mempool = null;

    /**
     * The network’s term for a final block; null if only depth counts. One of NetworkFinalityTerm, or a later value.
     */
    public ?string $finality_term = null;

    /**
     * How a page asks a browser wallet to pay; null if no wallet supports it. One of NetworkWalletProtocol, or a later
     * value.
     */
    public ?string $wallet_protocol = null;

    /** Null for the native coin. */
    public ?string $contract = null;

    /** Decimals of amounts on this network. */
    public int $decimals;

    /** The minimum for a payment here, unless an app sets fewer. */
    public int $confirmations;

    /** The minimum that an app may set. */
    public int $confirmations_floor;
}
