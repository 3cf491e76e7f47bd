// Two commits change the same invoice, network or request at once: the second one decides by the first one's changes.
import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { ClockLag } from '../../src/core/payment/evidence/clock-lag.ts';
import { cancel, expire } from '../../src/core/payment/invoice.ts';
import type { Transfer } from '../../src/core/payment/transfer.ts';
import { recordBlocks } from '../../src/features/evidence/chain-sync/blocks/record-blocks.ts';
import { Destinations } from '../../src/features/evidence/chain-sync/destinations.ts';
import {
  acceptAmount,
  expectTransfer,
  readReport,
  takeReport,
} from '../../src/features/evidence/outgoing/expect-transfer.ts';
import { outgoingWatch } from '../../src/features/evidence/outgoing/outgoing-watch.ts';
import { keyState, type RefundPsbt } from '../../src/features/evidence/refunds/psbt/psbt-store.ts';
import { storeBuilt } from '../../src/features/evidence/refunds/psbt/store-built.ts';
import { insertRefund, type Refund, unsent } from '../../src/features/evidence/refunds/refund-store.ts';
import { assignUnmatchedPayment } from '../../src/features/evidence/unmatched-payments/assign-unmatched-payment.ts';
import type { Asset, Network } from '../../src/features/known/catalog/catalog.ts';
import { holdCursor, takeLease } from '../../src/features/known/networks/cursor-store.ts';
import { idempotencyStore } from '../../src/features/known/requests/idempotency.ts';
import { pruneInvoices } from '../../src/features/money/invoices/acts/prune-invoices.ts';
import { cancelInvoice } from '../../src/features/money/invoices/cancel-invoice.ts';
import { findInvoice } from '../../src/features/money/ledger/invoice-store.ts';
import { openBooks } from '../../src/features/money/ledger/open-books.ts';
import { findTransaction, type Transaction } from '../../src/features/money/ledger/transaction-store.ts';
import { lockAccepted, recordAcceptances } from '../../src/features/money/ledger/unconfirmed/unconfirmed-store.ts';
import { expireInvoices, expireThese } from '../../src/features/money/payments/expire.ts';
import { insertClaim } from '../../src/features/money/payments/matching/claim-store.ts';
import { listAllOf } from '../../src/features/receiving/addresses/store.ts';
import type { Database } from '../../src/io/db/database.ts';
import { signChangedBy } from '../rig/access/signed-rows.ts';
import { passes, waits } from '../rig/barrier.ts';
import { newInvoice, openLockStage, openShop, perform } from './lock-stage.ts';

const stage = await openLockStage();
const { instance } = stage;
const { db } = instance;
const shop = await openShop(stage);
const network = instance.catalog.networkBySymbol('local') as Network;
const watcher = randomUUID();
/** The addresses at which outgoing transfers are expected. */
const destinations = new Destinations();
after(() => stage.close());

const stateOf = async (invoiceId: string) => (await findInvoice(db, invoiceId))?.status;
const found = async (id: string) => (await findTransaction(db, id))?.transaction as Transaction;

test('while the books of an invoice are open, no other commit opens them', async () => {
  const { id } = await shop.newInvoice();
  const [, status] = await waits(
    db,
    (held) =>
      held.atomically((trx) => openBooks(trx, instance, { invoices: [id] }, (it) => it.moveInvoice(id, cancel))),
    () => db.atomically((trx) => openBooks(trx, instance, { invoices: [id] }, (it) => it.invoice(id).status)),
  );
  assert.equal(status, 'canceled');
});

test('an invoice that is canceled while an attempt is made takes the attempt along', async () => {
  const { id } = await shop.newInvoice();
  const [attempt] = await waits(
    db,
    (held) => shop.attempt(held, id),
    () => perform(cancelInvoice(instance), db, shop.owner, { id }),
  );
  assert.deepEqual([await stateOf(id), (await found(attempt.id)).status], ['canceled', 'canceled']);
});

