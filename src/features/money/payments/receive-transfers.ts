// The single entry point for money: every transfer that is seen, claimed or assigned is recorded and decided here.

import type { HoldReason } from '../../../core/payment/evidence/judge.ts';
import type { NewTransfer } from '../../../core/payment/transfer.ts';
import { Problem } from '../../../core/problem.ts';
import { tryApart } from '../../../io/db/savepoint.ts';
import { asFault, DatabaseAway, isOutOfRange, isWorthAnotherTry } from '../../../io/db/sql-fault.ts';
import type { Network } from '../../known/catalog/catalog.ts';
import { recordUse } from '../../receiving/addresses/derived-store.ts';
import { notifyInvoicesOf } from '../ledger/invoice-feed.ts';
import { openBooks } from '../ledger/open-books.ts';
import type { Commit, NetworkWrite } from './commit.ts';
import { decideGroups, type Received } from './matching/decide-group.ts';
import { gatherEvidence, type MerchantWord, type Played } from './matching/gather-evidence.ts';
import { addressBook, type Group } from './matching/judge-transfers.ts';
import { dustRows } from './matching/keep-unmatched.ts';
import { adoptWatched } from './matching/wrong-network-store.ts';
import {
  listMinedAgain,
  listUndecided,
  listWaitingOf,
  type RecordedTransfer,
  recordTransfers,
  writeDecisions,
} from './transfer-store.ts';
import { endUnmatched, insertUnmatched } from './unmatched/waiting-store.ts';

/** The source of transfers: blocks, balances, claims, an assignment by the merchant, or the sandbox. */
export interface Arrival {
  readonly network: Network;
  /** The height to which the network was read. */
  readonly height: number;
  /** Transfers to record first. Transfers that are on the chain already stay unchanged. */
  readonly found: readonly NewTransfer[];
  /**
   * The lowest block of the transfers, or null. Owned transfers that were mined again from this block on are seen
   * again.
   */
  readonly fromBlock?: number | null;
  /** The time by which the chain's clock lags behind the service's; 0 by default. */
  readonly clockLagMillis?: number;
  /**
   * Restricts the decision to this chain transaction. With `isClaimed`, unmatched transfers of it are decided again by
   * the chain's clock.
   */
  readonly only?: { readonly txHash: string; readonly recipient: string; readonly isClaimed: boolean };
  /** An assignment by the merchant, which overrides all other evidence. */
  readonly word?: MerchantWord;
  /** The sandbox sets the outcome of the payment in `only`. */
  readonly played?: Played;
}

/**
 * Records and decides transfers inside the caller's commit: each transfer pays a transaction, becomes a late payment,
 * or waits for the merchant. A transfer that cannot be decided is held alone and stops neither its block nor its
 * network. Throws Problem only for an assignment by the merchant.
 */
export async function receiveTransfers(commit: Commit, arrival: Arrival): Promise<void> {
  const { trx, instance } = commit;
  const { network, found } = arrival;
  const write = { db: trx, networkId: network.id, now: instance.clock.now() };
  const receiving = { ...commit, write, arrival };
  const recipients = found.map(({ transfer }) => transfer.recipient);
  await adoptWatched(write, recipients);
  await recordTransfers(write, found);
  await recordUse(trx, network.id, recipients);
  const waiting = await waitingOf(receiving);
  const undecided = arrival.word === undefined ? await undecidedOf(receiving) : [];
  const again = arrival.fromBlock == null ? [] : await listMinedAgain(write, arrival.fromBlock);
  const groups = groupsOf([...undecided, ...waiting]);
  if (groups.length === 0 && again.length === 0) return;
  const received = { groups, again, hold: null, waiting: new Set(waiting.map(({ id }) => id)) };
  if (arrival.word !== undefined) await decideAll(receiving, received);
  else await decideApart(receiving, received);
}

/** One arrival and its commit. */
interface Receiving extends Commit {
  readonly write: NetworkWrite;
  readonly arrival: Arrival;
}

/** The transfers to decide together. */
interface Arrived extends Received {
  /** The ids of the transfers that already wait for the merchant. */
  readonly waiting: ReadonlySet<string>;
}

async function undecidedOf({ write, arrival: { only } }: Receiving): Promise<RecordedTransfer[]> {
  const undecided = await listUndecided(write);
  if (only === undefined) return undecided;
  return undecided.filter((one) => one.txHash === only.txHash && one.recipient === only.recipient);
}

