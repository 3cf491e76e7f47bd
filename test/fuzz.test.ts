// Thousands of requests made from the API document, sensible and senseless: no answer is a failure or one that it does not name.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { browserSession } from './rig/browser-session.ts';
import { type Client, type Json, ok } from './rig/client.ts';
import { type DescribedApi, describedApi, type JsonSchema } from './rig/described-api.ts';
import {
  type FuzzRequest,
  type Game,
  judgeAnswer,
  kinds,
  type Party,
  type Route,
  requestFor,
  routesOf,
} from './rig/fuzz-requests.ts';
import { chanceOf } from './rig/fuzz-values.ts';
import { type Merchant, quittance } from './rig/merchant.ts';
import { openShop, type Shop } from './rig/shop.ts';

/** Both can be set to see a failure again, or to search longer. */
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);
const requestsEach = Number(process.env.FUZZ_REQUESTS ?? 200);
const atOnce = 16;

let shop: Shop;
let game: Game;

before(async () => {
  shop = await openShop();
  const stranger = await shop.newMerchant();
  const args = ['pat', 'create', '--email', shop.merchant.email, '--scopes', 'account:read', '--json'];
  const { token } = JSON.parse((await quittance(shop.service, args)).stdout) as { token: string };
  game = {
    document: describedApi(shop.service.url),
    apiUrl: shop.service.apiUrl,
    owner: await partyOf(shop.merchant, true),
    stranger: await partyOf(stranger, false),
    // The owner's own token, but with one scope; then what is no token at all.
    scoped: { caller: { authorization: `Bearer ${token}` }, scope: 'account:read' },
    powerless: [
      {},
      { authorization: 'Bearer qpat_0000000000000000000000000000000000000000' },
      { authorization: `Bearer ${'x'.repeat(3_000)}` },
      { authorization: 'Bearer \u00e9' },
      { authorization: 'Basic eDp5' },
      { cookie: 'quittance_session=made-up; csrf_=made-up', 'x-csrf-token': 'made-up' },
    ],
  };
});
after(() => shop?.close());

