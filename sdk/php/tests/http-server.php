<?php
// An HTTP server for tests. It prints its port, and answers by the path of each request.
declare(strict_types=1);

$server = stream_socket_server('tcp://127.0.0.1:0') ?: exit(1);
echo substr((string) strrchr((string) stream_socket_get_name($server, false), ':'), 1), "\n";

while ($client = stream_socket_accept($server, -1)) {
    $request = '';
    while (!str_contains($request, "\r\n\r\n") && ($line = fgets($client)) !== false) {
        $request .= $line;
    }
    preg_match('/content-length: (\d+)/i', $request, $length);
    $body = ($length[1] ?? '0') === '0' ? '' : (string) fread($client, (int) $length[1]);
    $path = explode(' ', $request)[1] ?? '';
    if ($path === '/silent') {
        // The client gives up first.
        fgets($client);
    }
    $answers = [
        '/echo' => "HTTP/1.1 200 OK\r\nX-Request-Id: req-1\r\nConnection: close\r\n\r\n$request$body",
        '/../up' => "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nas it is",
        '/redirect' => "HTTP/1.1 302 Found\r\nLocation: /echo\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
        '/cut-body' => "HTTP/1.1 200 OK\r\nContent-Length: 100\r\nConnection: close\r\n\r\nfirst",
        '/refused' => "HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\nConnection: close\r\n\r\nnone",
        '/stream' => "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nfirst\nsecond\n",
    ];
    fwrite($client, $answers[$path] ?? '');
    fclose($client);
}
