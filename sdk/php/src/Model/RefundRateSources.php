<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

/** A part of Refund. */
class RefundRateSources extends Model
{
    protected const OBJECTS = [
        'sources' => [RefundRateSourcesSource::class],
    ];

    public string $method;

    public string $at;

    /** @var list<RefundRateSourcesSource> */
    public array $sources;
}
