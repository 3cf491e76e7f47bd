<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

/** Known values. A later version of the service may send others. */
final class RequestCallerKind
{
    public const SESSION = 'session';
    public const PERSONAL_ACCESS_TOKEN = 'personal_access_token';
    public const APP_TOKEN = 'app_token';
    public const OAUTH2 = 'oauth2';
}
