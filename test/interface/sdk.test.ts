// The client that merchants install, against a real service and against one with every kind of network failure.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Quittance, QuittanceProblem, QuittanceUnreachable } from '../../sdk/typescript/src/quittance.ts';
import { generatedFiles } from '../../tools/sdk/generated-files.ts';
import { until } from '../rig/client.ts';
import { testDatabase } from '../rig/database.ts';
import { projectRoot } from '../rig/house/source-tree.ts';
import { createMerchant, type Merchant } from '../rig/merchant.ts';
import { type ServiceProcess, startService, withoutNetworks } from '../rig/service.ts';

const run = promisify(execFile);
const source = join(projectRoot, 'sdk/typescript/src/quittance.ts');
let scratch: string;
let database: Awaited<ReturnType<typeof testDatabase>>;
let service: ServiceProcess;
let merchant: Merchant;

before(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'quittance-sdk-'));
  database = await testDatabase();
  service = await startService({ databaseUrl: database.url, config: withoutNetworks, roles: 'api' });
  merchant = await createMerchant(service);
});
after(async () => {
  await service?.stop();
  await database?.drop();
  rmSync(scratch, { recursive: true, force: true });
});

function sdk(more: object = {}): Quittance {
  return new Quittance({ url: service.url, token: merchant.app.token, ...more });
}

/** A `fetch` that returns these responses in turn, and keeps the requests. */
function scripted(answers: readonly (Response | Error)[]) {
  const asked: { url: string; headers: Headers; method: string }[] = [];
  const left = [...answers];
  const fetch = (async (url: string, init: RequestInit) => {
    asked.push({ url, headers: new Headers(init.headers), method: init.method ?? 'GET' });
    const next = left.shift();
    if (next instanceof Response) return next;
    throw next ?? new Error('asked once too often');
  }) as typeof globalThis.fetch;
  return { fetch, asked };
}

test('the generated parts of all clients are what the API document says now', () => {
  const outdated = Object.entries(generatedFiles())
    // Compares without a diff, which would be too long to read.
    .filter(([path, text]) => readFileSync(join(projectRoot, path), 'utf8') !== text)
    .map(([path]) => path);
  assert.deepEqual(outdated, [], 'Run `npx node tools/sdk/generate.ts`.');
});

test('the example in the README runs as it is printed', async () => {
  const readme = readFileSync(join(projectRoot, 'sdk/typescript/README.md'), 'utf8');
  const example = /```ts example\n([\s\S]*?)```/.exec(readme)?.[1] as string;
  const file = join(scratch, 'example.ts');
  writeFileSync(file, example.replace("'quittance-sdk'", JSON.stringify(pathToFileURL(source).href)));
  const env = { PATH: process.env.PATH, QUITTANCE_URL: service.url, QUITTANCE_TOKEN: merchant.app.token as string };
  const { stdout } = await run(process.execPath, [file], { env });
  const [first, second, third, ...rest] = stdout.trim().split('\n');
  assert.match(first ?? '', /^Send your customer to http:\/\/127\.0\.0\.1:\d+\/pay\/[0-9a-f-]{36}$/);
  assert.equal(second, 'order-1042: 25.00 USD to pay');
  assert.match(third ?? '', /^validation_failed: expires_in: /);
  assert.deepEqual(rest, []);
});

test('the package builds, and what it builds runs without a TypeScript runtime', async () => {
  const tsc = join(projectRoot, 'node_modules/.bin/tsc');
  await run(tsc, ['-p', join(projectRoot, 'sdk/typescript'), '--outDir', scratch]);
  const script = join(scratch, 'use.mjs');
  writeFileSync(
    script,
    `import { Quittance } from './quittance.js';
const all = await new Quittance({ url: process.argv[2] }).listCurrencies().page();
console.log(all.items.some((one) => one.code === 'EUR'));
`,
  );
  const { stdout } = await run(process.execPath, ['--no-strip-types', script, service.url]);
  assert.equal(stdout.trim(), 'true');
  assert.match(readFileSync(join(scratch, 'quittance.d.ts'), 'utf8'), /class Quittance extends Api/);
});

test('a list is followed over its pages to the end, and a page can be asked for by its cursor', async () => {
  const app = (await createMerchant(service)).app;
  const client = sdk({ token: app.token });
  const made: string[] = [];
  for (const total of ['1.00', '2.00', '3.00', '4.00', '5.00']) {
    made.unshift((await client.createInvoice({ total, currency: 'USD' })).id);
  }
  const list = client.listInvoices({ limit: 2 });
  const seen: string[] = [];
  for await (const invoice of list) seen.push(invoice.id);
  assert.deepEqual(seen, made);
  const first = await list.page();
  const second = await list.page(first.next);
  assert.deepEqual(
    [...first.items, ...second.items].map((one) => one.id),
    made.slice(0, 4),
  );
});

test('the token never follows a link to another host', async () => {
  const page = (link: string | null) => new Response('[]', { headers: link === null ? {} : { link } });
  const { fetch, asked } = scripted([page('<https://evil.example/api/invoices?cursor=c2>; rel="next"'), page(null)]);
  for await (const _ of sdk({ fetch }).listInvoices()) assert.fail('both pages are empty');
  assert.deepEqual(
    asked.map((one) => new URL(one.url).host),
    [new URL(service.url).host, new URL(service.url).host],
  );
  assert.equal(new URL(asked[1]?.url ?? '').searchParams.get('cursor'), 'c2');
});

