// Counts what several endpoints say of the same block: one alone neither makes a payment nor undoes one.

/** The hash that one endpoint names at a height; null where it has no block there yet, or did not answer. */
export interface HeaderVote {
  readonly endpoint: string;
  readonly hash: string | null;
}

export interface HeaderTally {
  /** `unanswered`: nobody answered. `split`: as many against as for. `outvoted`: most name another block. */
  readonly kind: 'agreed' | 'unanswered' | 'split' | 'outvoted';
  /** The endpoints that name another block. */
  readonly against: readonly string[];
}

/**
 * Counts votes for the block that was read (`own`); the endpoint that it was read from may be among those that vote.
 */
export function countHeaderVotes(own: string, votes: readonly HeaderVote[]): HeaderTally {
  const cast = votes.filter(({ hash }) => hash !== null);
  const against = cast.filter(({ hash }) => hash !== own).map(({ endpoint }) => endpoint);
  const inFavour = cast.length - against.length;
  if (cast.length === 0) return { kind: 'unanswered', against };
  if (against.length === inFavour) return { kind: 'split', against };
  return { kind: against.length > inFavour ? 'outvoted' : 'agreed', against };
}

/**
 * The endpoints that have no block at the height of `own`, where they are more than those that have `own`; otherwise
 * none. `votes`: of all that answered.
 */
export function lackingBlock(own: string, votes: readonly HeaderVote[]): readonly string[] {
  const having = votes.filter(({ hash }) => hash === own).length;
  const lacking = votes.filter(({ hash }) => hash === null).map(({ endpoint }) => endpoint);
  return lacking.length > having ? lacking : [];
}

/**
 * Whether a network may be read from this block on (`own`). Most of the endpoints that name a block at its height must
 * name this one, and at least as many endpoints must have it as have no block there. `votes`: of all that answered.
 */
export function mayBeginAt(own: string, votes: readonly HeaderVote[]): boolean {
  const { kind } = countHeaderVotes(own, votes);
  return kind !== 'outvoted' && kind !== 'split' && lackingBlock(own, votes).length === 0;
}

/** The newest block that an endpoint shows; its time in Unix seconds. */
export interface HeadShown {
  readonly number: number;
  readonly time: number;
}

/** This far behind another head, in blocks and in the chain's seconds, an endpoint lags. */
const toleratedBlocks = 3;
const toleratedSeconds = 5;

export function lagsBehind(head: HeadShown, best: HeadShown): boolean {
  return best.number - head.number > toleratedBlocks && best.time - head.time > toleratedSeconds;
}

/**
 * The endpoints that do not lag behind the second best head, or of two endpoints behind the best: a single endpoint
 * must not take the others' vote by a head that only it shows.
 */
export function upToDate<Vote extends { readonly head: HeadShown }>(votes: readonly Vote[]): readonly Vote[] {
  const byHeight = votes.map(({ head }) => head).toSorted((one, other) => other.number - one.number);
  const best = votes.length > 2 ? byHeight[1] : byHeight[0];
  return votes.filter(({ head }) => best === undefined || !lagsBehind(head, best));
}

/** One endpoint's own reading of a block: each transfer to a watched address as one text. */
export interface BlockVote {
  readonly endpoint: string;
  readonly transfers: ReadonlySet<string>;
  /** What it cannot see, and so has no vote on: it neither has these nor is without them. None unless given. */
  readonly blindTo?: ReadonlySet<string>;
}

export interface BlockTally {
  /** Transfers that are not recorded, though most endpoints have them. */
  readonly missing: readonly string[];
  /** Transfers that are recorded, though most endpoints do not have them. */
  readonly invented: readonly string[];
  /** Transfers that as many endpoints have as have not, or on which too few voted to change what is recorded. */
  readonly disputed: readonly string[];
  /** The endpoints that voted otherwise than what was decided. */
  readonly outliers: readonly string[];
}

/** What is recorded changes only by the votes of at least so many. */
const fewest = 2;

/** `votes`: on one and the same block, by its hash. */
export function countBlockVotes(recorded: ReadonlySet<string>, votes: readonly BlockVote[]): BlockTally {
  const tally = { missing: [] as string[], invented: [] as string[], disputed: [] as string[] };
  const outliers = new Set<string>();
  const all = new Set([...recorded, ...votes.flatMap(({ transfers }) => [...transfers])]);
  for (const transfer of all) {
    const cast = votes.filter(({ blindTo }) => blindTo?.has(transfer) !== true);
    const having = cast.filter(({ transfers }) => transfers.has(transfer)).length;
    const without = cast.length - having;
    const exists = having > without;
    const isDecided = having !== without && (exists === recorded.has(transfer) || Math.max(having, without) >= fewest);
    if (!isDecided) {
      // Where nobody voted, nothing is in dispute.
      if (cast.length > 0) tally.disputed.push(transfer);
      continue;
    }
    if (exists && !recorded.has(transfer)) tally.missing.push(transfer);
    if (!exists && recorded.has(transfer)) tally.invented.push(transfer);
    if (Math.max(having, without) < fewest) continue;
    for (const { endpoint, transfers } of cast) if (transfers.has(transfer) !== exists) outliers.add(endpoint);
  }
  return { ...tally, outliers: [...outliers] };
}

/** How many endpoints must answer a question alike: the network's quorum, and two where it has several endpoints. */
export function voicesNeeded(endpoints: number, quorum: number | null): number {
  return Math.max(Math.min(2, endpoints), quorum ?? 1);
}

/**
 * The answer that at least `needed` endpoints gave, and more than half of those that answered; else null. Answers are
 * alike where their JSON is. `answers`: one of each endpoint, null where it gave none.
 */
export function agreedAnswer<T>(answers: readonly (T | null)[], needed: number): T | null {
  const given = answers.filter((answer) => answer !== null);
  for (const [, alike] of Map.groupBy(given, (answer) => JSON.stringify(answer)))
    if (alike.length >= needed && alike.length * 2 > given.length) return alike[0] as T;
  return null;
}
