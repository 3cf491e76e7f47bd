// Matches outgoing transfers to expectations and decides when a match is final.

/** `differs`: the transfer has another amount than expected. `final`: it has the confirmations it needs. */
export type ExpectedStatus = 'awaited' | 'differs' | 'seen' | 'final';

/** An expected transfer. Expectations that are compared have the same network, asset and recipient. */
export interface Expectation {
  readonly id: string;
  /** In smallest units. */
  readonly amount: bigint;
  /** A transfer of another amount below this one, in smallest units, does not count: anyone can send dust. */
  readonly leastAmount: bigint;
  /** Only transfers in later blocks count. */
  readonly fromBlock: number;
  /** When it was registered, in Unix seconds. */
  readonly since: number;
  /** Blocks with a later time do not count, in Unix seconds; null for no end, which is an open expectation. */
  readonly until: number | null;
  readonly status: ExpectedStatus;
  /** The id of its transfer; null for none. */
  readonly transferId: string | null;
  /** The id of an accepted transfer with another amount; null for none. */
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
 * Gives each transfer to at most one expectation. `expectations`: oldest first. `transfers`: all successful ones in
 * blocks, oldest first. An expectation keeps its transfer while that is on the chain, but exchanges a transfer of
 * another amount for one of the expected amount. An accepted transfer counts as one of the expected amount. An
 * expectation without an end goes before those with one, which only take the expected amount.
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
  const isExact = (one: Expectation) => (transfer: OutgoingTransfer) => meets(one, transfer);
  const isOther = (one: Expectation) => (transfer: OutgoingTransfer) =>
    transfer.amount >= one.leastAmount && counts(one, transfer);
  const open = expectations.filter(({ until }) => until === null);
  const ending = expectations.filter(({ until }) => until !== null);
  for (const one of expectations) if (one.acceptedId !== null) take(one.id, byId.get(one.acceptedId));
  for (const those of [open, ending]) {
    for (const one of those) take(one.id, ownOf(one, byId, one.amount));
    for (const one of those) take(one.id, first(isExact(one)));
  }
  for (const one of open) take(one.id, ownOf(one, byId, null));
  for (const one of open) take(one.id, first(isOther(one)));
  return expectations.map((one) => matchOf(one, byId.get(taken.get(one.id) ?? '') ?? null));
}

/** Its current transfer, if that is on the chain. If an amount is given, the transfer must have it. */
function ownOf(
  { transferId }: Expectation,
  byId: ReadonlyMap<string, OutgoingTransfer>,
  amount: bigint | null,
): OutgoingTransfer | undefined {
  const own = byId.get(transferId ?? '');
  return own !== undefined && amount !== null && own.amount !== amount ? undefined : own;
}

/** Whether a transfer of the expected amount is in a block that counts for the expectation. */
export function meets(expectation: Expectation, transfer: Omit<OutgoingTransfer, 'id'>): boolean {
  return transfer.amount === expectation.amount && counts(expectation, transfer);
}

/** Whether a transfer in this block can meet the expectation. */
function counts(
  { fromBlock, since, until }: Expectation,
  { block, time }: Pick<OutgoingTransfer, 'block' | 'time'>,
): boolean {
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
  /** Whether the block must also be final on its network. */
  readonly mustBeFinal: boolean;
}

/**
 * Whether a transfer in this block has the depth it needs. `height`: the newest block that was read. `finalHeight`: the
 * newest final block; null if it was not requested.
 */
export function isDeepEnough(
  { confirmations, mustBeFinal }: NeededDepth,
  block: number,
  { height, finalHeight }: { readonly height: number; readonly finalHeight: number | null },
): boolean {
  if (height - block + 1 < confirmations) return false;
  return !mustBeFinal || (finalHeight !== null && block <= finalHeight);
}
