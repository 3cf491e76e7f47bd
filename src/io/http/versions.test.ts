// Versions of operations with the real routes: one operation has a second version, and the others have only their
// first.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { declaredOperations } from '../../../test/rig/interface/described-api.ts';
import { apiDocument } from '../../features/pages/docs/document.ts';
import { versionHistory } from '../../features/pages/docs/pages/version-history.ts';
import type { Database, Queryable } from '../db/database.ts';
import { createLog } from '../log.ts';
import { Type } from '../schema.ts';
import { csrfTokens } from './browser/csrf.ts';
import type { IdempotencyStore, Kept } from './idempotency.ts';
import { Answer, type Operation, operation } from './operation.ts';
import { createServer, serveOperations } from './server.ts';
import { type OlderVersion, versionTable } from './versions.ts';

/** Version 1 opened a till with one `coin` and returned one. Version 2 takes a list and an optional name. */
const firstVersion: OlderVersion = {
  version: 1,
  deprecatedOn: '2027-01-15',
  sunsetOn: '2028-01-15',
  changes: '`coin` became the list `coins`.',
  body: Type.Object({ coin: Type.String() }, { additionalProperties: false }),
  answer: Type.Object({ coin: Type.String(), opened: Type.Boolean() }),
  up: ({ query, body }) => ({ query, body: { coins: [(body as { coin: string }).coin] } }),
  down: (body) => {
    if ('coin' in (body as object)) return body;
    const { coins, opened } = body as { coins: string[]; opened: boolean };
    return { coin: coins[0], opened };
  },
};

const opened: unknown[] = [];
const openTill = operation({
  id: 'openTill',
  method: 'POST',
  path: '/till',
  group: 'Tills',
  summary: 'Open a till',
  access: { public: true },
  version: 2,
  olderVersions: [firstVersion],
  body: Type.Object(
    { coins: Type.Array(Type.String(), { minItems: 1 }), name: Type.Optional(Type.String()) },
    { additionalProperties: false },
  ),
  status: 201,
  answer: Type.Object({ coins: Type.Array(Type.String()), opened: Type.Boolean() }),
  handle: async ({ body, commit }) =>
    commit(async () => {
      opened.push(body);
      return { coins: body.coins, opened: true };
    }),
});
const listTills = operation({
  id: 'listTills',
  method: 'GET',
  path: '/tills',
  group: 'Tills',
  summary: 'List tills',
  access: { public: true },
  answer: Type.Array(Type.Object({ opened: Type.Boolean() })),
  handle: async () => new Answer([{ opened: true }], { headers: { link: '<next>; rel="next"' } }),
});
const table: readonly Operation[] = [openTill, listTills];

/** In memory, because this test checks only that a repeat is answered in the requested version. */
const kept = new Map<string, Kept>();
const idempotency: IdempotencyStore = {
  find: async ({ key }) => kept.get(key) ?? null,
  commitOnce: async (_db, { key }, status, act) => {
    const body = await act({} as Queryable);
    kept.set(key, { status, body, apps: [], hadProof: false });
    return body;
  },
  afterFailure: async () => null,
};

let app: FastifyInstance;
before(async () => {
  const options = {
    db: { atomically: (act: (trx: Queryable) => unknown) => act({} as Queryable) } as unknown as Database,
    log: createLog('silent'),
    publicUrl: 'https://pay.shop.example',
    trustProxy: false,
    authenticate: () => ({ kind: 'public' }) as const,
    csrf: csrfTokens(Buffer.alloc(32), 'https://pay.shop.example'),
    idempotency,
    clock: { now: () => new Date('2027-06-01T00:00:00Z') },
  };
  app = await createServer(options);
  serveOperations(app, table, options);
});
after(() => app?.close());

const post = (v: string, payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: `/api/till?v=${v}`, payload, headers });

test('an old version takes and answers what it always did, and the act sees the newest', async () => {
  const answer = await post('1', { coin: 'ETH' });
  assert.equal(answer.statusCode, 201);
  assert.deepEqual(answer.json(), { coin: 'ETH', opened: true });
  assert.deepEqual(opened.at(-1), { coins: ['ETH'] });
});