/** Lists waiting transfers that are decided again because there is new evidence. */
async function waitingOf({ write, arrival: { only, word } }: Receiving): Promise<RecordedTransfer[]> {
  if (word !== undefined) return [word.transfer];
  return only?.isClaimed === true ? listWaitingOf(write, only) : [];
}

/** Groups the transfers of one asset from one sender to one address in one chain transaction. */
function groupsOf(transfers: readonly RecordedTransfer[]): Group[] {
  const keyOf = (one: RecordedTransfer) =>
    one.succeeded ? `${one.txHash} ${one.assetId} ${one.recipient} ${one.sender}` : one.id;
  return [...Map.groupBy(transfers, keyOf).values()].flatMap(([first, ...more]) =>
    first === undefined ? [] : [[first, ...more] as const],
  );
}

/**
 * If deciding or writing fails, tries each half alone. A transfer that still fails is held for the merchant. If even
 * that fails, it stays undecided and is tried again with the next block.
 */
async function decideApart(receiving: Receiving, received: Arrived): Promise<void> {
  const { groups, again } = received;
  const count = groups.length + again.length;
  const failed = count === 0 ? null : await tryDecide(receiving, received);
  if (failed === null) return;
  if (count === 1) {
    await tryDecide(receiving, { ...received, again: [], hold: holdAfter(failed.error) });
    return;
  }
  const half = Math.ceil(count / 2);
  const cut = Math.min(half, again.length);
  const left = { ...received, again: again.slice(0, cut), groups: groups.slice(0, half - cut) };
  const right = { ...received, again: again.slice(cut), groups: groups.slice(half - cut) };
  await decideApart(receiving, left);
  await decideApart(receiving, right);
}

/** Returns the failure, after rolling back, if something cannot be decided or written; otherwise null. */
async function tryDecide(receiving: Receiving, received: Arrived) {
  const { trx, instance, arrival } = receiving;
  const failed = await tryApart(trx, () => decideAll(receiving, received), isWholeCommitError);
  if (failed === null) return null;
  const hashes = [...received.groups.map(([first]) => first.txHash), ...received.again.map((one) => one.txHash)];
  const facts = { event: 'payment.undecided', network: arrival.network.symbol, hashes: hashes.slice(0, 10) };
  instance.log.error({ ...facts, err: failed.error }, 'deciding payments failed; they are tried separately');
  return failed;
}

function holdAfter(error: unknown): HoldReason {
  return error instanceof RangeError || isOutOfRange(error) ? 'out_of_range' : 'undecided';
}

/**
 * Returns whether an error concerns the whole commit instead of one payment: the database is unavailable, or the commit
 * must be retried.
 */
function isWholeCommitError(error: unknown): boolean {
  return asFault(error) instanceof DatabaseAway || error instanceof Problem || isWorthAnotherTry(error);
}

async function decideAll(receiving: Receiving, received: Arrived): Promise<void> {
  const { trx, instance, write, arrival } = receiving;
  const { groups, again, waiting } = received;
  const { network, only } = arrival;
  const evidence = await gatherEvidence(receiving, { ...arrival, transfers: [...again, ...groups.flat()] });
  const accounts = { transactions: evidence.candidates, invoices: evidence.invoices, height: arrival.height };
  const clock = { isClaimed: only?.isClaimed === true, clockLagMillis: arrival.clockLagMillis ?? 0 };
  const outcomes = await openBooks(trx, instance, accounts, (books) => {
    const weighing = { books, evidence, clock, addresses: addressBook(books) };
    const dust = dustRows({ ...write, now: books.now });
    return decideGroups({ ...weighing, trx, instance, networkId: network.id, dust, waiting }, received);
  });
  const written = { ...write, now: instance.clock.now() };
  const matched = outcomes.filter(({ disposition }) => disposition === 'matched');
  const others = outcomes.filter(({ disposition }) => disposition !== 'matched');
  const unmatched = outcomes.flatMap((one) => one.unmatched ?? []);
  await writeDecisions(written, others);
  if (waiting.size > 0) await endUnmatched(written, matched);
  await insertUnmatched(written, unmatched);
  // The page of an invoice shows a customer's claim until it is decided, so these pages are notified.
  const claims = [...evidence.claims.values()].flat();
  await notifyInvoicesOf(
    trx,
    claims.map(({ transactionId }) => transactionId),
  );
}
