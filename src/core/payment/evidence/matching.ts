// Decides which attempt or invoice a transfer pays. The rules of evidence are tried in order. If two answers remain,
// the payment waits for the merchant.
import type { TransactionStatus } from '../transaction.ts';

/** A successful transfer to one of our addresses. Amounts in smallest units of the asset, times in Unix seconds. */
export interface Incoming {
  readonly txHash: string;
  readonly assetId: string;
  readonly sender: string | null;
  readonly amount: bigint;
  /** The address is a child of an extended public key and was shown to one customer only. */
  readonly isOneTimeAddress: boolean;
  /** Other seen chain transactions that spend the same money. At most one of all of these can ever be mined. */
  readonly conflicts: readonly string[];
  /** When it was first seen: our own time or its block's time, whichever is earlier. */
  readonly firstSeenSeconds: number;
  /**
   * Attempts made later are not matched by amount. This is our own first sight or, if only a claim points to the
   * transfer, the block's time.
   */
  readonly recordedSeconds: number;
  /** The sender is known to be a shared wallet, such as an exchange's. */
  readonly isSharedSender: boolean;
}

/** A block's time is in whole seconds, so even an accurate clock can be one second behind ours. */
const wholeSecondMillis = 1_000;

/**
 * The time, in milliseconds on our clock, until which a transfer was certainly unseen. A sender declared by then was
 * declared before the transfer. `knownAt`: its block's time, or our own first sight if earlier; `recordedAt`: when we
 * recorded it. If only a claim points to the transfer, no second is added for rounding.
 */
export function firstSeenMillis(
  { knownAt, recordedAt }: { readonly knownAt: Date; readonly recordedAt: Date },
  { clockLagMillis, isClaimed }: { readonly clockLagMillis: number; readonly isClaimed: boolean },
): number {
  const allowance = clockLagMillis + (isClaimed ? 0 : wholeSecondMillis);
  return Math.min(knownAt.getTime() + allowance, recordedAt.getTime());
}

/** A transaction with the same recipient and the same owner: open now, or changed within the last 7 days. */
export interface Candidate {
  readonly id: string;
  readonly invoiceId: string;
  readonly invoiceIsCanceled: boolean;
  readonly assetId: string;
  /** The declared sender, or the sender of an earlier payment of it; null if there is neither. */
  readonly sender: string | null;
  readonly amount: bigint | null;
  /** The service gave the address to this attempt alone. It counts until another invoice has an open attempt there. */
  readonly isLeased: boolean;
  readonly status: TransactionStatus;
  /**
   * The chain transaction seen for it. `isMined`: it is on the chain right now. `isUnconfirmed`: it is in the mempool.
   */
  readonly hash: string | null;
  readonly isMined: boolean;
  readonly isUnconfirmed: boolean;
  /** Whether the transfer was known before the attempt's deadline, by its block's time or by our own first sight. */
  readonly isInTime: boolean;
  readonly createdSeconds: number;
  /** The transfer's sender signed that it pays this transaction. */
  readonly isProved: boolean;
  /** Its claim of the chain transaction is the deciding one (`claimedAlone` in claims.ts). */
  readonly isClaimed: boolean;
  /** It had this very transfer before a reorg, a double spend or a cancellation. */
  readonly hadIt: boolean;
}

/**
 * `amount`: exactly the quoted one; `signature`: of its sender; `lease`: an address with only one open attempt;
 * `merchant`: the merchant's decision.
 */
export type MatchedBy = 'address' | 'amount' | 'hash' | 'signature' | 'lease' | 'sender' | 'merchant' | 'claim';

/** `held` comes from the app's setting for late payments. */
export type UnmatchedReason = 'wrong_asset' | 'wrong_network' | 'ambiguous' | 'unknown' | 'invoice_canceled' | 'held';

export type Match =
  | { readonly kind: 'transaction'; readonly id: string; readonly by: MatchedBy }
  | { readonly kind: 'late'; readonly basis: string; readonly invoiceId: string; readonly by: MatchedBy }
  | { readonly kind: 'unmatched'; readonly reason: UnmatchedReason; readonly candidates: readonly string[] };

/** One rule: the candidates that its evidence supports, and the candidates that contradict it. */
interface Rule {
  readonly by: MatchedBy;
  readonly supports: (one: Candidate, incoming: Incoming, all: readonly Candidate[]) => boolean;
  /** Attempts of other invoices that the transfer fits as well. If there are any, the payment waits. */
  readonly contradictedBy?: (other: Candidate, incoming: Incoming) => boolean;
}

