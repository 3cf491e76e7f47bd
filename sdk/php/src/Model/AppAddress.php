<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class AppAddress extends Model
{
    protected const OBJECTS = [
        'network' => Network::class,
        'findings' => [AppAddressFinding::class],
    ];

    public string $id;

    public string $app_id;

    public Network $network;

    /** One of AppAddressKind, or a later value. */
    public string $kind;

    public string $value;

    public ?string $label = null;

    public bool $enabled;

    /** From when on customers are shown it. A new one of a production app that was paid before waits. */
    public string $effective_at;

    /**
     * It was changed directly in the database, and is not shown to customers. Compare it with your wallet, then confirm
     * it, or remove it and add the right one.
     */
    public bool $tampered;

    /** The time since which your control is proved by a signature, so that no other owner can take it. */
    public ?string $proved_at = null;

    /**
     * Symbols of tokens whose issuer has blocked the address: customers are not asked to pay with them here, and
     * payments wait as unmatched payments. Add another address, or stop accepting the coin.
     *
     * @var list<string>
     */
    public array $blocked_for;

    /**
     * Reasons against being paid there, found when it was added or later; checked once a day.
     *
     * @var list<AppAddressFinding>
     */
    public array $findings;

    /**
     * The first three addresses of an extended public key.
     *
     * @var list<string>
     */
    public array $derived_addresses;

    /** The child of an extended public key that is shown next, counted from 0. */
    public ?int $next_index = null;

    /**
     * The number of children shown after the last one that was paid. Set the gap limit of your wallet (usually 20)
     * higher than this, or it may not see the money.
     */
    public ?int $unused_in_a_row = null;

    /** RFC 3339, UTC, milliseconds. */
    public string $created_at;

    /** RFC 3339, UTC, milliseconds. */
    public string $updated_at;
}
