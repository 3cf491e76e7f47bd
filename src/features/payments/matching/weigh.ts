// Transfers and stored transactions as the rules of matching see them.
import type { Candidate, Incoming } from '../../../core/payment/matching.ts';
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
  Pick<RecordedTransfer, 'recordedAt' | 'derivationIndex'>;

export interface Weighing {
  readonly books: Books;
  readonly addresses: AddressBook;
  readonly evidence: Evidence;
}

/** `isClaimed`: only a claim speaks for it, so the block's time counts and not our own first sight. */
export function incomingOf({ evidence }: Weighing, transfer: Known, amount: bigint, isClaimed: boolean): Incoming {
  const { txHash, assetId, sender } = transfer;
  const firstSeen = Math.min(transfer.knownAt.getTime(), transfer.recordedAt.getTime());
  return {
    ...{ txHash, assetId, sender, amount },
    isOneTimeAddress: transfer.derivationIndex !== null,
    conflicts: transfer.conflicts,
    firstSeenSeconds: Math.floor(firstSeen / 1000),
    recordedSeconds: Math.floor((isClaimed ? firstSeen : transfer.recordedAt.getTime()) / 1000),
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
    isProved:
      transfer.sender !== null &&
      claims.some((claim) => claim.transactionId === one.id && claim.provedBy === transfer.sender),
  };
}