const ruleOfAddress: Rule = { by: 'address', supports: () => true };

const ruleOfHash: Rule = { by: 'hash', supports: (one, { txHash }) => one.isUnconfirmed && one.hash === txHash };
const ruleOfSignature: Rule = { by: 'signature', supports: (one) => one.isProved };
const ruleOfSender: Rule = {
  by: 'sender',
  supports: hasDeclared,
  contradictedBy: (other, incoming) => takes(other, incoming) && isNear(other.amount, incoming.amount),
};

/** For a shared address and an amount that is not a quote. The first rule that finds an attempt decides. */
const rulesOfSharedAddress: readonly Rule[] = [
  // Applies only to a payment that an invoice had before. Its open attempts come first.
  { by: 'amount', supports: isExact },
  ruleOfHash,
  ruleOfSignature,
  { by: 'lease', supports: hasLease },
  ruleOfSender,
];

/** For an amount that customers of several invoices were shown. This evidence decides between them. */
const rulesOfEqualPromises: readonly Rule[] = [
  ruleOfHash,
  ruleOfSignature,
  { by: 'claim', supports: (one) => one.isClaimed },
  { ...ruleOfSender, supports: (one, incoming) => takes(one, incoming) && hasDeclared(one, incoming) },
];

/**
 * The open attempt that a transfer pays, the invoice for which it is a late payment, or the reason why it waits for the
 * merchant. `all`: newest first. On a shared address, a quoted amount belongs to its customer's invoice, open or ended.
 * Otherwise open attempts come before ended ones. A payment that returns after a reorg goes to the invoice that had it.
 */
export function matchTransfer(incoming: Incoming, all: readonly Candidate[]): Match {
  const sameAsset = all.filter((one) => one.assetId === incoming.assetId);
  const owners = new Set(sameAsset.filter((one) => one.hadIt).map((one) => one.invoiceId));
  const asked = owners.size === 0 ? sameAsset : sameAsset.filter(({ invoiceId }) => owners.has(invoiceId));
  const promised = owners.size === 0 ? promisesOf(incoming, asked) : [];
  if (promised.length > 0) return matchPromised(incoming, promised, all);
  const rules = incoming.isOneTimeAddress ? [ruleOfAddress] : rulesOfSharedAddress;
  const open = asked.filter((one) => takes(one, incoming));
  const now = decide(rules, open, incoming, all);
  if (now.kind === 'several') return waits('ambiguous', now.candidates);
  if (now.kind === 'some') return matchOpen(now, incoming);
  return matchLate(
    incoming,
    all,
    asked.filter((one) => !open.includes(one)),
  );
}

/**
 * The attempts, open or ended, that were quoted exactly this amount on a shared address before the transfer was
 * recorded. Empty for a one-time address.
 */
export function promisesOf(incoming: Incoming, all: readonly Candidate[]): readonly Candidate[] {
  if (incoming.isOneTimeAddress) return [];
  return all.filter((one) => one.assetId === incoming.assetId && isExact(one, incoming));
}

/** If one invoice was quoted the amount, the amount decides. Between several invoices, other evidence decides. */
function matchPromised(incoming: Incoming, promised: readonly Candidate[], all: readonly Candidate[]): Match {
  const isOfOneInvoice = promised.every(({ invoiceId }) => invoiceId === promised[0]?.invoiceId);
  const decided: Decided = isOfOneInvoice
    ? { kind: 'some', candidates: promised, by: 'amount' }
    : decide(rulesOfEqualPromises, promised, incoming, all);
  if (decided.kind !== 'some') return waits('ambiguous', promised);
  const open = decided.candidates.filter((one) => takes(one, incoming));
  if (open.length > 0) return matchOpen({ ...decided, candidates: open }, incoming);
  return lateFor(decided, incoming, promised);
}

function matchOpen({ candidates, by }: Extract<Decided, { kind: 'some' }>, incoming: Incoming): Match {
  const only = onlyOne(candidates, incoming);
  return only === null ? waits('ambiguous', candidates) : { kind: 'transaction', id: only.id, by };
}

