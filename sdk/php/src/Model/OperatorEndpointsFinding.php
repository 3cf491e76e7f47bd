<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

/** A part of OperatorEndpoints. */
class OperatorEndpointsFinding extends Model
{
    /** One of OperatorEndpointsFindingCode, or a later value. */
    public string $code;

    /**
     * error: the endpoint cannot be used. warning: it can, with a loss. info: worth knowing. One of
     * OperatorEndpointsFindingLevel, or a later value.
     */
    public string $level;

    public string $message;
}
