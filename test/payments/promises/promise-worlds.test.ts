// L14 in 1,000 random worlds on PostgreSQL. Two processes quote at one address, quotes end and time passes. An amount
// that a customer was shown within seven days is never given to another invoice.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { defaultSettings } from '../../../src/core/app-settings.ts';
import { matchTransfer } from '../../../src/core/payment/evidence/matching.ts';
import { beginning } from '../../../src/core/payment/transaction.ts';
import { attemptRow, insertAttempts } from '../../../src/features/money/transactions/attempt-store.ts';
import { quotedAmount } from '../../../src/features/money/transactions/quoting/quoted-amount.ts';
import { TakenAmounts } from '../../../src/features/money/transactions/quoting/taken-amounts.ts';
import type { Database } from '../../../src/io/db/database.ts';
import { connectPostgres } from '../../../src/io/db/postgres.ts';
import { newId } from '../../../src/io/new-id.ts';
import { guarded } from '../../rig/access/guarded-database.ts';
import { fc } from '../../rig/chance/properties.ts';
import { type TestDatabase, testDatabase } from '../../rig/database.ts';
import { base, shared } from '../../rig/payment/matching-samples.ts';
import { worlds } from '../../rig/payment/worlds.ts';

let database: TestDatabase;
/** A pool for each process. */
let processes: readonly [Database, Database];
const takenBy = [new TakenAmounts(), new TakenAmounts()];
const [appId, ownerId, walletId] = [randomUUID(), randomUUID(), randomUUID()];
/** Every world has its own address, so all worlds can use the same invoices. */
const mostQuotes = 24;
const invoices = Array.from({ length: mostQuotes }, () => randomUUID());
const sequences = new Map<string, bigint>();

before(async () => {
  database = await testDatabase();
  const second = await connectPostgres({ url: database.url, maxConnections: 4, applicationName: 'b', onError() {} });
  processes = [guarded(database.db), guarded(second)];
  // The invoices' app does not matter here, and does not exist.
  await database.db.query('alter table invoices drop constraint invoices_app_id_fkey');
  await database.db.query(
    `insert into invoices (id, app_id, status, currency, total, expires_at, deadline, created_at, updated_at)
     select id, $2, 'open', 'USD', 100, now(), now(), now(), now() from unnest($1::uuid[]) as new(id)`,
    [invoices, appId],
  );
});

after(async () => {
  await processes?.[1].close();
  await database?.drop();
});

/** 1.00 at 100,000 per coin of 8 decimals: the smallest range, 0.01, contains ten amounts. */
const bitcoin = {
  asset: { id: randomUUID(), decimals: 8, cryptocurrency: { stable: false }, network: { family: 'EVM', facts: {} } },
  due: 100n,
  rate: { value: 100_000n, scale: 0 },
  settings: defaultSettings,
  isRequest: true,
} as const;
const week = 7 * 24 * 3_600_000;

/** One customer's transaction, as the world remembers it. */
interface Shown {
  readonly id: string;
  readonly invoice: string;
  readonly amount: bigint;
  readonly isByHash: boolean;
  readonly at: number;
  endedAt: number | null;
}

const steps = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('quote' as const), count: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('end' as const), which: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 120 }) }) },
);

test('L14-promise-worlds: with any quotes of two processes, an amount belongs to one invoice or waits', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 2, maxLength: 6 }), fc.nat(), async (story, seed) => {
      const world = await newWorld(seed);
      for (const step of story) {
        if (step.kind === 'pass') world.now += step.hours * 3_600_000;
        else if (step.kind === 'end') await endOne(world, step.which);
        else await Promise.all(Array.from({ length: step.count }, (_, at) => quote(world, at % 2)));
        for (const one of world.shown) checkPromise(world, one);
      }
    }),
    worlds(1_000),
  );
});

interface World {
  readonly recipient: string;
  readonly shown: Shown[];
  readonly random: () => number;
  now: number;
  quoted: number;
}

async function newWorld(seed: number): Promise<World> {
  let state = seed;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  return { recipient: `address ${randomUUID()}`, shown: [], random, now: Date.UTC(2026, 10, 1), quoted: 0 };
}

