// Records the mempool in one commit: decides which attempts it pays and which attempts lost their unconfirmed payment.
import { evidenceFor, type Match, matchTransfer } from '../../../../core/payment/evidence/matching.ts';
import { isWaiting } from '../../../../core/payment/transaction.ts';
import type { MempoolOutcome, MempoolTransaction } from '../../../../io/chains/chain.ts';
import type { Instance } from '../../../instance.ts';
import type { Network } from '../../../known/catalog/catalog.ts';
import { holdCursor, lockCursor } from '../../../known/networks/cursor-store.ts';
import {
  listForgotten,
  listUnconfirmedTransfers,
  type NewUnconfirmedTransaction,
  recordOutcomes,
  type UnconfirmedTransfer,
  upsertInMempool,
} from '../../../known/networks/unconfirmed-store.ts';
import { recordUse } from '../../../receiving/addresses/derived-store.ts';
import type { Books } from '../../ledger/books.ts';
import { openBooks } from '../../ledger/open-books.ts';
import { listProcessing, listSeenAs, type Transaction } from '../../ledger/transaction-store.ts';
import type { Commit } from '../commit.ts';
import { gatherEvidence } from '../matching/gather-evidence.ts';
import { addressBook, candidatesFor, incomingOf, type Weighing } from '../matching/judge-transfers.ts';

/**
 * The unconfirmed payments of a network, with the lease and the block at which they were read. All blocks up to it were
 * read.
 */
export interface Look {
  readonly network: Network;
  /** The process that holds the lease. */
  readonly owner: string;
  /** The hash of the block at the cursor. */
  readonly blockHash: string;
  /** All chain transactions in the mempool that pay watched addresses. */
  readonly waiting: readonly MempoolTransaction[];
  /** The transactions among them that this process has not recorded yet. */
  readonly unrecorded: readonly MempoolTransaction[];
  /** The time of the previous look, on the network's clock; null on the first look. */
  readonly lookedAt: Date | null;
  /** The outcomes of chain transactions that attempts waited for and that left the mempool. */
  readonly outcomes: ReadonlyMap<string, MempoolOutcome>;
}

/**
 * Records the look if the cursor is still at this block and the lease has not changed its owner. Returns false
 * otherwise.
 */
export async function recordWaiting(instance: Instance, look: Look): Promise<boolean> {
  const { network, owner, blockHash } = look;
  return instance.db.atomically(async (trx) => {
    const block = (await lockCursor(trx, network.id, owner))?.block ?? null;
    if (block === null || block.hash !== blockHash) return false;
    const now = instance.clock.now();
    const moment = { networkId: network.id, now };
    // The time of arrival is unknown. The time of the previous look is used, so that a payment is not late only because
    // the mempool was not read.
    const seenAt = look.lookedAt ?? new Date(Math.max(now.getTime(), block.time * 1000));
    const news = look.unrecorded.flatMap((one) => newUnconfirmed(instance, network, one));
    const fresh = await upsertInMempool(trx, news, { ...moment, seenAt });
    const paid = news.flatMap(({ transfers }) => transfers.map(({ transfer }) => transfer.recipient));
    await recordUse(trx, network.id, paid);
    // Mined chain transactions are left to the block scan.
    const outcomes = [...look.outcomes].flatMap(([txHash, outcome]) =>
      outcome === 'mined' ? [] : [[txHash, outcome] as const],
    );
    const changed = await recordOutcomes(trx, new Map(outcomes), moment);
    const dropped = changed.filter((txHash) => look.outcomes.get(txHash) === 'dropped');
    await decide({ trx, instance }, { ...look, height: block.number, fresh, dropped });
    return true;
  });
}

/** Chain transactions that can never be mined because of new blocks. */
export interface Conflicted {
  readonly network: Network;
  readonly height: number;
  /**
   * Chain transactions with money that a block gave to another one. The payments of the other one must have been
   * received.
   */
  readonly conflicted: readonly string[];
  /** Chain transactions that were in the mempool at the last look and pay watched addresses. */
  readonly waiting: readonly MempoolTransaction[];
}

/**
 * Ends, in the commit of the block, the attempts that waited for them. They end as double spent unless another
 * unconfirmed payment pays them.
 */
export async function endConflicted(
  commit: Commit,
  { network, height, conflicted, waiting }: Conflicted,
): Promise<void> {
  if (conflicted.length === 0) return;
  const outcomes = new Map(conflicted.map((txHash): [string, MempoolOutcome] => [txHash, 'conflicted']));
  await decide(commit, { network, height, outcomes, waiting, fresh: [], dropped: [] });
}

/**
 * The number of blocks during which no node may know the payment. On Bitcoin this is about two hours, in which nodes
 * rebroadcast it.
 */
const forgottenBlocks = 12;
const forgottenBatch = 500;

/**
 * Cancels attempts on this network as expired if their deadline was before `chainTime` and no node knew their payment
 * for twelve blocks. Their invoices can then be paid again. If the payment is mined after all, it is a late payment.
 */
export async function endForgotten(instance: Instance, network: Network, chainTime: Date): Promise<void> {
  for (let ended = forgottenBatch; ended === forgottenBatch; ) {
    ended = await instance.db.atomically(async (trx) => {
      // The lock keeps the mempool reader and the block scan from changing the outcome meanwhile.
      const height = await holdCursor(trx, network.id);
      if (height === null) return 0;
      const terms = { networkId: network.id, chainTime, unseenSince: height - forgottenBlocks, limit: forgottenBatch };
      const ids = await listForgotten(trx, terms);
      if (ids.length === 0) return 0;
      await openBooks(trx, instance, { transactions: ids, height }, (books) => {
        for (const attempt of books.transactions)
          if (attempt.block === null && (isWaiting(attempt) || attempt.deadline === null))
            books.cancel(attempt, 'expired');
      });
      return ids.length;
    });
  }
}

