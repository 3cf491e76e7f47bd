<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

/** Known values. A later version of the service may send others. */
final class GetRequestAnswerBodies
{
    public const COMPLETE = 'complete';
    public const CUT = 'cut';
    public const NOT_KEPT = 'not_kept';
    public const NOT_ALLOWED = 'not_allowed';
}
