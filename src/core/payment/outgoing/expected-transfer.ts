// Matches outgoing transfers to expectations and decides when a match is final.

/** `differs`: the transfer has another amount than expected. `final`: it has the confirmations it needs. */
export type ExpectedStatus = 'awaited' | 'differs' | 'seen' | 'final';

/** An expected transfer. Expectations that are compared have the same network, asset and recipient. */
export interface Expectation {
  readonly id: string;
  /** The app that expects it; null for none. */
  readonly appId: string | null;
  /** In smallest units. */
  readonly amount: bigint;
  /** A transfer of another amount below this one, in smallest units, does not count: anyone can send dust. */
  readonly leastAmount: bigint;
  /** Only transfers in later blocks count. */
  readonly fromBlock: number;
  /** Blocks with an earlier time do not count, in Unix seconds. */
  readonly notBefore: number;
  /** Blocks with a later time do not count, in Unix seconds; null for no end, which is an open expectation. */
  readonly until: number | null;
  readonly status: ExpectedStatus;
  /** The id of its transfer; null for none. */
  readonly transferId: string | null;
  /** The id of an accepted transfer with another amount; null for none. */
  readonly acceptedId: string | null;
  /** The hash that the app reported for it; null for none. */
  readonly reportedHash: string | null;
}

/** A transfer in a block, to the same recipient and of the same asset. */
export interface OutgoingTransfer {
  readonly id: string;
  /** The hash of the chain transaction. */
  readonly hash: string;
  /** The apps that have its sender as their own address; empty if the chain does not show the sender. */
  readonly senderApps: readonly string[];
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

/**
 * Gives each transfer to at most one expectation. `expectations`: oldest first, of any app. `transfers`: all successful
 * ones in blocks, oldest first. An expectation keeps its transfer while that is on the chain and no other one has a
 * better claim to it (`claimOf`), but exchanges a transfer of another amount for one of the expected amount. An
 * accepted transfer counts as one of the expected amount. An expectation that ends only takes the expected amount.
 */
export function matchExpected(
  expectations: readonly Expectation[],
  transfers: readonly OutgoingTransfer[],
): readonly Match[] {
  const byId = new Map(transfers.map((one) => [one.id, one]));
  const taken = new Map<string, OutgoingTransfer>();
  for (const { id, acceptedId } of expectations) {
    const accepted = byId.get(acceptedId ?? '');
    if (accepted !== undefined && ![...taken.values()].includes(accepted)) taken.set(id, accepted);
  }
  const assign = (claimants: readonly Expectation[], isWanted: Wanted): void => {
    const given = new Set(taken.values());
    const free = transfers.filter((one) => !given.has(one));
    const waiting = claimants.filter(({ id }) => !taken.has(id));
    for (const [id, transfer] of assigned({ claimants: waiting, isWanted }, free)) taken.set(id, transfer);
  };
  assign(
    expectations,
    (one, transfer) => transfer.amount === one.amount && (has(one, transfer) || counts(one, transfer)),
  );
  assign(
    expectations.filter(({ until }) => until === null),
    (one, transfer) => has(one, transfer) || (transfer.amount >= one.leastAmount && counts(one, transfer)),
  );
  return expectations.map((one) => matchOf(one, taken.get(one.id) ?? null));
}

type Wanted = (expectation: Expectation, transfer: OutgoingTransfer) => boolean;

interface Claimants {
  /** Oldest first. */
  readonly claimants: readonly Expectation[];
  readonly isWanted: Wanted;
}

/**
 * Each expectation asks for the transfer that it has, then for one that its app sent or reported, then for the oldest.
 * Each transfer goes to the expectation with the best claim, and the others ask for their next one.
 */
function assigned({ claimants, isWanted }: Claimants, transfers: readonly OutgoingTransfer[]) {
  const wantedBy = (one: Expectation) => transfers.filter((sent) => isWanted(one, sent));
  const claims = new Map(claimants.map((one) => [one, inOrderOf(one, wantedBy(one))]));
  const holders = new Map<OutgoingTransfer, Expectation>();
  const asking = [...claimants];
  for (let one = asking.shift(); one !== undefined; one = asking.shift()) {
    const transfer = claims.get(one)?.shift();
    if (transfer === undefined) continue;
    const holder = holders.get(transfer);
    const isBetter = holder === undefined || isBefore(one, holder, { transfer, claimants });
    holders.set(transfer, isBetter ? one : holder);
    if (!isBetter) asking.unshift(one);
    else if (holder !== undefined) asking.unshift(holder);
  }
  return [...holders].map(([transfer, { id }]) => [id, transfer] as const);
}

function inOrderOf(one: Expectation, transfers: readonly OutgoingTransfer[]): OutgoingTransfer[] {
  const rank = (sent: OutgoingTransfer) =>
    has(one, sent) ? 0 : isSentBy(one, sent) ? 1 : isReported(one, sent) ? 2 : 3;
  return transfers.toSorted((some, other) => rank(some) - rank(other));
}

interface Disputed {
  readonly transfer: OutgoingTransfer;
  readonly claimants: readonly Expectation[];
}

/** Whether `one` has the better claim to the transfer. */
function isBefore(one: Expectation, other: Expectation, { transfer, claimants }: Disputed): boolean {
  const isOfOneApp = one.appId === other.appId;
  const [mine, theirs] = [one, other].map((each) => claimOf(each, transfer, isOfOneApp)) as [Claim, Claim];
  const at = mine.findIndex((is, index) => is !== theirs[index]);
  return at === -1 ? claimants.indexOf(one) < claimants.indexOf(other) : mine[at] === true;
}

type Claim = readonly boolean[];

/**
 * The facts that decide between two expectations, most important first. Any app can expect any transfer, so the
 * sender's own app comes first. A transfer that is final is not taken away: only a sender or a hash that became known
 * later could. A report takes no transfer from another expectation of the same app.
 */
function claimOf(one: Expectation, transfer: OutgoingTransfer, isOfOneApp: boolean): Claim {
  const [hasIt, isNamed] = [has(one, transfer), isReported(one, transfer)];
  const first = [hasIt && one.status === 'final', isSentBy(one, transfer), one.until === null];
  return isOfOneApp ? [...first, hasIt, isNamed] : [...first, isNamed, hasIt];
}

function has({ transferId }: Expectation, { id }: OutgoingTransfer): boolean {
  return transferId === id;
}

function isSentBy({ appId }: Expectation, { senderApps }: OutgoingTransfer): boolean {
  return appId !== null && senderApps.includes(appId);
}

function isReported({ reportedHash }: Expectation, { hash }: OutgoingTransfer): boolean {
  return reportedHash === hash;
}

type InBlock = Pick<OutgoingTransfer, 'block' | 'time'>;

/** Whether a transfer of the expected amount is in a block that counts for the expectation. */
export function meets(expectation: Expectation, transfer: InBlock & Pick<OutgoingTransfer, 'amount'>): boolean {
  return transfer.amount === expectation.amount && counts(expectation, transfer);
}

/** Whether a transfer in this block can meet the expectation. */
function counts({ fromBlock, notBefore, until }: Expectation, { block, time }: InBlock): boolean {
  return block > fromBlock && time >= notBefore && (until === null || time <= until);
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