test('two attempts of one invoice at once: the second is made on what the first left', async () => {
  const { id } = await shop.newInvoice();
  const made = await waits(
    db,
    (held) => shop.attempt(held, id),
    () => shop.attempt(db, id),
  );
  for (const attempt of made) assert.equal((await found(attempt.id)).status, 'processing');
  assert.equal((await findInvoice(db, id))?.sequence, 3n);
});

test('the sweep of expired invoices leaves one whose books are open, and waits for nothing', async () => {
  const app = await stage.newApp(shop.owner);
  const ids = [(await newInvoice(instance, app)).id, (await newInvoice(instance, app)).id] as const;
  await db.query(
    `update invoices set created_at = created_at - interval '2 days', expires_at = expires_at - interval '2 days',
       deadline = deadline - interval '2 days' where id = any($1)`,
    [ids],
  );
  await signChangedBy(db);
  await passes(
    db,
    (held) => held.atomically((trx) => openBooks(trx, instance, { invoices: [ids[0]] }, () => undefined)),
    () => expireInvoices(instance),
  );
  assert.deepEqual([await stateOf(ids[0]), await stateOf(ids[1])], ['open', 'expired']);
});

test('an invoice that the merchant says meanwhile was paid is not pruned', async () => {
  const { id: canceledId } = await shop.newInvoice();
  const { id: attemptId } = await shop.attempt(db, canceledId);
  await perform(cancelInvoice(instance), db, shop.owner, { id: canceledId });
  await (await nextBlock(payment(await found(attemptId))))(db);
  const [unmatched] = await db.query<{ id: string }>(`select id from unmatched_payments where status = 'waiting'`);
  assert.ok(unmatched);
  const { id } = await shop.newInvoice();
  await expireLongAgo(id);
  const [assigned, pruned] = await waits(
    db,
    (held) =>
      perform(assignUnmatchedPayment(instance), held, shop.owner, { id: unmatched.id, body: { invoice_id: id } }),
    () => prune(),
  );
  assert.deepEqual([assigned.invoice_id, pruned, (await findInvoice(db, id))?.paid], [id, 0, 1_000n]);
});

test('an invoice that a customer says meanwhile to have paid is not pruned', async () => {
  const { id, attempt } = await endedInvoice();
  const claim = { id: instance.newId(), transactionId: attempt.id, networkId: network.id, txHash: hashOf('claim') };
  const by = { provedBy: null, visitor: null, createdAt: instance.clock.now() };
  const [kept, pruned] = await waits(
    db,
    (held) => held.atomically((trx) => insertClaim(trx, { ...claim, ...by })),
    () => prune(),
  );
  assert.deepEqual([kept, pruned, await stateOf(id)], [claim.id, 0, 'expired']);
});

test('what an app takes unconfirmed is counted together with what another commit takes meanwhile', async () => {
  const [one, other] = await Promise.all([pending(), pending()]);
  const now = instance.clock.now();
  const since = new Date(now.getTime() - 3_600_000);
  const take = (to: Database, { id, invoiceId: _, value }: Pending) =>
    to.atomically(async (trx) => {
      const sums = await lockAccepted(trx, shop.app.id, since);
      const terms = { appId: shop.app.id, upTo: '100', value, countsFrom: now };
      await recordAcceptances(trx, [{ ...terms, transactionId: id, txHash: hashOf(id) }], now);
      return sums.get('USD') ?? 0n;
    });
  const sums = await waits(
    db,
    (held) => take(held, one),
    () => take(db, other),
  );
  assert.deepEqual(sums, [0n, one.value]);
});

test('a block that two commits of one process record is recorded once', async () => {
  const record = await nextBlock();
  const recorded = await waits(db, record, () => record(db));
  assert.deepEqual(recorded, [true, false]);
});

test('a payment is counted against the height that another commit records meanwhile', async () => {
  const before = await db.atomically((trx) => holdCursor(trx, network.id));
  const [, height] = await waits(db, await nextBlock(), () => db.atomically((trx) => holdCursor(trx, network.id)));
  assert.equal(height, (before ?? 0) + 1);
});

