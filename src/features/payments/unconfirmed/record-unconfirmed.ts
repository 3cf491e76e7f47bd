// One commit for what waits to be mined: which attempts it pays, and which of them lost what they waited for.
import { matchTransfer } from '../../../core/payment/matching.ts';
import { cancelTransaction, isWaiting, lose, reject, unsee } from '../../../core/payment/transaction.ts';
import type { Fate, WaitingTransaction } from '../../../io/chains/chain.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { noteUsed } from '../../addresses/derived-store.ts';
import type { Network } from '../../catalog/catalog.ts';
import type { Instance } from '../../instance.ts';
import {
  type Changes,
  changeTransaction,
  lockedInvoice,
  noChanges,
  tellInvoice,
  tellTransaction,
  writeChanges,
} from '../../ledger/changes.ts';
import { listProcessing, listSeenAs, type Transaction } from '../../ledger/transaction-store.ts';
import { lockCursor } from '../../networks/cursor-store.ts';
import {
  keepFates,
  keepSightings,
  listSightedTransfers,
  type NewSighting,
  type SightedTransfer,
} from '../../networks/unconfirmed-store.ts';
import { candidateOf } from '../matching/candidate.ts';
import { lockCandidates } from '../matching/lock-candidates.ts';
import { movePendingBy, payTransaction } from '../matching/pay-transaction.ts';
import { releaseOutdated, releaseTransfers } from '../transfer-store.ts';

/** What a look at the chain found, with nothing unread in its blocks. */
export interface Look {
  /** All that waits and pays watched addresses. */
  readonly waiting: readonly WaitingTransaction[];
  /** Those of it that this process has not recorded yet. */
  readonly unrecorded: readonly WaitingTransaction[];
  /** Until when this was looked at before, on the network's clock; null where it never was. */
  readonly lookedAt: Date | null;
  /** What became of those that attempts waited for and that wait no more. */
  readonly fates: ReadonlyMap<string, Fate>;
}

/** Records it, if the cursor still is at the block with this hash and the lease is still this process's. False otherwise. */
export async function recordWaiting(
  instance: Instance,
  network: Network,
  owner: string,
  blockHash: string,
  look: Look,
): Promise<boolean> {
  return instance.db.atomically(async (trx) => {
    const block = (await lockCursor(trx, network.id, owner))?.block ?? null;
    if (block === null || block.hash !== blockHash) return false;
    const now = instance.clock.now();
    // Nobody knows when it came; whoever sent it shall not be late because nobody looked.
    const seenAt = look.lookedAt ?? new Date(Math.max(now.getTime(), block.time * 1000));
    const news = look.unrecorded.flatMap((one) => sightingOf(instance, network, one));
    const fresh = await keepSightings(trx, network.id, news, seenAt, now);
    const paid = news.flatMap(({ transfers }) => transfers.map(({ transfer }) => transfer.recipient));
    await noteUsed(trx, network.id, paid);
    // Where it is mined, the scan tells.
    const fates = [...look.fates].flatMap(([txHash, fate]) => (fate === 'mined' ? [] : [[txHash, fate] as const]));
    const changed = await keepFates(trx, network.id, new Map(fates), now);
    const forgotten = changed.filter((txHash) => look.fates.get(txHash) === 'forgotten');
    await decideWaiting(trx, instance, network, block.number, { look, fresh, forgotten });
    return true;
  });
}

function sightingOf(instance: Instance, network: Network, waiting: WaitingTransaction): NewSighting[] {
  const transfers = waiting.transfers.flatMap((transfer) => {
    const assetId = instance.catalog.assetByContract(network.id, transfer.contract)?.id;
    return assetId === undefined ? [] : [{ transfer, assetId }];
  });
  return transfers.length === 0 ? [] : [{ txHash: waiting.txHash, spends: waiting.spends, transfers }];
}

interface Recorded {
  readonly look: Look;
  /** What waits and did not before, and what no node knows any more and one did before. */
  readonly fresh: readonly string[];
  readonly forgotten: readonly string[];
}

interface Deciding {
  readonly changes: Changes;
  /** The attempts concerned, as they stand in this commit. */
  readonly known: Map<string, Transaction>;
  /** Those that something was counted for in this commit. */
  readonly counted: Set<string>;
}

