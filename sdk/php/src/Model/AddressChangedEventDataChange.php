<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

/** Known values. A later version of the service may send others. */
final class AddressChangedEventDataChange
{
    public const ADDED = 'added';
    public const UPDATED = 'updated';
    public const DELETED = 'deleted';
    public const BLOCKED = 'blocked';
    public const UNBLOCKED = 'unblocked';
    public const LOST = 'lost';
}
