// Which outgoing transfer meets which expectation, and when that is certain.

/** `differs`: the transfer has another amount than was expected. `final`: it has the confirmations it needs. */
export type ExpectedStatus = 'awaited' | 'differs' | 'seen' | 'final';

/** An expected transfer. Expectations that are compared have one network, asset and recipient. */
export interface Expectation {
  readonly id: string;
  /** In smallest units. */
  readonly amount: bigint;
  /** Only transfers in later blocks count. */
  readonly fromBlock: number;
  /** When it was registered, in Unix seconds. */
  readonly since: number;
  /** Blocks with a later time do not count, in Unix seconds; null for no end. */
  readonly until: number | null;
  readonly status: ExpectedStatus;
  /** The transfer that it has; null for none. */
  readonly transferId: string | null;
  /** The transfer of another amount that was accepted; null for none. */
  readonly acceptedId: string | null;
}

/** A transfer in a block, to the same recipient and of the same asset. */
export interface OutgoingTransfer {
  readonly id: string;
  /** In smallest units. */
  readonly amount: bigint;
  readonly block: number;
  /** The time of the block, in Unix seconds. */
  readonly time: number;
}

export interface Match {
  readonly id: string;
  readonly status: ExpectedStatus;
  readonly transferId: string | null;
}

/** A miner may date a block two hours back, and the watcher may be further behind than the registered block. */
const marginSeconds = 7_200;

/**
 * Gives each transfer to at most one expectation. `expectations`: the oldest first. `transfers`: all that are in a
 * block and succeeded, the oldest first. An expectation keeps its transfer while that is on the chain, and gives up one
 * of another amount for one of its own. An accepted transfer counts as one of the expected amount.
 */
export function matchExpected(
  expectations: readonly Expectation[],
  transfers: readonly OutgoingTransfer[],
): readonly Match[] {
  const byId = new Map(transfers.map((one) => [one.id, one]));
  const taken = new Map<string, string>();
  const given = new Set<string>();
  const take = (id: string, transfer: OutgoingTransfer | undefined): void => {
    if (transfer === undefined || taken.has(id) || given.has(transfer.id)) return;
    taken.set(id, transfer.id);
    given.add(transfer.id);
  };
  const first = (is: (one: OutgoingTransfer) => boolean) => transfers.find((one) => !given.has(one.id) && is(one));
  for (const one of expectations) if (one.acceptedId !== null) take(one.id, byId.get(one.acceptedId));
  for (const one of expectations) take(one.id, ownOf(one, byId, one.amount));
  for (const one of expectations)
    take(
      one.id,
      first((transfer) => transfer.amount === one.amount && counts(one, transfer)),
    );
  for (const one of expectations) take(one.id, ownOf(one, byId, null));
  for (const one of expectations)
    take(
      one.id,
      first((transfer) => counts(one, transfer)),
    );
  return expectations.map((one) => matchOf(one, byId.get(taken.get(one.id) ?? '') ?? null));
}

/** The transfer that it has, if it is on the chain; with an amount, only one of that amount. */
function ownOf(
  { transferId }: Expectation,
  byId: ReadonlyMap<string, OutgoingTransfer>,
  amount: bigint | null,
): OutgoingTransfer | undefined {
  const own = byId.get(transferId ?? '');
  return own !== undefined && amount !== null && own.amount !== amount ? undefined : own;
}

/** Whether a transfer in this block can be the expected one. */
function counts({ fromBlock, since, until }: Expectation, { block, time }: OutgoingTransfer): boolean {
  return block > fromBlock && time >= since - marginSeconds && (until === null || time <= until);
}

function matchOf(expectation: Expectation, transfer: OutgoingTransfer | null): Match {
  const { id, amount, acceptedId, status, transferId } = expectation;
  if (transfer === null) return { id, status: 'awaited', transferId: null };
  if (transfer.amount !== amount && transfer.id !== acceptedId)
    return { id, status: 'differs', transferId: transfer.id };
  const isKept = status === 'final' && transferId === transfer.id;
  return { id, status: isKept ? 'final' : 'seen', transferId: transfer.id };
}

/** The depth at which an expected transfer is final. */
export interface NeededDepth {
  readonly confirmations: number;
  /** The block must also be one that the network calls final. */
  readonly mustBeFinal: boolean;
}

/**
 * Whether a transfer in this block has the depth it needs. `height`: the newest block that was read. `finalHeight`: the
 * newest block that the network calls final; null where it was not asked.
 */
export function isDeepEnough(
  { confirmations, mustBeFinal }: NeededDepth,
  block: number,
  { height, finalHeight }: { readonly height: number; readonly finalHeight: number | null },
): boolean {
  if (height - block + 1 < confirmations) return false;
  return !mustBeFinal || (finalHeight !== null && block <= finalHeight);
}
