<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

/** Known values. A later version of the service may send others. */
final class Oauth2ClientTokenEndpointAuthMethod
{
    public const CLIENT_SECRET_BASIC = 'client_secret_basic';
    public const CLIENT_SECRET_POST = 'client_secret_post';
    public const NONE = 'none';
}
