// The checkout page is served so that no foreign code runs in it and no foreign page can frame or replace it.
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { fieldProblem } from '../../../core/problem.ts';
import type { PageActs } from './drawn/page-acts.ts';
import { type CheckoutPageOptions, checkoutPage } from './page.ts';

let distDirectory: string;
const servers: FastifyInstance[] = [];
const publicUrl = 'https://pay.example';
const invoiceId = randomUUID();
const now = '2026-01-01T00:00:00.000Z';

/** Renders its input as text. */
const drawing = `
export const withoutScript = '.x{color:red}';
let drawnPages = 0;
const drawn = (html, looksAgainAfter) =>
  ({ html, title: 'A <b> shop', style: ':root{--a:#000}', groups: ['page'], looksAgainAfter });
export const drawNotFound = () => drawn('<h1>Invoice not found</h1>', null);
export const drawReceipt = () => drawn('<h1>Receipt</h1>', null);
export const drawCheckout = ({ seed, url, answer }) => {
  if (seed.counts) return drawn('<i>' + ++drawnPages + '</i>', null);
  if (seed.isBroken) throw new Error('cannot be drawn');
  return drawn('<main>' + new URL(url).search + JSON.stringify(answer) + '</main>', answer === null ? 15 : null);
};
`;

before(async () => {
  distDirectory = await mkdtemp(join(tmpdir(), 'checkout-page-'));
  await mkdir(join(distDirectory, 'assets/checkout'), { recursive: true });
  await mkdir(join(distDirectory, 'server'));
  const page = '<body><noscript>Switch it on</noscript><div id="checkout"></div></body>';
  const link = '<link rel="stylesheet" crossorigin href="/assets/checkout/index-abc.css">';
  await writeFile(join(distDirectory, 'assets/checkout/index-abc.css'), 'p{margin:0}');
  await writeFile(
    join(distDirectory, 'index.html'),
    `<html lang="en"><head><title>Checkout</title>${link}</head>${page}</html>`,
  );
  await writeFile(join(distDirectory, 'package.json'), '{"type":"module"}');
  await writeFile(join(distDirectory, 'server/draw.js'), drawing);
  const languages = [
    { code: 'en', name: 'English', direction: 'ltr', untitled: 'Checkout' },
    { code: 'ar', name: 'العربية', direction: 'rtl', untitled: 'الدفع' },
  ].map((language) => ({ ...language, file: `assets/checkout/words-${language.code}-0a1b.json` }));
  await writeFile(join(distDirectory, 'languages.json'), JSON.stringify(languages));
  for (const { file, untitled } of languages)
    await writeFile(join(distDirectory, file), JSON.stringify({ page: { untitled }, plain: { back: '' } }));
  await writeFile(join(distDirectory, 'assets/checkout/index-abc.js'), 'plain');
  await writeFile(join(distDirectory, 'assets/checkout/index-abc.js.br'), 'brotli');
});

after(async () => {
  for (const server of servers) await server.close();
  await rm(distDirectory, { recursive: true });
});

async function serve(options: Partial<CheckoutPageOptions> = {}): Promise<FastifyInstance> {
  const server = fastify();
  servers.push(server);
  const acts: PageActs = { choose: async () => undefined, claim: async () => true };
  const seed = async () => ({ now, invoice: { id: invoiceId, paid: '0.00' } });
  await server.register(checkoutPage({ builtPage: async () => distDirectory, publicUrl, seed, acts, ...options }));
  return server;
}

test('W36-frame: the page allows its own origin only, no foreign frame and no caching', async () => {
  const { statusCode, headers } = await (await serve()).inject(`/pay/${randomUUID()}`);
  const policy = String(headers['content-security-policy']);
  assert.equal(statusCode, 200);
  const style = (css: string) => `'sha256-${createHash('sha256').update(css).digest('base64')}'`;
  const styles = `style-src 'self' ${['.x{color:red}', 'p{margin:0}', ':root{--a:#000}'].map(style).join(' ')}`;
  for (const rule of [
    "default-src 'none'",
    "script-src 'self'",
    styles,
    "form-action 'self'",
    "frame-ancestors 'self'",
  ])
    assert.ok(policy.split('; ').includes(rule), `${rule} in ${policy}`);
  assert.ok(!policy.includes('unsafe'));
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['referrer-policy'], 'same-origin');
  assert.equal(headers['x-content-type-options'], 'nosniff');
});

