// Thousands of requests generated from the API document, valid and invalid: no response is a server error, and the
// document describes each one.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { seedFrom } from '../rig/chance/seed.ts';
import { type Json, ok } from '../rig/client.ts';
import { type DescribedApi, describedApi, type JsonSchema } from '../rig/interface/described-api.ts';
import { ownerParty, strangerParty } from '../rig/interface/fuzz-party.ts';
import {
  type FuzzRequest,
  type Game,
  judgeAnswer,
  kinds,
  type Route,
  requestFor,
  routesOf,
} from '../rig/interface/fuzz-requests.ts';
import { chanceOf } from '../rig/interface/fuzz-values.ts';
import { type Memory, memoryOf, watchedMemory } from '../rig/run/memory-watch.ts';
import { quittance } from '../rig/service/command-line.ts';
import { openShop, type Shop } from '../rig/shop.ts';

/** Set these to reproduce a failure, or to search longer. */
const seed = seedFrom('FUZZ_SEED');
const requestsEach = Number(process.env.FUZZ_REQUESTS ?? 200);
const atOnce = 16;
/**
 * Without a paid production app there is no payout change; test/merchants/payout-lock.test.ts covers these operations.
 */
const withoutOccasion = [
  'stopPayoutChange',
  'approvePayoutChange',
  // The network `test` is off in a service with a configuration file.
  'payTransaction',
  'reorgTransaction',
  // Only networks of outputs have PSBTs.
  'prepareRefundBatch',
  // They need endpoints of a second chain, and a change of settings would replace the service meanwhile.
  'createOperatorNetwork',
  'checkOperatorEndpoints',
  'updateOperatorSettings',
];
/** The longest time for a response without concurrent requests, and the timeout for a response that never comes. */
const longestMs = 2_000;
const hangingMs = 60_000;
/** How much the memory may grow from the end of the first third of the requests to the end of the second. */
const mostHeapGrowthBytes = 16 * 1024 * 1024;
const mostResidentGrowthBytes = 128 * 1024 * 1024;

let shop: Shop;
let game: Game;

