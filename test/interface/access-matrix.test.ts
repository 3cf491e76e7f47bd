// Every operation and every kind of caller: each is allowed or refused exactly as the table of access says.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import type { AccessCall } from '../rig/access/access-call.ts';
import { accessCallers, accessOwner, type Caller } from '../rig/access/access-callers.ts';
import { accessCalls, callOperation } from '../rig/access/access-calls.ts';
import { type AccessRow, accessTable } from '../rig/access/access-table.ts';
import { type Answer, type Json, ok } from '../rig/client.ts';
import { unwatchedNetworks } from '../rig/interface/api-rig.ts';
import { type DescribedOperation, readDocument } from '../rig/interface/document.ts';
import { startPeople } from '../rig/people.ts';

const people = await startPeople({ config: withToken(), roles: 'api' });
after(() => people.close());
const document = await readDocument(people.service.apiUrl);
const { owner, operator } = await accessOwner(people);
const callers = await accessCallers(people, owner, operator);
const makeCall = await accessCalls(people, owner);
const nobody = owner.api.as(null);

/** The calls that must be refused. The objects that they name still exist at the end. */
const standing = new Map<string, AccessCall>();
for (const { operation } of accessTable) standing.set(operation, (await makeCall[operation]?.()) ?? {});

test('every operation has one row and one call in the table, and the reverse', () => {
  const served = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.deepEqual(accessTable.map(({ operation }) => operation).sort(), served.sort());
  assert.deepEqual(Object.keys(makeCall).sort(), served.sort());
});

for (const caller of callers) {
  test(`W17-every-credential: every operation answers as listed in the table (${caller.name})`, async () => {
    const wrong: string[] = [];
    const [openings = [], refusals = []] = [true, false].map((isLetIn) =>
      accessTable.filter((row) => (caller.expects(row) === 'let in') === isLetIn),
    );
    // Credentials are created before the first snapshot, so that they do not count as changes.
    for (const row of refusals) await caller.client(row);
    const before = await everything();
    for (const row of refusals) wrong.push(...(await refusalFault(caller, row)));
    const changes = differences(before, await everything());
    assert.deepEqual(changes, [], 'who was refused has changed nothing');
    for (const row of openings) wrong.push(...(await openingFault(caller, row)));
    assert.deepEqual(wrong, []);
  });
}

/** The object exists and the request is complete, so that only the caller can be the reason for a refusal. */
async function refusalFault(caller: Caller, row: AccessRow): Promise<string[]> {
  const call = standing.get(row.operation) as AccessCall;
  const answer = await callOperation(await caller.client(row), row.operation, call);
  const expected = caller.expects(row);
  const found = `${answer.status} ${answer.body?.code}`;
  return found === expected ? [] : [`${row.operation}: ${found} where it should be ${expected}`];
}

async function openingFault(caller: Caller, row: AccessRow): Promise<string[]> {
  const { operation } = row;
  const known = standing.get(operation) as AccessCall;
  const call = known.isOnce ? ((await makeCall[operation]?.()) as AccessCall) : known;
  const answer = await callOperation(await caller.client(row), operation, call);
  const expected = call.status ?? 200;
  if (answer.status !== expected)
    return [`${operation}: ${answer.status} ${JSON.stringify(answer.body)} where it should be ${expected}`];
  if (!operation.startsWith('GET ') || row.anotherPerson === 'operator') return [];
  const tells = await tooMuch(caller, row, call, answer);
  return tells === null ? [] : [`${operation} ${tells}`];
}

/** A public operation shows more fields only to the owner, and a list of one's own objects contains no others. */
async function tooMuch(caller: Caller, row: AccessRow, call: AccessCall, answer: Answer<Json>): Promise<string | null> {
  if (row.nobody === 'yes') {
    const like = await callOperation(caller.isAnonymous ? nobody : owner.api, row.operation, call);
    const isSame = JSON.stringify(answer.body) === JSON.stringify(like.body);
    return isSame ? null : `does not show what ${caller.isAnonymous ? 'everybody' : 'its owner'} sees`;
  }
  if (!caller.isAnonymous) return null;
  const owners = await callOperation(owner.browser.api, row.operation, call);
  if (!Array.isArray(answer.body)) return answer.body.id === owners.body.id ? "shows the owner's" : null;
  const ids = new Set(owners.body.map((one: Json) => one.id));
  return answer.body.some((one: Json) => ids.has(one.id)) ? "shows the owner's" : null;
}

