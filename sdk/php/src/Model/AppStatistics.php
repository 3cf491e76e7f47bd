<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class AppStatistics extends Model
{
    protected const OBJECTS = [
        'total' => Turnout::class,
        'parts' => [TurnoutPart::class],
    ];

    public string $app_id;

    /** RFC 3339, UTC, milliseconds. */
    public string $from;

    /** Exclusive: the end of the last day. */
    public string $to;

    public string $time_zone;

    /** One of AppStatisticsBy, or a later value. */
    public string $by;

    public Turnout $total;

    /** @var list<TurnoutPart> */
    public array $parts;
}
