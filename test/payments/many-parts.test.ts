// Invoices that are paid in many parts: the cost of each part, and the value of all parts when one is reversed.
import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { ClockLag } from '../../src/core/payment/evidence/clock-lag.ts';
import type { ScannedBlock } from '../../src/core/payment/transfer.ts';
import { recordBlocks } from '../../src/features/evidence/chain-sync/blocks/record-blocks.ts';
import { Destinations } from '../../src/features/evidence/chain-sync/destinations.ts';
import { outgoingWatch } from '../../src/features/evidence/outgoing/outgoing-watch.ts';
import { orphanTransfersOfHash } from '../../src/features/evidence/sandbox/sandbox-store.ts';
import type { Network } from '../../src/features/known/catalog/catalog.ts';
import { takeLease } from '../../src/features/known/networks/cursor-store.ts';
import { confirmTransactions } from '../../src/features/money/payments/confirm.ts';
import { revertThese } from '../../src/features/money/payments/revert.ts';
import type { Database, Queryable } from '../../src/io/db/database.ts';
import { readEnvironment } from '../../src/io/environment.ts';
import { createLog } from '../../src/io/log.ts';
import { loadSecretKey } from '../../src/io/secrets/secret-key.ts';
import { type OpenInstance, openInstance } from '../../src/roles/open-instance.ts';
import { type Json, ok } from '../rig/client.ts';
import { type TestDatabase, testDatabase } from '../rig/database.ts';
import { checkLaws } from '../rig/laws.ts';
import { createMerchant, type Merchant } from '../rig/merchant.ts';
import { type ServiceProcess, startService } from '../rig/service.ts';
import { newExtendedKey, units } from '../rig/stage.ts';

const parts = 2_000;
const partsInBlock = 25;
const owner = randomUUID();
const part = 5n * 10n ** 14n;
const payer = `0x${'ab'.repeat(20)}`;
const local = { type: 'EVM', chain_id: 31337, rpc: ['http://127.0.0.1:9'], test: true, native: { symbol: 'ETH' } };

let database: TestDatabase;
let service: ServiceProcess;
let merchant: Merchant;
let open: OpenInstance;

before(async () => {
  database = await testDatabase();
  service = await startService({
    databaseUrl: database.url,
    roles: 'api',
    config: {
      networks: { local: { ...local, confirmations: 1 } },
      rates: { sources: [], fixed: { ETH: { USD: '2000' } } },
    },
  });
  merchant = await createMerchant(service, {
    accepts: [['ETH', 'local']],
    receives: [{ network: 'local', kind: 'xpub', value: newExtendedKey() }],
  });
  open = await openInstance({
    environment: readEnvironment(service.env),
    databaseUrl: database.url,
    secretKey: await loadSecretKey(service.dataDir, null),
    log: createLog('warn'),
    name: 'test',
    maxConnections: 4,
    asksRates: true,
  });
});

after(async () => {
  await open?.close();
  await service?.stop();
  await database?.drop();
});

test('F28-many-parts: two thousand parts are each credited once, the last as cheaply as the first', async () => {
  const invoice = await ok<Json>(merchant.appApi.post('/invoice', { total: '2000.00', currency: 'USD' }));
  const attempt = await ok<Json>(
    merchant.api.as(null).post('/transaction', {
      invoice_id: invoice.id,
      cryptocurrency: 'ETH',
      network: 'local',
      from: `0x${randomBytes(20).toString('hex')}`,
    }),
  );
  const network = open.instance.catalog.networkBySymbol('local') as Network;
  const counted = counting(open.instance.db);
  const instance = { ...open.instance, db: counted.db };
  const costs: Cost[] = [];
  for (let number = 1; number <= parts / partsInBlock; number += 1) {
    const places = Array.from({ length: partsInBlock }, (_, place) => ({ name: `${number} ${place}`, amount: part }));
    counted.reset();
    await read(instance, network, blockOf(number, attempt, places));
    costs.push(counted.cost());
  }
  const shown = await ok<Json>(merchant.api.as(null).get(`/invoice/${invoice.id}`));
  assert.deepEqual([shown.status, shown.paid, shown.pending, shown.remaining], ['paid', '2000.00', '0.00', '0.00']);
  const [live] = await database.db.query<{ credits: string }>(
    'select count(*) as credits from credits where invoice_id = $1 and reversed_at is null',
    [invoice.id],
  );
  assert.equal(Number(live?.credits), parts);
  // From the fourth block on, the number of earlier parts that are read is constant; from the eleventh on, so is that
  // of headers.
  const early = costs[11] as Cost;
  const last = costs.at(-1) as Cost;
  // The last one pays the invoice, and reads whether a member wants to be notified of that.
  assert.equal(last.statements, early.statements + 1);
  assert.ok(last.rows <= early.rows + 1, `${last.rows} rows for the last block, ${early.rows} for an early one`);
  // The checks of the books are long statements, and the planner has no statistics of these tables yet.
  await database.db.query('analyze');
  await checkLaws(database.db);
});

