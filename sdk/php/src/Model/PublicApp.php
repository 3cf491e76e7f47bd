<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class PublicApp extends Model
{
    public string $id;

    public string $name;

    public ?string $description = null;

    public ?string $slug = null;

    /** URL of the image. */
    public ?string $image = null;

    public string $url;
}
