<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class GetRequestAnswer extends Model
{
    /** The id of the request. */
    public string $id;

    /** The same id, as in X-Request-Id and in `request_id` of a problem. */
    public string $request_id;

    public string $app_id;

    /** The operationId. */
    public string $operation;

    public string $method;

    /** As received, without the query. */
    public string $path;

    /** Without secrets. Empty if there was none. */
    public string $query;

    /** The HTTP status of the response. */
    public int $status;

    /** The `code` of the problem. Null for a success. */
    public ?string $error_code = null;

    /** One of RequestCallerKind, or a later value. */
    public string $caller_kind;

    /** The person and their token, or the app by its own token. */
    public string $actor;

    /** The name of the token or of the OAuth2 client. Null for a session and for the main app token. */
    public ?string $token_name = null;

    /** Milliseconds until the response was sent. */
    public int $duration_ms;

    /** RFC 3339, UTC, milliseconds. */
    public string $created_at;

    /** As read, with default values. JSON without secrets; the first 16 KiB as a text if it is cut. */
    public mixed $request_body;

    /** JSON without secrets; the first 16 KiB as a text if it is cut. Null for a stream. */
    public mixed $response_body;

    /**
     * cut: a body had more than 16 KiB. not_kept: the app reached its limit of logged bodies. not_allowed: the token
     * lacks the scope to read this data. One of GetRequestAnswerBodies, or a later value.
     */
    public string $bodies;
}
