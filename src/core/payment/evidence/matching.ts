// Whose a transfer is: the rules of evidence, in the order in which they speak. Where two answers are left, nobody
// guesses.
import type { TransactionStatus } from '../transaction.ts';

/**
 * What came to an address of ours, and succeeded on chain. Amounts in smallest units of the asset, times in Unix
 * seconds.
 */
export interface Incoming {
  readonly txHash: string;
  readonly assetId: string;
  readonly sender: string | null;
  readonly amount: bigint;
  /** The address is a child of an extended public key that was shown to one customer only. */
  readonly isOneTimeAddress: boolean;
  /** Other chain transactions that were seen to spend the same money: of all of them one can ever be mined. */
  readonly conflicts: readonly string[];
  /** When it was first seen: by us, or by the clock of its block, whichever is earlier. */
  readonly firstSeenSeconds: number;
  /**
   * Attempts made after this do not count by their amount: our own first sight, or, where only a claim speaks, the
   * block's time.
   */
  readonly recordedSeconds: number;
  /** The sender is known to be the wallet of many people, such as an exchange's. */
  readonly isSharedSender: boolean;
}

/** A block's time is in whole seconds, by a clock that may be kept right and still be a whole second behind ours. */
const wholeSecondMillis = 1_000;

/**
 * Until when a transfer was not yet seen, in milliseconds on our clock: a sender that was declared by then was declared
 * before. `knownAt`: its block's time, or our own first sight where that is earlier; `recordedAt`: when we recorded it.
 * Where only a claim speaks, its time is taken as it stands.
 */
export function firstSeenMillis(
  { knownAt, recordedAt }: { readonly knownAt: Date; readonly recordedAt: Date },
  { clockLagMillis, isClaimed }: { readonly clockLagMillis: number; readonly isClaimed: boolean },
): number {
  const allowance = clockLagMillis + (isClaimed ? 0 : wholeSecondMillis);
  return Math.min(knownAt.getTime() + allowance, recordedAt.getTime());
}

/** A transaction with the same recipient, of the same owner: open now, or changed within the last 7 days. */
export interface Candidate {
  readonly id: string;
  readonly invoiceId: string;
  readonly invoiceIsCanceled: boolean;
  readonly assetId: string;
  /** The sender that somebody typed, or that an earlier payment of it came from; null where there is neither. */
  readonly sender: string | null;
  readonly amount: bigint | null;
  /** The service gave the address to this attempt alone, for as long as no other invoice's open attempt shares it. */
  readonly isLeased: boolean;
  readonly status: TransactionStatus;
  /** The chain transaction that was seen for it, and whether that is on the chain right now, or waits to be mined. */
  readonly hash: string | null;
  readonly isMined: boolean;
  readonly isUnconfirmed: boolean;
  /** Whether the transfer was known before the attempt's deadline: by its block's time, or by our own first sight. */
  readonly isInTime: boolean;
  readonly createdSeconds: number;
  /** The transfer's sender signed that it pays this transaction. */
  readonly isProved: boolean;
  /** Its claim of the chain transaction is the only one that counts (`isClaimedAlone` in claims.ts). */
  readonly isClaimed: boolean;
  /** It had this very transfer before a reorg, a double spend or a cancellation took that away. */
  readonly hadIt: boolean;
}

/**
 * `amount`: exactly what was quoted; `signature`: of its sender; `lease`: an address that only one open attempt has;
 * `merchant`: their word.
 */
export type MatchedBy = 'address' | 'amount' | 'hash' | 'signature' | 'lease' | 'sender' | 'merchant' | 'claim';

/** `held` is the app's own setting for late payments. */
export type UnmatchedReason = 'wrong_asset' | 'wrong_network' | 'ambiguous' | 'unknown' | 'invoice_canceled' | 'held';

export type Match =
  | { readonly kind: 'transaction'; readonly id: string; readonly by: MatchedBy }
  | { readonly kind: 'late'; readonly basis: string; readonly invoiceId: string; readonly by: MatchedBy }
  | { readonly kind: 'unmatched'; readonly reason: UnmatchedReason; readonly candidates: readonly string[] };

