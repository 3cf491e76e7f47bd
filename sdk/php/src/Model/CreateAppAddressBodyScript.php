<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

/** Known values. A later version of the service may send others. */
final class CreateAppAddressBodyScript
{
    public const P2PKH = 'p2pkh';
    public const P2SH_P2WPKH = 'p2sh-p2wpkh';
    public const P2WPKH = 'p2wpkh';
    public const P2TR = 'p2tr';
}