/**
 * The transaction that a failed chain transaction was meant for, or null. Only its declared sender is evidence, since
 * nothing arrived.
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
 * Whether the attempt can take this chain transaction. An open attempt takes all transfers of one: the first, later one
 * that replaces it by spending the same money, or any other one after a reorg removed the first.
 */
export function takes(candidate: Candidate, incoming: Pick<Incoming, 'txHash' | 'conflicts'>): boolean {
  if (!isOpen(candidate)) return false;
  if (candidate.hash === null) return candidate.isInTime;
  if (candidate.hash === incoming.txHash) return true;
  if (candidate.isMined) return false;
  return incoming.conflicts.includes(candidate.hash) || (candidate.isInTime && !candidate.isUnconfirmed);
}

/** The kinds of evidence for a candidate, shown to the person who decides. */
export type Speaks = 'address' | 'amount' | 'near_amount' | 'sender' | 'signature';

/** Why a payment was given to a candidate, kept for later questions. */
export interface MatchEvidence {
  readonly speaks: readonly Speaks[];
  /** How many attempts of other invoices were quoted exactly this amount, declared this sender, or have a signature. */
  readonly others: number;
}

/** The evidence for the chosen candidate, and the number of attempts of other invoices that have evidence too. */
export function evidenceFor(id: string, incoming: Incoming, all: readonly Candidate[]): MatchEvidence {
  const owner = all.find((one) => one.id === id);
  const { amount, sender } = incoming;
  let others = 0;
  for (const one of all) {
    if (one.invoiceId === owner?.invoiceId || one.assetId !== incoming.assetId) continue;
    if (one.amount === amount || (sender !== null && one.sender === sender) || one.isProved) others += 1;
  }
  return { speaks: owner === undefined ? [] : evidenceOf(owner, incoming), others };
}

export function evidenceOf(one: Candidate, incoming: Incoming): Speaks[] {
  const same = one.assetId === incoming.assetId;
  const said: readonly [Speaks, boolean][] = [
    ['address', incoming.isOneTimeAddress || one.isLeased],
    ['amount', same && one.amount === incoming.amount],
    ['near_amount', same && one.amount !== incoming.amount && isNear(one.amount, incoming.amount)],
    ['sender', one.sender !== null && one.sender === incoming.sender],
    ['signature', one.isProved],
  ];
  return said.flatMap(([what, isSaid]) => (isSaid ? [what] : []));
}

type Decided =
  | { readonly kind: 'some'; readonly candidates: readonly Candidate[]; readonly by: MatchedBy }
  | { readonly kind: 'several'; readonly candidates: readonly Candidate[] }
  | { readonly kind: 'none' };

/** Applies the rules until one supports some of `asked`. */
function decide(
  rules: readonly Rule[],
  asked: readonly Candidate[],
  incoming: Incoming,
  all: readonly Candidate[],
): Decided {
  for (const { by, supports, contradictedBy } of rules) {
    const found = asked.filter((one) => supports(one, incoming, all));
    if (found.length === 0) continue;
    const invoices = new Set(found.map((one) => one.invoiceId));
    const others = all.filter((one) => one.assetId === incoming.assetId && !invoices.has(one.invoiceId));
    const against = contradictedBy === undefined ? [] : others.filter((one) => contradictedBy(one, incoming));
    return against.length > 0
      ? { kind: 'several', candidates: [...found, ...against] }
      : { kind: 'some', candidates: found, by };
  }
  return { kind: 'none' };
}

/** An invoice that had the payment before a reorg, a double spend or a cancellation comes first. */
function matchLate(incoming: Incoming, all: readonly Candidate[], over: readonly Candidate[]): Match {
  const owners = over.filter((one) => one.hadIt);
  const rules = incoming.isOneTimeAddress ? [ruleOfAddress] : rulesOfSharedAddress;
  const decided = owners.length > 0 ? asFormerOwner(owners) : decide(rules, over, incoming, all);
  if (decided.kind === 'none') {
    const otherAsset = all.filter((one) => one.assetId !== incoming.assetId && evidenceOf(one, incoming).length > 0);
    return otherAsset.length > 0 ? waits('wrong_asset', otherAsset) : waits('unknown', nearest(incoming, all));
  }
  return lateFor(decided, incoming, decided.candidates);
}

