// The test client rejects every response that the service's own document does not describe.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { client, type Json } from '../client.ts';
import { answerWith } from './document.ts';

const till = { type: 'object', properties: { open: { type: 'boolean' } }, required: ['open'] };
const problem = { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] };
const described = {
  200: { description: 'Done.', content: { 'application/json': { schema: till } } },
  404: { description: '`not_found`: Not found.', content: { 'application/json': { schema: problem } } },
  default: {
    description: 'Any other refusal:\n\n- 401: `invalid_token`\n- 429: `rate_limited`',
    content: { 'application/json': { schema: problem } },
  },
};
const document = {
  openapi: '3.1.0',
  paths: { '/till/{id}': { get: { operationId: 'getTill', responses: described } } },
};

/** The next response. */
let next: { status: number; body: Json };
const server = createServer((request, response) => {
  const isDocument = request.url === '/api/openapi.json';
  response.writeHead(isDocument ? 200 : next.status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(isDocument ? document : next.body));
});
await once(server.listen(0, '127.0.0.1'), 'listening');
after(() => server.close());
const api = client(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api`);

function answered(path: string, status: number, body: Json) {
  next = { status, body };
  return api.get(path);
}

test('a described response passes unchanged', async () => {
  assert.deepEqual((await answered('/till/1', 200, { open: true })).body, { open: true });
  assert.equal((await answered('/till/1?v=1', 404, { code: 'not_found' })).status, 404);
});

test('an undescribed status, shape, code or operation is rejected', async () => {
  await assert.rejects(
    answered('/till/1', 202, { open: true }),
    /getTill answered 202, which the document does not name/,
  );
  await assert.rejects(answered('/till/1', 200, { open: 'yes' }), /getTill answered 200 .*must be boolean/);
  await assert.rejects(answered('/till/1', 404, { code: 'gone' }), /the code gone, which the document does not name/);
  await assert.rejects(answered('/drawer', 200, {}), /GET \/drawer answered 200, and is in no document/);
});

test('a shared description of several statuses applies to each, with its own codes', async () => {
  assert.equal((await answered('/till/1', 429, { code: 'rate_limited' })).status, 429);
  await assert.rejects(answered('/till/1', 429, { code: 'invalid_token' }), /the code invalid_token, which/);
  await assert.rejects(
    answered('/till/1', 403, { code: 'forbidden' }),
    /answered 403, which the document does not name/,
  );
  assert.equal(answerWith(described, 401)?.description, '`invalid_token`');
});

test('a rejected call of an unknown path needs no description', async () => {
  assert.equal((await answered('/drawer', 404, { code: 'not_found' })).status, 404);
});
