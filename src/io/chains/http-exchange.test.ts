// Responses are requested compressed where bytes cost money, and never exceed the limits of time and size.
import assert from 'node:assert/strict';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type EndpointFailure, EndpointFault } from './endpoint-fault.ts';
import { type ExchangeOptions, httpExchange, readJson } from './http-exchange.ts';
import { jsonRpcClient } from './json-rpc.ts';

let server: Server;
let address: URL;
/** The response to the next requests; the requests are recorded. */
let answer: (response: ServerResponse) => void;
let asked: (string | undefined)[] = [];

before(async () => {
  server = createServer((request, response) => {
    asked.push(request.headers['accept-encoding'] as string | undefined);
    request.resume().on('end', () => answer(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

after(() => {
  server.closeAllConnections();
  server.close();
});

async function bodyOf(options: ExchangeOptions, how: typeof answer): Promise<string> {
  answer = how;
  asked = [];
  const exchange = httpExchange(address, options);
  try {
    return (await exchange.post('/', '{}')).body;
  } finally {
    await exchange.close();
  }
}

async function fails(failure: EndpointFailure, options: ExchangeOptions, how: typeof answer): Promise<void> {
  await assert.rejects(bodyOf(options, how), (fault) => fault instanceof EndpointFault && fault.failure === failure);
}

const zipped = (bytes: Buffer) => (response: ServerResponse) =>
  void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bytes);

test('gzip is used with other machines, and rejected from this machine', async () => {
  const json = JSON.stringify({ logs: 'x'.repeat(10_000) });
  assert.equal(await bodyOf({ gzip: true }, zipped(gzipSync(json))), json);
  assert.deepEqual(asked, ['gzip']);
  assert.equal(await bodyOf({ gzip: true }, (response) => void response.end(json)), json);
  assert.equal(await bodyOf({}, (response) => void response.end(json)), json);
  assert.deepEqual(asked, [undefined]);
  await fails('malformed', {}, zipped(gzipSync(json)));
  await fails('malformed', { gzip: true }, (response) =>
    response.writeHead(200, { 'content-encoding': 'br' }).end('whatever'),
  );
});

test('B19-compressed-bomb: an answer unfolds to no more than is taken; a cut one is nothing', async () => {
  const options = { gzip: true, maxBytes: 1024 * 1024 };
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
  assert.ok(bomb.length < options.maxBytes);
  await fails('refused', options, zipped(bomb));
  await fails('malformed', options, zipped(gzipSync('{"result":1}').subarray(0, 20)));
  await fails('malformed', options, zipped(Buffer.from('{"result":1}')));
});

test('B20-words: who asks to slow down with 402, 403, 429 or 503 is heard, by its header and by its words', () => {
  const told = (status: number, body: string, retryAfterMs: number | null = null) => {
    try {
      readJson({ status, body, retryAfterMs }, 'node');
      return 'taken';
    } catch (fault) {
      assert.ok(fault instanceof EndpointFault);
      return fault.failure === 'busy' ? fault.retryAfterMs : fault.failure;
    }
  };
  const suspended = '{"Error":"The key exceeds the frequency limit(15), and the query server is suspended for 5s"}';
  for (const status of [402, 403, 429, 503]) assert.equal(told(status, suspended), 5_000, String(status));
  assert.equal(told(429, '{"code":429,"message":"try again in 10 seconds"}', 2_000), 10_000);
  assert.equal(told(429, 'slow down'), null);
  assert.equal(told(503, '<h1>Busy</h1>', 3_000), 3_000);
  assert.equal(told(503, 'Work queue depth exceeded'), null);
  assert.equal(told(403, '<h1>Forbidden</h1>'), 'unreachable');
  assert.equal(told(403, '{"error":"no such key"}'), 'taken');
});

test('B20-error-data: what an error of JSON-RPC says of the wait is obeyed too', async () => {
  const errors = [
    [{ code: -32005, message: 'rate limited', data: { see: 'x', try_again_in: '1.5s' } }, 1_500],
    [
      {
        code: -32005,
        message: 'daily request count exceeded, request rate limited',
        data: { rate: { backoff_seconds: 30 } },
      },
      30_000,
    ],
    [{ code: 429, message: 'Too many requests' }, null],
  ] as const;
  const client = jsonRpcClient({ url: address.href });
  for (const [error, wait] of errors) {
    answer = (response) => void response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
    await assert.rejects(
      client.call('eth_chainId', []),
      (fault) => fault instanceof EndpointFault && fault.failure === 'busy' && fault.retryAfterMs === wait,
    );
  }
  await client.close();
});
