<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class UploadTarget extends Model
{
    /** Set this as `image` of an app after the upload, within a day. */
    public string $name;

    public string $method;

    /** Accepts the picture as the body. Its query contains the authorization. */
    public string $url;

    /**
     * Send them unchanged.
     *
     * @var array<string, string>
     */
    public array $headers;

    /** RFC 3339, UTC, milliseconds. */
    public string $expires_at;
}
