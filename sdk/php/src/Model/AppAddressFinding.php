<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

/** A part of App. */
class AppAddressFinding extends Model
{
    /** One of AppAddressFindingCode, or a later value. */
    public string $code;

    public string $message;

    /** Whether the owner accepted the address in spite of it. */
    public bool $confirmed;
}
