// What several endpoints say of the same block, weighed: one alone neither makes a payment nor undoes one.

/** What one endpoint names at a height; null where it has no block there yet, or did not answer. */
export interface HeaderWord {
  readonly witness: string;
  readonly hash: string | null;
}

export interface HeaderVerdict {
  /** `unheard`: nobody answered. `split`: as many against as for. `outvoted`: most name another block. */
  readonly kind: 'agreed' | 'unheard' | 'split' | 'outvoted';
  /** Who names another block. */
  readonly against: readonly string[];
}

/** Weighs the block that was read (`own`) against what the endpoints name now, whoever it was read from among them. */
export function weighHeader(own: string, words: readonly HeaderWord[]): HeaderVerdict {
  const heard = words.filter(({ hash }) => hash !== null);
  const against = heard.filter(({ hash }) => hash !== own).map(({ witness }) => witness);
  const by = heard.length - against.length;
  if (heard.length === 0) return { kind: 'unheard', against };
  if (against.length === by) return { kind: 'split', against };
  return { kind: against.length > by ? 'outvoted' : 'agreed', against };
}

/** One endpoint's own reading of a block: each transfer to a watched address as one text. */
export interface Testimony {
  readonly witness: string;
  readonly transfers: ReadonlySet<string>;
}

export interface BlockVerdict {
  /** Not recorded, though most tell of it. */
  readonly missing: readonly string[];
  /** Recorded, though most know nothing of it. */
  readonly invented: readonly string[];
  /** As many say one thing as the other, or too few were heard to change what is recorded. */
  readonly disputed: readonly string[];
  /** Who said otherwise than what was decided. */
  readonly liars: readonly string[];
}

/** What is recorded changes only by the word of at least so many. */
const fewest = 2;

/** Testimonies of one and the same block, by its hash. */
export function weighBlock(recorded: ReadonlySet<string>, testimonies: readonly Testimony[]): BlockVerdict {
  const verdict = { missing: [] as string[], invented: [] as string[], disputed: [] as string[] };
  const liars = new Set<string>();
  const all = new Set([...recorded, ...testimonies.flatMap(({ transfers }) => [...transfers])]);
  for (const transfer of all) {
    const tellers = testimonies.filter(({ transfers }) => transfers.has(transfer)).length;
    const others = testimonies.length - tellers;
    const isTrue = tellers > others;
    const isDecided = tellers !== others && (isTrue === recorded.has(transfer) || Math.max(tellers, others) >= fewest);
    if (!isDecided) {
      // Where nobody was heard, nothing is in dispute.
      if (testimonies.length > 0) verdict.disputed.push(transfer);
      continue;
    }
    if (isTrue && !recorded.has(transfer)) verdict.missing.push(transfer);
    if (!isTrue && recorded.has(transfer)) verdict.invented.push(transfer);
    if (Math.max(tellers, others) < fewest) continue;
    for (const { witness, transfers } of testimonies) if (transfers.has(transfer) !== isTrue) liars.add(witness);
  }
  return { ...verdict, liars: [...liars] };
}