test(`every operation answers as the document says, whatever it is asked (seed ${seed})`, async (t) => {
  const routes = routesOf(game.document);
  const accepts = acceptor(game.document);
  const wrong: string[] = [];
  const statuses = new Map<number, number>();
  const succeeded = new Set<string>();
  const waiting = routes.flatMap((route, index) =>
    Array.from({ length: requestsEach }, (_, turn) => ({ route, turn, seed: seed + index * 100_003 + turn })),
  );
  // What deletes comes last, so that there is something to ask for until then.
  const deletes = ({ route }: { route: Route }) => Number(route.method === 'DELETE');
  const inOrder = waiting.sort((a, b) => deletes(a) - deletes(b) || a.turn - b.turn);
  const worker = async () => {
    for (let next = inOrder.shift(); next !== undefined; next = inOrder.shift()) {
      const kind = kinds[next.turn % kinds.length] as FuzzRequest['kind'];
      const request = requestFor(game, next.route, kind, chanceOf(next.seed));
      const answer = await ask(next.route, request);
      if (answer.status < 300) succeeded.add(next.route.operationId);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const fault = judgeAnswer(next.route, request, answer, accepts);
      if (fault !== null) wrong.push(told(next.route, request, fault, answer.text));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  t.diagnostic(
    `${routes.length} operations, ${routes.length * requestsEach} requests: ${JSON.stringify(Object.fromEntries([...statuses].sort()))}`,
  );
  const never = routes.map((one) => one.operationId).filter((id) => !succeeded.has(id));
  t.diagnostic(`never met with a success: ${never.join(', ') || 'none'}`);
  const failures = shop.service.lines.filter((line) => line.includes('request failed')).slice(0, 5);
  const distinct = [...new Map(wrong.map((one) => [one.split('\n')[0], one])).values()];
  assert.equal(
    distinct.length,
    0,
    `seed ${seed}, ${wrong.length} wrong answers, such as\n${[...distinct.slice(0, 25), ...failures].join('\n')}`,
  );
  for (const status of [200, 201, 400, 401, 404, 409, 415, 422])
    assert.ok(statuses.has(status), `no ${status} was met`);
});

test('afterwards the service still does what it is for', async () => {
  const fresh = await shop.newMerchant();
  const invoice = await ok<Json>(fresh.appApi.post('/invoice', { total: '5.00', currency: 'USD' }));
  assert.equal(invoice.status, 'open');
  assert.ok(shop.service.lines.every((line) => !/"level":60|uncaught|unhandled/i.test(line)));
});

async function ask(route: Route, request: FuzzRequest): Promise<{ status: number; type: string; text: string }> {
  const response = await fetch(request.url, {
    method: route.method,
    headers: request.headers,
    redirect: 'manual',
    ...(request.body === undefined ? {} : { body: request.body }),
    // It ends what would never end; nothing here takes so long.
    signal: AbortSignal.timeout(60_000),
  });
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('text/event-stream')) return { status: response.status, type, text: await response.text() };
  await response.body?.cancel();
  return { status: response.status, type, text: '' };
}

function told(route: Route, request: FuzzRequest, fault: string, text: string): string {
  const { authorization: _, ...headers } = request.headers;
  const asked = `${request.kind} ${request.url.slice(0, 300)} ${JSON.stringify(headers)} ${request.body?.slice(0, 400) ?? ''}`;
  return `${route.operationId}: ${fault}\n    ${asked}\n    ${text.slice(0, 300)}`;
}

/** What one merchant has: some of everything that a path can name. */
async function partyOf(merchant: Merchant, isOwner: boolean): Promise<Party> {
  const { api, appApi, app } = merchant;
  // What the game may archive or give a new token, so that the tokens it plays with stay good.
  const toy = await ok<Json>(api.post('/app', { name: 'Toy', url: 'https://toy.example', environment: 'development' }));
  const invoices = await many(appApi, '/invoice', 12, (i) => ({ total: `${i + 1}.50`, currency: 'USD' }));
  const webhooks = await many(appApi, '/webhook', 3, () => ({ url: 'https://hooks.example/x' }));
  const attempts = isOwner ? await Promise.all(invoices.slice(0, 6).map((one) => shop.attempt(one))) : [];
  const transactions = attempts.map((one: Json) => one.id as string);
  const listed = async (path: string) =>
    (await ok<Json[]>(api.get(path, { query: { app_id: app.id } }))).map((one) => one.id);
  const deliveries = await Promise.all(
    webhooks.map(async (id) => (await ok<Json>(appApi.post(`/webhook/${id}/test`))).id as string),
  );
  return {
    callers: [
      { authorization: `Bearer ${merchant.personalToken}` },
      { authorization: `Bearer ${app.token}` },
      await signedIn(merchant),
    ],
    ids: {
      app: [toy.id],
      invoice: invoices,
      transaction: transactions,
      sandbox: transactions,
      webhook: webhooks,
      'webhook-delivery': deliveries,
      'app-address': await listed('/app-addresses'),
      'app-cryptocurrency': await listed('/app-cryptocurrencies'),
    },
    known: {
      app_id: [app.id],
      invoice_id: invoices,
      currency: ['USD', 'EUR'],
      code: ['USD', 'eur', 'XXX'],
      symbol: ['ETH', 'usdt', 'NOPE'],
      cryptocurrency: ['ETH', 'USDT', 'BTC'],
      network: ['local', 'LOCAL', 'ethereum'],
      from: shop.anvil.accounts.slice(0, 4).map((one) => one.address),
      value: shop.anvil.accounts.slice(4, 8).map((one) => one.address),
      hash: [`0x${'ab'.repeat(32)}`],
      total: ['1.00', '20.50', '0.01'],
      expires_in: [3600],
    },
  };
}

/** The headers of the merchant's browser, signed in a moment ago. */
async function signedIn(merchant: Merchant): Promise<Record<string, string>> {
  const browser = browserSession(shop.service.apiUrl);
  // As test/rig/merchant.ts makes it.
  const password = `correct horse ${/-(\w+)@/.exec(merchant.email)?.[1]}`;
  await ok(browser.auth('/sign-in/email', { email: merchant.email, password }));
  await ok(browser.api.get('/app'));
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return { cookie, 'x-csrf-token': browser.csrf() ?? '' };
}

async function many(api: Client, path: string, count: number, body: (index: number) => object): Promise<string[]> {
  const made = Array.from({ length: count }, (_, index) => ok<Json>(api.post(path, body(index))));
  return (await Promise.all(made)).map((one) => one.id as string);
}

function acceptor(document: DescribedApi): (schema: JsonSchema, value: unknown) => string | null {
  const ajv = addFormats.default(new Ajv2020({ strict: false }));
  ajv.addSchema({ $id: 'document', ...document });
  const compiled = new Map<string, ValidateFunction>();
  return (schema, value) => {
    const text = JSON.stringify(schema).replaceAll('"#/', '"document#/');
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text));
    compiled.set(text, validate);
    return validate(value) === true ? null : ajv.errorsText(validate.errors);
  };
}