test('a request whose key another one holds is refused at once, and does nothing', async () => {
  const request = { caller: 'app', operation: 'createInvoice', key: randomUUID(), fingerprint: Buffer.alloc(32) };
  const store = idempotencyStore(instance);
  const done: string[] = [];
  const act = (what: string) => async () => {
    done.push(what);
    return { what };
  };
  await passes(
    db,
    (held) => store.commitOnce(held, request, 201, act('first')),
    () => assert.rejects(store.commitOnce(db, request, 201, act('second')), { code: 'request_in_progress' }),
  );
  assert.deepEqual(done, ['first']);
});

interface Pending {
  readonly id: string;
  readonly invoiceId: string;
  readonly value: bigint;
}

async function pending(): Promise<Pending> {
  const invoice = await shop.newInvoice();
  const { id } = await shop.attempt(db, invoice.id);
  return { id, invoiceId: invoice.id, value: invoice.total };
}

/** An invoice that expired two months ago, and its transaction. */
async function endedInvoice(): Promise<{ readonly id: string; readonly attempt: Transaction }> {
  const { id } = await shop.newInvoice();
  const { id: attemptId } = await shop.attempt(db, id);
  await db.atomically((trx) => expireThese({ trx, instance }, [attemptId]));
  await expireLongAgo(id);
  return { id, attempt: await found(attemptId) };
}

test('an expected transfer whose other amount is accepted meanwhile keeps it when the exact one comes', async () => {
  const { id, to } = await expected();
  await (await nextBlock(outgoing(to, 90n)))(db);
  const exact = await nextBlock(outgoing(to, 100n));
  const [isAccepted] = await waits(
    db,
    (held) => held.atomically((trx) => acceptAmount(trx, instance, id)),
    () => exact(db),
  );
  const report = await readReport(db, id);
  assert.deepEqual([isAccepted, report?.status, report?.transfer?.amount], [true, 'seen', 90n]);
});

test('a change of an expected transfer that commits while its task reads it queues the task again', async () => {
  const { id, to } = await expected();
  const tasks = () => db.query('select from tasks where kind = $1 and key = $2', ['refund', id]);
  await (await nextBlock(outgoing(to, 90n)))(db);
  const exact = await nextBlock(outgoing(to, 100n));
  const [taken] = await waits(
    db,
    (held) =>
      held.atomically(async (trx) => {
        const report = await takeReport(trx, id);
        await trx.query('delete from tasks where kind = $1 and key = $2', ['refund', id]);
        return report;
      }),
    () => exact(db),
  );
  assert.deepEqual([taken?.status, (await readReport(db, id))?.status, (await tasks()).length], ['differs', 'seen', 1]);
});

test('of two refunds whose PSBTs spend one coin and are stored at once, one is built again', async () => {
  const walletId = (await listAllOf(db, shop.app.id))[0]?.walletId ?? '';
  const [one, other] = [await readyRefund(), await readyRefund()];
  const built = { walletId, coin: `${'ab'.repeat(32)}:0` };
  const [first, second] = await waits(db, storing([one], built), () => storing([other], built)(db));
  assert.deepEqual([first?.refundIds, second], [[one.id], null]);
});

test('of two PSBTs of one refund from different keys that are stored at once, one is built again', async () => {
  const walletOf = async ({ app }: Pick<typeof shop, 'app'>) => (await listAllOf(db, app.id))[0]?.walletId ?? '';
  const [one, other] = [await readyRefund(), await readyRefund()];
  const built = { walletId: await walletOf(shop), coin: `${'cd'.repeat(32)}:0` };
  const byOtherKey = { walletId: await walletOf(await openShop(stage)), coin: `${'cd'.repeat(32)}:1` };
  assert.notEqual(byOtherKey.walletId, built.walletId);
  const [first, second] = await waits(db, storing([one, other], built), () => storing([other], byOtherKey)(db));
  assert.deepEqual([first?.refundIds, second], [[one.id, other.id], null]);
  await assert.rejects(storing([one, one], built)(db), /names one refund twice/);
});

interface Built {
  readonly walletId: string;
  readonly coin: string;
}

