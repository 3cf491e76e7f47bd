// RATE_LIMIT: one count for all nodes, one for each caller. A caller above it gets the time to wait, and is then served
// again.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Caller } from '../../src/core/access.ts';
import { Problem } from '../../src/core/problem.ts';
import { limitRequests } from '../../src/features/known/requests/rate-limit.ts';
import { type Answer, type Client, client } from '../rig/client.ts';
import { type TestDatabase, testDatabase } from '../rig/database.ts';
import { createMerchant } from '../rig/merchant.ts';
import { type ServiceClock, serviceClock } from '../rig/run/service-clock.ts';
import { type ServiceProcess, startService, withoutNetworks } from '../rig/service.ts';

const most = 12;
const secretKey = randomBytes(32).toString('base64');

let database: TestDatabase;
const nodes: ServiceProcess[] = [];
let clock: ServiceClock;

before(async () => {
  database = await testDatabase();
  // The windows last an hour, and one has just begun.
  clock = serviceClock();
  await clock.set(3_600 - (Math.floor(Date.now() / 1_000) % 3_600));
  const start = (rate: string) =>
    startService({
      databaseUrl: database.url,
      config: withoutNetworks,
      roles: 'api',
      env: { RATE_LIMIT: rate, SECRET_KEY: secretKey },
      ...clock.options,
    });
  nodes.push(await start(`${most}/hour`), await start(`${most}/hour`), await start('off'));
});
after(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await database?.drop();
  clock?.close();
});

test('two processes count together, for each caller, and the answer has the time to wait', async () => {
  const [first, second, unlimited] = nodes as [ServiceProcess, ServiceProcess, ServiceProcess];
  const [merchant, other] = [await createMerchant(unlimited), await createMerchant(unlimited)];
  const api = (node: ServiceProcess, token: string | null = merchant.personalToken) => client(node.apiUrl, token);
  const answers: Answer[] = [];
  for (let i = 0; i < most + 4; i++) answers.push(await api(i % 2 === 0 ? first : second).get('/app'));
  assert.deepEqual(
    answers.map((one) => one.status),
    [...Array<number>(most).fill(200), ...Array<number>(4).fill(429)],
  );
  assert.deepEqual(
    answers.map((one) => left(one)),
    [...Array.from({ length: most }, (_, i) => most - 1 - i), 0, 0, 0, 0],
  );
  const refused = answers.at(-1) as Answer<{ code: string }>;
  assert.equal(refused.body.code, 'rate_limited');
  assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d{0,3}$/);
  assert.equal(refused.headers.get('ratelimit-policy'), `"default";q=${most};w=3600`);
  assert.equal((await api(first, other.personalToken).get('/app')).status, 200);
  assert.equal((await api(first, merchant.app.token).get('/invoices')).status, 200);
  const free = await api(unlimited).get('/app');
  assert.deepEqual([free.status, free.headers.get('ratelimit')], [200, null]);
});

test('W35-flood: requests without a valid token are counted by address', async () => {
  const [first, second] = nodes as [ServiceProcess, ServiceProcess];
  const calls: Client[] = [client(first.apiUrl), client(second.apiUrl, 'made-up')];
  const statuses: number[] = [];
  for (let i = 0; i < most + 2; i++) statuses.push((await (calls[i % 2] as Client).get('/currencies')).status);
  const expected = Array.from({ length: most }, (_, i) => (i % 2 === 0 ? 200 : 401));
  assert.deepEqual(statuses, [...expected, 429, 429]);
});

// Uses dates in the future, since the services on this database delete the counts of past windows.
test('the next window begins at nought, and addresses of one clientKey are one', async () => {
  let now = Date.parse('2126-01-01T00:00:00Z');
  const clock = { now: () => new Date(now) };
  const parts = { db: database.db, clock };
  const limits = [0, 1].map(() => limitRequests(parts, { requests: 2, windowSeconds: 60 }));
  const call = (node: number, caller: Caller | null, address: string) =>
    (limits[node] as (typeof limits)[number])(caller, address).then(
      (fields) => fields.ratelimit,
      (error: Problem) => error.headers['retry-after'],
    );
  assert.equal(await call(0, null, '2001:db8::1'), '"default";r=1;t=60');
  now += 20_500;
  assert.equal(await call(1, { kind: 'public' }, '2001:db8:0:0:ffff::2'), '"default";r=0;t=40');
  assert.equal(await call(0, null, '2001:db8::3'), '40');
  assert.equal(await call(0, null, '2001:db8:0:1::3'), '"default";r=1;t=40');
  assert.equal(await call(0, null, '::ffff:192.0.2.1'), '"default";r=1;t=40');
  assert.equal(await call(1, null, '192.0.2.1'), '"default";r=0;t=40');
  now += 39_499;
  assert.equal(await call(0, null, '2001:db8::1'), '1');
  now += 1;
  assert.equal(await call(0, null, '2001:db8::1'), '"default";r=1;t=60');
});

test('of many requests at once, not one too many is let through', async () => {
  const parts = { db: database.db, clock: { now: () => new Date('2126-01-02T00:00:00Z') } };
  const limits = [0, 1].map(() => limitRequests(parts, { requests: 50, windowSeconds: 60 }));
  const calls = Array.from({ length: 120 }, (_, i) =>
    (limits[i % 2] as (typeof limits)[number])(
      { kind: 'app_token', appId: 'one', ownerId: 'person' },
      '192.0.2.9',
    ).then(
      () => true,
      (error: unknown) => !(error instanceof Problem && error.code === 'rate_limited'),
    ),
  );
  assert.equal((await Promise.all(calls)).filter(Boolean).length, 50);
});

function left(answer: Answer): number {
  return Number(/;r=(\d+);/.exec(answer.headers.get('ratelimit') ?? '')?.[1]);
}
