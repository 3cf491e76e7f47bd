// Value that only a balance tells of counts by itself if it is proved that a call sent it: what a dying contract leaves is no payment.

/** What a chain transaction did when it was run once more, on the state before its block. */
export interface CallRun {
  /** The accounts that it touched, in the family's canonical text. */
  readonly reached: ReadonlySet<string>;
  /** Whether any code that it may have run can leave value behind without a call. */
  readonly canDie: boolean;
}

/**
 * Whether calls sent what `recipient` got. `runs`, by hash: of `payer`, the chain transaction it is put down to, and of all others that
 * may have had a part in it; null of one that nobody can run again. The payer's must have reached the recipient, or another way was
 * taken this time; and none may hold code that can die.
 */
export function isSentByCall(recipient: string, payer: string, runs: ReadonlyMap<string, CallRun | null>): boolean {
  if (runs.get(payer)?.reached.has(recipient) !== true) return false;
  return [...runs.values()].every((run) => run?.canDie === false);
}