test("W23-foreign-id: another owner's id in a body or a query is answered like an unknown id", async () => {
  const named = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      namedThings(operation).map((name) => ({ operation: `${method.toUpperCase()} ${path}`, name })),
    ),
  );
  assert.ok(named.length > 12, 'there are operations that name things outside of their path');
  const stranger = await accessOwner(people);
  const theirs = await accessCalls(people, stranger.owner);
  for (const { operation, name } of named) {
    const row = accessTable.find((one) => one.operation === operation) as AccessRow;
    if (row.anotherPerson === 'open') continue;
    const foreign = standing.get(operation) as AccessCall;
    const own = (await theirs[operation]?.()) as AccessCall;
    const withId = (id: unknown): AccessCall => ({
      ...own,
      ...(own.query === undefined ? {} : { query: { ...own.query, [name]: String(id) } }),
      ...(own.body === undefined ? {} : { body: { ...own.body, [name]: id } }),
    });
    const id = (foreign.body as Json)?.[name] ?? foreign.query?.[name];
    assert.ok(id, `${operation} is called with ${name}`);
    const answers = [id, randomUUID()].map((one) => callOperation(stranger.owner.browser.api, operation, withId(one)));
    const [taken, unknown] = (await Promise.all(answers)).map(({ status, body }) => `${status} ${body.code}`);
    assert.equal(taken, unknown, `${operation} with ${name}`);
    assert.match(taken ?? '', /^404 not_found$|^422 validation_failed$/, `${operation} with ${name}`);
  }
});

/** Fields of the body and of the query that are ids. */
function namedThings(operation: DescribedOperation): string[] {
  const body = operation.requestBody?.content['application/json']?.schema.properties ?? {};
  const query = (operation.parameters ?? []).filter((one) => one.in === 'query').map((one) => one.name);
  // A chain's id is a number that everyone knows, and no object of an owner.
  return [...Object.keys(body), ...query].filter((name) => /_id$/.test(name) && name !== 'chain_id');
}

test('HEAD opens no door that GET does not', async () => {
  for (const { operation } of accessTable.filter((one) => one.operation.startsWith('GET '))) {
    const call = standing.get(operation) as AccessCall;
    const path = operation.slice('GET '.length).replace(/\{\w+\}/, call.id ?? '');
    const query = new URLSearchParams({ v: '1', ...call.query });
    const asked = await fetch(`${people.service.apiUrl}${path}?${query}`, { method: 'HEAD' });
    const got = await callOperation(nobody, operation, call);
    // A stream never ends, and an export would be generated for nothing, so neither supports HEAD.
    const isStream = operation === 'GET /exports' || (operation.endsWith('/events') && got.status === 200);
    const expected = isStream ? 405 : got.status;
    assert.equal(asked.status, expected, operation);
  }
});

/** The field with the time of creation, if it is not `created_at`. */
const madeAt = (one: Json): string => one.created_at ?? one.timestamp ?? one.first_used_at ?? one.at;

test('every list takes limit, cursor and, but for the catalog, the bounds of when its things were made', async () => {
  const lists = Object.entries(document.paths).flatMap(([path, { get }]) => {
    const schema = get?.responses['200']?.content?.['application/json']?.schema;
    // `attention` is one digest with a line for each kind, so it has no pages.
    return schema?.type === 'array' && !path.endsWith('/attention') ? [`GET ${path}`] : [];
  });
  assert.ok(lists.length > 20, lists.join('\n'));
  const catalog = [
    ...['GET /currencies', 'GET /cryptocurrencies', 'GET /networks', 'GET /operator/networks'],
    'GET /operator/endpoint-suggestions',
  ];
  for (const list of lists) {
    const call = standing.get(list) as AccessCall;
    const { api } = (list.startsWith('GET /operator/') ? operator : owner).browser;
    const ask = async (query: Readonly<Record<string, string>>) => {
      const answer = await callOperation(api, list, { ...call, query: { ...call.query, ...query } });
      assert.equal(answer.status, 200, `${list} ${JSON.stringify(query)}: ${JSON.stringify(answer.body)}`);
      return { rows: answer.body as Json[], link: answer.headers.get('link') };
    };
    const { rows } = await ask({ limit: '100' });
    const paged: Json[] = [];
    for (let cursor: string | null = ''; cursor !== null && paged.length < 5; ) {
      const page = await ask({ limit: '1', ...(cursor === '' ? {} : { cursor }) });
      assert.ok(page.rows.length <= 1, list);
      paged.push(...page.rows);
      cursor =
        page.link === null ? null : new URL(page.link.slice(1, page.link.indexOf('>'))).searchParams.get('cursor');
    }
    const keys = (all: readonly Json[]) => all.map((one) => one.id ?? one.symbol);
    assert.deepEqual(keys(paged), keys(rows.slice(0, paged.length)), list);
    assert.ok(paged.length >= Math.min(5, rows.length), list);
    if (catalog.includes(list)) continue;
    const [first] = rows;
    if (first === undefined) {
      await ask({ created_after: '2026-01-01', created_before: '2026-01-02', time_zone: 'Europe/Berlin' });
      continue;
    }
    const at = madeAt(first);
    const since = (await ask({ limit: '100', created_after: at })).rows;
    const before = (await ask({ limit: '100', created_before: at })).rows;
    assert.deepEqual(
      [keys(since), keys(before.slice(0, rows.length - since.length))],
      [keys(rows.filter((one) => madeAt(one) >= at)), keys(rows.filter((one) => madeAt(one) < at))],
      list,
    );
  }
});

