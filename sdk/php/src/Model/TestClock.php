<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class TestClock extends Model
{
    public string $app_id;

    /** The time on the clock of the app. */
    public string $now;

    /** The sum of all advances, by which the clock runs ahead of the clock of the service. */
    public int $advanced_seconds;
}
