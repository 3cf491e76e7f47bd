<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

/** A part of OperatorHealth. */
class OperatorHealthFinding extends Model
{
    /** The subject of the check, for example `network ethereum`. */
    public string $what;

    public bool $is_good;

    /** The observation, and the remedy for a fault. */
    public string $says;

    /** A `warning` is advice: payments work. One of OperatorHealthFindingSeverity, or a later value. */
    public string $severity;

    /** The path of its documentation below the public URL; null if good. */
    public ?string $help = null;
}
