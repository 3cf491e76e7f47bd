<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

/** A part of RecogniseAppAddressAnswer. */
class RecogniseAppAddressAnswerNetworkScript extends Model
{
    /** One of CreateAppAddressBodyScript, or a later value. */
    public string $script;

    /**
     * The possible first characters of such an address here.
     *
     * @var list<string>
     */
    public array $begins;
}
