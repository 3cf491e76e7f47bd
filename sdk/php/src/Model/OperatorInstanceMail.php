<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

/** A part of OperatorInstance. */
class OperatorInstanceMail extends Model
{
    /** Its host; null: mails are written to a file in DATA_DIR. */
    public ?string $server = null;

    /** Unsent mails. */
    public int $waiting;

    /** Unsent mails that failed at least once. They are given up after 30 tries. */
    public int $failing;

    /** Not sent within the last 24 hours: a limit for mail to unknown recipients was reached. */
    public int $held_back;
}