/** Creates the transaction of an invoice as a process does, with a retry if another process was faster. */
async function quote(world: World, place: number): Promise<void> {
  const db = processes[place] as Database;
  const [invoice = '', now] = [invoices[world.quoted++], new Date(world.now)];
  const asked = { ...bitcoin, invoice: { id: invoice, currency: 'USD', total: 100n, paid: 0n, pending: 0n } };
  const where = { recipient: world.recipient, derivationIndex: null, isLeased: false };
  const takenAmounts = takenBy[place] as TakenAmounts;
  for (let tries = 0; tries < 100; tries += 1) {
    const told = await quotedAmount({ db, random: world.random } as never, asked as never, where, {
      now,
      tries,
      takenAmounts,
    });
    const id = newId();
    const [outcome] = await insertAttempts(db.byKey, [
      attemptRow(db, attemptOf({ id, invoice, now }, { ...where, ...told })),
    ]);
    if (outcome !== 'made') {
      assert.equal(outcome, 'amount_taken');
      continue;
    }
    const isByHash = told.identifiedBy === 'hash';
    sequences.set(invoice, (sequences.get(invoice) ?? 0n) + 1n);
    world.shown.push({ id, invoice, amount: told.amount, isByHash, at: world.now, endedAt: null });
    return;
  }
  assert.fail('another was faster a hundred times');
}

function attemptOf({ id, invoice, now }: { id: string; invoice: string; now: Date }, told: object) {
  const transaction = {
    id,
    invoiceId: invoice,
    appId,
    networkId: randomUUID(),
    assetId: bitcoin.asset.id,
    sender: null,
    isSenderDeclared: false,
    rate: bitcoin.rate,
    rateEvidence: {},
    quoted: 100n,
    ...beginning,
    matchedBy: null,
    requiredConfirmations: 1,
    mustBeFinal: false,
    expireAt: now,
    deadline: now,
    createdAt: now,
    updatedAt: now,
    ...told,
  };
  const event = { id: newId(), data: {}, createdAt: now, invoiceFacts: null, mac: Buffer.alloc(32) };
  const rest = { walletId, ownerId, family: 'EVM', event, idempotentRequest: null };
  return { transaction, sequence: sequences.get(invoice) ?? 0n, ...rest } as never;
}

async function endOne(world: World, which: number): Promise<void> {
  const open = world.shown.filter(({ endedAt }) => endedAt === null);
  const one = open[which % Math.max(1, open.length)];
  if (one === undefined) return;
  one.endedAt = world.now;
  await database.db.query(`update transactions set status = 'canceled', updated_at = $2 where id = $1`, [
    one.id,
    new Date(world.now),
  ]);
}

/**
 * A transfer of this amount must be credited to this customer's invoice, or wait if other customers were shown the
 * amount.
 */
function checkPromise(world: World, one: Shown): void {
  const isKept = ({ endedAt }: Shown) => endedAt === null || endedAt > world.now - week;
  if (!isKept(one)) return;
  const others = world.shown.filter((other) => other !== one && isKept(other) && other.amount === one.amount);
  // At most one of them may be identified by its amount.
  assert.ok([one, ...others].filter(({ isByHash }) => !isByHash).length <= 1, `${one.amount} was promised twice`);
  const candidates = world.shown.filter(isKept).map((each) => ({
    ...base,
    id: each.id,
    invoiceId: each.invoice,
    assetId: bitcoin.asset.id,
    amount: each.amount,
    sender: null,
    status: each.endedAt === null ? ('processing' as const) : ('canceled' as const),
  }));
  const incoming = { ...shared, assetId: bitcoin.asset.id, amount: one.amount, sender: null };
  const match = matchTransfer(incoming, candidates);
  if (others.length > 0) assert.equal(match.kind, 'unmatched');
  else if (match.kind === 'transaction') assert.equal(match.id, one.id);
  else assert.ok(match.kind === 'late' && match.invoiceId === one.invoice);
}
