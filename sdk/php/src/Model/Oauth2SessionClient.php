<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

/** A part of Oauth2Session. */
class Oauth2SessionClient extends Model
{
    public string $client_id;

    public string $name;
}
