// Transfers and stored transactions as the rules of matching see them.
import type { Candidate, Incoming } from '../../../core/payment/evidence/matching.ts';
import { isWaiting } from '../../../core/payment/transaction.ts';
import type { Books } from '../../ledger/books.ts';
import type { Transaction } from '../../ledger/transaction-store.ts';
import type { RecordedTransfer } from '../transfer-store.ts';
import type { AddressBook } from './address-book.ts';
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

/** On whose clock it is decided what was there before a transfer. */
export interface DecidingClock {
  /** Only a claim speaks for it, so the block's time counts and not our own first sight. */
  readonly isClaimed: boolean;
  /** How far the chain's clock lags behind ours. */
  readonly clockLagSeconds: number;
}

/** How far the clock of the process that made an attempt may be ahead of that of the one which recorded a transfer. */
const processSkewMillis = 90_000;

/** `amount`: of all that is decided on together. */
export function incomingOf({ evidence, clock }: Weighing, transfer: Known, amount: bigint): Incoming {
  const { txHash, assetId, sender } = transfer;
  const recorded = transfer.recordedAt.getTime();
  const firstSeen = Math.min(transfer.knownAt.getTime() + clock.clockLagSeconds * 1000, recorded);
  return {
    ...{ txHash, assetId, sender, amount },
    isOneTimeAddress: transfer.derivationIndex !== null,
    conflicts: transfer.conflicts,
    firstSeenSeconds: Math.floor(firstSeen / 1000),
    recordedSeconds: Math.floor((clock.isClaimed ? firstSeen : recorded + processSkewMillis) / 1000),
    isSharedSender: sender !== null && evidence.sharedSenders.has(sender),
  };
}

/** All that it may belong to, newest first. */
export function candidatesFor(weighing: Weighing, transfer: Known): Candidate[] {
  return weighing.addresses.at(transfer.recipient).map((one) => candidateOf(weighing, one, transfer));
}

function candidateOf({ books, addresses, evidence }: Weighing, one: Transaction, transfer: Known): Candidate {
  const claims = evidence.claims.get(transfer.txHash) ?? [];
  return {
    ...{ id: one.id, invoiceId: one.invoiceId, assetId: one.assetId, amount: one.amount },
    ...{ status: one.status, hash: one.hash, isLeased: one.isLeased },
    invoiceIsCanceled: books.invoice(one.invoiceId).status === 'canceled',
    sender: one.isSenderDeclared ? one.sender : null,
    isMined: one.block !== null,
    isUnconfirmed: isWaiting(one) || addresses.unconfirmedHash(one.id) === transfer.txHash,
    isInTime: one.deadline === null || transfer.knownAt <= one.deadline,
    createdSeconds: Math.floor(one.createdAt.getTime() / 1000),
    hadIt: transfer.releasedFrom === one.id || (one.reason === 'double_spent' && one.hash === transfer.txHash),
    isProved:
      transfer.sender !== null &&
      claims.some((claim) => claim.transactionId === one.id && claim.provedBy === transfer.sender),
  };
}