function newUnconfirmed(
  instance: Instance,
  network: Network,
  waiting: MempoolTransaction,
): NewUnconfirmedTransaction[] {
  const transfers = waiting.transfers.flatMap((transfer) => {
    const assetId = instance.catalog.assetByContract(network.id, transfer.contract)?.id;
    return assetId === undefined ? [] : [{ transfer, assetId }];
  });
  const { txHash, spends, ancestry = [], standing } = waiting;
  return transfers.length === 0 ? [] : [{ txHash, spends, ancestry, standing, transfers }];
}

interface Recorded extends Pick<Look, 'network' | 'waiting' | 'outcomes'> {
  readonly height: number;
  /** `fresh` are new in the mempool. `dropped` are no longer known to any node. */
  readonly fresh: readonly string[];
  readonly dropped: readonly string[];
}

async function decide(commit: Commit, recorded: Recorded): Promise<void> {
  const { trx, instance } = commit;
  const { network, height, waiting, outcomes, fresh, dropped } = recorded;
  const gone = [...outcomes].filter(([, outcome]) => outcome === 'replaced' || outcome === 'conflicted');
  const goneHashes = gone.map(([txHash]) => txHash);
  const losers = await listSeenAs(trx, network.id, goneHashes);
  const places = new Set(losers.map((one) => one.recipient));
  const others = waiting.filter((one) => one.transfers.some((transfer) => places.has(transfer.recipient)));
  const hashes = { fresh, others: others.map((one) => one.txHash) };
  const transfers = await listUnconfirmedTransfers(trx, network.id, hashes);
  // These attempts keep their payment, but it may no longer be reliable.
  const doubted = await listSeenAs(trx, network.id, [...dropped, ...transfers.flatMap((one) => one.conflicts)]);
  if (transfers.length === 0 && losers.length === 0 && doubted.length === 0) return;
  const evidence = await gatherEvidence(commit, { network, transfers: transfers.map(asTransfer) });
  const concerned = [...evidence.candidates, ...[...losers, ...doubted].map(({ id }) => id)];
  await openBooks(trx, instance, { transactions: concerned, height }, async (books) => {
    const before = new Map(books.transactions.map((one) => [one.id, one]));
    for (const loser of losers) orphan(books, loser);
    const clock = { isClaimed: false, clockLagMillis: 0 };
    const weighing = { books, evidence, clock, addresses: addressBook(books) };
    const counted = new Set<string>();
    for (const transfer of transfers) pay(weighing, transfer, counted);
    // The remaining transactions no longer have a payment.
    for (const [id, old] of before) {
      const now = books.transaction(id);
      if (now === null || now === old || isWaiting(now)) continue;
      if (outcomes.get(now.hash ?? '') === 'conflicted') books.reject(now, 'double_spent');
      else if (await hasSuccessor(trx, books, now)) books.cancel(now, 'superseded');
      else books.unsee(now);
    }
  });
}

/**
 * Records that the awaited chain transaction will not be mined. Another unconfirmed one may pay the attempt in this
 * commit.
 */
function orphan(books: Books, { id, hash }: Pick<Transaction, 'id' | 'hash'>): void {
  const transaction = books.transaction(id);
  // A request may have changed it between the read and the lock.
  if (transaction?.status === 'processing' && transaction.hash === hash && transaction.block === null)
    books.orphan(transaction);
}

/** A payment that fits no open attempt is ignored until it is mined. */
function pay(weighing: Weighing, sighted: UnconfirmedTransfer, counted: Set<string>): void {
  const { books } = weighing;
  const transfer = asTransfer(sighted);
  const incoming = incomingOf(weighing, transfer);
  const candidates = candidatesFor(weighing, transfer);
  const match: Match = matchTransfer(incoming, candidates);
  const transaction = match.kind === 'transaction' ? books.transaction(match.id) : null;
  if (match.kind !== 'transaction' || transaction === null || transaction.block !== null) return;
  // A payment that was dropped and returned has been counted already.
  if (isWaiting(transaction) && transaction.hash === transfer.txHash && !counted.has(transaction.id)) return;
  counted.add(transaction.id);
  books.see(transaction, {
    hash: transfer.txHash,
    block: null,
    blockHash: null,
    maturity: 1,
    amount: transfer.amount,
    sender: null,
    by: match.by,
    evidence: evidenceFor(match.id, incoming, candidates),
    replaces: transaction.hash !== null && transfer.conflicts.includes(transaction.hash),
  });
}

/** Whether the sender has another attempt with the same asset and no payment. There is at most one. */
async function hasSuccessor(trx: Commit['trx'], books: Books, transaction: Transaction): Promise<boolean> {
  const stored = await listProcessing(trx, transaction.invoiceId);
  return stored
    .filter((one) => one.id !== transaction.id && one.assetId === transaction.assetId)
    .filter((one) => one.sender === transaction.sender)
    .some((one) => (books.transaction(one.id) ?? one).hash === null);
}

/** Converts it for the rules. A chain transaction with many inputs has no single sender. */
function asTransfer(sighted: UnconfirmedTransfer) {
  const { isOneTimeAddress, ...rest } = sighted;
  return {
    ...rest,
    sender: null,
    transactionId: null,
    senderTransactions: null,
    releasedFrom: null,
    recordedAt: sighted.knownAt,
    derivationIndex: isOneTimeAddress ? 0n : null,
  };
}
