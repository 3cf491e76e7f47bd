// The console has a strict content security policy with a new nonce in each response, and is read from disk on demand.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { serveConsole } from './serve-console.ts';
import { serveHome } from './serve-home.ts';

let folder: string;
let server: FastifyInstance;
let opened = 0;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'console-'));
  await mkdir(join(folder, 'assets/console'), { recursive: true });
  await writeFile(join(folder, 'index.html'), '<html nonce="NONCE-OF-THIS-ANSWER"></html>');
  await writeFile(join(folder, 'assets/console/index-abc.js'), 'plain');
  await writeFile(join(folder, 'assets/console/index-abc.js.br'), 'brotli');
  await writeFile(join(folder, 'assets/console/index-abc.js.gz'), 'gzip');
  server = fastify();
  const builtConsole = async () => {
    opened += 1;
    if (opened === 1) throw new Error('not built yet');
    return folder;
  };
  serveConsole(server, { builtConsole, publicUrl: 'https://pay.example', uploadOrigins: ['https://bucket.example'] });
  serveHome(server, 'https://pay.example');
  await server.ready();
});

after(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

test('nothing is read at the start, and what failed once is tried again', async () => {
  assert.equal(opened, 0);
  assert.equal((await server.inject('/console')).statusCode, 500);
  assert.equal((await server.inject('/console')).statusCode, 200);
  await server.inject('/console/invoices/1');
  assert.equal(opened, 2);
});

test('every address answers one document, under a fresh nonce and a policy without unsafe parts', async () => {
  const answers = await Promise.all(['/console', '/console/settings/shop'].map((url) => server.inject(url)));
  const nonces = answers.map(({ headers, body }) => {
    const policy = String(headers['content-security-policy']);
    const nonce = /'nonce-([\w-]{22})'/.exec(policy)?.[1];
    assert.equal(body, `<html nonce="${nonce}"></html>`);
    assert.doesNotMatch(policy, /unsafe|\*/);
    const rules = policy.split('; ');
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self' https://bucket.example",
      "frame-src 'self'",
      "frame-ancestors 'none'",
    ]) {
      assert.ok(rules.includes(rule), rule);
    }
    assert.equal(headers['cache-control'], 'no-store');
    return nonce;
  });
  assert.notEqual(nonces[0], nonces[1]);
});

test('the document is sent as small as the browser takes it, with its length, to HEAD as well', async () => {
  for (const [accepted, coding, decode] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['', undefined, (content: Buffer) => content],
  ] as const) {
    const ask = { url: '/console/invoices', headers: { 'accept-encoding': accepted } };
    const { headers, rawPayload } = await server.inject(ask);
    assert.deepEqual([headers['content-encoding'], headers.vary], [coding, 'accept-encoding']);
    assert.equal(headers['content-length'], String(rawPayload.length));
    assert.match(String(decode(rawPayload)), /^<html nonce="[\w-]{22}"><\/html>$/);
    const head = await server.inject({ ...ask, method: 'HEAD' });
    assert.deepEqual([head.statusCode, head.headers['content-encoding'], head.body], [200, coding, '']);
  }
});

test('its assets may be kept for ever, come as small as the browser takes them, and end at their folder', async () => {
  const url = '/assets/console/index-abc.js';
  const ask = async (accepted: string) => {
    const { headers, body } = await server.inject({ url, headers: { 'accept-encoding': accepted } });
    return [headers['content-encoding'], body];
  };
  assert.deepEqual(await ask('gzip, deflate, br'), ['br', 'brotli']);
  assert.deepEqual(await ask('gzip;q=0.5, br;q=0'), ['gzip', 'gzip']);
  assert.deepEqual(await ask('identity'), [undefined, 'plain']);
  assert.match(String((await server.inject(url)).headers['cache-control']), /immutable/);
  for (const name of ['..%2f..%2findex.html', '%2e%2e/%2e%2e/index.html', 'index-abc.js.br', 'other.js']) {
    assert.equal((await server.inject(`/assets/console/${name}`)).statusCode, 404, name);
  }
});

test('the first page names the console and the documentation, and /account leads to the account', async () => {
  const { body, headers } = await server.inject('/');
  for (const address of ['/console', '/docs', '/api/openapi.json'])
    assert.ok(body.includes(`href="${address}"`), address);
  assert.match(String(headers['content-security-policy']), /^default-src 'none'/);
  assert.equal((await server.inject('/account')).headers.location, 'https://pay.example/console/account');
});
