// When it is of use to ask for the next block: on a chain whose blocks come in slots of fixed length, not before.

/** A block comes at one of the times `from` + n × `seconds`, or in none. `from` in Unix seconds. */
export interface BlockSlots {
  readonly seconds: number;
  readonly from: number;
}

export interface LastBlock {
  /** As the block says, in Unix seconds. */
  readonly time: number;
  /** How long after its own time a block shows, as the newest ones did, on our clock: negative where ours is behind. */
  readonly showsAfterMillis: number;
}

/** So much earlier than the last ones showed is asked: what is asked in vain costs a call, and one second. */
const earlyMillis = 100;
/** How often is asked for a block that is due. */
const dueMillis = 1_000;

/**
 * How long to wait before the chain is asked again, in milliseconds. `pollMillis`: the wait where nothing is known of
 * when blocks come, which is also true of a chain whose last block was in no slot.
 */
export function pauseUntilNext(last: LastBlock, slots: BlockSlots | null, pollMillis: number, now: number): number {
  if (slots === null || (last.time - slots.from) % slots.seconds !== 0) return pollMillis;
  const slotMillis = slots.seconds * 1000;
  const dueIn = last.time * 1000 + slotMillis + last.showsAfterMillis - earlyMillis - now;
  if (dueIn > slotMillis) return pollMillis;
  // A slot that stayed empty is over: the next block is due one slot later.
  const isEmpty = dueIn < -slotMillis / 2;
  return isEmpty ? pollMillis : Math.max(dueIn, Math.min(dueMillis, pollMillis));
}
