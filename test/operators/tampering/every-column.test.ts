// Each column of the database is overwritten with SQL in turn: no money is diverted.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { readEnvironment } from '../../../src/io/environment.ts';
import { createLog } from '../../../src/io/log.ts';
import { loadSecretKey } from '../../../src/io/secrets/secret-key.ts';
import { type OpenInstance, openInstance } from '../../../src/roles/open-instance.ts';
import { type TestDatabase, testDatabase } from '../../rig/database.ts';
import { type Receiver, startReceiver } from '../../rig/receiver.ts';
import { type ServiceProcess, startService } from '../../rig/service.ts';
import { asking } from '../../rig/tampering/ask.ts';
import { memoryChain } from '../../rig/tampering/memory-chain.ts';
import { keepRows, listColumns } from '../../rig/tampering/row-copy.ts';
import { tetherContract } from '../../rig/tampering/sales.ts';
import { leaveDeliveriesDue, makeWorld, type World } from '../../rig/tampering/world.ts';
import { serveCalls } from '../../rig/utxo/made-up-chain.ts';
import { changesBetween } from './facts.ts';
import { deniedSilently, isReadAtStart, withoutRows } from './listed.ts';
import { allProbes } from './observe.ts';
import { type Ground, look, type Outcome, outcomeOf } from './outcomes.ts';
import { deliverAll } from './probes-of-news.ts';
import { listWords, readRows, rowsIn } from './tamperings.ts';

let database: TestDatabase;
let receiver: Receiver;
let endpoint: Awaited<ReturnType<typeof serveCalls>>;
let service: ServiceProcess;
let open: OpenInstance;

const config = () => ({
  networks: {
    local: {
      type: 'EVM',
      name: 'Local chain',
      chain_id: 31_337,
      rpc: [endpoint.url],
      test: false,
      confirmations: 2,
      confirmations_floor: 1,
      native: { symbol: 'ETH' },
      idle_every: 'never',
      tokens: [{ symbol: 'USDT', name: 'Tether USD', contract: tetherContract, decimals: 6, stable: true }],
    },
  },
  rates: { sources: [], fixed: { ETH: { USD: '2000', JPY: '300000' }, USDT: { USD: '1', JPY: '150' } } },
});

async function openAnother(): Promise<OpenInstance> {
  const environment = readEnvironment(service.env);
  return openInstance({
    environment,
    databaseUrl: database.url,
    name: 'worker',
    maxConnections: 5,
    asksRates: true,
    secretKey: await loadSecretKey(environment.dataDir, environment.secretKey),
    log: createLog('silent'),
  });
}

before(async () => {
  database = await testDatabase({ deadlocks: true });
  receiver = await startReceiver();
  endpoint = await serveCalls(({ id, method }) => ({
    jsonrpc: '2.0',
    id,
    result: method === 'eth_chainId' ? '0x7a69' : '0x0',
  }));
  service = await startService({
    databaseUrl: database.url,
    config: config(),
    roles: 'api',
    mayFail: 'rows are written over',
    env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', SMTP_URL: 'smtp://127.0.0.1:9' },
  });
  open = await openAnother();
});
after(async () => {
  await open?.close();
  await service?.stop();
  await receiver?.close();
  await endpoint?.stop();
  await database?.drop();
});

/** Only a test that hangs reaches it. On a busy machine the statements alone take a quarter of an hour. */
const limits = { timeout: 40 * 60_000 };

test(
  'L16-every-column: with SQL alone no money moves elsewhere and no smaller amount is accepted',
  limits,
  async () => {
    const { db } = database;
    const world = await settledWorld();
    const columns = await listColumns(db);
    const byTable = Map.groupBy(columns, ({ table }) => table);
    byTable.delete(ownMarks);
    const tables = [...byTable.keys()].sort((one, other) => Number(isReadAtStart(one)) - Number(isReadAtStart(other)));
    await keepRows(db, tables);
    const ground: Ground = { db, world, ask: asking(service.url), usual: new Map() };
    const all = new Set(allProbes);
    assert.deepEqual(
      changesBetween(await look(ground, all), await look(ground, all)),
      [],
      'probes see the same each time',
    );
    const rows = await readRows(db, columns, world);
    const words = await listWords(db);
    const outcomes: Outcome[] = [];
    for (const table of tables)
      for (const column of byTable.get(table) ?? [])
        outcomes.push(await outcomeOf(ground, column, rowsIn(rows, table), words.get(`${table}.${column.name}`) ?? []));
    const found = Map.groupBy(outcomes, ({ kind }) => kind);
    const unexpected = [
      ...unlisted(found.get('stolen') ?? [], {}, 'is stolen'),
      ...unlisted(found.get('denied') ?? [], deniedSilently, 'stops something, and no report names the row'),
    ];
    assert.deepEqual(unexpected, []);
    assert.deepEqual(tablesOf(found.get('no row') ?? []), Object.keys(withoutRows).sort());
    // Below these counts, the probes no longer reach the tables.
    const counts = [found.get('refused and reported')?.length ?? 0, found.get('harmless')?.length ?? 0];
    assert.ok(
      counts.every((count) => count >= 140),
      `${counts} columns are refused and reported, and harmless`,
    );
  },
);

/** Returns the outcomes without a reason in the list, and the list's entries without such an outcome. */
function unlisted(found: readonly Outcome[], listed: Readonly<Record<string, string>>, what: string): string[] {
  const places = found.map(({ place }) => place);
  const unknown = found.filter(({ place }) => listed[place] === undefined);
  const over = Object.keys(listed).filter((place) => !places.includes(place));
  return [
    ...unknown.map(({ place, says }) => [`${place} ${what}:`, ...says].join('\n    ')),
    ...over.map((place) => `Take ${place} out of listed.ts: it no longer ${what}.`),
  ];
}

function tablesOf(outcomes: readonly Outcome[]): string[] {
  return [...new Set(outcomes.map(({ place }) => place.split('.')[0] ?? ''))].sort();
}

/** Each process writes its own row of this table every second, and compares it with a file outside the database. */
const ownMarks = 'process_marks';

async function settledWorld(): Promise<World> {
  const parts = { service, chain: memoryChain(), receiver, owner: randomUUID(), openAnother };
  const world = await makeWorld({ ...parts, instance: open.instance });
  await deliverAll(world);
  await leaveDeliveriesDue(world);
  // Stops all polling, however long the columns take.
  await database.db.query(`update network_cursors set reached_at = now() + interval '1 day'`);
  return world;
}
