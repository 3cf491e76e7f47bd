// How a transfer finds the transaction it pays. Where two answers are left, nobody guesses: it waits for the merchant.
import type { TransactionStatus } from './transaction.ts';
import type { HeldReason } from './transfer.ts';

/** A transfer that succeeded on chain, to an address of ours. */
export interface Incoming {
  readonly txHash: string;
  readonly assetId: string;
  readonly sender: string | null;
  readonly amount: bigint;
  /** Whether the address was given out once (from an extended public key), so that it alone says whose payment this is. */
  readonly isOneTimeAddress: boolean;
  /** Other chain transactions that were seen to spend the same money: of all of them one can ever be mined. */
  readonly rivals: readonly string[];
}

/** A transaction with the same recipient: open now, or changed within the last 7 days. */
export interface Candidate {
  readonly id: string;
  readonly invoiceId: string;
  readonly invoiceIsCanceled: boolean;
  readonly assetId: string;
  readonly sender: string;
  readonly amount: bigint | null;
  readonly status: TransactionStatus;
  /** The chain transaction that was seen for it, and whether that is on the chain right now, or waits to be mined. */
  readonly hash: string | null;
  readonly isMined: boolean;
  readonly isWaiting: boolean;
  /** Whether the transfer was known before the attempt's deadline: the chain's clock decides, not when we looked. */
  readonly isInTime: boolean;
}

/** `claim`: the customer named the chain transaction; `merchant`: the merchant said what it pays. */
export type MatchedBy = 'address' | 'sender' | 'amount' | 'sender_and_amount' | 'claim' | 'merchant';
/** `asset_stopped`: nobody can say right now what its units are worth; `address_blocked`: by the issuer of the asset; `wrong_network`: the address was shown for another one. */
export type UnmatchedReason =
  | ('wrong_asset' | 'ambiguous' | 'unknown' | 'invoice_canceled' | 'held')
  | (HeldReason | 'asset_stopped' | 'address_blocked' | 'wrong_network');

export type Match =
  | { readonly kind: 'transaction'; readonly id: string; readonly by: MatchedBy }
  | { readonly kind: 'late'; readonly basis: string; readonly invoiceId: string; readonly by: MatchedBy }
  | { readonly kind: 'unmatched'; readonly reason: UnmatchedReason; readonly candidates: readonly string[] };

export function matchTransfer(incoming: Incoming, candidates: readonly Candidate[]): Match {
  const sameAsset = candidates.filter((one) => one.assetId === incoming.assetId);
  const open = sameAsset.filter((one) => takes(one, incoming));
  const now = pick(incoming, open);
  if (now.kind === 'one') return { kind: 'transaction', id: now.candidate.id, by: now.by };
  if (now.kind === 'several') return waits('ambiguous', now.candidates);
  return matchLate(
    incoming,
    candidates,
    sameAsset.filter((one) => !open.includes(one)),
  );
}

/**
 * A chain transaction that failed from the sender who had declared it: the transaction it was meant for, or null.
 * Only the sender speaks for a failure, since nothing arrived.
 */
export function matchFailure(incoming: Incoming, candidates: readonly Candidate[]): string | null {
  const meant = candidates.filter(
    (one) => one.assetId === incoming.assetId && one.sender === incoming.sender && takes(one, incoming),
  );
  const exact = meant.filter((one) => one.amount === incoming.amount);
  const only = meant.length === 1 ? meant[0] : exact.length === 1 ? exact[0] : undefined;
  return only?.id ?? null;
}

/**
 * Open attempts take one chain transaction: the first, all of its transfers; then, however late, one that spends the same
 * money in its place; or any other one if a reorg took the first away.
 */
export function takes(candidate: Candidate, incoming: Incoming): boolean {
  if (candidate.status !== 'processing') return false;
  if (candidate.hash === null) return candidate.isInTime;
  if (candidate.hash === incoming.txHash) return true;
  if (candidate.isMined) return false;
  return incoming.rivals.includes(candidate.hash) || (candidate.isInTime && !candidate.isWaiting);
}

type Picked =
  | { kind: 'one'; candidate: Candidate; by: MatchedBy }
  | { kind: 'several'; candidates: readonly Candidate[] }
  | { kind: 'none' };

function pick(incoming: Incoming, open: readonly Candidate[]): Picked {
  if (incoming.isOneTimeAddress) return narrow(open, 'address', incoming, 'amount');
  const bySender = open.filter((one) => one.sender === incoming.sender);
  if (bySender.length > 0) return narrow(bySender, 'sender', incoming, 'sender_and_amount');
  const byAmount = open.filter((one) => one.amount === incoming.amount);
  return narrow(byAmount, 'amount', incoming, 'amount');
}

function narrow(found: readonly Candidate[], by: MatchedBy, incoming: Incoming, byExact: MatchedBy): Picked {
  const [first] = found;
  if (first === undefined) return { kind: 'none' };
  if (found.length === 1) return { kind: 'one', candidate: first, by };
  const exact = found.filter((one) => one.amount === incoming.amount);
  if (exact.length === 1) return { kind: 'one', candidate: exact[0] as Candidate, by: byExact };
  // Else the transfers of one chain transaction stay together.
  const started = found.filter((one) => one.hash === incoming.txHash);
  if (started.length === 1) return { kind: 'one', candidate: started[0] as Candidate, by };
  return { kind: 'several', candidates: found };
}

function matchLate(incoming: Incoming, all: readonly Candidate[], ended: readonly Candidate[]): Match {
  // What a reorg or a double spend took back and is mined after all knows best where it belonged.
  const takenBack = ended.filter((one) => one.hash === incoming.txHash && one.status === 'rejected' && !one.isMined);
  const past = takenBack.length > 0 ? takenBack : ended;
  const bySender = past.filter((one) => one.sender === incoming.sender);
  const byAmount = past.filter((one) => one.amount === incoming.amount);
  const [found, by, byExact]: [readonly Candidate[], MatchedBy, MatchedBy] = incoming.isOneTimeAddress
    ? [past, 'address', 'amount']
    : bySender.length > 0
      ? [bySender, 'sender', 'sender_and_amount']
      : [byAmount, 'amount', 'amount'];
  const exact = found.filter((one) => one.amount === incoming.amount);
  const sure = onlyInvoice(found);
  const only = sure ?? onlyInvoice(exact);
  if (only === null) {
    if (found.length > 0) return waits('ambiguous', found);
    const otherAsset = all.filter(
      (one) => one.assetId !== incoming.assetId && (incoming.isOneTimeAddress || one.sender === incoming.sender),
    );
    return otherAsset.length > 0 ? waits('wrong_asset', otherAsset) : waits('unknown', []);
  }
  if (only.invoiceIsCanceled) return waits('invoice_canceled', [only]);
  return { kind: 'late', basis: only.id, invoiceId: only.invoiceId, by: sure === null ? byExact : by };
}

/**
 * The newest of these candidates (they come newest first) if they are all of one invoice. One that was quoted goes before those
 * that were not: they are other parts of what it asked for, and promise nothing of their own.
 */
function onlyInvoice(found: readonly Candidate[]): Candidate | null {
  const [first] = found;
  if (first === undefined) return null;
  const isOne = found.every((one) => one.invoiceId === first.invoiceId);
  return isOne ? (found.find((one) => one.amount !== null) ?? first) : null;
}

function waits(reason: UnmatchedReason, candidates: readonly Candidate[]): Match {
  return { kind: 'unmatched', reason, candidates: candidates.slice(0, 10).map((one) => one.id) };
}