test('a change whose answer was lost is repeated with the same key and made once', async () => {
  let calls = 0;
  const losing = (async (url: string, init: RequestInit) => {
    const answer = await fetch(url, init);
    calls += 1;
    if (calls === 1) throw new TypeError('the connection broke after the service had answered');
    return answer;
  }) as typeof globalThis.fetch;
  const reference = randomUUID();
  const invoice = await sdk({ fetch: losing }).createInvoice({ total: '7.00', currency: 'USD', order: { reference } });
  assert.equal(calls, 2);
  const { items } = await sdk().listInvoices({ reference }).page();
  assert.deepEqual(
    items.map((one) => one.id),
    [invoice.id],
  );
});

test('a temporary error is retried as requested, with one key; a permanent one is thrown at once', async () => {
  const busy = new Response('{"code":"temporarily_unavailable"}', { status: 503, headers: { 'retry-after': '0' } });
  const running = new Response('{"code":"request_in_progress"}', { status: 409, headers: { 'retry-after': '0' } });
  const { fetch, asked } = scripted([busy, running, Response.json({ id: 'x' })]);
  await sdk({ fetch }).createInvoice({ total: '1.00', currency: 'USD' });
  const keys = asked.map((one) => one.headers.get('idempotency-key'));
  assert.equal(new Set(keys).size, 1);
  assert.match(keys[0] ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const conflict = scripted([new Response('{"code":"invoice_not_cancelable"}', { status: 409 })]);
  await assert.rejects(sdk({ fetch: conflict.fetch }).cancelInvoice('x'), { code: 'invoice_not_cancelable' });
  assert.equal(conflict.asked.length, 1);
  const long = scripted([new Response('{"code":"rate_limited"}', { status: 429, headers: { 'retry-after': '3600' } })]);
  await assert.rejects(sdk({ fetch: long.fetch }).listCurrencies().page(), { code: 'rate_limited', retryAfter: 3600 });
});

test('a refusal tells its code, its fields and the request; silence tells the key to go on with', async () => {
  const refused = await sdk()
    .createInvoice({ total: '1', currency: 'XXY' })
    .catch((error: unknown) => error);
  assert.ok(refused instanceof QuittanceProblem);
  assert.deepEqual([refused.status, refused.code, refused.errors[0]?.field], [422, 'validation_failed', 'currency']);
  assert.match(refused.requestId ?? '', /^[0-9a-f-]{36}$/);
  const proxy = scripted([new Response('<h1>Bad gateway</h1>', { status: 502 })]);
  await assert.rejects(sdk({ fetch: proxy.fetch, retries: 0 }).listCurrencies().page(), { code: 'unexpected_answer' });
  const idempotencyKey = randomUUID();
  const broken = scripted([new TypeError('refused')]);
  const lost = await sdk({ fetch: broken.fetch, retries: 0 })
    .createInvoice({ total: '1', currency: 'USD' }, { idempotencyKey })
    .catch((error: unknown) => error);
  assert.ok(lost instanceof QuittanceUnreachable);
  assert.equal(lost.idempotencyKey, idempotencyKey);
});

test('an invoice can be watched until one has seen enough', async () => {
  const invoice = await sdk().createInvoice({ total: '3.00', currency: 'USD' });
  const seen: string[] = [];
  for await (const now of sdk({ token: undefined }).watchInvoice(invoice.id)) {
    seen.push(now.invoice.status);
    if (now.invoice.status === 'canceled') break;
    if (seen.length === 1) await sdk().cancelInvoice(invoice.id);
  }
  assert.deepEqual([seen[0], seen.at(-1)], ['open', 'canceled']);
});

test('a watched invoice is no beat of its stream', async () => {
  const text = 'retry: 1000\nevent: invoice\ndata: {"invoice":{"status":"open"}}\n\nevent: beat\ndata: 1\n\n';
  const { fetch } = scripted([new Response(text, { headers: { 'content-type': 'text/event-stream' } })]);
  const seen: unknown[] = [];
  for await (const now of sdk({ fetch }).watchInvoice(randomUUID())) seen.push(now);
  assert.deepEqual(seen, [{ invoice: { status: 'open' } }]);
});

test('a signal ends a call and the waiting between attempts', async () => {
  const stop = new AbortController();
  const { fetch, asked } = scripted([new Response('{}', { status: 503, headers: { 'retry-after': '50' } })]);
  const call = sdk({ fetch }).listCurrencies({}, { signal: stop.signal }).page();
  const rejects = assert.rejects(call, /enough/);
  await until(() => asked.length === 1, 'the first attempt', { everyMs: 1 });
  stop.abort(new Error('enough'));
  await rejects;
  assert.equal(asked.length, 1);
});

test('a list that can be read on from its end ends there', async () => {
  await sdk().createInvoice({ total: '3.00', currency: 'USD' });
  const ids: string[] = [];
  for await (const { id } of sdk().listEvents({ since: '2020-01-01T00:00:00Z' })) ids.push(id);
  assert.ok(ids.length > 0);
  assert.equal(new Set(ids).size, ids.length);
});

test('a response that is cut in its body is a failed attempt', async () => {
  const cut = new ReadableStream({ pull: (controller) => controller.error(new Error('cut')) });
  const network = scripted([new Response(cut, { status: 200 }), Response.json({ id: 'one' })]);
  const created = await sdk({ fetch: network.fetch, backoff: 1 }).createInvoice({ total: '3.00', currency: 'USD' });
  assert.equal(created.id, 'one');
  const keys = network.asked.map(({ headers }) => headers.get('idempotency-key'));
  assert.deepEqual([keys.length, new Set(keys).size], [2, 1]);
});
