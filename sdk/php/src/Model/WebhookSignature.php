<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

/** Known values. A later version of the service may send others. */
final class WebhookSignature
{
    public const V1 = 'v1';
    public const V1A = 'v1a';
}
