// Carries out the verdict on a group of transfers: a transaction takes it, it becomes a late payment, it failed, or it
// waits.
import type { HoldReason } from '../../../../core/payment/evidence/judge.ts';
import { evidenceFor, type Match, type MatchedBy } from '../../../../core/payment/evidence/matching.ts';
import type { SeenPayment } from '../../ledger/entries.ts';
import type { Transaction } from '../../ledger/transaction-store.ts';
import type { RecordedTransfer } from '../transfer-store.ts';
import { type Group, type WeighedTransfer, weigh } from './judge-transfers.ts';
import { type Deciding, leaveHeld, leaveUnmatched, type Outcome } from './keep-unmatched.ts';
import { makeLate } from './make-late.ts';

/** The transfers to decide in one commit. */
export interface Received {
  readonly groups: readonly Group[];
  /** Transfers that have an owner and are on the chain again after a reorg. */
  readonly again: readonly RecordedTransfer[];
  /** The reason to hold all of them after deciding failed; null on the first try. */
  readonly hold: HoldReason | null;
}

export async function decideGroups(deciding: Deciding, { groups, again, hold }: Received): Promise<Outcome[]> {
  const outcomes = again.flatMap((transfer) => seeAgain(deciding, transfer));
  for (const group of groups)
    for (const { parts, verdict } of weigh(deciding, { group, hold })) {
      if (verdict.kind === 'failed') outcomes.push(fail(deciding, parts[0].transfer, verdict.meant));
      else if (verdict.kind === 'hold') outcomes.push(await leaveHeld(deciding, parts[0], verdict.reason));
      else outcomes.push(...(await settle(deciding, { parts, match: verdict })));
    }
  return outcomes;
}

/** The parts of one payment, and their common match. */
interface MatchedParts {
  readonly parts: readonly [WeighedTransfer, ...WeighedTransfer[]];
  readonly match: Match;
}

/** Assigns all parts of a payment to one transaction, or leaves each of them waiting. */
async function settle(deciding: Deciding, { parts, match }: MatchedParts): Promise<Outcome[]> {
  const { books } = deciding;
  const outcomes: Outcome[] = [];
  let paid = await ownerFor(deciding, { parts, match });
  for (const part of parts) {
    if (paid === null || match.kind === 'unmatched') {
      outcomes.push(await leaveUnmatched(deciding, part, match));
      continue;
    }
    const { id: transferId } = part.transfer;
    const meant = match.kind === 'transaction' ? match.id : match.basis;
    const evidence = evidenceFor(meant, part.incoming, part.candidates);
    paid = books.see(paid, { ...seenOf(paid, part.transfer, match.by), evidence, transferId });
    outcomes.push({ transferId, disposition: 'matched', transactionId: paid.id });
  }
  return outcomes;
}

/** Returns the transaction that takes the payment; null if it waits for the merchant. */
async function ownerFor(
  { trx, instance, books, addresses, evidence }: Deciding,
  { parts, match }: MatchedParts,
): Promise<Transaction | null> {
  if (match.kind === 'unmatched') return null;
  if (match.kind === 'transaction') return books.transaction(match.id);
  const late = await makeLate(
    { trx, instance, books },
    {
      basis: books.transaction(match.basis),
      invoiceId: match.invoiceId,
      transfer: parts[0].transfer,
      amount: parts.reduce((sum, { transfer }) => sum + transfer.amount, 0n),
      assignedIn: evidence.word?.app ?? null,
    },
  );
  if (late !== null) addresses.add(late);
  return late;
}

/** A transfer is on the chain again after a reorg, perhaps in another block or with another outcome. */
function seeAgain(deciding: Deciding, transfer: RecordedTransfer): Outcome[] {
  const owner = deciding.books.transaction(transfer.transactionId ?? '');
  if (owner === null || owner.status !== 'processing') return [];
  if (!transfer.succeeded) return [fail(deciding, transfer, owner.id)];
  deciding.books.see(owner, seenOf(owner, transfer, owner.matchedBy ?? 'address'));
  return [];
}

function seenOf({ hash }: Transaction, transfer: RecordedTransfer, by: MatchedBy): SeenPayment {
  return {
    hash: transfer.txHash,
    block: transfer.block,
    blockHash: transfer.blockHash,
    amount: transfer.amount,
    sender: transfer.sender,
    maturity: transfer.maturity,
    by,
    replaces: hash !== null && transfer.conflicts.includes(hash),
  };
}

/** No value moved. Rejects the attempt that the transfer was meant for, if that is known. */
function fail({ books }: Deciding, transfer: RecordedTransfer, meant: string | null): Outcome {
  const attempt = books.transaction(meant ?? '');
  const { txHash: hash, block, blockHash } = transfer;
  if (attempt !== null) books.reject(attempt, 'failed_on_chain', { hash, block, blockHash });
  return { transferId: transfer.id, disposition: 'failed', transactionId: null };
}
