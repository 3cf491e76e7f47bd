// The checkout page is served so that nothing foreign runs in it, around it, or instead of it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import fastify, { type FastifyInstance } from 'fastify';
import { type CheckoutPageOptions, checkoutPage } from './page.ts';

let distDirectory: string;
const servers: FastifyInstance[] = [];

before(async () => {
  distDirectory = await mkdtemp(join(tmpdir(), 'checkout-page-'));
  await mkdir(join(distDirectory, 'assets/checkout'), { recursive: true });
  await writeFile(
    join(distDirectory, 'index.html'),
    '<html lang="en"><head><title>Page</title></head><body></body></html>',
  );
  await mkdir(join(distDirectory, 'words'));
  for (const [code, untitled] of [
    ['en', 'Checkout'],
    ['ar', 'الدفع'],
  ] as const)
    await writeFile(join(distDirectory, `words/${code}.json`), JSON.stringify({ page: { untitled } }));
  await writeFile(join(distDirectory, 'assets/checkout/index-abc.js'), 'plain');
  await writeFile(join(distDirectory, 'assets/checkout/index-abc.js.br'), 'brotli');
});

after(async () => {
  for (const server of servers) await server.close();
  await rm(distDirectory, { recursive: true });
});

async function serve(options: Omit<CheckoutPageOptions, 'distDirectory'> = {}): Promise<FastifyInstance> {
  const server = fastify();
  servers.push(server);
  await server.register(checkoutPage({ distDirectory, ...options }));
  return server;
}

test('W36-frame: the page allows scripts, styles and requests of its own origin only, no foreign frame around it, and no caching', async () => {
  const { statusCode, headers } = await (await serve()).inject(`/pay/${randomUUID()}`);
  const policy = String(headers['content-security-policy']);
  assert.equal(statusCode, 200);
  for (const rule of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'self'"]) {
    assert.ok(policy.split('; ').includes(rule), rule);
  }
  assert.ok(!policy.includes('unsafe'));
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['referrer-policy'], 'no-referrer');
  assert.equal(headers['x-content-type-options'], 'nosniff');
});

test('W30-stored-script: text of a merchant’s in the seed cannot end the block that holds it', async () => {
  const hostile = { app: { name: '</script><script>alert(1)</script><!--' } };
  const { body } = await (await serve({ seed: async () => hostile })).inject(`/pay/${randomUUID()}`);
  const block = /<script type="application\/json" id="seed">(.*?)<\/script><\/head>/.exec(body);
  assert.deepEqual(JSON.parse(block?.[1] ?? ''), hostile);
  // Its end, and that of the block with the texts.
  assert.equal(body.match(/<\/script>/g)?.length, 2);
});

test('an id that is none, or of no invoice, answers 404 with the page, which says so', async () => {
  const server = await serve({ seed: async () => null });
  for (const id of ['1', randomUUID()]) {
    const answer = await server.inject(`/pay/${id}`);
    assert.equal(answer.statusCode, 404);
    assert.match(answer.body, /<title>Checkout/);
  }
});

test('the page says its language and direction, and holds the texts of that language alone', async () => {
  const server = await serve();
  const path = `/pay/${randomUUID()}`;
  const { body, headers } = await server.inject(`${path}?lang=ar`);
  assert.match(body, /^<html lang="ar" dir="rtl">/);
  assert.match(body, /<title>الدفع<\/title>/);
  assert.match(body, /id="words">\{"page":\{"untitled":"الدفع"\}\}<\/script>/);
  assert.equal(headers['content-language'], 'ar');
  assert.equal(headers['set-cookie'], undefined);
  const own = { url: `${path}?lang=ar`, headers: { 'sec-fetch-site': 'same-origin' } };
  assert.match(String((await server.inject(own)).headers['set-cookie']), /^lang=ar;/);
  const german = await server.inject({ url: path, headers: { 'accept-language': 'de', cookie: 'lang=ar' } });
  assert.match(german.body, /^<html lang="ar"/);
});

test('extra scripts come from this origin, or the page is not served at all', async () => {
  const { body } = await (await serve({ extraScripts: ['/demo-wallet.js'] })).inject(`/pay/${randomUUID()}`);
  assert.ok(body.includes('<script type="module" src="/demo-wallet.js"></script>'));
  for (const script of ['https://elsewhere.example/x.js', '//elsewhere.example/x.js', '/x.js"></script>']) {
    await assert.rejects(serve({ extraScripts: [script] }), TypeError);
  }
});

test('assets may be kept for ever, come compressed where that is understood, and end at their folder', async () => {
  const server = await serve();
  const url = '/assets/checkout/index-abc.js';
  const compressed = await server.inject({ url, headers: { 'accept-encoding': 'br' } });
  assert.equal(compressed.body, 'brotli');
  assert.equal(compressed.headers['content-encoding'], 'br');
  assert.match(String(compressed.headers['cache-control']), /immutable/);
  assert.equal((await server.inject({ url, headers: { 'accept-encoding': 'identity' } })).body, 'plain');
  for (const path of ['..%2f..%2findex.html', '../../index.html', '%2e%2e/%2e%2e/index.html']) {
    assert.ok((await server.inject(`/assets/checkout/${path}`)).statusCode >= 400, path);
  }
});
