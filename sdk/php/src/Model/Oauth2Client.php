<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class Oauth2Client extends Model
{
    public string $id;

    /** The client_id at /oauth2. */
    public string $client_id;

    public string $name;

    /** One of Oauth2ClientApplicationType, or a later value. */
    public string $application_type;

    /** One of Oauth2ClientTokenEndpointAuthMethod, or a later value. */
    public string $token_endpoint_auth_method;

    /** One of Oauth2ClientIdTokenSignedResponseAlg, or a later value. */
    public string $id_token_signed_response_alg;

    /** @var list<string> */
    public array $redirect_uris;

    /** @var list<string> */
    public array $post_logout_redirect_uris;

    /** RFC 3339, UTC, milliseconds. */
    public string $created_at;

    /** RFC 3339, UTC, milliseconds. */
    public string $updated_at;
}