/** One rule: for which of the candidates the evidence speaks, and who must not speak against it. */
interface Rule {
  readonly by: MatchedBy;
  readonly speaksFor: (one: Candidate, incoming: Incoming, all: readonly Candidate[]) => boolean;
  /** Another invoice's attempts that what came fits as well: then nobody knows. */
  readonly contradictedBy?: (other: Candidate, incoming: Incoming) => boolean;
}

const ruleOfAddress: Rule = { by: 'address', speaksFor: () => true };

const ruleOfHash: Rule = { by: 'hash', speaksFor: (one, { txHash }) => one.isUnconfirmed && one.hash === txHash };
const ruleOfSignature: Rule = { by: 'signature', speaksFor: (one) => one.isProved };
const ruleOfSender: Rule = {
  by: 'sender',
  speaksFor: hasDeclared,
  contradictedBy: (other, incoming) => takes(other, incoming) && isNear(other.amount, incoming.amount),
};

/** On a shared address, for an amount that is no customer's quote. The first rule that finds an attempt decides. */
const rulesOfSharedAddress: readonly Rule[] = [
  // Reached only for a payment that an invoice had before: its open attempts come first.
  { by: 'amount', speaksFor: isExact },
  ruleOfHash,
  ruleOfSignature,
  { by: 'lease', speaksFor: hasLease },
  ruleOfSender,
];

/** For an amount that customers of several invoices were shown: the evidence that decides between them. */
const rulesOfEqualPromises: readonly Rule[] = [
  ruleOfHash,
  ruleOfSignature,
  { by: 'claim', speaksFor: (one) => one.isClaimed },
  { ...ruleOfSender, speaksFor: (one, incoming) => takes(one, incoming) && hasDeclared(one, incoming) },
];

/**
 * The open attempt that a transfer pays, or the invoice that it is a late payment of, or why it waits for the merchant.
 * `all`: newest first. On a shared address, an amount that a customer was shown belongs to that customer's invoice,
 * open or ended. Otherwise open attempts come before ended ones. A payment that a reorg took away and gives back goes
 * to the invoice that had it.
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
 * The attempts, open or ended, whose customers were shown exactly this amount on a shared address before the transfer
 * was recorded. None on an address that was given out once.
 */
export function promisesOf(incoming: Incoming, all: readonly Candidate[]): readonly Candidate[] {
  if (incoming.isOneTimeAddress) return [];
  return all.filter((one) => one.assetId === incoming.assetId && isExact(one, incoming));
}

/** One invoice's promise decides by the amount. Between several invoices, other evidence decides. */
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
 * A chain transaction that failed, from the sender who had declared it: the transaction it was meant for, or null.
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
 * Open attempts take one chain transaction: the first, all of its transfers; then, however late, one that spends the
 * same money in its place; or any other one if a reorg took the first away.
 */
export function takes(candidate: Candidate, incoming: Pick<Incoming, 'txHash' | 'conflicts'>): boolean {
  if (!isOpen(candidate)) return false;
  if (candidate.hash === null) return candidate.isInTime;
  if (candidate.hash === incoming.txHash) return true;
  if (candidate.isMined) return false;
  return incoming.conflicts.includes(candidate.hash) || (candidate.isInTime && !candidate.isUnconfirmed);
}

/** What speaks for a candidate, for the person who must decide. */
export type Speaks = 'address' | 'amount' | 'near_amount' | 'sender' | 'signature';

/** Why a payment is a candidate's, for whoever asks later. */
export interface MatchEvidence {
  readonly speaks: readonly Speaks[];
  /** How many attempts of other invoices were quoted exactly this amount, declared this sender, or have a signature. */
  readonly others: number;
}

/** What spoke for the candidate that got it, and for how many of other invoices something did. */
export function evidenceFor(id: string, incoming: Incoming, all: readonly Candidate[]): MatchEvidence {
  const owner = all.find((one) => one.id === id);
  const { amount, sender } = incoming;
  let others = 0;
  for (const one of all) {
    if (one.invoiceId === owner?.invoiceId || one.assetId !== incoming.assetId) continue;
    if (one.amount === amount || (sender !== null && one.sender === sender) || one.isProved) others += 1;
  }
  return { speaks: owner === undefined ? [] : whatSpeaksFor(owner, incoming), others };
}

