// The states of one attempt to pay an invoice, and how the chain, the clock and people change them.
export const transactionStatuses = ['processing', 'success', 'canceled', 'rejected'] as const;
export type TransactionStatus = (typeof transactionStatuses)[number];

/**
 * Why a transaction is in its state. `late`: created by the service for money that came after its quote ended, or that
 * returned after a reorg. A further part of a quote that came in time has no reason. `address_lost`: another owner
 * proved control of the address.
 */
export type TransactionReason =
  | 'requested'
  | 'expired'
  | 'superseded'
  | 'address_lost'
  | 'failed_on_chain'
  | 'double_spent'
  | 'reorged'
  | 'late';

/**
 * How the payment of an attempt is recognized: by a distinct address, by a distinct amount, or, if none was left, by
 * the hash that its customer claims.
 */
export type IdentifiedBy = 'address' | 'amount' | 'hash';

/**
 * The part of a transaction that changes. Amounts in the asset's smallest units, values in the invoice's minor units.
 */
export interface TransactionState {
  readonly status: TransactionStatus;
  readonly reason: TransactionReason | null;
  /** The chain transaction that pays it, once seen. */
  readonly hash: string | null;
  /** The height of the block that holds it now. Null while it is in no block, and on a rail without blocks. */
  readonly block: number | null;
  /** The hash of that block, or the proof of a payment without one. Null while it is neither mined nor settled. */
  readonly blockHash: string | null;
  readonly received: bigint | null;
  /** The value of `received` until it is confirmed. */
  readonly pending: bigint;
  /** The value that a success gave to the invoice. */
  readonly credited: bigint;
  /** The id of the transaction that was quoted, which may be this one; null while its quote has only one part. */
  readonly quoteId: string | null;
}

/** The initial state: nothing seen and nothing credited. */
export const beginning: TransactionState = {
  status: 'processing',
  reason: null,
  hash: null,
  block: null,
  blockHash: null,
  received: null,
  pending: 0n,
  credited: 0n,
  quoteId: null,
};

/**
 * A payment of it: in a block, settled by a rail without blocks (only blockHash), or waiting to be mined (neither).
 */
export interface Observation {
  readonly hash: string;
  readonly block: number | null;
  readonly blockHash: string | null;
  /** The sum of the chain transaction's transfers that pay this attempt. */
  readonly received: bigint;
}

/**
 * Records a matching transfer, unconfirmed or in a block (for the first time, or again after a reorg). `value`: its
 * value in minor units.
 */
export function see(transaction: TransactionState, observation: Observation, value: bigint): TransactionState {
  mustBe(transaction, 'processing');
  return { ...transaction, ...observation, pending: value };
}

/** Whether its payment was seen but is in no block. Such an attempt does not expire. */
export function isWaiting(transaction: TransactionState): boolean {
  return transaction.status === 'processing' && transaction.blockHash === null && transaction.received !== null;
}

/**
 * Records that its block left the chain before confirmation, or that its payment left the mempool. It may still be
 * mined.
 */
export function lose(transaction: TransactionState): TransactionState {
  mustBe(transaction, 'processing');
  return { ...transaction, block: null, blockHash: null, received: null, pending: 0n };
}

/** Resets it after its unconfirmed payment was replaced by one that does not pay it. */
export function unsee(transaction: TransactionState): TransactionState {
  if (transaction.blockHash !== null) throw new Error('what is in a block was seen');
  return { ...lose(transaction), hash: null };
}

/** Confirms it. The pending value becomes its credit. */
export function succeed(transaction: TransactionState): TransactionState {
  mustBe(transaction, 'processing');
  if (transaction.blockHash === null || transaction.received === null)
    throw new Error('success without a block, and without a settlement');
  return { ...transaction, status: 'success', credited: transaction.pending, pending: 0n };
}

/** Rejects it because the chain transaction failed, or was taken back after success (`reorged`). */
export function reject(
  transaction: TransactionState,
  reason: 'failed_on_chain' | 'double_spent' | 'reorged',
): TransactionState {
  mustBe(transaction, reason === 'reorged' ? 'success' : 'processing');
  const mined = reason === 'failed_on_chain';
  return {
    ...transaction,
    status: 'rejected',
    reason,
    block: mined ? transaction.block : null,
    blockHash: mined ? transaction.blockHash : null,
    received: null,
    pending: 0n,
    credited: 0n,
  };
}

export type CancelReason = 'requested' | 'expired' | 'superseded' | 'address_lost';

/** Cancels an attempt that its customer is not going to pay. Null if it can no longer be canceled. */
export function cancelTransaction(transaction: TransactionState, reason: CancelReason): TransactionState | null {
  if (transaction.status !== 'processing') return null;
  return { ...transaction, status: 'canceled', reason, block: null, blockHash: null, received: null, pending: 0n };
}

/** Reopens a canceled attempt on request of its customer, with the same quote. Null if that is impossible. */
export function reopen(transaction: TransactionState): TransactionState | null {
  const { status, reason, hash } = transaction;
  if (status !== 'canceled' || reason !== 'requested' || hash !== null) return null;
  return { ...transaction, status: 'processing', reason: null };
}

/** In a block, settled by a rail without blocks (only blockHash), or neither. */
export type Placed = Pick<TransactionState, 'block' | 'blockHash'>;

/** Whether a rail without blocks reported its payment. Such a report is final. */
export function isSettled({ block, blockHash }: Placed): boolean {
  return block === null && blockHash !== null;
}

/** The confirmations of a payment at this scanned height. One that is settled without a block has the one it needs. */
export function confirmationsOf(placed: Placed, scannedHeight: number | null): number {
  return isSettled(placed) ? 1 : confirmationsAt(placed.block, scannedHeight);
}

/** The number of blocks from its own block to this scanned height, both included. */
export function confirmationsAt(block: number | null, scannedHeight: number | null): number {
  if (block === null || scannedHeight === null) return 0;
  return Math.max(0, scannedHeight - block + 1);
}

/**
 * Whether it is settled, or in a block with the required confirmations at this scanned height (null: no block was
 * read). Finality is not checked.
 */
export function isConfirmed(
  transaction: TransactionState & { readonly requiredConfirmations: number },
  scannedHeight: number | null,
): boolean {
  const { status, block, requiredConfirmations } = transaction;
  if (status !== 'processing') return false;
  if (block === null) return isSettled(transaction);
  return confirmationsAt(block, scannedHeight) >= requiredConfirmations;
}

function mustBe(transaction: TransactionState, status: TransactionStatus): void {
  if (transaction.status !== status) throw new Error(`the transaction is ${transaction.status}, not ${status}`);
}
