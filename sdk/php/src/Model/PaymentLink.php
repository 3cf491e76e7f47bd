<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class PaymentLink extends Model
{
    protected const OBJECTS = [
        'warnings' => [Warning::class],
    ];

    public string $id;

    public string $app_id;

    public string $slug;

    public string $url;

    public string $currency;

    /** The total for each payer; null if the payer enters it. */
    public ?string $total = null;

    public ?string $description = null;

    /** @var list<Warning>|null */
    public ?array $warnings = null;

    /** RFC 3339, UTC, milliseconds. */
    public string $created_at;

    /** RFC 3339, UTC, milliseconds. */
    public string $updated_at;
}