before(async () => {
  shop = await openShop({
    own: 'its memory is watched',
    isAdmin: true,
    env: () => watchedMemory,
  });
  const stranger = await shop.newMerchant();
  const args = ['pat', 'create', '--email', shop.merchant.email, '--scopes', 'account:read', '--json'];
  const { token } = JSON.parse((await quittance(shop.service, args)).stdout) as { token: string };
  game = {
    document: describedApi(shop.service.url),
    apiUrl: shop.service.apiUrl,
    owner: await ownerParty(shop),
    stranger: await strangerParty(shop, stranger),
    // The owner's token with one scope only, then an invalid token.
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

/** Only a test that hangs reaches it. Next to other long tests, this one takes five times as long as alone. */
const limits = { timeout: 30 * 60_000 };

test(
  `W27-W28-fuzz: every operation answers as the document describes, for any request (seed ${seed})`,
  limits,
  async (t) => {
    const routes = routesOf(game.document);
    const { statuses, succeeded, wrong, slow, memory } = await play(routes);
    const met = JSON.stringify(Object.fromEntries([...statuses].sort()));
    t.diagnostic(`${routes.length} operations, ${routes.length * requestsEach} requests: ${met}`);
    for (const { route, request } of slow) {
      // A busy machine stalls now and then. A request that is really slow is slow again without concurrent requests.
      const fault = await slownessOf(route, request);
      if (fault !== null) wrong.push(told(route, request, `no answer within ${longestMs} ms`, fault.message));
    }
    const failures = shop.service.lines.filter((line) => line.includes('request failed')).slice(0, 5);
    const distinct = [...new Map(wrong.map((one) => [one.split('\n')[0], one])).values()];
    assert.equal(
      distinct.length,
      0,
      `seed ${seed}, ${wrong.length} wrong answers, such as\n${[...distinct.slice(0, 25), ...failures].join('\n')}`,
    );
    for (const status of [200, 201, 400, 401, 404, 409, 415, 422])
      assert.ok(statuses.has(status), `no ${status} was met`);
    const never = routes.map((one) => one.operationId).filter((id) => !succeeded.has(id));
    assert.deepEqual(
      never.filter((id) => !withoutOccasion.includes(id)),
      [],
      'operations that were never met with a success',
    );
    const [warm, end] = [memory.at(1), memory.at(-1)];
    assert.ok(warm !== undefined && end !== undefined && memory.length >= 4);
    const taken = memory.map((one) => `${one.heapBytes >> 20}/${one.residentBytes >> 20} MiB`);
    t.diagnostic(`memory in the course of it: ${taken.join(', ')}`);
    assert.ok(end.heapBytes - warm.heapBytes < mostHeapGrowthBytes, 'the heap grows');
    assert.ok(end.residentBytes - warm.residentBytes < mostResidentGrowthBytes, 'the memory grows');
  },
);

test('afterwards the service still does what it is for', async () => {
  const fresh = await shop.newMerchant();
  const invoice = await ok<Json>(fresh.appApi.post('/invoice', { total: '5.00', currency: 'USD' }));
  assert.equal(invoice.status, 'open');
  assert.deepEqual(
    shop.service.lines.filter((line) => /"level":"fatal"|uncaught|unhandled/i.test(line)),
    [],
  );
});

interface Outcome {
  readonly statuses: Map<number, number>;
  readonly succeeded: Set<string>;
  readonly wrong: string[];
  readonly slow: { readonly route: Route; readonly request: FuzzRequest }[];
  /** At the start, and after each third. */
  readonly memory: Memory[];
}

/** Sends all requests, several at once. Deletions come last, so that objects exist until then. */
async function play(routes: readonly Route[]): Promise<Outcome> {
  const accepts = acceptor(game.document);
  const outcome: Outcome = { statuses: new Map(), succeeded: new Set(), wrong: [], slow: [], memory: [] };
  const waiting = routes.flatMap((route, index) =>
    Array.from({ length: requestsEach }, (_, turn) => ({ route, turn, seed: seed + index * 100_003 + turn })),
  );
  const deletes = ({ route }: { route: Route }) => Number(route.method === 'DELETE');
  const inOrder = waiting.sort((a, b) => deletes(a) - deletes(b) || a.turn - b.turn);
  const third = Math.floor(inOrder.length / 3);
  let played = 0;
  outcome.memory.push(await memoryOf(shop.service));
  const worker = async () => {
    for (let next = inOrder.shift(); next !== undefined; next = inOrder.shift()) {
      const { route } = next;
      const kind = kinds[next.turn % kinds.length] as FuzzRequest['kind'];
      const prepared = kind === 'valid' ? await game.owner.prepared[route.operationId]?.() : undefined;
      const request = { ...requestFor(game, route, kind, chanceOf(next.seed)), ...prepared };
      const asked = performance.now();
      const answer = await ask(route, request, hangingMs);
      if (performance.now() - asked > longestMs) outcome.slow.push({ route, request });
      if (answer.status < 300) outcome.succeeded.add(route.operationId);
      outcome.statuses.set(answer.status, (outcome.statuses.get(answer.status) ?? 0) + 1);
      const fault = judgeAnswer(route, request, answer, accepts);
      if (fault !== null) outcome.wrong.push(told(route, request, fault, answer.text));
      played += 1;
      if (played % third === 0) outcome.memory.push(await memoryOf(shop.service));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return outcome;
}

/** The error if the request, sent alone several times, never got a response in time; null if it once did. */
async function slownessOf(route: Route, request: FuzzRequest): Promise<Error | null> {
  let fault: Error | null = null;
  for (let tries = 0; tries < 5; tries++) {
    try {
      await ask(route, request, longestMs);
      return null;
    } catch (error) {
      fault = error as Error;
    }
  }
  return fault;
}

async function ask(
  route: Route,
  request: FuzzRequest,
  withinMs: number,
): Promise<{ status: number; type: string; text: string }> {
  const response = await fetch(request.url, {
    method: route.method,
    headers: request.headers,
    redirect: 'manual',
    ...(request.body === undefined ? {} : { body: request.body }),
    signal: AbortSignal.timeout(withinMs),
  });
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('text/event-stream')) return { status: response.status, type, text: await response.text() };
  await response.body?.cancel();
  return { status: response.status, type, text: '' };
}

function told(route: Route, request: FuzzRequest, fault: string, text: string): string {
  const { authorization: _, ...headers } = request.headers;
  const body = request.body?.slice(0, 400) ?? '';
  const asked = `${request.kind} ${request.url.slice(0, 300)} ${JSON.stringify(headers)} ${body}`;
  return `${route.operationId}: ${fault}\n    ${asked}\n    ${text.slice(0, 300)}`;
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
