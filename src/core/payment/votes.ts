// Counts the reports of several endpoints about the same block. A single one can neither create a payment nor undo one.

/** The hash that one endpoint names at a height; null if it has no block there yet or did not answer. */
export interface HeaderVote {
  readonly endpoint: string;
  readonly hash: string | null;
}

export interface HeaderTally {
  /** `unanswered`: no endpoint answered. `split`: as many against as for. `outvoted`: most name another block. */
  readonly kind: 'agreed' | 'unanswered' | 'split' | 'outvoted';
  /** The endpoints that name another block. */
  readonly against: readonly string[];
}

/** Counts votes for the block that was read (`own`). The endpoint that it was read from may be among the voters. */
export function countHeaderVotes(own: string, votes: readonly HeaderVote[]): HeaderTally {
  const cast = votes.filter(({ hash }) => hash !== null);
  const against = cast.filter(({ hash }) => hash !== own).map(({ endpoint }) => endpoint);
  const inFavour = cast.length - against.length;
  if (cast.length === 0) return { kind: 'unanswered', against };
  if (against.length === inFavour) return { kind: 'split', against };
  return { kind: against.length > inFavour ? 'outvoted' : 'agreed', against };
}

/**
 * The endpoints that have no block at the height of `own`, if they outnumber those that have `own`; otherwise empty.
 * `votes`: from all that answered.
 */
export function lackingBlock(own: string, votes: readonly HeaderVote[]): readonly string[] {
  const having = votes.filter(({ hash }) => hash === own).length;
  const lacking = votes.filter(({ hash }) => hash === null).map(({ endpoint }) => endpoint);
  return lacking.length > having ? lacking : [];
}

/**
 * Whether a network may be read from this block (`own`) onward. Most of the endpoints that name a block at its height
 * must name this one, and at least as many endpoints must have it as have no block there. `votes`: from all that
 * answered.
 */
export function mayBeginAt(own: string, votes: readonly HeaderVote[]): boolean {
  const { kind } = countHeaderVotes(own, votes);
  return kind !== 'outvoted' && kind !== 'split' && lackingBlock(own, votes).length === 0;
}

/** The newest block that an endpoint reports; its time in Unix seconds. */
export interface HeadShown {
  readonly number: number;
  readonly time: number;
}

/** An endpoint lags if it is this far behind another head, in blocks and in the chain's time. */
const toleratedBlocks = 3;
const toleratedSeconds = 5;

export function lagsBehind(head: HeadShown, best: HeadShown): boolean {
  return best.number - head.number > toleratedBlocks && best.time - head.time > toleratedSeconds;
}

/**
 * The endpoints that do not lag behind the second best head, or behind the best if there are only two. A single
 * endpoint must not exclude the others by reporting a higher head.
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
  /** Transfers that it cannot see and has no vote on, for or against. Absent means none. */
  readonly blindTo?: ReadonlySet<string>;
}

export interface BlockTally {
  /** Transfers that most endpoints have but that are not recorded. */
  readonly missing: readonly string[];
  /** Transfers that are recorded but that most endpoints do not have. */
  readonly invented: readonly string[];
  /** Transfers with equal votes for and against, or with too few votes to change the record. */
  readonly disputed: readonly string[];
  /** The endpoints that voted against the decision. */
  readonly outliers: readonly string[];
}

/** The fewest votes that can change the record. */
const fewest = 2;

/** `votes`: all on the same block, by its hash. */
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
      // Without votes, there is no dispute.
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

/** How many endpoints must give the same answer: the network's quorum, and at least two if it has several endpoints. */
export function voicesNeeded(endpoints: number, quorum: number | null): number {
  return Math.max(Math.min(2, endpoints), quorum ?? 1);
}

/**
 * The answer that at least `needed` endpoints gave, and more than half of all that answered; otherwise null. Answers
 * are compared as JSON. `answers`: one for each endpoint, null if it gave none.
 */
export function agreedAnswer<T>(answers: readonly (T | null)[], needed: number): T | null {
  const given = answers.filter((answer) => answer !== null);
  for (const [, alike] of Map.groupBy(given, (answer) => JSON.stringify(answer)))
    if (alike.length >= needed && alike.length * 2 > given.length) return alike[0] as T;
  return null;
}