test('L15-part-taken-back: the rest of a quote is worth its sum, and the returning part completes it', async () => {
  const invoice = await ok<Json>(merchant.appApi.post('/invoice', { total: '100.00', currency: 'USD' }));
  const attempt = await ok<Json>(
    merchant.api.as(null).post(`/invoice/${invoice.id}/payment-request`, { cryptocurrency: 'ETH', network: 'local' }),
  );
  const { instance } = open;
  const network = instance.catalog.networkBySymbol('local') as Network;
  const whole = units(attempt.amount, 18);
  const thirds = [whole / 3n, whole / 3n, whole - 2n * (whole / 3n)].map((amount, at) => ({ name: `${at}`, amount }));
  const first = parts / partsInBlock + 1;
  for (const [at, one] of thirds.entries()) await read(instance, network, blockOf(first + at, attempt, [one]));
  const becomes = async () => {
    const { status, paid, pending } = await ok<Json>(merchant.api.as(null).get(`/invoice/${invoice.id}`));
    return [status, paid, pending];
  };
  assert.deepEqual(await becomes(), ['paid', '100.00', '0.00']);

  await instance.db.atomically(async (trx) => {
    const txHash = hashOf('payment', thirds[0]?.name as string);
    await orphanTransfersOfHash(trx, txHash, { networkId: network.id, now: instance.clock.now() });
    await revertThese({ trx, instance }, { ids: [attempt.id], height: first + 2 });
  });
  assert.deepEqual(await becomes(), ['partially_paid', '66.66', '0.00']);
  await checkLaws(database.db);

  await read(instance, network, blockOf(first + 3, attempt, thirds.slice(0, 1)));
  assert.deepEqual(await becomes(), ['paid', '100.00', '0.00']);
  const all = await ok<Json[]>(merchant.api.as(null).get('/transactions', { query: { invoice_id: invoice.id } }));
  assert.deepEqual(
    all.map(({ status, reason }) => [status, reason]),
    [
      ['success', 'late'],
      ['success', null],
      ['success', null],
      ['rejected', 'reorged'],
    ],
  );
  await checkLaws(database.db);
});

/** The service reads one more block, and confirms the payments that are due. */
async function read(instance: OpenInstance['instance'], network: Network, block: ScannedBlock): Promise<void> {
  const { number } = block.header;
  const cursor = await takeLease(instance.db, network.id, owner);
  assert.ok(cursor !== null);
  const session = {
    network,
    owner,
    watched: { lookahead: new Map(), destinations: new Destinations() },
    clockLag: new ClockLag(),
    outgoing: outgoingWatch,
  };
  assert.ok(await recordBlocks({ instance, session }, { cursor, blocks: [block], headNumber: number }));
  await confirmTransactions(instance, {
    network,
    height: number,
    finalized: async () => number,
    admit: async (due) => ({ due, attesters: new Map() }),
  });
}

interface Cost {
  readonly statements: number;
  /** Rows that statements read, or wrote and returned. */
  readonly rows: number;
}

/** The same database, with a count of its statements and rows. */
function counting(db: Database): { db: Database; reset(): void; cost(): Cost } {
  let statements = 0;
  let rows = 0;
  const counted = (of: Queryable): Queryable => ({
    ...of,
    async query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]> {
      const found = await of.query<Row>(text, values);
      statements += 1;
      rows += found.length;
      return found;
    },
  });
  return {
    db: { ...db, ...counted(db), atomically: (act) => db.atomically((trx) => act(counted(trx))) },
    reset: () => {
      statements = rows = 0;
    },
    cost: () => ({ statements, rows }),
  };
}

/** A block with these payments of a transaction, as the scan of a chain returns it. */
function blockOf(
  number: number,
  { to, from = payer }: Json,
  payments: readonly { readonly name: string; readonly amount: bigint }[],
): ScannedBlock {
  const time = Math.floor(Date.now() / 1_000);
  return {
    header: { number, hash: hashOf('block', number), parentHash: hashOf('block', number - 1), time },
    transfers: payments.map(({ name, amount }) => ({
      txHash: hashOf('payment', name),
      position: 'native',
      contract: '',
      sender: from.toLowerCase(),
      recipient: to.toLowerCase(),
      amount,
      succeeded: true,
    })),
  };
}

function hashOf(...words: readonly (string | number)[]): string {
  return `0x${createHash('sha256').update(words.join(' ')).digest('hex')}`;
}