/** `candidates`: the choices for the merchant if the evidence does not point to one invoice. */
function lateFor(
  decided: Exclude<Decided, { kind: 'none' }>,
  incoming: Incoming,
  candidates: readonly Candidate[],
): Match {
  const only = decided.kind === 'some' ? onlyInvoice(decided.candidates, incoming) : null;
  if (only === null || decided.kind === 'several') return waits('ambiguous', candidates);
  if (only.invoiceIsCanceled) return waits('invoice_canceled', [only]);
  return { kind: 'late', basis: only.id, invoiceId: only.invoiceId, by: decided.by };
}

function asFormerOwner(candidates: readonly Candidate[]): Decided {
  return { kind: 'some', candidates, by: 'hash' };
}

function isOpen(one: Candidate): boolean {
  return one.status === 'processing';
}

/** The quoted amount exactly, by an attempt that was made before the transfer was recorded. */
function isExact(one: Candidate, { amount, recordedSeconds }: Incoming): boolean {
  return one.amount === amount && one.createdSeconds <= recordedSeconds;
}

/**
 * The address was given to this attempt before the transfer was recorded, and no other invoice has an open attempt or a
 * quote from the last 7 days there.
 */
function hasLease(one: Candidate, { recordedSeconds }: Incoming, all: readonly Candidate[]): boolean {
  // After a first part is credited, the lease lasts until the quote expires.
  const isHeld = isOpen(one) || (one.status === 'success' && one.isInTime);
  if (!one.isLeased || !isHeld || one.createdSeconds > recordedSeconds) return false;
  return all.every((other) => other.invoiceId === one.invoiceId || (!isOpen(other) && other.amount === null));
}

/** The sender was declared before the transfer was first seen. A shared wallet as sender is no evidence. */
function hasDeclared(one: Candidate, { sender, firstSeenSeconds, isSharedSender }: Incoming): boolean {
  return sender !== null && one.sender === sender && !isSharedSender && one.createdSeconds <= firstSeenSeconds;
}

const nearDigits = 6;

/**
 * An amount within a tenth of the quote, or with the same leading digits: a customer whose exchange deducted its fee,
 * or who rounded.
 */
function isNear(quoted: bigint | null, came: bigint): boolean {
  if (quoted === null) return false;
  if (came * 10n >= quoted * 9n && came * 10n <= quoted * 11n) return true;
  const [one, other] = [quoted.toString(), came.toString()];
  return (
    one.length >= nearDigits && other.length >= nearDigits && one.slice(0, nearDigits) === other.slice(0, nearDigits)
  );
}

/** Open quotes with some evidence, suggested to the person who decides. */
function nearest(incoming: Incoming, all: readonly Candidate[]): readonly Candidate[] {
  return all.filter((one) => isOpen(one) && evidenceOf(one, incoming).length > 0);
}

/**
 * The attempt that gets the transfer, or null if several invoices qualify. Attempts for which the transfer, or one that
 * it replaces, was seen before come first, then exact amounts. If one invoice has several, the attempt that declared
 * the sender gets it, otherwise the newest (candidates come newest first).
 */
function onlyOne(found: readonly Candidate[], incoming: Incoming): Candidate | null {
  const { txHash, conflicts } = incoming;
  const seenFor = found.filter(({ hash }) => hash !== null && (hash === txHash || conflicts.includes(hash)));
  const exact = found.filter((one) => one.amount === incoming.amount);
  const meant = [seenFor, exact, found].find((some) => some.length > 0) ?? [];
  const [newest] = meant;
  if (newest === undefined || meant.some(({ invoiceId }) => invoiceId !== newest.invoiceId)) return null;
  return meant.find((one) => hasDeclared(one, incoming)) ?? newest;
}

/**
 * The newest of these candidates (they come newest first) if all belong to one invoice, or if all with exactly this
 * amount do. An attempt with a quote comes before attempts without one, which are further parts of a quote.
 */
function onlyInvoice(found: readonly Candidate[], incoming: Incoming): Candidate | null {
  const exact = found.filter((one) => one.amount === incoming.amount);
  for (const some of [found, exact]) {
    const [first] = some;
    if (first === undefined || some.some((one) => one.invoiceId !== first.invoiceId)) continue;
    return some.find((one) => one.amount !== null) ?? first;
  }
  return null;
}

function waits(reason: UnmatchedReason, candidates: readonly Candidate[]): Match {
  return { kind: 'unmatched', reason, candidates: candidates.slice(0, 10).map((one) => one.id) };
}