test('it says since when it is deprecated, when it may end, and where to read on', async () => {
  const { headers } = await post('1', { coin: 'ETH' });
  assert.equal(headers.deprecation, `@${Date.UTC(2027, 0, 15) / 1000}`);
  assert.equal(headers.sunset, 'Sat, 15 Jan 2028 00:00:00 GMT');
  assert.match(String(headers.link), /^<https:\/\/pay\.shop\.example\/docs\/versions>; rel="deprecation"/);
});

test('the newest version says nothing of the kind', async () => {
  const answer = await post('2', { coins: ['ETH', 'BTC'] });
  assert.deepEqual(answer.json(), { coins: ['ETH', 'BTC'], opened: true });
  assert.deepEqual([answer.headers.deprecation, answer.headers.sunset], [undefined, undefined]);
});

test('each version refuses in its own words', async () => {
  const asOld = (await post('1', { coins: ['ETH'] })).json() as { errors: { field: string; code: string }[] };
  assert.deepEqual(asOld.errors.map(({ field, code }) => `${field} ${code}`).sort(), [
    'coin required',
    'coins unknown_field',
  ]);
  const asNew = (await post('2', { coin: 'ETH' })).json() as { errors: { field: string; code: string }[] };
  assert.deepEqual(asNew.errors.map(({ field, code }) => `${field} ${code}`).sort(), [
    'coin unknown_field',
    'coins required',
  ]);
});

test('a repeat under a key is answered in the version that it asks for', async () => {
  const headers = { 'idempotency-key': '3f1c8a52-9b7e-4d60-8a2f-6e5d4c3b2a10' };
  const first = await post('1', { coin: 'ETH' }, headers);
  const again = await post('1', { coin: 'ETH' }, headers);
  assert.equal(again.headers['idempotency-replayed'], 'true');
  assert.deepEqual(again.json(), first.json());
});

test('one operation has a second version, and the others stay at their first', async () => {
  const refused = (await app.inject({ url: '/api/tills?v=2' })).json() as { code: string; detail: string };
  assert.equal(refused.code, 'version_unsupported');
  assert.match(refused.detail, /Supported versions: 1\./);
  const unknown = (await post('3', {})).json() as { code: string; detail: string };
  assert.match(unknown.detail, /v=2\. Supported versions: 1, 2\./);
  assert.equal((await app.inject({ url: '/api/tills?v=1' })).headers.link, '<next>; rel="next"');
});

test('the history and the document tell the versions of each', () => {
  const told = versionHistory(table).map(({ operation: id, versions }) => [id, versions.map(({ version }) => version)]);
  assert.deepEqual(told, [
    ['openTill', [2, 1]],
    ['listTills', [1]],
  ]);
  const { paths } = apiDocument([...declaredOperations(), ...table], 'https://pay.shop.example');
  const described = paths['/till']?.post as { parameters: { schema?: { enum: number[] } }[] };
  assert.deepEqual(described.parameters.find((one) => one.schema?.enum !== undefined)?.schema?.enum, [1, 2]);
  assert.deepEqual((described as unknown as { 'x-older-versions': unknown })['x-older-versions'], [
    { version: 1, deprecated_on: '2027-01-15', sunset_on: '2028-01-15', changes: '`coin` became the list `coins`.' },
  ]);
});

test('versions that do not follow each other, and an old version of a stream, stop the start', () => {
  const apart = { ...openTill, version: 3 };
  assert.throws(() => versionTable(apart), /openTill: its older versions must be consecutive from 2/);
  assert.throws(
    () => versionTable({ ...openTill, contentType: 'text/event-stream' }),
    /a stream cannot have older versions/,
  );
});

test('two steps back are made one after the other', () => {
  const older: OlderVersion[] = [
    { ...firstVersion, version: 2, answer: Type.Object({ at: Type.Integer() }), down: (body) => added(body) },
    { ...firstVersion, version: 1, answer: Type.Object({ at: Type.Integer() }), down: (body) => added(body) },
  ];
  const chain = versionTable({ id: 'chain', version: 3, olderVersions: older, answer: Type.Object({}) });
  assert.equal(chain.downgrade(older[1] as OlderVersion, { at: 3 }), '{"at":1}');
});

function added(body: unknown): unknown {
  return { at: (body as { at: number }).at - 1 };
}
