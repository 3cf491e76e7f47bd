<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

/** A part of App. */
class AppSettingsUnconfirmedPayments extends Model
{
    protected const OBJECTS = [
        'hourly_max' => AppSettingsUnconfirmedPaymentsHourlyMax::class,
    ];

    public bool $confirmed_inputs;

    public ?int $fee_within_blocks = null;

    public int $quiet_seconds;

    public ?AppSettingsUnconfirmedPaymentsHourlyMax $hourly_max = null;
}