test('a list of the things of apps needs no app_id of a person', async () => {
  const lists = Object.entries(document.paths).filter(([, { get }]) =>
    get?.parameters?.some((one) => one.name === 'app_id'),
  );
  assert.ok(lists.length > 8);
  for (const [path, { get }] of lists) {
    if (get?.responses['200']?.content?.['application/json']?.schema.type !== 'array') continue;
    const answer = await owner.browser.api.get<Json[]>(path);
    assert.equal(answer.status, 200, path);
    const one = await ok(owner.browser.api.get<Json[]>(path, { query: { app_id: owner.app.id } }));
    assert.ok(answer.body.length >= one.length, path);
  }
});

test('an answer can be sent back as the change that changes nothing, and null is the same as left out', async () => {
  const wrong: string[] = [];
  for (const [path, { get, put }] of Object.entries(document.paths)) {
    // An owner sees nothing of the instance.
    if (put === undefined || get === undefined || path.startsWith('/operator/')) continue;
    const { id } = standing.get(`PUT ${path}`) as AccessCall;
    const shown = await ok(owner.browser.api.get<Json>(path.replace('{id}', id ?? '')));
    // These two fields differ in meaning: a request asks for a new token, and names an uploaded image.
    const fields = bodyOf(put).filter((name) => name in shown && !['token', 'image'].includes(name));
    const body = Object.fromEntries(fields.map((name) => [name, shown[name]]));
    for (const one of [body, ...['order', 'customer', 'metadata'].map((name) => ({ [name]: null }))]) {
      if (!Object.keys(one).every((name) => bodyOf(put).includes(name))) continue;
      const answer = await callOperation(owner.browser.api, `PUT ${path}`, { id: id ?? '', body: one });
      if (answer.status !== 200)
        wrong.push(`PUT ${path} ${JSON.stringify([one, answer.body.errors ?? answer.body.code])}`);
    }
  }
  assert.deepEqual(wrong, []);
  const bare = { app_id: owner.app.id, total: '10.00', currency: 'USD' };
  const names = ['order', 'customer', 'metadata', 'success_url', 'cancel_url', 'expires_in'];
  const made = await ok(
    owner.api.post<Json>('/invoice', { ...bare, ...Object.fromEntries(names.map((name) => [name, null])) }),
  );
  const plain = await ok(owner.api.post<Json>('/invoice', bare));
  assert.deepEqual([made.order, made.customer, made.metadata], [plain.order, plain.customer, plain.metadata]);
});

function bodyOf(operation: DescribedOperation): string[] {
  return Object.keys(operation.requestBody?.content['application/json']?.schema.properties ?? {});
}

/** All rows that belong to a user, without the time of their last use. */
async function everything(): Promise<Set<string>> {
  const rows = await Promise.all(
    ownedTables.map((table) =>
      people.db.query<{ row: string }>(
        `select '${table} ' || (to_jsonb(t) - 'last_used_at')::text as row from ${table} t`,
      ),
    ),
  );
  return new Set(rows.flat().map(({ row }) => row));
}

function differences(one: ReadonlySet<string>, other: ReadonlySet<string>): string[] {
  return [...one].filter((row) => !other.has(row)).concat([...other].filter((row) => !one.has(row)));
}

const ownedTables = [
  ...['apps', 'app_addresses', 'app_cryptocurrencies', 'invoices', 'transactions', 'transfers', 'unmatched_payments'],
  ...['webhooks', 'events', 'deliveries', 'uploads', 'users', 'personal_access_tokens', 'passkeys', 'sessions'],
  ...['oauth2_clients', 'oauth2_grants', 'audit_log', 'app_members', 'app_tokens'],
];

/** The networks of the stage with a second coin, for payments in the wrong coin. */
function withToken(): object {
  const { local } = unwatchedNetworks.networks;
  const token = { symbol: 'USDT', name: 'Tether USD', contract: `0x${'7'.repeat(40)}`, decimals: 6, stable: true };
  return {
    networks: { ...unwatchedNetworks.networks, local: { ...local, tokens: [token] } },
    rates: { sources: [], fixed: { ETH: { USD: '2000' }, USDT: { USD: '1' } } },
  };
}
