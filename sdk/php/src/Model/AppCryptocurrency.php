<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class AppCryptocurrency extends Model
{
    protected const OBJECTS = [
        'cryptocurrency' => Cryptocurrency::class,
        'network' => Network::class,
    ];

    public string $id;

    public string $app_id;

    public Cryptocurrency $cryptocurrency;

    public Network $network;

    public ?string $contract = null;

    /** The required number, never below that of the network. */
    public int $confirmations;

    /** The least amount of the coin that a wallet can send there. */
    public string $min;

    /** Least invoice total, in the invoice's currency. */
    public ?string $min_total = null;

    /** Greatest invoice total, in the invoice's currency. */
    public ?string $max_total = null;

    /**
     * Whether customers can pay with it now: the network answers, the token is not stopped, and its issuer has not
     * blocked every address of the app.
     */
    public bool $available;

    /**
     * To the merchant only; null: off. The greatest invoice total, in the invoice's currency, for which unconfirmed
     * payments are accepted: the invoice has `accepted_at`, and is paid when it is confirmed. Only UTXO networks show
     * unconfirmed payments. `warning` explains the risk.
     */
    public ?string $accept_unconfirmed_up_to = null;

    /** To the merchant only: the risk of the terms, in a sentence. */
    public ?string $warning = null;

    /** RFC 3339, UTC, milliseconds. */
    public string $created_at;

    /** RFC 3339, UTC, milliseconds. */
    public string $updated_at;
}
