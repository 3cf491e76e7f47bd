<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

/** A part of RecogniseAppAddressAnswer. */
class RecogniseAppAddressAnswerNetwork extends Model
{
    protected const OBJECTS = [
        'scripts' => [RecogniseAppAddressAnswerNetworkScript::class],
    ];

    public string $symbol;

    /**
     * Values for `script` if the key leaves the kind of addresses open; otherwise empty.
     *
     * @var list<RecogniseAppAddressAnswerNetworkScript>
     */
    public array $scripts;
}
