<?php
declare(strict_types=1);

namespace Quittance\Http;

/** Sends one request. An implementation must not follow redirects, so that the token is sent to the instance only. */
interface HttpClient
{
    /**
     * Returns the response with its whole body, for every status.
     *
     * @throws HttpFailure if no complete response came
     */
    public function send(HttpRequest $request): HttpResponse;

    /**
     * Returns after the headers. A successful response has its body in `chunks`, any other in `body`.
     *
     * @throws HttpFailure if no response came, also while the chunks are read
     */
    public function stream(HttpRequest $request): HttpResponse;
}
