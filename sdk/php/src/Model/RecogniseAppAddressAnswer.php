<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class RecogniseAppAddressAnswer extends Model
{
    protected const OBJECTS = [
        'networks' => [RecogniseAppAddressAnswerNetwork::class],
        'problems' => [RecogniseAppAddressAnswerProblem::class],
    ];

    /** As `kind` of createAppAddress; null if it is neither. One of AppAddressKind, or a later value. */
    public ?string $kind = null;

    /**
     * The chains that it belongs to, by their English names.
     *
     * @var list<string>
     */
    public array $belongs_to;

    /**
     * The networks of this instance that accept it; empty for an address of a network that is unknown here.
     *
     * @var list<RecogniseAppAddressAnswerNetwork>
     */
    public array $networks;

    /**
     * Why it is neither, if that is known.
     *
     * @var list<RecogniseAppAddressAnswerProblem>
     */
    public array $problems;
}
