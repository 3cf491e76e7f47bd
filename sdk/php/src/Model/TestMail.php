<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class TestMail extends Model
{
    /** Whether the mail server accepted the mail. */
    public bool $sent;

    /** Your e-mail address. */
    public string $to;

    /** Why it was not sent. */
    public ?string $error = null;
}