/** Returns a function that stores a PSBT of these refunds, in a commit on `to`. */
function storing(refunds: readonly Refund[], { walletId, coin }: Built) {
  const refundIds = refunds.map(({ id }) => id);
  const built: RefundPsbt = {
    id: instance.newId(),
    appId: shop.app.id,
    networkId: network.id,
    walletId,
    refundIds,
    watchIds: refunds.map(({ watches }) => watches[0]?.id ?? ''),
    inputs: [coin],
    psbt: 'cHNidP8=',
    fee: 1n,
    changeBranch: null,
    changeIndex: null,
    changeOutput: null,
    changeAmount: null,
    replacedAt: null,
    createdAt: instance.clock.now(),
  };
  return async (to: Database) => {
    const seen = await keyState(db, walletId, refundIds);
    return to.atomically((trx) => storeBuilt(trx, built, { ...seen, changeAddress: null }));
  };
}

async function readyRefund(): Promise<Refund> {
  const now = instance.clock.now();
  const invoice = await shop.newInvoice();
  const asset = instance.catalog.assetByContract(network.id, '') as Asset;
  const refund: Refund = {
    id: instance.newSecretId(),
    appId: shop.app.id,
    invoiceId: invoice.id,
    currency: 'USD',
    value: 100n,
    assetId: asset.id,
    rateKind: 'current',
    rate: null,
    rateEvidence: null,
    reason: null,
    ...unsent,
    amount: 1n,
    recipient: `0x${randomBytes(20).toString('hex')}`,
    status: 'ready',
    watches: [{ id: instance.newId(), recipient: '0x', amount: '1' }],
    readyAt: now,
    createdAt: now,
    updatedAt: now,
  };
  await db.atomically((trx) => insertRefund(trx, refund));
  return refund;
}

/** A transfer of 100 units that is expected at its own address. */
async function expected(): Promise<{ readonly id: string; readonly to: string }> {
  const to = `0x${randomBytes(20).toString('hex')}`;
  const asset = instance.catalog.assetByContract(network.id, '') as Asset;
  const wanted = { appId: null, asset, recipient: to, amount: 100n, leastAmount: 0n, taskKind: 'refund' };
  destinations.add(network.id, to);
  return { id: await db.atomically((trx) => expectTransfer(trx, instance, wanted)), to };
}

function outgoing(recipient: string, amount: bigint): Transfer {
  const native = { position: 'native', contract: '', succeeded: true, sender: null };
  return { ...native, txHash: hashOf(`${recipient} ${amount}`), recipient, amount };
}

async function expireLongAgo(id: string): Promise<void> {
  await db.atomically((trx) => openBooks(trx, instance, { invoices: [id] }, (books) => books.moveInvoice(id, expire)));
  await db.query(
    `update invoices set created_at = created_at - interval '60 days', updated_at = updated_at - interval '60 days'
     where id = $1`,
    [id],
  );
}

async function prune(): Promise<number> {
  const before = new Date(instance.clock.now().getTime() - 31 * 86_400_000);
  return (await pruneInvoices(instance, { before, isDry: false, batch: 10, onProgress: () => {} })).pruned;
}

/** Returns a function that records one block on top of the newest, in a commit on `to`. */
async function nextBlock(...transfers: readonly Transfer[]): Promise<(to: Database) => Promise<boolean>> {
  const cursor = await takeLease(db, network.id, watcher);
  assert.ok(cursor);
  const number = (cursor.block?.number ?? 0) + 1;
  // Later than every existing transaction.
  const time = Math.ceil(instance.clock.now().getTime() / 1_000);
  const header = { number, hash: hashOf(`block ${number}`), parentHash: hashOf(`block ${number - 1}`), time };
  const session = {
    network,
    owner: watcher,
    watched: { lookahead: new Map(), destinations },
    clockLag: new ClockLag(),
    outgoing: outgoingWatch,
  };
  const batch = { cursor, blocks: [{ header, transfers }], headNumber: number };
  return (to) => recordBlocks({ instance: { ...instance, db: to }, session }, batch);
}

function payment({ id, sender, recipient, amount }: Transaction): Transfer {
  const native = { position: 'native', contract: '', succeeded: true };
  return { ...native, txHash: hashOf(id), sender, recipient, amount: amount as bigint };
}

function hashOf(word: string): string {
  return `0x${createHash('sha256').update(word).digest('hex')}`;
}
