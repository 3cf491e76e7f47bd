<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class OperatorSetting extends Model
{
    /**
     * As it is written. Null if it is unset, and for a secret.
     *
     * @var list<string>|int|float|string|null
     */
    public array|int|float|string|null $value = null;

    /** One of OperatorSettingsSignUpSource, or a later value. */
    public string $source;

    /** Whether PUT accepts it. */
    public bool $changeable;

    /** Where to change it instead: a variable, quittance.json, or the command quittance settings. */
    public ?string $fixed_by = null;

    /** Whether it has a value. */
    public bool $is_set;

    public bool $is_secret;

    /** For a secret: its host, or its folder. */
    public ?string $hint = null;

    public string $about;
}