async function decideWaiting(
  trx: Queryable,
  instance: Instance,
  network: Network,
  height: number,
  { look, fresh, forgotten }: Recorded,
): Promise<void> {
  const gone = [...look.fates].filter(([, fate]) => fate === 'replaced' || fate === 'double_spent');
  const bereft = await listSeenAs(
    trx,
    network.id,
    gone.map(([txHash]) => txHash),
  );
  const places = new Set(bereft.map((one) => one.recipient));
  const others = look.waiting.filter((one) => one.transfers.some((transfer) => places.has(transfer.recipient)));
  const transfers = await listSightedTransfers(
    trx,
    network.id,
    fresh,
    others.map((one) => one.txHash),
  );
  // They keep what they wait for, and are perhaps no longer to be relied on.
  const doubted = await listSeenAs(trx, network.id, [...forgotten, ...transfers.flatMap((one) => one.rivals)]);
  if (transfers.length === 0 && bereft.length === 0 && doubted.length === 0) return;
  const changes = noChanges(instance.clock.now());
  const wanted = [
    ...transfers.map((one) => ({ ...one, sender: null, transactionId: null })),
    ...[...bereft, ...doubted].map(({ id, recipient, amount }) => ({
      recipient,
      sender: null,
      amount: amount ?? 0n,
      transactionId: id,
    })),
  ];
  const known = await lockCandidates(trx, network.id, wanted, changes);
  const before = new Map(known);
  const deciding = { changes, known, counted: new Set<string>() };
  for (const { id, hash } of bereft) loseSight(deciding, id, hash);
  for (const transfer of transfers) pay(deciding, instance, transfer);
  const unseen: string[] = [];
  for (const [id, old] of before) {
    const now = known.get(id) as Transaction;
    if (isWaiting(now)) tellSeen(deciding, instance, height, { old, now, transfers });
    else if (now !== old) unseen.push(...(await forsake(trx, deciding, instance, height, now, look.fates)));
  }
  await writeChanges(trx, instance, changes);
  await releaseOutdated(trx, [...changes.transactions.keys()], changes.now);
  await releaseTransfers(trx, unseen, changes.now);
}

/** What it waited for will not be mined as things are. Something else that waits may pay it in this same commit. */
function loseSight({ changes, known }: Deciding, id: string, hash: string | null): void {
  const transaction = known.get(id);
  // Between the look and the lock a person may have been faster.
  if (transaction === undefined || transaction.status !== 'processing' || transaction.hash !== hash) return;
  if (transaction.block !== null) return;
  movePendingBy(changes, transaction.invoiceId, -transaction.pending);
  known.set(id, changeTransaction(changes, { ...transaction, ...lose(transaction) }));
}

/** What no open attempt takes is left alone until it is mined. */
function pay({ changes, known, counted }: Deciding, instance: Instance, transfer: SightedTransfer): void {
  const candidates = [...known.values()].filter((one) => one.recipient === transfer.recipient);
  const match = matchTransfer(
    { ...transfer, sender: null },
    candidates.map((one) =>
      candidateOf(one, lockedInvoice(changes, one.invoiceId).status === 'canceled', transfer.knownAt),
    ),
  );
  if (match.kind !== 'transaction') return;
  const transaction = known.get(match.id) as Transaction;
  // What had been forgotten and is back was counted when it was first seen.
  const isCounted = isWaiting(transaction) && transaction.hash === transfer.txHash && !counted.has(transaction.id);
  if (transaction.block !== null || isCounted) return;
  counted.add(transaction.id);
  const waiting = { ...transfer, block: null, blockHash: null, maturity: 1 };
  known.set(match.id, payTransaction(changes, instance, { transaction, transfer: waiting, by: match.by }));
}

interface Seen {
  readonly old: Transaction;
  readonly now: Transaction;
  readonly transfers: readonly SightedTransfer[];
}

/** It is told as detected once: what is seen again, or what spends the same money in its place, changes the invoice at most. */
function tellSeen({ changes }: Deciding, instance: Instance, height: number, { old, now, transfers }: Seen): void {
  if (isWaiting(old) && now.hash === old.hash && now.received === old.received) return;
  const rivals = transfers.find((one) => one.txHash === now.hash)?.rivals;
  const isSame = old.hash !== null && (old.hash === now.hash || rivals?.includes(old.hash));
  if (isSame) tellInvoice(changes, instance, 'invoice.updated', now.invoiceId);
  else tellTransaction(changes, instance, 'transaction.detected', now, height);
}

/** Nothing pays it any more. Answers its id where it lets go of what it once owned on the chain. */
async function forsake(
  trx: Queryable,
  { changes, known }: Deciding,
  instance: Instance,
  height: number,
  transaction: Transaction,
  fates: ReadonlyMap<string, Fate>,
): Promise<string[]> {
  const tell = (type: 'transaction.rejected' | 'transaction.canceled', state: object) => {
    const changed = changeTransaction(changes, { ...transaction, ...state });
    known.set(changed.id, changed);
    tellTransaction(changes, instance, type, changed, height);
  };
  if (fates.get(transaction.hash ?? '') === 'double_spent') {
    tell('transaction.rejected', reject(transaction, 'double_spent'));
    return [];
  }
  const canceled = (await hasSuccessor(trx, known, transaction)) ? cancelTransaction(transaction, 'superseded') : null;
  if (canceled !== null) {
    tell('transaction.canceled', canceled);
    return [];
  }
  const open = changeTransaction(changes, { ...transaction, ...unsee(transaction), matchedBy: null });
  known.set(open.id, open);
  tellInvoice(changes, instance, 'invoice.updated', open.invoiceId);
  return [open.id];
}

/** Whether its sender has another attempt of the same kind that nothing was seen for: there is only ever one. */
async function hasSuccessor(
  trx: Queryable,
  known: ReadonlyMap<string, Transaction>,
  transaction: Transaction,
): Promise<boolean> {
  const stored = await listProcessing(trx, transaction.invoiceId);
  return stored
    .filter((one) => one.id !== transaction.id && one.assetId === transaction.assetId)
    .filter((one) => one.sender === transaction.sender)
    .some((one) => one.hash === null || (known.get(one.id)?.hash ?? one.hash) === null);
}
