// POST /refund/{id}/hash: the merchant names the chain transaction that they sent, and it is looked up at once.
import { setTimeout as delay } from 'node:timers/promises';
import type { NewTransfer } from '../../../core/payment/transfer.ts';
import { fieldProblem, Problem } from '../../../core/problem.ts';
import type { FoundTransfers } from '../../../io/chains/chain.ts';
import { isRefusal } from '../../../io/chains/codec.ts';
import { codecOf } from '../../../io/chains/codecs.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import type { Asset } from '../../known/catalog/catalog.ts';
import { isOnScannedBranch } from '../../known/networks/block-store.ts';
import { holdCursor, recordedHeight } from '../../known/networks/cursor-store.ts';
import { wakeNetwork } from '../../known/networks/wake-store.ts';
import { openBooks } from '../../money/ledger/open-books.ts';
import { auditChange, type ChangedBy } from '../../people/audit/audit-change.ts';
import { reportTransfer } from '../outgoing/expect-transfer.ts';
import { observeTransfers } from '../outgoing/observe-transfers.ts';
import { findOnChain } from '../payment-claims/find-on-chain.ts';
import { assetOf, followRefund } from './acts/follow-refund.ts';
import { anyRefund, ownRefundToChange } from './own-refund.ts';
import { type Refund, updateRefund } from './refund-store.ts';
import { RefundView, refundView } from './view.ts';

const Body = Type.Object(
  { hash: Type.String({ minLength: 1, maxLength: 200, description: 'The hash of the chain transaction.' }) },
  {
    additionalProperties: false,
    examples: [{ hash: '0x9fc76417374aa880d4449a1f7f31ec597f00b1f6f3dd2d66f4c9c6c445836d8b' }],
  },
);

export function reportRefundHash(instance: Instance): Operation {
  return operation({
    id: 'reportRefundHash',
    method: 'POST',
    path: '/refund/:id/hash',
    group: 'Refunds',
    summary: 'Report the transfer',
    description: [
      'Not needed: the transfer is found without it. The chain transaction is looked up at once. 422 if it moves none',
      'of the refund’s coins to its destination. An unknown hash is kept as `reported_hash`. If the block of the',
      'transfer is not read within 5 seconds, the answer is still `ready`.',
    ].join(' '),
    access: { cookie: true, pat: 'refunds:write', appToken: true, oauth2: 'refunds:write' },
    writes: 'refund_report',
    params: idInPath,
    body: Body,
    answer: RefundView,
    problems: ['refund_not_ready', 'rate_limited', 'temporarily_unavailable'],
    handle: async ({ params, body, caller, origin, commit }) => {
      const { refund } = await ownRefundToChange(instance.db, params.id, { caller, now: instance.clock.now() });
      const asset = assetOf(instance, refund);
      const read = codecOf(asset.network.family).readTransactionHash(body.hash.trim());
      if (isRefusal(read)) throw fieldProblem('hash', read.code, read.message);
      if (refund.watches.length === 0) throw new Problem('refund_not_ready');
      const found = await lookUp(instance, refund, { asset, txHash: read.canonical });
      if (found?.header) await untilRead(instance, asset.network.id, found.header.number, longestWaitMillis);
      const looked = { asset, found, hash: read.canonical };
      return commit(async (trx) => {
        const before = await anyRefund(trx, refund.id);
        const followed = await record(trx, instance, refund, looked);
        await auditReport(trx, instance, { caller, origin }, { before, after: followed.refund });
        return refundView(instance, followed.refund, followed.report);
      });
    },
  });
}

/**
 * Returns null if the network does not know the hash, or not yet what it moves. Throws Problem naming `hash` if it
 * cannot be the refund.
 */
async function lookUp(
  instance: Instance,
  { watches }: Refund,
  { asset, txHash }: { readonly asset: Asset; readonly txHash: string },
): Promise<FoundTransfers | null> {
  const { network, contract } = asset;
  let isMined = false;
  for (const recipient of new Set(watches.map((one) => one.recipient))) {
    const sought = { txHash, recipient, derivationIndex: null };
    const found = await findOnChain(instance, { network, visitor: null }, sought);
    isMined ||= found !== null && found.header !== null;
    const own = (found?.transfers ?? []).filter((one) => one.contract === contract && one.recipient === recipient);
    if (own.length === 0) continue;
    if (own.every(({ succeeded }) => !succeeded))
      throw fieldProblem('hash', 'failed_on_chain', 'It failed on the chain: no coins moved.');
    return { header: found?.header ?? null, transfers: own };
  }
  if (isMined)
    throw fieldProblem('hash', 'other_transfer', 'It does not move the coin of the refund to its destination.');
  return null;
}

/** How long a report waits for the watcher to read the block of its transfer. */
const longestWaitMillis = 5_000;
const lookMillis = 100;

/** Wakes the network's watcher if it did not read this block yet, and waits until it did, or so many milliseconds. */
async function untilRead(
  { db }: Pick<Instance, 'db'>,
  networkId: string,
  block: number,
  withinMillis: number,
): Promise<void> {
  const isRead = async () => ((await recordedHeight(db, networkId)) ?? -1) >= block;
  if (await isRead()) return;
  await wakeNetwork(db, networkId);
  for (let waited = 0; waited < withinMillis && !(await isRead()); waited += lookMillis) await delay(lookMillis);
}

interface Looked {
  readonly asset: Asset;
  readonly found: FoundTransfers | null;
  readonly hash: string;
}

async function record(
  trx: Queryable,
  instance: Instance,
  { id, invoiceId, watches }: Refund,
  { asset, found, hash }: Looked,
) {
  const { network } = asset;
  const height = await holdCursor(trx, network.id);
  await observeTransfers(trx, instance, network, await scanned(trx, instance, { asset, found, height }));
  const expectedIds = watches.map((one) => one.id);
  await reportTransfer(trx, instance, expectedIds, hash);
  return openBooks(trx, instance, { invoices: [invoiceId], height }, async (books) => {
    const before = await anyRefund(trx, id);
    const reported: Refund = { ...before, reportedHash: hash, updatedAt: books.timeOf(before.appId) };
    await updateRefund(trx, reported);
    return followRefund(trx, books, reported);
  });
}

/** Records a new report. One that is repeated changes nothing. */
async function auditReport(
  trx: Queryable,
  instance: Instance,
  by: ChangedBy,
  { before, after }: { readonly before: Refund; readonly after: Refund },
): Promise<void> {
  if (before.reportedHash === after.reportedHash) return;
  await auditChange(trx, instance, by, {
    of: { appId: after.appId },
    action: 'refund.hash_reported',
    subjectId: after.id,
    before: reported(before),
    after: reported(after),
  });
}

function reported({ reportedHash, status, hash }: Refund) {
  return { reported_hash: reportedHash, status, hash };
}

/** Returns the transfers found, unless their block is not scanned yet or is on another branch. */
async function scanned(
  trx: Queryable,
  instance: Instance,
  { asset, found, height }: Pick<Looked, 'asset' | 'found'> & { readonly height: number | null },
): Promise<NewTransfer[]> {
  const header = found?.header ?? null;
  if (found === null || header === null || height === null || header.number > height) return [];
  if (!(await isOnScannedBranch(trx, asset.network.id, header))) return [];
  return found.transfers.map((transfer) => ({ id: instance.newId(), transfer, assetId: asset.id, header }));
}
