// One decision: what a chain transaction moved to an address pays an attempt, is a late payment, or waits for the merchant.
import { type HoldReason, holdReason } from '../../../core/payment/evidence/hold.ts';
import {
  type Incoming,
  type Match,
  type MatchedBy,
  matchFailure,
  matchTransfer,
  type UnmatchedReason,
  whatSpeaksFor,
} from '../../../core/payment/evidence/matching.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { Instance } from '../../instance.ts';
import type { Transaction } from '../../ledger/transaction-store.ts';
import type { Decision, RecordedTransfer } from '../transfer-store.ts';
import type { DustRows } from '../unmatched/dust-rows.ts';
import { unmatchedPaymentView } from '../unmatched/view.ts';
import type { NewUnmatched } from '../unmatched/waiting-store.ts';
import { isDust } from './dust.ts';
import { listElsewhere } from './elsewhere-store.ts';
import { lateMillis } from './gather-evidence.ts';
import { makeLate } from './make-late.ts';
import { candidatesFor, incomingOf, type Weighing } from './weigh.ts';

/** What one sender moved of one asset to one address in one chain transaction. */
export type Group = readonly [RecordedTransfer, ...RecordedTransfer[]];

export interface Deciding extends Weighing {
  readonly trx: Queryable;
  readonly instance: Instance;
  readonly networkId: string;
  readonly dust: DustRows;
  /** Transfers that wait for the merchant already. */
  readonly waiting: ReadonlySet<string>;
}

/** What becomes of one transfer, to be written beside the books. */
export interface Outcome {
  readonly decision: Decision;
  readonly unmatched?: NewUnmatched;
}

/** `held`: why it waits whatever speaks for a transaction; null where the rules say. */
export async function decideGroup(deciding: Deciding, group: Group, held: HoldReason | null): Promise<Outcome[]> {
  const { evidence } = deciding;
  const outcomes: Outcome[] = [];
  const rest: RecordedTransfer[] = [];
  for (const transfer of group) {
    const hold = held ?? (evidence.word === null ? holdOf(deciding, transfer) : null);
    if (!transfer.succeeded) outcomes.push(...fail(deciding, transfer, null));
    else if (hold !== null) outcomes.push(await wait(deciding, transfer, hold));
    // Each finds its own exact quote first: a batch may pay several customers' at once.
    else if (group.length > 1 && isExactlyQuoted(deciding, transfer))
      outcomes.push(...(await settle(deciding, [transfer])));
    else rest.push(transfer);
  }
  return [...outcomes, ...(await settle(deciding, rest))];
}

/** A reorg had taken it off the chain, and it is back: in another block, perhaps with another outcome. */
export function seeAgain(deciding: Deciding, transfer: RecordedTransfer): Outcome[] {
  const owner = deciding.books.transaction(transfer.transactionId ?? '');
  if (owner === null || owner.status !== 'processing') return [];
  if (!transfer.succeeded) return fail(deciding, transfer, owner);
  see(deciding, owner, transfer, owner.matchedBy ?? 'address');
  return [];
}

/** The parts of one payment: one transaction takes them all, or each waits. */
async function settle(deciding: Deciding, parts: readonly RecordedTransfer[]): Promise<Outcome[]> {
  const [first] = parts;
  if (first === undefined) return [];
  const amount = parts.reduce((sum, one) => sum + one.amount, 0n);
  const incoming = incomingOf(deciding, first, amount);
  const match = matchOf(deciding, first, incoming);
  const owner = await ownerFor(deciding, match, first, amount);
  const outcomes: Outcome[] = [];
  let paid = owner;
  for (const transfer of parts) {
    if (paid === null || match.kind === 'unmatched') {
      outcomes.push(await waitFor(deciding, transfer, match));
      continue;
    }
    paid = see(deciding, paid, transfer, match.by);
    const owned = { transactionId: paid.id, matchedBy: match.by };
    outcomes.push({ decision: { transferId: transfer.id, disposition: 'matched', ...owned } });
  }
  return outcomes;
}

/** A merchant's word is evidence that nothing outweighs. */
function matchOf(deciding: Deciding, transfer: RecordedTransfer, incoming: Incoming): Match {
  const { word, assignedAttempt } = deciding.evidence;
  if (word !== null) return { kind: 'late', basis: assignedAttempt ?? '', invoiceId: word.invoiceId, by: 'merchant' };
  return matchTransfer(incoming, candidatesFor(deciding, transfer));
}

/** The transaction that takes it; null where it waits. */
async function ownerFor(
  { trx, instance, books, addresses, evidence }: Deciding,
  match: Match,
  transfer: RecordedTransfer,
  amount: bigint,
): Promise<Transaction | null> {
  if (match.kind === 'unmatched') return null;
  if (match.kind === 'transaction') return books.transaction(match.id);
  const basis = books.transaction(match.basis);
  const assignedIn = evidence.word?.app ?? null;
  const late = await makeLate(trx, instance, books, {
    basis,
    invoiceId: match.invoiceId,
    transfer,
    amount,
    assignedIn,
  });
  if (late !== null) addresses.add(late);
  return late;
}

