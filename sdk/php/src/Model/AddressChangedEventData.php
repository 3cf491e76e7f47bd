<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class AddressChangedEventData extends Model
{
    protected const OBJECTS = [
        'address' => AppAddress::class,
    ];

    /**
     * blocked, unblocked: by the issuer of a token. lost: another owner proved control by a signature. One of
     * AddressChangedEventDataChange, or a later value.
     */
    public string $change;

    /** Which token, where an issuer did it. */
    public ?string $cryptocurrency = null;

    public AppAddress $address;

    /** With lost: which address, where it is one of those that an extended public key gives out. */
    public ?string $lost_address = null;

    /** True in an event of POST /sandbox/event: its object is made up. */
    public ?bool $simulated = null;
}