test('W30-stored-script: a merchant’s text in seed or title cannot end its block', async () => {
  const hostile = {
    now,
    invoice: { id: invoiceId, paid: '0.00' },
    app: { name: '</script><script>alert(1)</script><!--' },
  };
  const { body } = await (await serve({ seed: async () => hostile })).inject(`/pay/${invoiceId}`);
  const block = /<script type="application\/json" id="seed">(.*?)<\/script><\/body>/.exec(body);
  assert.deepEqual(JSON.parse(block?.[1] ?? ''), hostile);
  // The end of the data block and of the block with the texts.
  assert.equal(body.match(/<\/script>/g)?.length, 2);
  assert.ok(body.includes('<title>A &#60;b&#62; shop</title>'));
});

test('a malformed or unknown invoice id gets 404 with a page that explains it', async () => {
  const server = await serve({ seed: async () => null });
  for (const id of ['1', randomUUID()]) {
    const answer = await server.inject(`/pay/${id}`);
    assert.equal(answer.statusCode, 404);
    assert.match(answer.body, /<h1>Invoice not found/);
  }
});

test('the page is rendered; if rendering fails, the page for the script is served', async () => {
  const { body } = await (await serve()).inject(`/pay/${invoiceId}?still`);
  assert.match(body, /<div id="checkout"><main>\?stillnull<\/main><\/div>/);
  assert.match(body, /<noscript><meta http-equiv="refresh" content="15">/);
  assert.ok(!body.includes('Switch it on'));
  assert.match(body, /<style>p\{margin:0\}<\/style>/);
  assert.ok(!body.includes('rel="stylesheet"'), 'nothing has to be waited for');
  const broken = { now, invoice: { id: invoiceId, paid: '0.00' }, isBroken: true };
  const undrawn = await (await serve({ seed: async () => broken })).inject(`/pay/${invoiceId}`);
  assert.match(undrawn.body, /Switch it on.*<div id="checkout"><\/div>.*id="seed">/);
});

test('a page is rendered once a second for all its readers, and again when its content changes', async () => {
  const counted = { now, invoice: { id: invoiceId, paid: '0.00' }, counts: true };
  let served = counted;
  const server = await serve({ seed: async () => served });
  const drawing = async (seed = counted, query = '') => {
    served = seed;
    return /<i>(\d+)<\/i>/.exec((await server.inject(`/pay/${invoiceId}${query}`)).body)?.[1];
  };
  const first = await drawing();
  assert.equal(await drawing({ ...counted, now: '2026-01-01T00:00:00.999Z' }), first);
  const anew = [
    await drawing(counted, '?lang=ar'),
    await drawing(counted, '?other'),
    await drawing({ ...counted, now: '2026-01-01T00:00:01.000Z' }),
    await drawing({ ...counted, invoice: { id: invoiceId, paid: '0.01' } }),
  ];
  assert.equal(new Set([first, ...anew]).size, 5);
});

test('the page is sent with brotli, gzip or no compression, as the browser accepts', async () => {
  const server = await serve();
  const url = `/pay/${invoiceId}`;
  const get = (accepted: string) => server.inject({ url, headers: { 'accept-encoding': accepted } });
  const [plain, gzip, brotli] = [await get('identity'), await get('gzip, deflate'), await get('gzip, deflate, br')];
  assert.deepEqual(
    [plain, gzip, brotli].map(({ headers }) => headers['content-encoding']),
    [undefined, 'gzip', 'br'],
  );
  assert.equal(gunzipSync(gzip.rawPayload).toString(), plain.body);
  assert.equal(brotliDecompressSync(brotli.rawPayload).toString(), plain.body);
  assert.equal(brotli.headers.vary, 'accept-encoding');
});

test('a form is handled and redirects to the page; a form of another site or a rejected one does not', async () => {
  const said: unknown[] = [];
  const acts: PageActs = {
    choose: async (...form) => void said.push(form),
    claim: async () => {
      throw fieldProblem('hash', 'unknown_hash', 'The network does not know it.');
    },
  };
  const server = await serve({ acts });
  const post = (act: string, payload: string, headers = {}) =>
    server.inject({
      method: 'POST',
      url: `/pay/${invoiceId}/${act}`,
      payload,
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: publicUrl, ...headers },
    });
  const chosen = await post('choose', 'offer=ETH+local&exchange=yes');
  assert.deepEqual([chosen.statusCode, chosen.headers.location], [303, `/pay/${invoiceId}`]);
  assert.deepEqual(said, [[invoiceId, { offer: 'ETH local', exchange: 'yes' }]]);
  for (const headers of [{ origin: 'https://elsewhere.example' }, { 'sec-fetch-site': 'cross-site' }])
    assert.equal((await post('choose', 'offer=ETH+local', headers)).statusCode, 403);
  assert.equal(said.length, 1);
  const refused = await post('claim', 'hash=0x12');
  assert.equal(refused.statusCode, 422);
  assert.match(refused.body, /"field":"hash","reason":"unknown_hash","message":"The network.*","value":"0x12"/);
  assert.ok(!refused.body.includes('http-equiv'));
});