function see({ books }: Deciding, transaction: Transaction, transfer: RecordedTransfer, by: MatchedBy): Transaction {
  return books.see(transaction, {
    ...{ hash: transfer.txHash, block: transfer.block, blockHash: transfer.blockHash },
    ...{ amount: transfer.amount, sender: transfer.sender, maturity: transfer.maturity, by },
    replaces: transaction.hash !== null && transfer.conflicts.includes(transaction.hash),
  });
}

function isExactlyQuoted(deciding: Deciding, transfer: RecordedTransfer): boolean {
  const incoming = incomingOf(deciding, transfer, transfer.amount);
  const match = matchTransfer(incoming, candidatesFor(deciding, transfer));
  return match.kind === 'transaction' && match.by === 'amount';
}

/** Why a person must decide, whatever speaks for a transaction. */
function holdOf({ instance }: Deciding, { held, assetId, recipient, amount }: RecordedTransfer): HoldReason | null {
  const asset = instance.catalog.assetById(assetId);
  const isBlocked = asset?.blockedAddresses.has(recipient) === true;
  return holdReason({ held, amount, isBlocked, hasOtherDecimals: asset?.stopped === 'decimals' });
}

/** Nothing moved: the attempt that it was meant for, if that is known, is rejected. */
function fail(deciding: Deciding, transfer: RecordedTransfer, owner: Transaction | null): Outcome[] {
  const { books } = deciding;
  const decision = { transferId: transfer.id, disposition: 'failed', transactionId: null, matchedBy: null } as const;
  const incoming = incomingOf(deciding, transfer, transfer.amount);
  const meant = owner ?? books.transaction(matchFailure(incoming, candidatesFor(deciding, transfer)) ?? '');
  if (meant !== null) {
    const { txHash: hash, block, blockHash } = transfer;
    books.reject(meant, 'failed_on_chain', { hash, block, blockHash });
  }
  return [{ decision }];
}

async function waitFor(deciding: Deciding, transfer: RecordedTransfer, match: Match): Promise<Outcome> {
  const { trx, networkId, books } = deciding;
  const reason = match.kind === 'unmatched' ? match.reason : 'held';
  const named = match.kind === 'unmatched' ? match.candidates : [match.kind === 'late' ? match.basis : match.id];
  const since = new Date(books.now.getTime() - lateMillis);
  const elsewhere = reason === 'unknown' ? await listElsewhere(trx, { networkId, transfer, since }) : [];
  if (elsewhere.length > 0) return wait(deciding, transfer, 'wrong_network', elsewhere);
  return wait(deciding, transfer, reason, named);
}

async function wait(
  deciding: Deciding,
  transfer: RecordedTransfer,
  reason: UnmatchedReason | HoldReason,
  named: readonly string[] = [],
): Promise<Outcome> {
  const { instance, books } = deciding;
  const incoming = incomingOf(deciding, transfer, transfer.amount);
  const all = candidatesFor(deciding, transfer);
  const meant =
    named.length > 0 ? named : all.flatMap((one) => (whatSpeaksFor(one, incoming).length > 0 ? one.id : []));
  const evidence = all.flatMap((one) =>
    meant.includes(one.id) ? [{ transaction_id: one.id, speaks: whatSpeaksFor(one, incoming) }] : [],
  );
  const likely = books.transaction(meant[0] ?? '');
  const appId = likely?.appId ?? transfer.appId;
  const decision = { transferId: transfer.id, disposition: 'unmatched', transactionId: null, matchedBy: null } as const;
  const payment = {
    id: instance.newId(),
    appId,
    transferId: transfer.id,
    reason,
    candidates: meant.slice(0, 10),
    evidence,
  };
  if (await isDustFor(deciding, transfer, reason, likely)) {
    const { isNew, ...part } = await deciding.dust.rowFor(transfer, payment);
    if (isNew) emitUnmatched(deciding, transfer, part);
    return { decision, unmatched: part };
  }
  emitUnmatched(deciding, transfer, payment);
  return { decision, unmatched: payment };
}

const notOfAnInvoice: readonly string[] = ['unknown', 'ambiguous', 'wrong_asset', 'wrong_network'];

/** What is held, or is of an invoice that is known, is told of whatever it is worth. */
async function isDustFor(
  { trx, instance, books }: Deciding,
  transfer: RecordedTransfer,
  reason: string,
  likely: Transaction | null,
): Promise<boolean> {
  if (!notOfAnInvoice.includes(reason)) return false;
  return isDust(trx, instance, transfer, likely === null ? null : books.invoice(likely.invoiceId).currency);
}

/** What waits already was told of. */
function emitUnmatched(
  { instance, books, waiting: known }: Deciding,
  transfer: RecordedTransfer,
  payment: NewUnmatched,
): void {
  if (known.has(transfer.id)) return;
  const waiting = { claims: [], status: 'waiting', transactionId: null, createdAt: books.now, transfer } as const;
  const dustAmount = payment.dust?.amount ?? null;
  const view = unmatchedPaymentView(instance, { ...payment, ...waiting, dustAmount });
  books.emit('payment.unmatched', payment.appId, view);
}
