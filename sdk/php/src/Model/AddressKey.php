<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class AddressKey extends Model
{
    public string $kty;

    public string $crv;

    public string $x;

    public string $y;

    public string $use;

    public string $alg;

    /** Its thumbprint (RFC 7638). A shop puts it into its page as `data-key`. */
    public string $kid;

    /**
     * For each earlier key, a JWS signed by it (its `jwk`) with the `kid` of the next key.
     *
     * @var list<string>
     */
    public array $successions;
}