test('with WalletConnect configured, the page may connect to its relay and to no other origin', async () => {
  const walletConnect = { projectId: 'a0'.repeat(16), relay: 'wss://relay.example' };
  const [without, set] = await Promise.all(
    [{}, { walletConnect }].map(async (options) => {
      const { headers, body } = await (await serve(options)).inject(`/pay/${randomUUID()}`);
      return { policy: String(headers['content-security-policy']), body };
    }),
  );
  assert.match(without?.policy ?? '', /connect-src 'self';/);
  assert.doesNotMatch(without?.body ?? '', /wallet_connect/);
  assert.match(set?.policy ?? '', /connect-src 'self' wss:\/\/relay\.example;/);
  assert.match(set?.body ?? '', /"wallet_connect":\{"relay":"wss:\/\/relay\.example","project_id":"(a0){16}"\}/);
});

test('a receipt runs no script, and exists once a part is paid', async () => {
  const url = `/pay/${invoiceId}/receipt`;
  const early = await (await serve()).inject(url);
  assert.deepEqual([early.statusCode, early.headers.location], [303, `/pay/${invoiceId}`]);
  const paid = { now, invoice: { id: invoiceId, paid: '0.01' } };
  const { statusCode, body, headers } = await (await serve({ seed: async () => paid })).inject(url);
  assert.deepEqual([statusCode, body.includes('<h1>Receipt</h1>'), body.includes('<script')], [200, true, false]);
  assert.ok(!String(headers['content-security-policy']).includes('script-src'));
});

test('the page has its language and direction, and contains the texts that the script needs at once', async () => {
  const server = await serve();
  const path = `/pay/${randomUUID()}`;
  const { body, headers } = await server.inject(`${path}?lang=ar`);
  assert.match(body, /^<html lang="ar" dir="rtl">/);
  const words =
    /id="words" data-rest="\/assets\/checkout\/words-ar-0a1b\.json">\{"page":\{"untitled":"الدفع"\}\}<\/script>/;
  assert.match(body, words);
  assert.equal(headers['content-language'], 'ar');
  assert.equal(headers['set-cookie'], undefined);
  const own = { url: `${path}?lang=ar`, headers: { 'sec-fetch-site': 'same-origin' } };
  assert.match(String((await server.inject(own)).headers['set-cookie']), /^lang=ar;/);
  const german = await server.inject({ url: path, headers: { 'accept-language': 'de', cookie: 'lang=ar' } });
  assert.match(german.body, /^<html lang="ar"/);
});

test('extra scripts must come from this origin, or the page is not served', async () => {
  const { body } = await (await serve({ extraScripts: ['/demo-wallet.js'] })).inject(`/pay/${randomUUID()}`);
  assert.ok(body.includes('<script type="module" src="/demo-wallet.js"></script>'));
  for (const script of ['https://elsewhere.example/x.js', '//elsewhere.example/x.js', '/x.js"></script>']) {
    await assert.rejects(serve({ extraScripts: [script] }), TypeError);
  }
});

test('assets are cached for ever, compressed if the browser accepts it, and limited to their folder', async () => {
  const server = await serve();
  const url = '/assets/checkout/index-abc.js';
  const compressed = await server.inject({ url, headers: { 'accept-encoding': 'br' } });
  assert.equal(compressed.body, 'brotli');
  assert.equal(compressed.headers['content-encoding'], 'br');
  assert.match(String(compressed.headers['cache-control']), /immutable/);
  assert.equal((await server.inject({ url, headers: { 'accept-encoding': 'identity' } })).body, 'plain');
  const again = { 'accept-encoding': 'br', 'if-none-match': String(compressed.headers.etag) };
  const unchanged = await server.inject({ url, headers: again });
  assert.deepEqual([unchanged.statusCode, unchanged.body, unchanged.headers['content-encoding']], [304, '', undefined]);
  assert.equal((await server.inject({ url, headers: { 'if-none-match': again['if-none-match'] } })).body, 'plain');
  const head = await server.inject({ method: 'HEAD', url });
  assert.deepEqual([head.statusCode, head.body, head.headers['content-length']], [200, '', '5']);
  const part = await server.inject({ url, headers: { range: 'bytes=1-2' } });
  assert.deepEqual([part.statusCode, part.body], [200, 'plain']);
  for (const path of ['..%2f..%2findex.html', '../../index.html', '%2e%2e/%2e%2e/index.html']) {
    assert.ok((await server.inject(`/assets/checkout/${path}`)).statusCode >= 400, path);
  }
});