export function whatSpeaksFor(one: Candidate, incoming: Incoming): Speaks[] {
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

/** Goes through the rules until one speaks for some of `asked`. */
function decide(
  rules: readonly Rule[],
  asked: readonly Candidate[],
  incoming: Incoming,
  all: readonly Candidate[],
): Decided {
  for (const { by, speaksFor, contradictedBy } of rules) {
    const found = asked.filter((one) => speaksFor(one, incoming, all));
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

/** Who had it before a reorg, a double spend or a cancellation took it away knows best whose it is. */
function matchLate(incoming: Incoming, all: readonly Candidate[], over: readonly Candidate[]): Match {
  const owners = over.filter((one) => one.hadIt);
  const rules = incoming.isOneTimeAddress ? [ruleOfAddress] : rulesOfSharedAddress;
  const decided = owners.length > 0 ? asHadIt(owners) : decide(rules, over, incoming, all);
  if (decided.kind === 'none') {
    const otherAsset = all.filter((one) => one.assetId !== incoming.assetId && whatSpeaksFor(one, incoming).length > 0);
    return otherAsset.length > 0 ? waits('wrong_asset', otherAsset) : waits('unknown', nearest(incoming, all));
  }
  return lateFor(decided, incoming, decided.candidates);
}

/** `candidates`: those that a merchant chooses from where no single invoice is meant. */
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

function asHadIt(candidates: readonly Candidate[]): Decided {
  return { kind: 'some', candidates, by: 'hash' };
}

function isOpen(one: Candidate): boolean {
  return one.status === 'processing';
}

/** Exactly what was quoted, to an attempt that was there before it came. */
function isExact(one: Candidate, { amount, recordedSeconds }: Incoming): boolean {
  return one.amount === amount && one.createdSeconds <= recordedSeconds;
}

/**
 * The address was given to this attempt before the transfer was recorded, and no other invoice has an open attempt or a
 * quote of the last 7 days there.
 */
function hasLease(one: Candidate, { recordedSeconds }: Incoming, all: readonly Candidate[]): boolean {
  // After a first part was credited, the lease holds until the time of its quote is over.
  const isHeld = isOpen(one) || (one.status === 'success' && one.isInTime);
  if (!one.isLeased || !isHeld || one.createdSeconds > recordedSeconds) return false;
  return all.every((other) => other.invoiceId === one.invoiceId || (!isOpen(other) && other.amount === null));
}

/**
 * Somebody typed this sender before what came was first seen; a wallet of many people says nothing of whose money it
 * is.
 */
function hasDeclared(one: Candidate, { sender, firstSeenSeconds, isSharedSender }: Incoming): boolean {
  return sender !== null && one.sender === sender && !isSharedSender && one.createdSeconds <= firstSeenSeconds;
}

const nearDigits = 6;

/** A customer whose exchange took its fee, or who rounded: within a tenth of the quote, or the same leading digits. */
function isNear(quoted: bigint | null, came: bigint): boolean {
  if (quoted === null) return false;
  if (came * 10n >= quoted * 9n && came * 10n <= quoted * 11n) return true;
  const [one, other] = [quoted.toString(), came.toString()];
  return (
    one.length >= nearDigits && other.length >= nearDigits && one.slice(0, nearDigits) === other.slice(0, nearDigits)
  );
}

/** Open quotes that it may have been meant for, for the person who decides. */
function nearest(incoming: Incoming, all: readonly Candidate[]): readonly Candidate[] {
  return all.filter((one) => isOpen(one) && whatSpeaksFor(one, incoming).length > 0);
}

/**
 * The only attempt, or the only one of exactly that amount. One that the transfer, or what it replaces, was seen for
 * before keeps it. If one invoice has several, the attempt that declared the sender, else the newest (they come newest
 * first): the money is that invoice's in any case.
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
 * The newest of these candidates (they come newest first) if they are all of one invoice, or all that have exactly this
 * amount are. One that was quoted goes before those that were not: they are other parts of what it asked for.
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
