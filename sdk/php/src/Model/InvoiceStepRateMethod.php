<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

/** Known values. A later version of the service may send others. */
final class InvoiceStepRateMethod
{
    public const FIXED = 'fixed';
    public const AT_PAR = 'at_par';
    public const MEDIAN = 'median';
    public const SINGLE = 'single';
    public const CROSS = 'cross';
}
