<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

/** Known values. A later version of the service may send others. */
final class AppAddressFindingCode
{
    public const BURN_ADDRESS = 'burn_address';
    public const PRECOMPILE = 'precompile';
    public const SYSTEM_CONTRACT = 'system_contract';
    public const TOKEN_CONTRACT = 'token_contract';
    public const CONTRACT = 'contract';
    public const SHARED_WALLET = 'shared_wallet';
}
