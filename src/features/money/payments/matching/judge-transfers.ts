// Converts transfers and stored transactions into the input of the matching rules, and applies the rules.
import { claimedAlone } from '../../../../core/payment/evidence/claims.ts';
import { type HoldReason, type Judgment, judge, type Part } from '../../../../core/payment/evidence/judge.ts';
import { type Candidate, firstSeenMillis, type Incoming } from '../../../../core/payment/evidence/matching.ts';
import { isWaiting } from '../../../../core/payment/transaction.ts';
import type { Books } from '../../ledger/books.ts';
import type { Transaction } from '../../ledger/transaction-store.ts';
import type { RecordedTransfer } from '../transfer-store.ts';
import { mostWithoutQuote } from './candidate-store.ts';
import type { Evidence } from './gather-evidence.ts';

type Known = Pick<
  RecordedTransfer,
  'txHash' | 'assetId' | 'sender' | 'recipient' | 'amount' | 'conflicts' | 'knownAt'
> &
  Pick<RecordedTransfer, 'recordedAt' | 'derivationIndex' | 'releasedFrom'>;

export interface Weighing {
  readonly books: Books;
  readonly addresses: AddressBook;
  readonly evidence: Evidence;
  readonly clock: DecidingClock;
}

/** Decides by which clock an attempt counts as older than a transfer. */
export interface DecidingClock {
  /**
   * A claim is the only evidence, so the time of the block counts, not the time at which the service first saw the
   * transfer.
   */
  readonly isClaimed: boolean;
  /** The least time by which the chain's clock lags behind the service's. */
  readonly clockLagMillis: number;
}

/** All transfers of one asset from one sender to one address in one chain transaction. */
export type Group = readonly [RecordedTransfer, ...RecordedTransfer[]];

export interface WeighedTransfer extends Part {
  readonly transfer: RecordedTransfer;
}

/**
 * The greatest assumed difference between the clocks of the process that made the attempt and the one that recorded the
 * transfer.
 */
const processSkewMillis = 90_000;

/** Applies the rules to a group. `hold`: the reason to hold it regardless of the evidence; null to apply the rules. */
export function weigh(
  weighing: Weighing,
  { group, hold }: { readonly group: Group; readonly hold: HoldReason | null },
): Judgment<WeighedTransfer>[] {
  const { word, assignedAttempt, played } = weighing.evidence;
  // An assignment by the merchant outweighs all other evidence.
  const assigned = word === null ? null : { basis: assignedAttempt ?? '', invoiceId: word.invoiceId };
  const parts = group.map((transfer) => partOf(weighing, transfer));
  return judge(parts, { hold, assigned, played: played?.verdict ?? null });
}

function partOf(weighing: Weighing, transfer: RecordedTransfer): WeighedTransfer {
  const { succeeded, held, amount } = transfer;
  const asset = weighing.books.instance.catalog.assetById(transfer.assetId);
  const isBlocked = asset?.blockedAddresses.has(transfer.recipient) === true;
  return {
    transfer,
    succeeded,
    incoming: incomingOf(weighing, transfer),
    candidates: candidatesFor(weighing, transfer),
    hold: { held, amount, isBlocked, hasOtherDecimals: asset?.stopped === 'decimals' },
  };
}

export function incomingOf({ evidence, clock }: Weighing, transfer: Known): Incoming {
  const { txHash, assetId, sender, amount } = transfer;
  const recorded = transfer.recordedAt.getTime();
  const firstSeen = firstSeenMillis(transfer, clock);
  return {
    txHash,
    assetId,
    sender,
    amount,
    isOneTimeAddress: transfer.derivationIndex !== null,
    conflicts: transfer.conflicts,
    firstSeenSeconds: Math.floor(firstSeen / 1000),
    recordedSeconds: Math.floor((clock.isClaimed ? firstSeen : recorded + processSkewMillis) / 1000),
    isSharedSender: sender !== null && evidence.sharedSenders.has(sender),
  };
}

/** Returns all transactions that the transfer may belong to, newest first. */
export function candidatesFor(weighing: Weighing, transfer: Known): Candidate[] {
  return weighing.addresses.at(transfer.recipient).map((one) => candidateOf(weighing, one, transfer));
}

function candidateOf({ books, addresses, evidence }: Weighing, one: Transaction, transfer: Known): Candidate {
  const claims = evidence.claims.get(transfer.txHash) ?? [];
  const deadline = books.quotes.deadlineOf(one);
  return {
    id: one.id,
    invoiceId: one.invoiceId,
    assetId: one.assetId,
    amount: one.amount,
    status: one.status,
    hash: one.hash,
    isLeased: one.isLeased,
    invoiceIsCanceled: books.invoice(one.invoiceId).status === 'canceled',
    sender: one.isSenderDeclared ? one.sender : null,
    isMined: one.blockHash !== null,
    isUnconfirmed: isWaiting(one) || addresses.unconfirmedHash(one.id) === transfer.txHash,
    isInTime: deadline === null || books.timeOf(one.appId, transfer.knownAt) <= deadline,
    createdSeconds: Math.floor(one.createdAt.getTime() / 1000) - books.leadSecondsOf(one.appId),
    hadIt: transfer.releasedFrom === one.id || (one.reason === 'double_spent' && one.hash === transfer.txHash),
    isProved:
      transfer.sender !== null &&
      claims.some((claim) => claim.transactionId === one.id && claim.provedBy === transfer.sender),
    isClaimed: claimedAlone(claims, books.now) === one.id,
  };
}

/** The transactions of one commit by their payment address. */
export interface AddressBook {
  /** Returns the transactions with the changes of this commit, newest first. */
  at(recipient: string): readonly Transaction[];
  /** Adds a transaction made in this commit. Keeps at most as many transactions without a quote as are ever read. */
  add(transaction: Transaction): void;
  /** Returns the unconfirmed chain transaction that the transaction waited for when the books were opened. */
  unconfirmedHash(id: string): string | null;
}

export function addressBook(books: Books): AddressBook {
  const idsAt = new Map<string, string[]>();
  const waited = new Map<string, string>();
  for (const { id, recipient, status, hash, blockHash, received } of books.transactions) {
    idsAt.set(recipient, [...(idsAt.get(recipient) ?? []), id]);
    if (status === 'processing' && hash !== null && blockHash === null && received !== null) waited.set(id, hash);
  }
  return {
    at: (recipient) => (idsAt.get(recipient) ?? []).flatMap((id) => books.transaction(id) ?? []),
    add({ id, recipient }) {
      let withoutQuote = 0;
      const ids = [id, ...(idsAt.get(recipient) ?? [])].filter((one) => {
        const isQuoted = books.transaction(one)?.amount !== null;
        if (!isQuoted) withoutQuote += 1;
        return isQuoted || withoutQuote <= mostWithoutQuote;
      });
      idsAt.set(recipient, ids);
    },
    unconfirmedHash: (id) => waited.get(id) ?? null,
  };
}
